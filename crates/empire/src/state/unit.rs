//! Units: a battalion, a regiment of horse, a battery.

use crate::state::me::MeId;
use crate::state::structure::StructureId;
use crate::state::words::{
    Ammunition, Arm, Class, Drill, Formation, Grade, GunClass, GunWeight, Horse, MadRow, Morale, Muskets,
    Nation, Place, Rifles, SkirmishGrade, SquareKind, StreetGrade, Weapon,
};
pub use engine::UnitId;
use engine::{Name, Side, Stands};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Footprint, Inches, Pose, Rect};

/// What a unit is from the first hour to the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    pub me: MeId,
    pub arm: Arm,
    pub grade: Grade,
    /// At the start; of guns the crew.
    pub figures: u32,
    /// Companies of foot, squadrons of horse; of guns the sections.
    pub parts: u32,
    pub class: Class,
    pub drill: Drill,
    /// Shock troops of the close-action and defensive-fire charts.
    pub shock: bool,
    /// Fires in two ranks.
    pub two_ranks: bool,
    pub weapon: Weapon,
    pub muskets: Muskets,
    pub rifles: Rifles,
    pub skirmishers: Skirmishers,
    pub street: StreetGrade,
    /// Of horse.
    pub mounts: Option<Mounts>,
    /// Of batteries.
    pub guns: Option<Guns>,
    pub bases: Bases,
}

/// What a battalion may send out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skirmishers {
    pub figures: u32,
    pub grade: SkirmishGrade,
}

/// What a regiment of horse is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mounts {
    pub horse: Horse,
    /// "DUB" of the sheet: dubious cavalry.
    pub dubious: bool,
    pub cossacks: bool,
    /// May dismount.
    pub dragoons: bool,
    pub mad: MadRow,
}

/// What a battery has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guns {
    pub weight: GunWeight,
    pub class: GunClass,
    pub pounds: u32,
    /// Two or three to a section.
    pub per_section: u32,
    /// At the start.
    pub horses: u32,
    pub horse_artillery: bool,
    /// Regimental or battalion guns.
    pub regimental: bool,
}

/// The ground that figures and sections take (ruling bases), as the battle's rules had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bases {
    /// One figure; of guns one section in action.
    pub each: Footprint,
    /// One section limbered.
    pub limbered: Footprint,
    /// Companies abreast in attack and closed column (ruling front-rank.companies).
    pub abreast: u32,
    /// They shrink with losses.
    pub shrink: bool,
}

/// What lasts as long as the impulse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InImpulse {
    /// It has had its action.
    pub acted: bool,
    /// It has manoeuvred and may still fire.
    pub may_fire: bool,
    pub moved: bool,
    pub fired: bool,
    /// It has reacted to the enemy.
    pub reacted: bool,
    /// It was charged.
    pub charged: bool,
    /// How often it was charged: the charges come in waves.
    pub waves: u32,
    /// It has given defensive fire in support.
    pub supported: bool,
    /// It has tested its morale.
    pub tested: bool,
    /// A leader directs its next manoeuvre: it has its action besides.
    pub directed: bool,
    /// It has gained bonus inches, galloped, relocated, or spent the impulse on a change: it does not fire.
    pub spent: bool,
    /// It has lost figures, crew or horses in it.
    pub hit: bool,
    /// Figures or crew lost in it; horses are no part of percent losses (rulings percent and batteries).
    pub lost: u32,
}

/// What lasts as long as the hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InHour {
    pub marched: Inches,
    pub moved: bool,
    pub fired: bool,
    /// Another unit has gone through it.
    pub passed_through: bool,
    pub bombarded: bool,
    /// It has had a part in a close action or a firefight.
    pub fought: bool,
    /// It was hit by bombardment.
    pub was_bombarded: bool,
    /// Horse that goes back before the enemy's guns.
    pub withdrawing: bool,
    pub charges: u32,
    pub relocations: u32,
    pub entries: u32,
    /// It has come out of the reserve in this hour.
    pub from_reserve: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub profile: Arc<Profile>,
    pub place: Place,
    /// What is left; of guns the crew.
    pub figures: u32,
    /// Of guns.
    pub horses: u32,
    /// Guns without their crew.
    pub abandoned: bool,
    pub formation: Formation,
    /// In square: how firmly it stands.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub square: Option<SquareKind>,
    /// The middle of the front edge. `None` beside real figures, and off the table.
    pub pose: Option<Pose>,
    #[serde(skip)]
    rect: Option<Rect>,
    /// Its profile's, at hand.
    #[serde(skip, default = "not_settled")]
    side: Side,
    pub disordered: bool,
    pub morale: Morale,
    pub ammunition: Ammunition,
    /// Its first fire is spent.
    pub has_fired: bool,
    pub blown: bool,
    /// The battle group it acts with: the number of its leading unit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub group: Option<UnitId>,
    pub sappers: bool,
    pub storming: bool,
    /// The enemy has its standard.
    #[serde(default)]
    pub standard_lost: bool,
    /// The structure it is in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inside: Option<StructureId>,
    pub impulse: InImpulse,
    pub hour: InHour,
}

impl Unit {
    pub fn new(profile: Arc<Profile>, formation: Formation, place: Place) -> Unit {
        Unit {
            side: profile.side,
            figures: profile.figures,
            horses: profile.guns.map_or(0, |guns| guns.horses),
            profile,
            place,
            abandoned: false,
            formation,
            square: None,
            pose: None,
            rect: None,
            disordered: false,
            morale: Morale::Good,
            ammunition: Ammunition::Normal,
            has_fired: false,
            blown: false,
            group: None,
            sappers: false,
            storming: false,
            standard_lost: false,
            inside: None,
            impulse: InImpulse::default(),
            hour: InHour::default(),
        }
    }

    /// What an enemy's view has in the place of one that waits.
    pub(crate) fn unknown(side: Side, me: MeId) -> Unit {
        let each = Footprint::new(Inches::ZERO, Inches::ZERO);
        let profile = Profile {
            name: "?".into(),
            side,
            nation: Nation::Other,
            me,
            arm: Arm::Infantry,
            grade: Grade::Regular,
            figures: 1,
            parts: 1,
            class: Class::B,
            drill: Drill::Divisional,
            shock: false,
            two_ranks: false,
            weapon: Weapon::Musket,
            muskets: Muskets::Usual,
            rifles: Rifles::None,
            skirmishers: Skirmishers { figures: 0, grade: SkirmishGrade::Average },
            street: StreetGrade::Average,
            mounts: None,
            guns: None,
            bases: Bases { each, limbered: each, abreast: 1, shrink: false },
        };
        Unit::new(Arc::new(profile), Formation::Line, Place::Unknown)
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

    pub fn grade(&self) -> Grade {
        self.profile.grade
    }

    pub fn me(&self) -> MeId {
        self.profile.me
    }

    pub fn on_table(&self) -> bool {
        self.place == Place::Table
    }

    /// Neither on the table nor gone: in the reserve, in the holding area, or still to come.
    pub fn waits(&self) -> bool {
        matches!(self.place, Place::Reserve | Place::Holding | Place::Awaited)
    }

    /// A blank in an enemy's view.
    pub fn is_unknown(&self) -> bool {
        self.place == Place::Unknown
    }

    /// Out of the battle for good.
    pub fn is_gone(&self) -> bool {
        matches!(self.place, Place::Lost | Place::Withdrawn)
    }

    pub fn in_good_morale(&self) -> bool {
        self.morale == Morale::Good
    }

    /// Formed troops in good morale: neither unformed order nor bad morale.
    pub fn is_formed(&self) -> bool {
        self.in_good_morale() && !self.formation.is_unformed()
    }

    /// Lost in the battle so far.
    pub fn lost(&self) -> u32 {
        self.profile.figures.saturating_sub(self.figures)
    }

    /// Percent of its starting figures lost, rounded down (ruling percent).
    pub fn percent_lost(&self) -> u32 {
        self.lost() * 100 / self.profile.figures.max(1)
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
        let figures = if self.profile.bases.shrink { self.figures } else { self.profile.figures };
        footprint(&self.profile, figures, formation)
    }

    /// Stands the unit somewhere, in a formation.
    pub(crate) fn stand(&mut self, pose: Pose, formation: Formation) {
        self.formation = formation;
        if formation != Formation::Square {
            self.square = None;
        }
        self.pose = Some(pose);
        self.rect = Some(Rect::new(pose, self.footprint_in(formation)));
    }

    /// What is kept beside its text, worked out again.
    pub(crate) fn settle(&mut self) {
        self.side = self.profile.side;
        if let Some(pose) = self.pose.filter(|_| self.on_table()) {
            self.rect = Some(Rect::new(pose, self.footprint()));
        }
    }

    /// Beside real figures it is on the table and has no place there that we know.
    pub(crate) fn leave_no_place(&mut self) {
        self.pose = None;
        self.rect = None;
    }

    /// Takes the unit off the table.
    pub(crate) fn leave(&mut self, place: Place) {
        self.place = place;
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

/// The ground of its figures, or of a battery's sections, side by side and in ranks (ruling bases).
pub fn footprint(profile: &Profile, figures: u32, formation: Formation) -> Footprint {
    let Bases { each, limbered, abreast, .. } = profile.bases;
    let (figures, parts) = (figures.clamp(1, 200), profile.parts.clamp(1, 24));
    let company = figures.div_ceil(parts);
    let in_ranks = |front: u32| {
        let front = front.clamp(1, figures);
        let ranks = figures.div_ceil(front);
        Footprint::new(each.width.times(front as i32), each.depth.times(ranks as i32))
    };
    match formation {
        Formation::Line | Formation::Skirmish | Formation::SemiSkirmish | Formation::Dismounted => {
            in_ranks(figures)
        }
        Formation::AttackColumn => in_ranks(company * abreast),
        // Its companies stand at half the distance.
        Formation::ClosedColumn => {
            let Footprint { width, depth } = in_ranks(company * abreast);
            Footprint::new(width, depth.half().max(each.depth))
        }
        Formation::CompanyColumn | Formation::SquadronColumn => in_ranks(company),
        Formation::TwoRanks => in_ranks(figures.div_ceil(2)),
        Formation::Square => {
            let side = each.width.times(figures.div_ceil(4) as i32).max(each.depth.times(2));
            Footprint::new(side, side)
        }
        Formation::Limbered => Footprint::new(limbered.width.times(parts as i32), limbered.depth),
        Formation::Unlimbered => Footprint::new(each.width.times(parts as i32), each.depth),
    }
}
