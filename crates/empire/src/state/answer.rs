//! What players may say, and why it may be refused.

use crate::ids::Ids;
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Hand};
use engine::{GeneralId, PlainAnswer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Bearing, Leg, Point};

pub(crate) type Refusal = engine::Refusal<Ids>;

/// An answer, as it stands in records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    Yes,
    /// No; none; no more.
    No,
    Unit(UnitId),
    Me(MeId),
    /// One of some things that are put in words: the place among the offers.
    Option(u8),
    Act(Act),
}

/// One act of an impulse. An act of a later segment ends the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "ImpulseAct")]
pub enum Act {
    /// The next ME whose impulse is played.
    Begin {
        me: MeId,
    },
    /// One unit goes its way; several go the same way together. `bonus`: it tries for bonus inches.
    Manoeuvre {
        units: Vec<UnitId>,
        legs: Vec<Leg>,
        #[serde(default)]
        bonus: bool,
    },
    /// A change of formation, with the inches that are left after it.
    Form {
        unit: UnitId,
        formation: Formation,
        #[serde(default)]
        facing: Option<Bearing>,
        /// A column that becomes a line: to which hand. Left out: on its centre.
        #[serde(default)]
        onto: Option<Hand>,
        #[serde(default)]
        legs: Vec<Leg>,
    },
    /// Guns: limber, move and unlimber by the relocation roll.
    Relocate {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    /// Guns: gallop, and stay limbered.
    Gallop {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    /// Guns: by prolong.
    Prolong {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    Fire {
        unit: UnitId,
        target: UnitId,
    },
    /// All units of the ME that may fire do, each at the nearest.
    FireAtWill,
    /// `wheel`: to the right, in 65,536ths of a turn.
    Charge {
        units: Vec<UnitId>,
        target: UnitId,
        wheel: i32,
    },
    /// A commander action by its word in the chart.
    Command {
        leader: GeneralId,
        action: String,
        #[serde(default)]
        unit: Option<UnitId>,
        #[serde(default)]
        to: Option<Point>,
    },
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
            Answer::Yes | Answer::No | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => None,
        }
    }
}
