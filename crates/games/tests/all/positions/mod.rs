//! Positions: any state of any battle, written as text, is the same game again; and whatever else stands in such a text
//! ends in a sentence or in a game that can be played, never in a panic.

mod beside_figures;
mod records;
mod restored;
mod spoilt;

use dice::{Seed, Stream};
use engine::{Live, Played, RandomPlayer, Session};
use games::Setup;

/// A battle played at random to its end.
fn played<G: Played>(setup: &Setup, seed: u64) -> Session<G> {
    let (battle, rules) = setup.open::<G>().unwrap();
    let seed = Seed::from_number(seed);
    let mut session = Session::new(G::start(&battle, rules));
    session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 100_000).unwrap();
    session
}

/// Every state of a game between its steps: the start first.
fn states<G: Played>(session: &Session<G>) -> Vec<G> {
    let mut states = vec![session.start().clone()];
    let mut used = 0;
    for end in session.step_ends().iter().copied() {
        let mut game = states[states.len() - 1].clone();
        game.step(&mut Live::on_screen(&session.entries()[used..end])).unwrap_or_else(|_| unreachable!());
        used = end;
        states.push(game);
    }
    states
}

/// How many entries the first steps have used.
fn used<G: Played>(session: &Session<G>, steps: usize) -> usize {
    steps.checked_sub(1).map_or(0, |last| session.step_ends()[last])
}
