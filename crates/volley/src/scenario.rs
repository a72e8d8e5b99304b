//! A battle as its file describes it: the ground, the edges, the length and what there is to win.

use crate::game::Volley;
use crate::ids::house;
use crate::rules::Rules;
use crate::sequence;
use crate::unit::{General, Profile, Standing, Unit, UnitId};
use crate::words::{Arm, Formation, Nation, Sheet};
use engine::{About, Both, Side};
pub use engine::{Edge, Objective};
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;
use table::{Point, Pose};

/// What everybody at the table may know.
#[derive(Clone, Debug, Serialize)]
pub struct Scenario {
    #[serde(flatten)]
    pub about: About,
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

/// The formation a unit enters or waits in.
pub fn marching_formation(arm: Arm) -> Formation {
    match arm {
        Arm::Infantry | Arm::Cavalry => Formation::Column,
        Arm::Skirmishers => Formation::Skirmish,
        Arm::Artillery => Formation::Limbered,
    }
}

impl Battle {
    /// The battle on a screen, every unit where the file puts it.
    pub fn begin(&self, rules: Arc<Rules>) -> Volley {
        self.start(rules, true)
    }

    /// The same battle beside real figures: nothing has a position.
    pub fn beside_figures(&self, rules: Arc<Rules>) -> Volley {
        self.start(rules, false)
    }

    fn start(&self, rules: Arc<Rules>, measured: bool) -> Volley {
        let mut units = Vec::new();
        for placed in &self.units {
            let deployed = placed.pose.is_some() || !measured;
            let standing = if deployed { Standing::OnTable } else { Standing::Undeployed };
            let formation = match (placed.profile.arm, rules.plays(house!("cav.formation", "line-only"))) {
                (Arm::Cavalry, true) => Formation::Line,
                _ => placed.formation,
            };
            let mut unit = Unit::new(Arc::clone(&placed.profile), formation, standing);
            if let (Some(pose), true) = (placed.pose, measured) {
                unit.stand(&rules, pose, formation);
            }
            units.push(unit);
        }
        let find = |name: &str| units.iter().position(|unit| unit.name() == name).map(|at| UnitId(at as u16));
        let generals = self
            .generals
            .iter()
            .map(|general| {
                let attached = general.attached.as_deref().and_then(find);
                General {
                    name: general.name.clone(),
                    side: general.side,
                    brigade: general.brigade.clone(),
                    pose: match attached {
                        Some(_) => None,
                        None => general.pose.filter(|_| measured),
                    },
                    attached,
                    lost: false,
                    moved: false,
                }
            })
            .collect();
        let mut starting_units = Both::default();
        let mut starting_figures = Both::default();
        for profile in
            self.units.iter().map(|placed| &placed.profile).chain(self.reserves.iter().flat_map(|r| &r.units))
        {
            starting_units[profile.side] += 1;
            starting_figures[profile.side] += profile.figures;
        }
        let stage = sequence::first(units.iter().any(|unit| unit.standing == Standing::Undeployed));
        Volley {
            scenario: Arc::clone(&self.scenario),
            rules,
            turn: 1,
            phase: 0,
            stage,
            units,
            generals,
            reserves: self.reserves.clone(),
            charges: Vec::new(),
            melees: Vec::new(),
            aims: Vec::new(),
            losers: Vec::new(),
            tested: Vec::new(),
            measured,
            starting_units,
            starting_figures,
            outcome: None,
        }
    }
}
