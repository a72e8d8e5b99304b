//! What an outlook promises is what the steps of play do: held against real steps, over every fall or many trials.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod orders;
mod volley;

use dice::{Seed, Stream};
use engine::desk::{Found, Value};
use engine::{Entry, Played, Session, Waiting};

/// Plays at random and shows every question on the way, with the game as the asked side sees it.
fn questions<G: Played>(battle: &str, seed: u64, mut each: impl FnMut(&G, &G::Question)) {
    let (battle, rules) = games::Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules, false));
    let mut dice = Stream::new(Seed::from_number(seed), 0);
    let mut luck = Stream::new(Seed::from_number(seed), 1);
    for _ in 0..1200 {
        let entry = match session.waiting() {
            None => return,
            Some(Waiting::ForDice { pool, .. }) => {
                Entry::Dice { faces: (0..pool.count).map(|_| dice.die(pool.sides)).collect(), typed: false }
            }
            Some(Waiting::ForAnswer(question)) => {
                let game = session.game();
                let view = game.seen_by(Some(game.asked_of(question)));
                each(&view, question);
                Entry::Answer(view.sample(question, &mut luck))
            }
            Some(_) => unreachable!("a table on a screen"),
        };
        session.put(entry).unwrap();
    }
}

fn number(found: &Found, name: &str) -> u32 {
    match found.outcome.get(name) {
        Some(Value::Number(n)) => u32::try_from(*n).unwrap(),
        other => panic!("{name} is {other:?}"),
    }
}

fn word<'f>(found: &'f Found, name: &str) -> &'f str {
    match found.outcome.get(name) {
        Some(Value::Word(word)) => word,
        Some(Value::Text(text)) => text,
        other => panic!("{name} is {other:?}"),
    }
}
