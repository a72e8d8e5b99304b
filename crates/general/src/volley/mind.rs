//! What the captain has worked out for a phase: how the battle stands, and what each unit is to do.

use crate::kit::plan::Word;
use engine::Side;
use table::Point;

/// How the battle stands for a side.
#[derive(Default)]
pub(super) struct Appraisal {
    /// Turns left, this one counted.
    pub(super) left: u32,
    /// The ground that is ours is not worth more than theirs.
    pub(super) is_behind: bool,
    /// Objectives that are not ours.
    pub(super) ground: Vec<Point>,
    /// Who holds each objective.
    pub(super) holders: Vec<Option<Side>>,
    /// We need not come: the enemy is to attack and has no more of the ground than we, or without an attacker we have the greater
    /// part.
    pub(super) is_ours_to_wait: bool,
}

/// What one unit is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Duty {
    pub(super) does: Word,
    /// The ground it is sent to alone.
    pub(super) post: Option<usize>,
    /// Whether the others of its part go in, whatever it costs.
    pub(super) storms: bool,
    pub(super) zeal: f64,
}
