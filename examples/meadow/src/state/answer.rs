//! What players may say, and why it may be refused.

use crate::ids::Ids;
use engine::{PlainAnswer, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) type Refusal = engine::Refusal<Ids>;

/// An answer, as it stands in records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    Yes,
    /// No; none.
    No,
    Unit(UnitId),
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
            Answer::Yes | Answer::No => None,
        }
    }
}
