//! A roll before it is thrown: how many dice, what they need, and the numbers that make it so.

use crate::event::Working;
use crate::fire::Need;
use crate::ids::RULES;
use rulebook::RuleId;

/// One roll of a chart or a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Which, in a word.
    pub what: &'static str,
    pub dice: u32,
    /// The rule that gives the dice, where one does.
    pub by: Option<RuleId>,
    pub goal: Goal,
    pub working: Working,
}

/// What the dice are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Each die this face or more; above 6 none can.
    Face(u32),
    /// One die this or less.
    AtMost(i32),
    /// All dice together this or more.
    Total(u32),
}

impl Roll {
    /// Dice that hit on a face.
    pub(crate) fn hits(what: &'static str, by: RuleId, dice: u32, need: Need) -> Roll {
        Roll { what, dice, by: Some(by), goal: Goal::Face(need.face), working: need.working }
    }

    /// One die against a target.
    pub(crate) fn test(what: &'static str, target: Working) -> Roll {
        Roll { what, dice: 1, by: None, goal: Goal::AtMost(target.total()), working: target }
    }

    /// One die that must show a face.
    pub(crate) fn shows(what: &'static str, by: RuleId, face: u32) -> Roll {
        Roll { what, dice: 1, by: Some(by), goal: Goal::Face(face), working: Working::default() }
    }

    /// Every rule it rests on, by id.
    pub fn cites(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.by.into_iter().chain(self.working.rules()).map(|rule| RULES[rule.index()])
    }
}
