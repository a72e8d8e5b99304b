//! Beside real figures: the same steps with no positions at all. Whatever the players say they see, the battle goes on to
//! its end, and what they said leads to the same end again.

use crate::setup::{battle, rules};
use crate::soundly;
use dice::{Seed, Stream};
use empire::Empire;
use engine::{
    Entry, FactKind, Game as _, Played as _, Questions as _, Session, Waiting, state_hash, state_text,
};
use std::sync::Arc;

/// A random sight of that kind. Distances are mostly short: else there would hardly be any fire.
fn sight(kind: &FactKind, luck: &mut Stream) -> Vec<u32> {
    match kind {
        FactKind::OneOf(of) => vec![luck.below(of.len() as u32)],
        FactKind::AnyOf(of) if of.is_empty() || luck.below(3) == 0 => Vec::new(),
        FactKind::AnyOf(of) => vec![of[luck.below(of.len() as u32) as usize].answer],
        FactKind::Distance(bands) => vec![bands[luck.below(bands.len() as u32) as usize].answer],
    }
}

fn play(start: &Empire, seed: u64) -> Session<Empire> {
    let seed = Seed::from_number(seed);
    let (mut dice, mut luck) = (Stream::new(seed, 0), Stream::new(seed, 1));
    let mut session = Session::beside_figures(start.clone());
    let mut tries = 0;
    while let Some(waiting) = session.waiting().cloned() {
        tries += 1;
        assert!(tries < 60_000, "it does not end: {waiting:?}");
        let entry = match &waiting {
            Waiting::ForDice { pool, .. } => {
                let faces = (0..pool.count).map(|_| dice.below(pool.sides) + 1).collect();
                Entry::Dice { faces, typed: true }
            }
            Waiting::ForFact(asked) => Entry::Seen(sight(&asked.kind, &mut luck)),
            Waiting::ForAnswer(question) => Entry::Answer(question.sample(session.game(), &mut luck)),
            Waiting::Wrong(mistake) => panic!("{mistake}"),
        };
        if let Err(mistake) = session.put(entry) {
            // A sight that cannot be is asked for again.
            assert!(matches!(waiting, Waiting::ForFact(_)), "{mistake:?}");
        }
        session.settled().sound().unwrap();
    }
    session
}

#[test]
fn random_battles_beside_figures_end_and_replay() {
    let rules = rules();
    let battle = battle(soundly::BATTLE, &rules);
    let start = Empire::start_beside_figures(&battle, Arc::clone(&rules));
    for seed in 0..10 {
        let session = play(&start, seed);
        let end = session.game();
        assert!(end.is_over() && end.units.iter().all(|unit| unit.pose.is_none()));
        assert_eq!(state_text(&start.restore(&state_text(end)).unwrap()), state_text(end));
        let mut again = session.start_again();
        for entry in session.entries() {
            again.put(entry.clone()).unwrap();
        }
        assert_eq!(state_hash(again.game()), state_hash(end), "seed {seed}");
    }
}
