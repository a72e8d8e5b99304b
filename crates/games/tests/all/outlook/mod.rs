//! What an outlook promises is what the steps of play do: held against real steps, over every fall or many trials.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

mod orders;
mod volley;

use dice::{Odds, Seed, Stream, Weight as _};
use engine::desk::{Found, Value};
use engine::outlook::Foreseen;
use engine::{Entry, Played, Session, Waiting};
use std::collections::BTreeMap;

/// Plays at random and shows every question on the way, with the game as the asked side sees it.
fn questions<G: Played>(battle: &str, seed: u64, mut each: impl FnMut(&G, &G::Question)) {
    let (battle, rules) = games::Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules));
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

/// Looks at every answer of some battles, and turns each fact of every so-manieth outlook; every chance must add up.
fn looks<G: Foreseen>(
    battles: &[&str],
    every: u32,
    acts: fn(&G, &G::Question) -> Vec<G::Answer>,
    kinds: usize,
) {
    let (mut seen, mut turned): (BTreeMap<String, u32>, u32) = (BTreeMap::new(), 0);
    let is_one = |odds: Odds<Found>| (odds.chance(|_| true).to_f64() - 1.0).abs() < 1e-9;
    for battle in battles {
        for seed in 0..3 {
            questions(battle, seed, |game: &G, question| {
                for answer in game.weighed(question).into_iter().chain(acts(game, question)) {
                    let Some(outlook) = game.outlook(question, &answer).unwrap() else { continue };
                    assert!(is_one(outlook.odds(game.in_force())), "{question:?}");
                    *seen.entry(format!("{:?}", outlook.about)).or_insert(0) += 1;
                    if seen.values().sum::<u32>() % every != 0 {
                        continue;
                    }
                    for (turn, now) in outlook.turns() {
                        for value in turn.kind.others(&now) {
                            let what_if = [(turn.name.to_string(), value)];
                            let odds = outlook.turned(&what_if).unwrap().odds(game.in_force());
                            assert!(is_one(odds), "{what_if:?}");
                            turned += 1;
                        }
                    }
                    assert!(outlook.turned(&[("weather".to_owned(), "rain".to_owned())]).is_err());
                }
            });
        }
    }
    println!("{seen:?}, {turned} facts turned");
    assert!(seen.len() >= kinds && turned > 100, "{seen:?} {turned}");
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
