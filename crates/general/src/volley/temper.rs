//! Tempers: each captain has one, by the luck of his seed. They differ in how they go when it is time to go: a player
//! who has met one has not met the others.

use crate::kit::plan::{Goal, Word};
use dice::Stream;

/// A number that 2, 3, 4, 5 and 6 divide.
const LOTS: u32 = 60;

/// How a captain is by nature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Temper {
    /// How many turns his guns work before his foot goes.
    pub(super) softens: u32,
    /// What his horse does then.
    pub(super) horse: Word,
    /// What a charge of horse must be worth, against the others'.
    pub(super) least_horse: f64,
    /// Before his foot goes, his skirmishers go before it, and his horse rides out. Not by temper: by luck alone.
    pub(super) screens: bool,
    pub(super) rides_out: bool,
    /// Likewise: which brigade of a large army begins a turn later, if any.
    pub(super) lot: u32,
}

pub(super) const STEADY: Temper = Temper {
    softens: 1,
    horse: Word::Press(Goal::Enemy),
    least_horse: 1.0,
    screens: true,
    rides_out: true,
    lot: 0,
};
const BOLD: Temper = Temper { softens: 0, least_horse: 0.85, ..STEADY };
const WARY: Temper = Temper { softens: 2, horse: Word::HuntWorn, least_horse: 1.2, ..STEADY };

pub(super) const ALL: [Temper; 3] = [STEADY, BOLD, WARY];

/// Their names, and what one sees of them.
pub(super) const NAMED: &[(&str, &str)] = &[
    ("steady", "lets his guns work for a turn, then goes for the ground"),
    ("bold", "goes for the ground at once, and charges where another would wait"),
    ("wary", "lets his guns work for two turns, and keeps his horse for the worn"),
];

impl Temper {
    /// By his luck.
    pub(super) fn of(luck: &mut Stream) -> Temper {
        let drawn = luck.below(ALL.len() as u32) as usize;
        ALL.get(drawn).copied().unwrap_or(STEADY).with(luck)
    }

    /// The same, with what luck alone decides.
    pub(super) fn with(self, luck: &mut Stream) -> Temper {
        let (screens, rides_out) = (luck.below(2) == 0, luck.below(2) == 0);
        Temper { screens, rides_out, lot: luck.below(LOTS), ..self }
    }
}
