//! Units and generals: what they are, and how they stand.

use crate::charts::Rules;
use crate::ids::house;
use crate::state::words::{Arm, Cover, Formation, Grade, Horse, Nation};
pub use engine::{GeneralId, UnitId};
use engine::{Name, Side, Stands};
use rulebook::words;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};
use table::{Footprint, Inches, Pose, Rect};

/// What a unit is from the first turn to the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    pub arm: Arm,
    pub grade: Grade,
    pub brigade: String,
    /// Figures at the start.
    pub figures: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horse: Option<Horse>,
    pub lancer: bool,
    pub cuirassier: bool,
    pub heavy: bool,
    pub guard: bool,
    /// Weight of the guns' shot; 0 for other arms.
    pub pounds: u32,
    pub horse_artillery: bool,
}

words!(
    /// Why a unit is no longer on the table, or not yet: it is not deployed, or it is a reserve that has arrived and
    /// waits to enter. Wiped out it has no figures left; it leaves the table where it is driven off.
    Standing {
        OnTable = "on-table",
        Undeployed = "undeployed",
        AtEdge = "at-edge",
        Routed = "routed",
        Destroyed = "destroyed",
        WipedOut = "wiped-out",
        LeftTable = "left-table",
    }
);

/// Where a charge of cavalry began; recall returns it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    pub pose: Option<Pose>,
    pub formation: Formation,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub profile: Arc<Profile>,
    pub standing: Standing,
    pub figures: u32,
    pub formation: Formation,
    /// `None` beside real figures, and off the table.
    pub pose: Option<Pose>,
    #[serde(skip)]
    rect: Option<Rect>,
    /// What shelters it there, once it was looked up.
    #[serde(skip)]
    cover: OnceLock<Cover>,
    /// Its profile's, at hand.
    #[serde(skip, default = "unsettled_side")]
    side: Side,
    #[serde(skip, default = "unsettled_arm")]
    arm: Arm,
    /// Lost in the present turn, and in the present phase.
    pub lost_this_turn: u32,
    pub lost_this_phase: u32,
    /// Hits not taken off yet: shots of a phase cost together.
    pub pending: u32,
    /// Lost to fire and not tested for yet.
    pub shot_losses: u32,
    /// Turns the unit may not move in: a halt.
    pub halted: u8,
    /// British infantry that has fallen back before guns this turn.
    pub fell_back: bool,
    /// Stands for the rest of the turn and may not shoot (ruling).
    pub silenced: bool,
    /// Has moved, changed formation or charged in this phase.
    pub acted: bool,
    /// Has shot in this phase.
    pub shot: bool,
    /// Has fired or been adjusted in phase 1 of this turn.
    pub adjusted: bool,
    pub fired_this_turn: bool,
    /// Has fought in this melee phase.
    pub fought: bool,
    /// A British unit that rolled and may not charge this turn.
    pub charge_refused: bool,
    /// Locked in a firefight when the phase began (ruling).
    pub locked_at_start: bool,
    pub marker: Option<Marker>,
    /// Began a charge this turn.
    pub initiated: bool,
    pub must_recall: bool,
    /// Failed to recall: may not move this turn.
    pub spent: bool,
    /// Has changed formation in this phase.
    pub changed: bool,
}

impl Unit {
    pub fn new(profile: Arc<Profile>, formation: Formation, standing: Standing) -> Unit {
        Unit {
            figures: profile.figures,
            side: profile.side,
            arm: profile.arm,
            profile,
            standing,
            formation,
            pose: None,
            rect: None,
            cover: OnceLock::new(),
            lost_this_turn: 0,
            lost_this_phase: 0,
            pending: 0,
            shot_losses: 0,
            halted: 0,
            fell_back: false,
            silenced: false,
            acted: false,
            shot: false,
            adjusted: false,
            fired_this_turn: false,
            fought: false,
            charge_refused: false,
            locked_at_start: false,
            marker: None,
            initiated: false,
            must_recall: false,
            spent: false,
            changed: false,
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
        self.arm
    }
    pub fn is(&self, arm: Arm) -> bool {
        self.arm == arm
    }
    pub fn grade(&self) -> Grade {
        self.profile.grade
    }
    pub fn nation(&self) -> Nation {
        self.profile.nation
    }
    pub fn on_table(&self) -> bool {
        self.standing == Standing::OnTable
    }
    pub fn is_lost(&self) -> bool {
        matches!(
            self.standing,
            Standing::Routed | Standing::Destroyed | Standing::WipedOut | Standing::LeftTable
        )
    }
    /// Figures lost since the game began.
    pub fn lost(&self) -> u32 {
        self.profile.figures.saturating_sub(self.figures)
    }
    /// Formed infantry: not skirmishers.
    pub fn is_formed_infantry(&self) -> bool {
        self.is(Arm::Infantry)
    }
    /// A unit that friends and shots pass: skirmishers.
    pub fn is_open(&self) -> bool {
        self.is(Arm::Skirmishers)
    }

    /// The ground it covers, where positions are known.
    pub fn rect(&self) -> Option<&Rect> {
        self.rect.as_ref()
    }

    /// What shelters it there: looked at once as long as it stands there.
    pub(crate) fn cover_once(&self, look: impl FnOnce() -> Cover) -> Cover {
        *self.cover.get_or_init(look)
    }

    pub fn footprint(&self, rules: &Rules) -> Footprint {
        self.footprint_in(rules, self.formation)
    }

    /// The footprint it would have in another formation.
    pub fn footprint_in(&self, rules: &Rules, formation: Formation) -> Footprint {
        let figures = if rules.plays(house!("base.footprint", "shrinking")) {
            self.figures
        } else {
            self.profile.figures
        };
        footprint(rules, self.profile.arm, formation, figures)
    }

    /// Stands the unit somewhere, in a formation.
    pub(crate) fn stand(&mut self, rules: &Rules, pose: Pose, formation: Formation) {
        self.formation = formation;
        self.pose = Some(pose);
        self.rect = Some(Rect::new(pose, self.footprint_in(rules, formation)));
        self.cover = OnceLock::new();
    }

    /// Takes the unit off the table.
    pub(crate) fn leave(&mut self, standing: Standing) {
        self.standing = standing;
        self.pose = None;
        self.rect = None;
        self.cover = OnceLock::new();
        self.marker = None;
        self.must_recall = false;
    }

    /// Works out again what is not written down, after reading.
    pub(crate) fn settle(&mut self, rules: &Rules) {
        (self.side, self.arm) = (self.profile.side, self.profile.arm);
        if self.on_table() {
            self.resize(rules);
        }
    }

    /// The ground follows losses where the house plays so.
    pub(crate) fn resize(&mut self, rules: &Rules) {
        if let Some(pose) = self.pose {
            self.stand(rules, pose, self.formation);
        }
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
fn unsettled_side() -> Side {
    Side::French
}

/// Likewise its arm.
fn unsettled_arm() -> Arm {
    Arm::Infantry
}

/// Bases at 25/28 mm, in thousandths of an inch; A15 plays on half of all of them.
pub fn footprint(rules: &Rules, arm: Arm, formation: Formation, figures: u32) -> Footprint {
    let figures = figures.clamp(1, 200) as i32;
    let ranks = |wide: i32| (figures + wide - 1) / wide;
    let scale = |inches: Inches| rules.scaled(inches);
    let frontage = rules.ruled(house!("base.frontage"));
    let (foot, horse) = (scale(Inches::mils(750)), scale(Inches::mils(1500)));
    let (width, depth) = match (arm, formation) {
        (_, Formation::Square | Formation::Masse) => (frontage.times(3), foot.times(3)),
        (_, Formation::Unlimbered) => (scale(Inches::whole(2)), scale(Inches::whole(2))),
        (_, Formation::Limbered) => (scale(Inches::whole(1)), scale(Inches::whole(3))),
        (Arm::Cavalry, Formation::Column) => (scale(Inches::whole(2)), horse.times(ranks(2))),
        (Arm::Cavalry, _) => (scale(Inches::whole(1)).times(ranks(2)), horse.times(2)),
        (Arm::Skirmishers, _) => ((frontage + foot).times(figures), foot),
        (_, Formation::Column) => (frontage.times(3), foot.times(ranks(3))),
        (_, Formation::Line | Formation::Skirmish) => (frontage.times(ranks(2)), foot.times(2)),
    };
    Footprint::new(width, depth)
}

/// A general: he leads a brigade or the army, alone or with a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct General {
    pub name: String,
    pub side: Side,
    /// The brigade he leads; the army commander leads all.
    pub brigade: Option<String>,
    pub attached: Option<UnitId>,
    pub pose: Option<Pose>,
    pub lost: bool,
    pub moved: bool,
}

impl General {
    pub fn leads(&self, unit: &Unit) -> bool {
        self.side == unit.side()
            && self.brigade.as_ref().is_none_or(|brigade| *brigade == unit.profile.brigade)
    }
}

impl Cover {
    pub fn of(defensive: bool, fortification: bool) -> Cover {
        match (fortification, defensive) {
            (true, _) => Cover::Fortification,
            (false, true) => Cover::Defensive,
            (false, false) => Cover::None,
        }
    }
}
