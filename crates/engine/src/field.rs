//! What every battle has: numbered units and leaders, edges, ground worth holding, and its history.

use crate::Side;
use serde::{Deserialize, Serialize};
use table::{Bearing, Inches, Point};

/// A unit's number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A general's number in his game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GeneralId(pub u16);

/// Where a battle comes from, and what is doubtful about it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct History {
    pub notes: String,
    pub sources: Vec<String>,
    pub doubtful: Vec<String>,
    pub balance: String,
}

/// The long edge a side comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    North,
    #[default]
    South,
}

impl Edge {
    pub const WORDS: &'static [(&'static str, Edge)] = &[("north", Edge::North), ("south", Edge::South)];

    /// The way a unit faces that enters here.
    pub fn inward(self) -> Bearing {
        match self {
            Edge::North => Bearing::SOUTH,
            Edge::South => Bearing::NORTH,
        }
    }

    pub fn y(self, depth: Inches) -> i32 {
        match self {
            Edge::North => depth.0,
            Edge::South => 0,
        }
    }

    /// How far a point is from this edge.
    pub fn distance(self, y: i32, depth: Inches) -> Inches {
        match self {
            Edge::North => Inches(depth.0 - y),
            Edge::South => Inches(y),
        }
    }
}

/// Ground worth holding at the end.
#[derive(Clone, Debug, Serialize)]
pub struct Objective {
    pub name: String,
    pub at: Point,
    pub radius: Inches,
    pub worth: u32,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// `None`: a draw.
    pub winner: Option<Side>,
    pub by: Ending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Broken,
    NothingLeft,
    Objectives,
    Losses,
}
