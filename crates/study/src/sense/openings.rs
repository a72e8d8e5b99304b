//! How differently a general begins by himself: the same dice, the same enemy, another luck.
//!
//! The answers of a first turn differ by what the dice have done and by what the enemy was about as well, and that is nothing of
//! the general's. Where dice and enemy are the same, two battles are the same until he answers otherwise.

use crate::Studied;
use crate::matches::{MOST_STEPS, Match, each};
use dice::{Seed, Stream};
use engine::{Both, Players, Side, Solo};
use general::Seats;
use std::collections::BTreeSet;

/// The luck of the enemy, and the number of the dice.
const SAME: u64 = 1809;

/// One side's answers in the first turn.
struct Ear<'p, P> {
    players: &'p mut P,
    side: Side,
    answers: String,
}

impl<G: Studied, P: Players<G>> Players<G> for Ear<'_, P> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.players.answer(side, view, question);
        if side == self.side && view.moment().turn <= 1 {
            self.answers += &format!("{answer:?}\n");
        }
        answer
    }
}

/// In how many ways each side's general begins a battle: of his answers in the first turn, with a luck of his own for each seed,
/// always by the same dice and against an enemy of the same luck. `None` if there is no general of a name.
pub fn openings<G: Studied>(game: &Match<'_, G>) -> Option<Both<usize>> {
    let none = Both::<BTreeSet<String>>::default;
    let of = |start: G, seed: u64, seats: &mut Seats<G>| {
        let mut begun = none();
        for side in Side::BOTH {
            let luck = |whose: Side| if whose == side { seed } else { SAME };
            seats.french.begin(luck(Side::French));
            seats.allied.begin(luck(Side::Allied));
            begun[side].insert(first_turn(start.clone(), seats, side));
        }
        begun
    };
    let and = |mut one: Both<BTreeSet<String>>, two: Both<BTreeSet<String>>| {
        one.french.extend(two.french);
        one.allied.extend(two.allied);
        one
    };
    let found = each(game, || (), of, none, and)?;
    Some(Both { french: found.french.len(), allied: found.allied.len() })
}

fn first_turn<G: Studied>(mut game: G, seats: &mut Seats<G>, side: Side) -> String {
    let mut ear = Ear { players: seats, side, answers: String::new() };
    let mut solo = Solo::new(Stream::new(Seed::from_number(SAME), 0), &mut ear);
    for _ in 0..MOST_STEPS {
        if game.is_over() || game.moment().turn > 1 {
            break;
        }
        let Ok(()) = game.step(&mut solo);
    }
    drop(solo);
    ear.answers
}
