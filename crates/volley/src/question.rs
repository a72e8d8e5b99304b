//! What players are asked, and what they may say.

use crate::unit::{GeneralId, UnitId};
use crate::words::Formation;
use engine::Side;
use serde::{Deserialize, Serialize};
use table::{Bearing, Inches, Leg, Point, Pose};

/// A decision that belongs to one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// Place this unit on the table before the battle.
    Deploy { unit: UnitId },
    /// Unlimber horse guns, turn light guns: one order, or no more.
    Adjust { side: Side, guns: Vec<UnitId> },
    /// The battery's target in phase 1.
    Target { battery: UnitId, targets: Vec<UnitId> },
    /// British infantry halted by guns may fall back and change formation.
    Retire { unit: UnitId },
    /// The next unit to move, charge or change formation; the next general to ride; or the end of movement.
    Order { side: Side },
    /// The unit's target in phases 3 and 8.
    Shoot { unit: UnitId, targets: Vec<UnitId> },
    /// Which unit tests next.
    NextTest { side: Side, units: Vec<UnitId> },
    /// What infantry does that stands.
    Stand { unit: UnitId, may: Vec<StandChoice> },
    /// British infantry that wavers before cavalry: roll for square?
    RollForSquare { unit: UnitId },
    /// French Guard held off: lose figures and go in?
    Press { unit: UnitId },
    /// A charger held off: form line?
    FormLine { unit: UnitId },
    /// Which unit supports the guns.
    Supporter { gun: UnitId, units: Vec<UnitId> },
    /// Which melee is fought next, by its first unit.
    NextMelee { side: Side, fights: Vec<UnitId> },
    /// Which enemy in contact it fights.
    Opponent { unit: UnitId, enemies: Vec<UnitId> },
    /// The winner's free change of formation.
    FreeChange { unit: UnitId, formations: Vec<Formation> },
    /// Roll to recall though not obliged?
    Recall { unit: UnitId },
}

impl Question {
    /// Their words on the wire; a test holds every question of random battles against them.
    pub const ASKS: &'static [&'static str] = &[
        "deploy",
        "adjust",
        "target",
        "retire",
        "order",
        "shoot",
        "next-test",
        "stand",
        "roll-for-square",
        "press",
        "form-line",
        "supporter",
        "next-melee",
        "opponent",
        "free-change",
        "recall",
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandChoice {
    Stay,
    Square,
    Masse,
    CounterCharge,
}

/// An answer, as it stands in records and comes over the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    Yes,
    /// No; none; no more.
    No,
    Unit(UnitId),
    Form(Formation),
    Stand(StandChoice),
    Order(Order),
}

/// What a unit or general is told to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Legs in order. Beside real figures there are none: the players move the figures.
    March { unit: UnitId, legs: Vec<Leg> },
    /// Another formation, another facing, or both; guns limber and unlimber so.
    Form { unit: UnitId, formation: Formation, facing: Option<Bearing> },
    /// One wheel, then straight on at the target.
    Charge { unit: UnitId, target: UnitId, wheel: i32 },
    /// A general rides, and may join a unit where he ends.
    Ride { general: GeneralId, to: Option<Point>, join: Option<UnitId> },
    /// A reserve enters: its front edge at this place of the table edge, then its move.
    Enter { unit: UnitId, at: Option<i32>, legs: Vec<Leg> },
    /// Phase 1: guns turn and shift to bring the target ahead.
    Turn { unit: UnitId, to: Option<Pose> },
    /// Phase 2: fall back straight, and into this formation.
    FallBack { unit: UnitId, by: Inches, formation: Formation },
    /// Deployment.
    Place { unit: UnitId, at: Option<Pose>, formation: Formation },
}

impl Order {
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Order::March { unit, .. }
            | Order::Form { unit, .. }
            | Order::Charge { unit, .. }
            | Order::Enter { unit, .. }
            | Order::Turn { unit, .. }
            | Order::FallBack { unit, .. }
            | Order::Place { unit, .. } => Some(*unit),
            Order::Ride { .. } => None,
        }
    }
}
