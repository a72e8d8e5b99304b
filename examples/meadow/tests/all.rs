//! The meadow, proved as every game is, and played to its end by random players.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use dice::{Seed, Stream};
use engine::desk::{Desk as _, answers_or_says_why, compare_with_brute_force};
use engine::outlook::Foreseen as _;
use engine::record::{Header, Record, RulesUsed, VERSION};
use engine::{Game as _, Played as _, RandomPlayer, Session, Waiting, state_text};
use meadow::{Battle, Meadow, Rules};
use rulebook::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

engine::prove_cases!(Meadow);

const BATTLE: &str = include_str!("../battle.toml");

fn rules() -> Arc<Rules> {
    let book = Meadow::embedded_book().unwrap_or_else(|faults| panic!("{faults}"));
    Arc::new(Meadow::rules(book.sheet("meadow").unwrap()))
}

fn battle(rules: &Arc<Rules>) -> Battle {
    let source = Source::new("battle.toml", BATTLE);
    Meadow::read_battle("hedge", &source, &|_| Some(Arc::clone(rules)))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn exact_odds_equal_brute_force() {
    let compared = compare_with_brute_force::<Meadow>(&[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(compared >= 40, "only {compared} results were compared");
}

#[test]
fn every_chart_answers_what_it_offers_or_says_why_not() {
    let walked = answers_or_says_why::<Meadow>().unwrap_or_else(|why| panic!("{why}"));
    // Volleys with and without a hedge, and a roll to rally: numbers stay at what they usually are.
    assert_eq!(walked.answered, 3, "{walked:?}");
}

/// Two who answer at random fight it to its end; the record is written, read and played again to the last bit, and every state along the
/// way is sound and can be read from its own text.
#[test]
fn anybody_fights_to_the_end_and_the_record_is_proved() {
    let rules = rules();
    let battle = battle(&rules);
    let mut winners = BTreeMap::new();
    for number in 0..40 {
        let seed = Seed::from_number(number);
        let start = Meadow::start(&battle, Arc::clone(&rules));
        let mut session = Session::new(start.clone());
        session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 10_000).unwrap();
        let outcome = session.game().outcome().expect("a fight that ends");
        *winners.entry(outcome.winner).or_insert(0) += 1;

        let text = Record::of(header(&rules, seed), &session).write();
        let record: Record<meadow::Answer> = Record::read("meadow.grog", &text).unwrap();
        let (again, proof) = record.prove(start.clone()).unwrap();
        assert!(proof.is_whole(), "{:?}", proof.unproved());
        assert_eq!((again.steps(), record.write()), (session.steps(), text));

        let mut step = session.start_again();
        for entry in session.entries() {
            step.put(entry.clone()).unwrap();
            let state = step.settled();
            state.sound().unwrap();
            assert_eq!(state_text(&start.restore(&state_text(state)).unwrap()), state_text(state));
        }
    }
    assert!(winners.len() > 1, "one side always wins: {winners:?}");
}

fn header(rules: &Rules, seed: Seed) -> Header {
    Header {
        grognard: VERSION,
        game: Meadow::word().to_owned(),
        battle: "hedge".to_owned(),
        battle_text: BATTLE.to_owned(),
        rules: RulesUsed { sheet: "meadow".to_owned(), hash: rules.hash_hex(), patch: None },
        seed: Some(seed),
        commitment: seed.commitment(),
        salts: Vec::new(),
        chosen_seed: None,
        seats: BTreeMap::new(),
        beside_figures: false,
        position: None,
    }
}

/// What a player is told before he fires is the chart with the facts of the table.
#[test]
fn the_odds_of_a_shot_are_those_of_the_desk() {
    let (rules, seed) = (rules(), Seed::from_number(3));
    let card = Meadow::chart(&rules, "volley").unwrap();
    let mut played = Session::new(Meadow::start(&battle(&rules), Arc::clone(&rules)));
    played.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 10_000).unwrap();
    let (mut session, mut weighed) = (played.start_again(), 0);
    for entry in played.entries() {
        if let Some(Waiting::ForAnswer(question)) = session.waiting() {
            let game = session.game();
            for answer in game.weighed(question) {
                let Ok(Some(outlook)) = game.outlook(question, &answer) else { continue };
                let facts = ["figures", "range", "hedge"].map(|name| (name.to_owned(), outlook.fact(name)));
                let facts = Meadow::facts(&rules, &card, &facts).unwrap();
                assert_eq!(outlook.odds(&rules), Meadow::odds(&rules, "volley", &facts));
                weighed += 1;
            }
        }
        session.put(entry.clone()).unwrap();
    }
    assert!(weighed > 10, "only {weighed} shots were weighed");
}
