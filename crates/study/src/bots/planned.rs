//! A captain who carries out one of the plans that a marshal would play out, and no other: the rows and columns of a
//! matrix that say what a battle is worth.

use crate::Studied;
use engine::{Moment, Players, Questions as _, Side};
use general::{Executor, Plan, Veteran};

/// Their names, by the place of the plan in a marshal's list: no game has more of them.
pub const NAMES: &[&str] = &[
    "plan-1", "plan-2", "plan-3", "plan-4", "plan-5", "plan-6", "plan-7", "plan-8", "plan-9", "plan-10",
    "plan-11", "plan-12", "plan-13", "plan-14", "plan-15", "plan-16",
];

/// How many plans a game has for a side as a battle begins; none where the game's captain cannot be told plans.
pub fn count<G: Studied>(view: &G, side: Side) -> usize {
    if G::executor().is_some() { made(view, side).len().min(NAMES.len()) } else { 0 }
}

/// The plans in sentences, as the battle begins.
pub fn said<G: Studied>(view: &G, side: Side) -> Vec<Vec<String>> {
    made(view, side).iter().map(|plan| G::said(view, plan)).collect()
}

/// What a marshal plays out, but for the captain's own.
fn made<G: Studied>(view: &G, side: Side) -> Vec<Plan<G::Command>> {
    G::plans(view, side).into_iter().flatten().collect()
}

pub(super) struct Planned<G: Studied> {
    n: usize,
    captain: Box<dyn Executor<G>>,
    /// The turn and phase for which he was told.
    at: Option<(u32, usize)>,
}

impl<G: Studied> Planned<G> {
    /// `None`: there is no such name, or the game's captain cannot be told plans.
    pub(super) fn named(name: &str) -> Option<Planned<G>> {
        let n = NAMES.iter().position(|known| *known == name)?;
        Some(Planned { n, captain: G::executor()?, at: None })
    }
}

impl<G: Studied> Players<G> for Planned<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let Moment { turn, place, .. } = view.moment();
        if question.word() == G::THINKS && self.at != Some((turn, place)) {
            self.at = Some((turn, place));
            self.captain.tell(made(view, side).into_iter().nth(self.n));
        }
        self.captain.answer(side, view, question)
    }
}

impl<G: Studied> Veteran<G> for Planned<G> {
    fn begin(&mut self, seed: u64) {
        self.at = None;
        self.captain.begin(seed);
        self.captain.tell(None);
    }
}
