//! Corps: MEs under one commander.

use crate::state::me::{Objective, Pending};
use crate::state::unit::UnitId;
use crate::state::words::CorpsOrderKind;
use engine::{GeneralId, Name, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Point;

/// A corps' number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CorpsId(pub u16);

/// What a corps is told to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpsOrder {
    pub kind: CorpsOrderKind,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub objective: Option<Objective>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Corps {
    pub name: Name,
    pub side: Side,
    pub commander: Option<GeneralId>,
    /// `None` in an enemy's view.
    pub order: Option<CorpsOrder>,
    /// Likewise.
    pub pending: Option<Pending<CorpsOrder>>,
    pub broken: bool,
    /// A bonus impulse of it has failed: no more this hour.
    pub bonus_barred: bool,
    /// Where its MEs go back to, on the edge of its side.
    pub retreat: Option<Point>,
    /// Batteries in reserve.
    pub reserve: Vec<UnitId>,
}
