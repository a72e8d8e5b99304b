//! A battle as its file describes it: the ground, the edges, the length and what there is to win.

use crate::state::unit::Profile;
use crate::state::words::{Formation, Nation, Sheet};
use engine::{About, Side};
pub use engine::{Edge, Objective};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;
use table::{Point, Pose};

/// What is public of a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scenario {
    #[serde(flatten)]
    pub about: About,
    #[schemars(with = "&'static str")]
    pub sheet: Sheet,
    pub opponent: Nation,
}

impl Deref for Scenario {
    type Target = About;
    fn deref(&self) -> &About {
        &self.about
    }
}

/// A command that is not on the table yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reserve {
    pub side: Side,
    pub command: String,
    /// Where on the edge it comes on.
    pub point: Point,
    /// Rolls that failed.
    pub failed: u32,
    pub units: Vec<Arc<Profile>>,
}

impl Reserve {
    /// Units and figures.
    pub fn strength(&self) -> (u32, u32) {
        (self.units.len() as u32, self.units.iter().map(|unit| unit.figures).sum())
    }
}

/// Everything a battle begins with.
#[derive(Clone, Debug)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    pub units: Vec<Placed>,
    pub generals: Vec<PlacedGeneral>,
    pub reserves: Vec<Reserve>,
}

#[derive(Clone, Debug)]
pub struct Placed {
    pub profile: Arc<Profile>,
    pub formation: Formation,
    /// `None`: its side deploys it.
    pub pose: Option<Pose>,
}

#[derive(Clone, Debug)]
pub struct PlacedGeneral {
    pub name: String,
    pub side: Side,
    pub brigade: Option<String>,
    pub attached: Option<String>,
    pub pose: Option<Pose>,
}
