//! What players may say.

use crate::state::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::state::words::Formation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Bearing, Inches, Point, Pose};

/// A unit that may fire, and at whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Targets {
    pub unit: UnitId,
    pub targets: Vec<UnitId>,
}

/// A shot that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
}

/// Step 1: what is written down for a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Instruction {
    /// The army commander sends a new order; it arrives at once or by courier.
    Send { corps: CorpsId, order: Order },
    /// The corps commander carries out what he has received, as it is or shifted by his nation's step.
    Carry { corps: CorpsId, order: Order },
}

impl Instruction {
    pub fn corps(&self) -> CorpsId {
        match self {
            Instruction::Send { corps, .. } | Instruction::Carry { corps, .. } => *corps,
        }
    }
    pub fn order(&self) -> Order {
        match self {
            Instruction::Send { order, .. } | Instruction::Carry { order, .. } => *order,
        }
    }
}

/// One part of a unit's move; each has its cost in the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Leg")]
pub enum Pace {
    /// Straight ahead.
    Ahead(Inches),
    /// Straight back, facing kept.
    Back(Inches),
    /// A wheel on a front corner, in 65536ths of a turn: positive clockwise.
    Wheel(i32),
    /// A facing change on the spot, about the centre.
    Face(Bearing),
    Form(Formation),
    /// Along the road, bends included.
    Road(Inches),
    /// Straight along a bearing, facing kept: only where the house moves freely (ruling move.geometry).
    Shift(Bearing, Inches),
}

/// Step 2: what a unit or leader does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Order")]
pub enum Act {
    /// A unit out of command rolls whether it may move.
    Rouse { unit: UnitId },
    /// Declares a force march: two dice are added to the road move.
    ForceMarch { unit: UnitId },
    March {
        unit: UnitId,
        #[serde(rename = "legs")]
        paces: Vec<Pace>,
    },
    /// A change of formation first if named, one wheel, and straight in.
    Charge {
        unit: UnitId,
        target: UnitId,
        wheel: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<Formation>,
    },
    /// A reinforcement comes on.
    Enter {
        unit: UnitId,
        #[serde(rename = "legs")]
        paces: Vec<Pace>,
    },
    /// Under Withdraw: the move ends beyond its own edge.
    Leave {
        unit: UnitId,
        #[serde(rename = "legs")]
        paces: Vec<Pace>,
    },
    /// A leader rides, and joins a unit or not.
    Ride {
        #[serde(rename = "general")]
        leader: GeneralId,
        #[serde(default)]
        to: Option<Point>,
        #[serde(default)]
        join: Option<UnitId>,
    },
}

impl Act {
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Act::Rouse { unit }
            | Act::ForceMarch { unit }
            | Act::March { unit, .. }
            | Act::Charge { unit, .. }
            | Act::Enter { unit, .. }
            | Act::Leave { unit, .. } => Some(*unit),
            Act::Ride { .. } => None,
        }
    }
}

/// An answer, as it stands in records and comes over the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    Yes,
    /// No, none, no more.
    No,
    Unit(UnitId),
    Shot(Shot),
    Instruct(Instruction),
    #[serde(rename = "order")]
    Act(Act),
    Place {
        unit: UnitId,
        at: Option<Pose>,
        formation: Formation,
    },
}

impl engine::PlainAnswer for Answer {
    const YES: Answer = Answer::Yes;
    const NO: Answer = Answer::No;

    fn of_unit(unit: UnitId) -> Answer {
        Answer::Unit(unit)
    }

    fn unit(&self) -> Option<UnitId> {
        let Answer::Unit(unit) = self else { return None };
        Some(*unit)
    }
}
