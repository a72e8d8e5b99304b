//! Beside real figures there are no places, and a position is as good.

use dice::{Seed, Stream};
use engine::{Entry, FactKind, Played, Session, Waiting, state_hash, state_text};
use games::{Setup, with};

/// How many entries a game has: throws, answers and sights.
const ENTRIES: usize = 120;

/// Anything that may be seen, answered or thrown.
fn anything<G: Played>(session: &Session<G>, luck: &mut Stream) -> Option<Entry<G::Answer>> {
    let game = session.game();
    Some(match session.waiting()? {
        Waiting::ForDice { pool, .. } => {
            Entry::Dice { faces: (0..pool.count).map(|_| luck.die(pool.sides)).collect(), typed: true }
        }
        Waiting::ForAnswer(question) => {
            let answer = game.sample(question, luck);
            let taken = game.check(question, &answer).is_ok();
            Entry::Answer(if taken { answer } else { game.decline(question) })
        }
        Waiting::ForFact(asked) => Entry::Seen(match &asked.kind {
            FactKind::OneOf(words) => vec![luck.below(words.len() as u32)],
            FactKind::AnyOf(those) => {
                those.iter().filter(|_| luck.below(3) == 0).map(|it| it.answer).collect()
            }
            FactKind::Distance(bands) => vec![bands[luck.below(bands.len() as u32) as usize].answer],
        }),
        Waiting::Wrong(mistake) => panic!("{mistake}"),
    })
}

#[test]
fn a_game_beside_real_figures_is_read_as_it_was_written() {
    fn check<G: Played>(setup: &Setup) {
        let (battle, rules) = setup.open::<G>().unwrap();
        let on_screen = G::start(&battle, rules.clone());
        let mut session = Session::beside_figures(G::start_beside_figures(&battle, rules));
        let mut luck = Stream::new(Seed::from_number(9), 0);
        for _ in 0..ENTRIES {
            let Some(entry) = anything(&session, &mut luck) else { break };
            let before = session.step_ends().len();
            if session.put(entry).is_err() || session.step_ends().len() == before {
                continue;
            }
            let text = state_text(session.settled());
            let again = session.start().restore(&text).unwrap();
            assert_eq!(state_hash(&again), session.state_hash());
            assert_eq!(
                on_screen.restore(&text).unwrap_err(),
                "found a game beside real figures, expected one on a screen"
            );
        }
        assert!(session.step_ends().len() > 3, "{}: {} steps", setup.battle.id, session.step_ends().len());
    }
    for file in games::embedded() {
        let setup = Setup::new(file);
        with!(setup.kind().unwrap(), G => check::<G>(&setup));
    }
}
