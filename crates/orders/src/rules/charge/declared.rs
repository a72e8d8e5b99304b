//! A charge between its check and its carrying out.

use crate::state::unit::UnitId;
use crate::state::words::Formation;
use rulebook::RuleId;
use table::{Face, Pose};

/// A charge that was checked.
#[derive(Clone, Debug)]
pub struct Declared {
    pub(super) unit: UnitId,
    pub(super) target: UnitId,
    pub(super) formation: Formation,
    /// `None` beside real figures.
    pub(super) end: Option<ChargeEnd>,
}

impl Declared {
    /// Who charges whom.
    pub(crate) fn pair(&self) -> (UnitId, UnitId) {
        (self.unit, self.target)
    }
}

/// Where a charge ends.
#[derive(Clone, Debug)]
pub(super) struct ChargeEnd {
    pub(super) contact: Pose,
    pub(super) face: Face,
    pub(super) rules: Vec<RuleId>,
}
