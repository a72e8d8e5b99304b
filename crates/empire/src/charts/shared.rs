//! Charts that several topics write rows of: numbers that stand alone, and the ranges of all weapons.

use crate::state::words::{Band, Weapon};
use dice::Pool;
use engine::{Grid, InForce};
use rulebook::RuleId;
use table::Inches;

/// What every chart of the sheet is thrown on with.
pub(crate) const DICE: Pool = Pool { count: 2, sides: 10 };

engine::charts! {
    "count" "Numbers" { count: [int -40..=100] }
    "distance" "Distances" { inches: [inches 0..=240_000] }
    "share" "Parts of a whole" { share: [ratio] }
    "need" "Totals to reach" { need: [int -20..=60] }
    "degrees" "Angles" { degrees: [int 0..=360] }
    "range" "Tactical fire: ranges": Range {
        weapon: [word Weapon],
        short: [inches 0..=60_000],
        medium: [inches 0..=60_000],
        long: [inches 0..=60_000],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    ranges: Grid<Weapon, [Inches; 3]>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let ends = |row: Range| (row.weapon, row.rule, [row.short, row.medium, row.long]);
        Numbers { ranges: rules.rows().map(ends).collect() }
    }

    /// The band of a weapon at a distance; `None`: it does not carry so far. An end belongs to the nearer band.
    pub fn band(&self, weapon: Weapon, distance: Inches) -> Option<(RuleId, Band)> {
        let (rule, ends) = self.ranges.get(weapon)?;
        let band = ends.iter().position(|end| distance <= *end)?;
        Band::WORDS.get(band).map(|(_, band)| (rule, *band))
    }

    /// Where the bands of a weapon end.
    pub fn ends(&self, weapon: Weapon) -> Option<(RuleId, [Inches; 3])> {
        self.ranges.get(weapon)
    }
}
