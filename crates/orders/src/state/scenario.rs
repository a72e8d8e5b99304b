//! A battle as its file describes it: the ground, the edges, the corps, the length and what there is to win.

use crate::state::unit::{CorpsId, Order, Profile};
use crate::state::words::{Formation, Level, Nation, Trait};
use engine::{About, Both, Side};
pub use engine::{Edge, Objective};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;
use table::{Inches, Point, Pose};

/// What is public of a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scenario {
    #[serde(flatten)]
    pub about: About,
    pub year: i32,
    /// How each side is called: "French", "Allies".
    pub sides: Both<String>,
    /// The same as an adjective in small letters: "french", "allied".
    pub adjectives: Both<&'static str>,
    /// Turns in which it rains or snows.
    pub rain: Vec<u32>,
}

impl Deref for Scenario {
    type Target = About;
    fn deref(&self) -> &About {
        &self.about
    }
}

/// Units that come later. An enemy's are taken out of a view until they arrive.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reinforcement {
    pub side: Side,
    /// It arrives in its side's step 2 of this turn.
    pub turn: u32,
    /// Where on the edge it comes on.
    pub point: Point,
    pub units: Vec<Placed>,
}

/// Everything a battle begins with.
#[derive(Clone, Debug)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    pub corps: Vec<PlacedCorps>,
    pub units: Vec<Placed>,
    pub leaders: Vec<PlacedLeader>,
    pub reinforcements: Vec<Reinforcement>,
}

#[derive(Clone, Debug)]
pub struct PlacedCorps {
    pub name: String,
    pub side: Side,
    /// The order it begins with; Defend where the file gives none.
    pub order: Order,
    pub radius: Option<Inches>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Placed {
    pub profile: Arc<Profile>,
    pub formation: Formation,
    pub level: Option<Level>,
    /// `None`: its side deploys it, or it comes later.
    pub pose: Option<Pose>,
}

impl Placed {
    /// The same under a corps of this number.
    pub(crate) fn under(&self, corps: CorpsId) -> Placed {
        let mut placed = self.clone();
        if placed.profile.corps != corps {
            placed.profile = Arc::new(Profile { corps, ..(*placed.profile).clone() });
        }
        placed
    }
}

#[derive(Clone, Debug)]
pub struct PlacedLeader {
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub corps: Option<CorpsId>,
    pub army: bool,
    pub character: Trait,
    pub attached: Option<String>,
    pub at: Option<Point>,
}
