//! Rolls before they are thrown, each with its numbers.

use crate::ids::Ids;
use crate::rules::fire::Need;
use crate::state::event::Working;
use dice::d6;
use rulebook::RuleId;

/// A roll of a volley chart.
pub(crate) type Roll = engine::outlook::Roll<Ids>;

/// Dice that hit on a face.
pub(crate) fn hits(title: &'static str, by: RuleId, dice: u32, need: Need) -> Roll {
    Roll::hits(title, by, d6(dice), need.face, need.working)
}

/// One die against a target.
pub(crate) fn tests(title: &'static str, target: Working) -> Roll {
    Roll::at_most(title, d6(1), target)
}

/// One die that must show a face.
pub(crate) fn shows(title: &'static str, by: RuleId, face: u32) -> Roll {
    Roll::shows(title, by, d6(1), face)
}
