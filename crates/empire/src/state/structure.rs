//! Structures: blocks of villages, farms, works, bridges.

use crate::state::unit::UnitId;
use crate::state::words::Cover;
use engine::{Name, Side};
use serde::{Deserialize, Serialize};

/// A structure's number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructureId(pub u16);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    pub name: Name,
    /// The number of its feature among those of the ground.
    pub feature: u16,
    pub cover: Cover,
    /// Battalions that find room.
    pub room: u32,
    pub fortified: bool,
    pub strong_point: bool,
    pub holder: Option<Side>,
    pub garrison: Vec<UnitId>,
    /// Taken in this hour, from whom it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub taken_from: Option<Option<Side>>,
    /// A unit has gone through it in this impulse.
    pub passed: bool,
    pub aflame: bool,
}
