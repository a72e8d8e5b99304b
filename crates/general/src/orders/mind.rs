//! What the captain has worked out for a half-turn: how the battle stands, and what each corps is to do.

use crate::kit::plan::Stance;
use crate::kit::spot::Spot;
use engine::Side;
use orders::CorpsId;

#[derive(Default)]
pub(crate) struct Appraisal {
    /// Turns left, this one counted.
    pub(crate) left: u32,
    /// As things are the battle is lost.
    pub(crate) behind: bool,
    /// The last turns, and the ground is not ours.
    pub(crate) urgent: bool,
    /// How pressing that is, from 0 to 1.
    pub(crate) need: f64,
    /// Our strength beside the enemy's.
    pub(crate) ratio: f64,
    /// The objectives, by their numbers.
    pub(crate) ground: Vec<Ground>,
}

/// An objective as it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub(crate) at: Spot,
    pub(crate) radius: f64,
    pub(crate) worth: f64,
    pub(crate) holder: Option<Side>,
    pub(crate) is_ours: bool,
    /// The strength of each side near it.
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
}

/// What a corps is to do, in inches and weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mission {
    pub(crate) corps: CorpsId,
    pub(crate) stance: Stance,
    pub(crate) goal: Spot,
    /// What an inch nearer to the goal is worth.
    pub(crate) pull: f64,
    /// Where the corps stands.
    pub(crate) centre: Spot,
    /// What the enemy's losses count beside our own.
    pub(crate) zeal: f64,
}
