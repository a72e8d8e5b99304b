//! Manoeuvre elements (MEs): a division or brigade that moves and tests as one. It has no place of its own: its zone,
//! ranks and neighbours are measured from its units.

use crate::state::corps::CorpsId;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{
    Arm, Campaign, Class, Deployment, DeploymentRow, Fatigue, Grade, MeKind, MeOrderKind,
};
use engine::{GeneralId, Name, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Inches, Point, Pose};

/// An ME's number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct MeId(pub u16);

impl From<MeId> for engine::Subject {
    fn from(me: MeId) -> engine::Subject {
        engine::Subject::Body(me.0)
    }
}

/// What an order is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    Place(Point),
    Path(Vec<Point>),
    Enemy(MeId),
    Friend(MeId),
}

/// What an ME is told to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeOrder {
    pub kind: MeOrderKind,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub objective: Option<Objective>,
}

/// An order that is not in force yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending<O> {
    pub order: O,
    /// Below what puts it in force.
    pub points: u32,
    /// A leader urges it on this hour.
    pub urged: bool,
}

/// What an ME has done and suffered in an hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub standards_taken: u32,
    pub standards_lost: u32,
    pub light_batteries: u32,
    pub heavy_batteries: u32,
    pub blocks_taken: u32,
    pub blocks_lost: u32,
    pub strong_points_taken: u32,
    pub strong_points_lost: u32,
    pub firefights: u32,
    pub bombardment_tests: u32,
    /// Units of it that were hit.
    pub units_hit: u32,
    /// Figures, crew and horses lost.
    pub losses: u32,
    /// Units that went into bad morale.
    pub went_bad: u32,
    pub leader_wounded: bool,
    pub leader_killed: bool,
    pub corps_commander_hurt: bool,
    pub was_engaged: bool,
    pub was_bombarded: bool,
    pub second_impulse: bool,
    /// It was engaged under Redeploy.
    pub caught: bool,
    /// It broke, by its own morale or by panic.
    pub broke: bool,
    /// It was shaken while MEs tested, so it does not test for that in the same phase.
    pub just_shaken: bool,
}

/// The front of an ME: the middle of it, the way it faces, and how wide it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baseline {
    pub pose: Pose,
    pub width: Inches,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Me {
    pub name: Name,
    pub side: Side,
    pub corps: CorpsId,
    pub kind: MeKind,
    pub leader: Option<GeneralId>,
    pub row: DeploymentRow,
    /// Of the Old or Middle Guard: for panic, and for enemies its units charge.
    pub guard: bool,
    pub campaign: Campaign,
    /// A if more than half of its battalions are.
    pub class: Class,
    /// The average grade of its battalions and regiments at the start.
    pub grade: Grade,
    /// Units at the start.
    pub of: u32,
    /// `None` in an enemy's view.
    pub order: Option<MeOrder>,
    /// Likewise.
    pub pending: Option<Pending<MeOrder>>,
    pub deployment: Deployment,
    pub baseline: Option<Baseline>,
    /// In column: the way its head has come, the last point first.
    pub track: Vec<Point>,
    pub moved: Inches,
    pub forced_march: bool,
    /// It was not engaged when the hour's moves began.
    pub began_unengaged: bool,
    pub shaken: bool,
    pub impetus: bool,
    pub fatigue: Fatigue,
    pub rose_last_hour: bool,
    pub broken: bool,
    pub sauve_qui_peut: bool,
    pub tried_bonus: bool,
    /// Hours in which it has been engaged: the first one tires most.
    pub hours_engaged: u32,
    pub now: Tally,
    pub last: Tally,
    /// In a view that hides units of it: whether it is spent when they are counted too. Nowhere else, and never written.
    #[serde(skip)]
    pub spent: Option<bool>,
}

impl Me {
    /// What its units make of it: how many they are, their class, their average grade (ruling averages).
    pub(crate) fn settle(&mut self, own: &[&Unit]) {
        let foot = || own.iter().filter(|unit| unit.arm() == Arm::Infantry);
        let quick = foot().filter(|unit| unit.profile.class == Class::A).count();
        let ranks: Vec<u32> =
            own.iter().filter(|unit| unit.arm() != Arm::Artillery).map(|unit| unit.grade().rank()).collect();
        self.of = own.len() as u32;
        self.class = if quick * 2 > foot().count() { Class::A } else { Class::B };
        if !ranks.is_empty() {
            // Halves go up.
            let (sum, count) = (ranks.iter().sum::<u32>(), ranks.len() as u32);
            self.grade = Grade::of_rank((2 * sum + count) / (2 * count));
        }
    }
}

/// Two MEs that fight each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engagement {
    pub french: MeId,
    pub allied: MeId,
    pub attacker: Side,
    /// The hour it began.
    pub since: u32,
}

impl Engagement {
    pub fn of(&self, side: Side) -> MeId {
        if side == Side::French { self.french } else { self.allied }
    }
}

/// Two units that fire at each other, hour after hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firefight {
    pub french: UnitId,
    pub allied: UnitId,
    /// Both have fired in this impulse.
    pub fought: bool,
}

impl Firefight {
    pub fn of(&self, side: Side) -> UnitId {
        if side == Side::French { self.french } else { self.allied }
    }
}
