//! Units, leaders and corps: what they are, and how they stand.

use crate::state::words::{Arm, Formation, Gun, Level, Nation, OrderKind, Trait, Troop};
pub use engine::{GeneralId, UnitId};
use engine::{Name, Side, Stands};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Footprint, Inches, Point, Pose, Rect};

/// A corps' number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CorpsId(pub u16);

impl From<CorpsId> for engine::Subject {
    fn from(corps: CorpsId) -> engine::Subject {
        engine::Subject::Body(corps.0)
    }
}

/// What a unit is from the first turn to the last: a brigade or a battery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    pub arm: Arm,
    pub troop: Troop,
    pub corps: CorpsId,
    pub stands: u32,
    /// One stand of it.
    pub base: Footprint,
    /// The weight of its guns; `None` for other arms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gun: Option<Gun>,
}

rulebook::words!(
    /// Why a unit is no longer on the table, or not yet: `Undeployed` before deployment, `AtEdge` for a reinforcement
    /// that waits to enter, `Routed` when dispersed or driven off the table, `Withdrawn` by its own edge under Withdraw.
    Standing {
        OnTable = "on-table",
        Undeployed = "undeployed",
        AtEdge = "at-edge",
        Routed = "routed",
        Withdrawn = "withdrawn",
    }
);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub profile: Arc<Profile>,
    pub standing: Standing,
    pub level: Level,
    pub formation: Formation,
    /// The middle of the front edge. `None` beside real figures, and off the table.
    pub pose: Option<Pose>,
    #[serde(skip)]
    rect: Option<Rect>,
    /// Its profile's, at hand.
    #[serde(skip, default = "not_settled")]
    side: Side,
    /// Has had its move, charge or change in its side's step 2 of this turn.
    pub acted: bool,
    /// Has fired in the present fire step.
    pub fired: bool,
    /// Was nearer to the enemy at step 1 than Rally allows: no rally roll this turn.
    pub pressed: bool,
    /// Was outside its commander's radius at step 1 (a house may measure then).
    pub outside: bool,
    /// Checks it has got from long-range artillery in this fire step: a house may cap them for each target.
    pub far_checks: u32,
    /// The target it has named, where a house names all targets before the dice.
    pub aim: Option<UnitId>,
    /// In contact since an earlier step 5 (a house may keep units locked).
    pub locked: bool,
    /// Driven back in the melee that is being fought, or in the last.
    pub driven: bool,
}

impl Unit {
    pub fn new(profile: Arc<Profile>, formation: Formation, level: Level, standing: Standing) -> Unit {
        Unit {
            side: profile.side,
            profile,
            standing,
            level,
            formation,
            pose: None,
            rect: None,
            acted: false,
            fired: false,
            pressed: false,
            outside: false,
            far_checks: 0,
            aim: None,
            locked: false,
            driven: false,
        }
    }

    pub fn name(&self) -> &str {
        &self.profile.name
    }
    /// Its name for sentences that are read later.
    pub(crate) fn called(&self) -> &Name {
        &self.profile.name
    }
    pub fn side(&self) -> Side {
        self.side
    }
    pub fn arm(&self) -> Arm {
        self.profile.arm
    }
    pub fn troop(&self) -> Troop {
        self.profile.troop
    }
    pub fn corps(&self) -> CorpsId {
        self.profile.corps
    }
    pub fn on_table(&self) -> bool {
        self.standing == Standing::OnTable
    }
    pub fn is_lost(&self) -> bool {
        matches!(self.standing, Standing::Routed | Standing::Withdrawn)
    }
    /// Its stands, while it is in the game.
    pub fn strength(&self) -> u32 {
        if self.is_lost() { 0 } else { self.profile.stands }
    }
    pub fn in_panic(&self) -> bool {
        self.level == Level::Panic
    }
    pub fn is_square(&self) -> bool {
        matches!(self.formation, Formation::Square | Formation::HastySquare)
    }

    /// The ground it covers, where positions are known.
    pub fn rect(&self) -> Option<&Rect> {
        self.rect.as_ref()
    }

    pub fn footprint(&self) -> Footprint {
        self.footprint_in(self.formation)
    }

    /// The footprint it would have in another formation.
    pub fn footprint_in(&self, formation: Formation) -> Footprint {
        footprint(&self.profile, formation)
    }

    /// Stands the unit somewhere, in a formation.
    pub fn stand(&mut self, pose: Pose, formation: Formation) {
        self.formation = formation;
        self.pose = Some(pose);
        self.rect = Some(Rect::new(pose, self.footprint_in(formation)));
    }

    /// What is kept beside its text, worked out again.
    pub(crate) fn settle(&mut self) {
        self.side = self.profile.side;
        if let Some(pose) = self.pose.filter(|_| self.on_table()) {
            self.stand(pose, self.formation);
        }
    }

    /// Takes the unit off the table.
    pub fn leave(&mut self, standing: Standing) {
        self.standing = standing;
        self.pose = None;
        self.rect = None;
    }
}

impl Stands for Unit {
    fn side(&self) -> Side {
        Unit::side(self)
    }
    fn on_table(&self) -> bool {
        Unit::on_table(self)
    }
    fn rect(&self) -> Option<&Rect> {
        Unit::rect(self)
    }
}

/// The side of a unit that was just read, until [`Unit::settle`].
fn not_settled() -> Side {
    Side::French
}

/// Stands side by side, in ranks, or one behind another (ruling unit.base); bases do not shrink.
pub fn footprint(profile: &Profile, formation: Formation) -> Footprint {
    let stands = profile.stands.clamp(1, 12) as i32;
    let Footprint { width: wide, depth: deep } = profile.base;
    let ranks = (stands + 1) / 2;
    let (width, depth) = match (profile.arm.is_artillery(), formation) {
        (_, Formation::Unlimbered) | (false, Formation::Line) => (wide.times(stands), deep),
        (true, _) | (false, Formation::Road) => (deep, wide.times(stands)),
        (false, Formation::Column) => (wide.times(ranks), deep.times(2)),
        (false, Formation::Square | Formation::HastySquare) => (wide.times(ranks), wide.times(ranks)),
    };
    Footprint::new(width, depth)
}

/// The base of a leader.
pub const LEADER: Footprint = Footprint { width: Inches::mils(500), depth: Inches::mils(500) };

/// Whether a leader is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    Present,
    /// Off the table until step 1 of this turn.
    Grazed(u32),
    /// Removed; a replacement comes in step 1 of this turn.
    Replaced(u32),
    Gone,
}

/// A leader: he commands a corps, or the army, or only lends his example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    /// The corps he commands.
    pub corps: Option<CorpsId>,
    /// The army's commander, who sends orders.
    pub army: bool,
    pub character: Trait,
    pub attached: Option<UnitId>,
    /// The middle of his stand; `None` while attached, off the table, or beside real figures.
    pub at: Option<Point>,
    pub presence: Presence,
    /// Has ridden in his side's step 2 of this turn.
    pub moved: bool,
    /// Driven from his unit in this turn: attaches again in a later step 2 only.
    pub shaken: bool,
}

impl Leader {
    pub fn is_present(&self) -> bool {
        self.presence == Presence::Present
    }
}

/// What a corps is told to do, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CorpsOrder")]
pub struct Order {
    pub kind: OrderKind,
    /// The point named with the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Point>,
}

/// Units under one commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corps {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    pub commander: GeneralId,
    /// What it does: known to all once revealed.
    pub order: Order,
    /// What the army commander sent it last: known to its own side only.
    pub received: Order,
    /// Whether what was sent last came in this turn and nothing else has been said.
    pub fresh: bool,
    /// The radius the battle gives it (ruling command.other-nations).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Inches>,
    /// Under Probe: the half that leads, chosen when the order is revealed.
    pub lead: Vec<UnitId>,
}

/// A corps none of whose units is here yet, with its leader. An enemy's are taken out of a view, and it gets its number
/// among the others when it comes: so no number tells how many are still to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    /// What it is called by until then.
    pub id: CorpsId,
    pub corps: Corps,
    pub leader: Leader,
    /// Its number since it came.
    pub here: Option<CorpsId>,
}

impl Awaited {
    /// The number of a side's next awaited corps, and of who leads it: beyond all others, and each side counts its own.
    pub(crate) fn number(side: Side, place: u16) -> u16 {
        let first = if side == Side::French { 60_000 } else { 61_000 };
        first + place
    }
}

/// An order under way: known to its own side only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courier {
    pub corps: CorpsId,
    pub order: Order,
    /// It arrives in step 1 of this turn.
    pub arrives: u32,
}
