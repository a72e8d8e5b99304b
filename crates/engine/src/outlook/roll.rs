//! A roll before it is thrown: how many dice, what they need, and the numbers that make it so.

use crate::{Names, Working, rule_name};
use dice::Pool;
use rulebook::RuleId;

/// One roll of a chart or a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll<N> {
    /// What it is called, with holes for names and marks: `{foe} test[s] to stand`.
    pub title: &'static str,
    pub dice: Pool,
    /// The rule that gives the dice, where one does.
    pub by: Option<RuleId>,
    pub goal: Goal,
    pub working: Working<N>,
}

/// What the dice are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Each die this face or more; above its last face none can.
    Face(u32),
    /// One die this or less.
    AtMost(i32),
    /// All dice together this or more.
    Total(u32),
    /// The working is added to the dice, and the sum held against the enemy's.
    Added,
}

impl<N> Roll<N> {
    /// Dice that hit on a face.
    pub fn hits(title: &'static str, by: RuleId, dice: Pool, face: u32, working: Working<N>) -> Roll<N> {
        Roll { title, dice, by: Some(by), goal: Goal::Face(face), working }
    }

    /// A die against a target: this or less.
    pub fn at_most(title: &'static str, dice: Pool, target: Working<N>) -> Roll<N> {
        Roll { title, dice, by: None, goal: Goal::AtMost(target.total()), working: target }
    }

    /// All dice together, modified, against a printed need; without one nothing need be shown.
    pub fn total(
        title: &'static str,
        by: RuleId,
        dice: Pool,
        need: Option<(RuleId, i32)>,
        sum: Working<N>,
    ) -> Roll<N> {
        let least = need.map_or(0, |(_, need)| need - sum.total()).max(0).unsigned_abs();
        let working = match need {
            Some((rule, need)) => sum.under(rule, need),
            None => sum,
        };
        Roll { title, dice, by: Some(by), goal: Goal::Total(least), working }
    }

    /// A die that must show a face.
    pub fn shows(title: &'static str, by: RuleId, dice: Pool, face: u32) -> Roll<N> {
        Roll::hits(title, by, dice, face, Working::default())
    }
}

impl<N: Names> Roll<N> {
    /// Every rule it rests on, by id.
    pub fn cites(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.by.into_iter().chain(self.working.rules()).map(rule_name::<N>)
    }
}
