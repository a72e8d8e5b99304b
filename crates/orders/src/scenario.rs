//! A battle as its file describes it: the ground, the edges, the corps, the length and what there is to win.

use crate::unit::{CorpsId, Order, Profile};
use crate::words::{Formation, Level, Nation, Trait};
use engine::{Both, Side};
pub use engine::{Edge, History, Objective};
use serde::Serialize;
use std::sync::Arc;
use table::{Inches, Point, Pose, Terrain};

/// What everybody at the table may know.
#[derive(Clone, Debug, Serialize)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub teaching: bool,
    pub date: String,
    pub year: i32,
    pub summary: String,
    pub history: History,
    pub terrain: Terrain,
    pub edges: Both<Edge>,
    /// How each side is called: "French", "Allies".
    pub sides: Both<String>,
    /// The same as an adjective in small letters: "french", "allied".
    pub adjectives: Both<&'static str>,
    pub length: Option<u32>,
    /// Turns in which it rains or snows.
    pub rain: Vec<u32>,
    pub objectives: Vec<Objective>,
}

/// Units that come later. An enemy's are taken out of a view until they arrive.
#[derive(Clone, Debug, Serialize)]
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

#[derive(Clone, Debug, Serialize)]
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
