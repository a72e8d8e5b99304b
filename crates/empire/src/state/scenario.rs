//! A battle as its file describes it.

use crate::charts::Rules;
use crate::state::corps::Corps;
use crate::state::game::{Empire, Weather};
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Engagement, Me};
use crate::state::stage::Stage;
use crate::state::structure::Structure;
use crate::state::unit::Unit;
use crate::state::words::Staff;
use engine::{About, Both, Roster, Side};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Deref;
use std::sync::Arc;

/// What is public of the battle, with what only this game has.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Scenario {
    #[serde(flatten)]
    pub about: About,
    pub year: i32,
    /// What the sides are called: "French", "Prussians".
    pub sides: Both<String>,
    /// Likewise as adjectives in small letters.
    #[serde(skip)]
    pub adjectives: Both<&'static str>,
    /// The nation of each army, for its colours.
    #[serde(skip)]
    pub nations: Both<&'static str>,
    #[serde(skip)]
    pub armies: Both<ArmyTraits>,
    /// By the hour, from the first; hours beyond have the last.
    #[serde(skip)]
    pub weather: Vec<Weather>,
    /// Who moves first in the first hour.
    #[serde(skip)]
    pub first: Option<Side>,
    /// What counts beside ground.
    #[serde(skip)]
    pub worth: Worth,
    /// The first phase that is played. A fight that begins engaged needs none of those before it.
    #[serde(skip)]
    pub begins_at: Option<crate::state::words::Phase>,
}

/// What counts at the end beside ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// An enemy ME that is spent; `None`: as the house has it.
    pub spent: Option<u32>,
    /// A battery taken.
    pub battery: u32,
}

/// What a whole army is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmyTraits {
    pub staff: Staff,
    /// A country of little ammunition.
    pub low_ammo: bool,
}

impl Default for ArmyTraits {
    fn default() -> ArmyTraits {
        ArmyTraits { staff: Staff::Usual, low_ammo: false }
    }
}

impl Deref for Scenario {
    type Target = About;
    fn deref(&self) -> &About {
        &self.about
    }
}

/// A battle at its beginning.
#[derive(Clone, Debug)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    pub corps: Vec<Corps>,
    pub mes: Vec<Me>,
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub structures: Vec<Structure>,
    pub engagements: Vec<Engagement>,
}

impl Battle {
    /// The battle at its beginning; beside real figures nothing has a position.
    pub(crate) fn begin(&self, rules: Arc<Rules>, measured: bool) -> Empire {
        let mut units = self.units.clone();
        let mut leaders = self.leaders.clone();
        for unit in &mut units {
            match unit.pose.filter(|_| measured) {
                Some(pose) => unit.stand(pose, unit.formation),
                None => unit.leave_no_place(),
            }
        }
        for leader in leaders.iter_mut().filter(|_| !measured) {
            if let Whereabouts::Free(at) = &mut leader.place {
                *at = None;
            }
        }
        let phase = self.scenario.begins_at.unwrap_or(crate::state::words::Phase::CorpsOrders);
        Empire {
            hour: 1,
            stage: Stage::Begins(phase),
            initiative: None,
            last_initiative: self.scenario.first,
            engagements: self.engagements.clone(),
            firefights: Vec::new(),
            acting: None,
            charge: None,
            units: Roster::from(units),
            mes: self.mes.clone(),
            corps: self.corps.clone(),
            leaders,
            structures: self.structures.clone(),
            holders: vec![None; self.scenario.objectives.len()],
            measured,
            outcome: None,
            scenario: Arc::clone(&self.scenario),
            rules,
        }
    }
}
