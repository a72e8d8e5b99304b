//! What players may say.

use crate::state::game::Volley;
use crate::state::unit::{GeneralId, UnitId};
use crate::state::words::Formation;
use engine::PlainAnswer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Bearing, Inches, Leg, Point, Pose};

/// What infantry does that stands before a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StandChoice {
    Stay,
    Square,
    Masse,
    CounterCharge,
}

/// An answer, as it stands in records and comes over the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// A reserve enters: `at` is where its front lies along the table's edge, from its west or south end; then its
    /// move.
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

    /// The name of the unit or general it is for.
    pub fn who<'g>(&self, game: &'g Volley) -> &'g str {
        match (self, self.unit()) {
            (Order::Ride { general, .. }, _) => game.general(*general).map_or("?", |general| &general.name),
            (_, Some(unit)) => game.name(unit),
            (_, None) => "?",
        }
    }
}

impl PlainAnswer for Answer {
    const YES: Answer = Answer::Yes;
    const NO: Answer = Answer::No;

    fn of_unit(unit: UnitId) -> Answer {
        Answer::Unit(unit)
    }

    fn unit(&self) -> Option<UnitId> {
        match self {
            Answer::Unit(unit) => Some(*unit),
            Answer::Yes | Answer::No | Answer::Form(_) | Answer::Stand(_) | Answer::Order(_) => None,
        }
    }
}
