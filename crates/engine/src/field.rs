//! What every battle has: its name and history, numbered units and leaders, ground worth holding, an end.

use crate::{Both, Edge, Holding, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Inches, Point, Terrain};

/// A unit's number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A general's number in his game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct GeneralId(pub u16);

/// What is public of a battle, whatever the game.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct About {
    pub id: String,
    pub title: String,
    pub teaching: bool,
    pub date: String,
    pub summary: String,
    pub history: History,
    pub terrain: Terrain,
    pub edges: Both<Edge>,
    /// Turns; `None`: the house's.
    pub length: Option<u32>,
    pub objectives: Vec<Objective>,
    /// What becomes of ground that neither side has alone; `None`: what is usual in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holding: Option<Holding>,
    /// Who must come: the other side may stand where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// A sentence for a newcomer, told the first time he is asked such a question.
    pub hints: Vec<Hint>,
}

/// A sentence that a teaching fight has for a newcomer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The question by its word on the wire.
    pub ask: String,
    pub text: String,
}

/// How a battle is decided, and how far it has come; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Decision {
    /// How many units lost break each army; `None`: it fights to the last.
    pub breaks: Option<Both<u32>>,
    /// What counts as lost for that, of units: "lost", "routed or in panic".
    pub broken_are: &'static str,
    /// A sentence that says what that is, where the word alone does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_means: Option<&'static str>,
    /// How many are lost in that sense by now.
    pub breaking: Both<u32>,
    /// What is counted of each side, where a game does not count the units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<Both<Counted>>,
    /// How it would end if time were up now.
    pub if_over: Outcome,
    /// After this turn the ground decides.
    pub turns: u32,
    /// What becomes of ground that neither side has alone.
    pub holding: Holding,
    /// Where the ground is equal, the smaller share of these decides.
    pub share_of: &'static str,
    /// The rulings it rests on.
    pub rules: Vec<&'static str>,
}

/// What is counted of a side toward its breaking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Counted {
    /// One of them: "unit", "ME".
    pub what: &'static str,
    /// How many of them the side has.
    pub of: u32,
    /// What counts as lost: "spent", "gone or in bad morale".
    pub are: &'static str,
}

/// Where a battle comes from, and what is doubtful about it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct History {
    pub notes: String,
    /// What a newcomer learns in it.
    pub newcomers: String,
    pub sources: Vec<String>,
    pub doubtful: Vec<String>,
    pub balance: String,
}

/// Ground worth holding at the end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Goal")]
pub struct Objective {
    pub name: String,
    pub at: Point,
    pub radius: Inches,
    pub worth: u32,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// `None`: a draw.
    pub winner: Option<Side>,
    pub by: Ending,
}

impl Outcome {
    /// How a battle ends that a side gives up.
    pub fn conceded(by: Side) -> Outcome {
        Outcome { winner: Some(by.enemy()), by: Ending::Conceded }
    }

    /// How a battle ends, by which sides have lost it; `None`: it goes on.
    pub fn of(lost: Both<bool>, by: Ending) -> Option<Outcome> {
        let winner = match (lost.french, lost.allied) {
            (false, false) => return None,
            (true, true) => None,
            (true, false) => Some(Side::Allied),
            (false, true) => Some(Side::French),
        };
        Some(Outcome { winner, by })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Broken,
    NothingLeft,
    Objectives,
    Losses,
    Conceded,
}
