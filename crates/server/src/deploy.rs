//! Deployment: where a unit may be placed before the battle, and how large it is in each formation.

use engine::UnitId;
use serde::Serialize;
use table::Inches;

#[derive(Serialize)]
pub(crate) struct Place {
    pub(crate) unit: UnitId,
    /// Units of its side that stand already, and how many there are to place in all.
    pub(crate) placed: usize,
    pub(crate) of: usize,
    /// The ring it must stand in.
    pub(crate) zone: [[i32; 2]; 4],
    /// What it may stand in; the first is what it comes in.
    pub(crate) stances: Vec<Stance>,
}

#[derive(Serialize)]
pub(crate) struct Stance {
    pub(crate) formation: &'static str,
    pub(crate) width: Inches,
    pub(crate) depth: Inches,
}
