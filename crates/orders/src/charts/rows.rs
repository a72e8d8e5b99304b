//! What reaching a status does, and how the rules of a turn are found.

use super::tables::{Status, TurnStep};
use crate::state::words::{Effect, Turned};
use table::Inches;

/// What reaching a status does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaching {
    Nothing,
    Back { by: Distance, facing: Turned },
    Removed,
}

/// How far a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    Inches(Inches),
    /// Parts of its column move: the first number out of the second.
    ColumnMove(u32, u32),
}

impl Status {
    pub(super) fn reaching(&self) -> Reaching {
        match self.effect {
            Effect::None => Reaching::Nothing,
            Effect::Remove => Reaching::Removed,
            Effect::Back => {
                let inches = Distance::Inches(self.inches.unwrap_or_default());
                let by = self.rate.map_or(inches, |(parts, of)| Distance::ColumnMove(parts, of));
                Reaching::Back { by, facing: self.facing.unwrap_or(Turned::Enemy) }
            }
        }
    }
}

impl TurnStep {
    /// Whether the step of that number is played again.
    pub(crate) fn repeats(&self, number: u8) -> bool {
        self.from.zip(self.to).is_some_and(|(from, to)| (from..=to).contains(&number))
    }
}
