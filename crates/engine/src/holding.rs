//! Who holds the ground that counts: one rule for every game, of which a battle chooses one of two readings.

use crate::{Both, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// What becomes of ground that neither side has alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holding {
    /// Neither side holds it: only a side that stands there alone when it is counted does.
    Counted,
    /// It stays with the side that last had it alone at the end of a turn.
    Stays,
}

impl Holding {
    /// As battle files and the rulings of every game have them.
    pub const WORDS: &'static [(&'static str, Holding)] =
        &[("counted", Holding::Counted), ("stays", Holding::Stays)];

    /// The reading in force: the house's where it has one, else the battle's, else the game's usual one.
    #[must_use]
    pub fn in_force(house: impl Fn(Holding) -> bool, battle: Option<Holding>, usual: Holding) -> Holding {
        let chosen = Self::WORDS.iter().map(|(_, holding)| *holding).find(|holding| house(*holding));
        chosen.or(battle).unwrap_or(usual)
    }

    /// Who holds ground, by who stands there now and who held it before.
    #[must_use]
    pub fn holder(self, there: Both<bool>, before: Option<Side>) -> Option<Side> {
        match (there.french, there.allied, self) {
            (true, false, _) => Some(Side::French),
            (false, true, _) => Some(Side::Allied),
            (_, _, Holding::Stays) => before,
            (_, _, Holding::Counted) => None,
        }
    }
}
