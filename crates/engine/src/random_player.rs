//! The player that every game has: any legal answer, at random.

use crate::{Played, Players, Side};
use dice::Stream;

/// Answers at random what the rules accept: for the fuzzer, for tests, and as the weakest general.
pub struct RandomPlayer(pub Stream);

impl<G: Played> Players<G> for RandomPlayer {
    fn answer(&mut self, _: Side, view: &G, question: &G::Question) -> G::Answer {
        view.sample(question, &mut self.0)
    }
}
