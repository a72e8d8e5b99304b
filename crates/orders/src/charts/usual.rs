//! What a battle file may leave out.

use super::Rules;
use crate::ids::house;
use crate::state::words::Arm;
use table::Inches;

impl Rules {
    /// The stands of a unit (ruling unit.stands).
    pub fn usual_stands(&self, arm: Arm) -> u32 {
        if arm.is_artillery() { 1 } else { self.number(house!("unit.stands")).unsigned_abs().max(1) }
    }

    /// Width and depth of a stand (ruling unit.base).
    pub fn stand(&self) -> (Inches, Inches) {
        let size = self.ruled_list(house!("unit.base"));
        (listed(size, 0).max(Inches(100)), listed(size, 1).max(Inches(100)))
    }

    /// Width and depth of the table and depth of the deployment zones (ruling setup.table).
    pub fn usual_table(&self) -> (Inches, Inches, Inches) {
        let size = self.ruled_list(house!("setup.table"));
        let side = |place| Inches(listed(size, place).0.clamp(12_000, 240_000));
        let (width, depth) = (side(0), side(1));
        (width, depth, listed(size, 2).clamp(Inches::whole(1), depth.half()))
    }

    /// How many turns are played (ruling victory.fallback).
    pub fn usual_length(&self) -> u32 {
        self.number(house!("victory.fallback")).unsigned_abs()
    }
}

fn listed(list: &[i32], place: usize) -> Inches {
    Inches(list.get(place).copied().unwrap_or_default())
}
