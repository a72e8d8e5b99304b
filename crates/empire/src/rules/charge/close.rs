//! The close action: what each side's shock value is, and who wins by how much.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{CloseWhen, Ids, house, rule};
use crate::rules::morale::unit_morale::Attached;
use crate::state::event::Working;
use crate::state::words::{Arm, Aspect, Cover, Fatigue, Formation, Grade, Sky, SquareKind};
use dice::Dice;
use dice::Test;
use engine::desk::{flag, number, of_unit, only, without, word};
use engine::tested::{against, part};
use rulebook::RuleId;

rulebook::words!(
    /// What a unit leans on (ruling line): the better of the two counts.
    Hold { None = "none", Supported = "supported", Anchored = "anchored" }
);
rulebook::words!(
    /// Past how many ends of the target the charger's front reaches.
    Overlap { None = "none", Partial = "partial", Full = "full" }
);

/// The formations in which the two may be, as far as the chart minds.
const FORMATIONS: &[&str] = &["line", "attack-column", "closed-column", "square", "skirmish"];

engine::facts! {
    /// One of the two in a close action.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Fighter of Rules {
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "{who}its grade", Grade::NAMES, Some("veteran"));
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| word(name, "{who}its arm", Arm::NAMES, Some("infantry"));
        pub formation: Formation = Formation::Line, word "formation" |name, _| word(name, "{who}how it stands", FORMATIONS, Some("line"));
        pub square: SquareKind = SquareKind::Hasty, word "square" |name, _| word(name, "{who}how firm its square is", SquareKind::NAMES, Some("hasty"));
        pub figures: u32 = 12, plain "figures" |name, _| number(name, "{who}its figures", 1, 180, Some(12)).usual([6, 12, 18, 24]);
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "{who}figures it has lost", 0, 60, Some(0));
        pub attached: Attached = Attached::Nobody, word "leader" |name, _| word(name, "{who}the leader with its ME or with the unit", Attached::NAMES, Some("nobody"));
        pub charging: bool = false, plain "charging" |name, _| flag(name, "{who}it charges");
        pub strikes: Aspect = Aspect::Front, word "strikes" |name, _| word(name, "{who}where it strikes the enemy", Aspect::NAMES, Some("front"));
        pub overlap: Overlap = Overlap::None, word "overlap" |name, _| word(name, "{who}ends of the enemy it overlaps", Overlap::NAMES, Some("none"));
        pub wave: u32 = 0, plain "wave" |name, _| number(name, "{who}charges on the same enemy before it", 0, 6, Some(0));
        pub higher: bool = false, plain "higher" |name, _| flag(name, "{who}it stands higher than the enemy");
        pub steep: bool = false, plain "steep" |name, _| flag(name, "{who}it defends a steep hill");
        pub cover: Cover = Cover::None, word "cover" |name, _| word(name, "{who}its cover", Cover::NAMES, Some("none"));
        pub building: bool = false, plain "building" |name, _| flag(name, "{who}it holds a building");
        pub fortified: bool = false, plain "fortified" |name, _| flag(name, "{who}the building is fortified");
        pub engineers: bool = false, plain "engineers" |name, _| flag(name, "{who}engineers go with it");
        pub hold: Hold = Hold::None, word "hold" |name, _| word(name, "{who}what it leans on", Hold::NAMES, Some("none"));
        pub shock: bool = false, plain "shock" |name, _| flag(name, "{who}it is shock infantry");
        pub lancers: bool = false, plain "lancers" |name, _| flag(name, "{who}they are lancers");
        pub fatigue: Fatigue = Fatigue::Fresh, word "fatigue" |name, _| word(name, "{who}how tired its ME is", Fatigue::NAMES, Some("fresh"));
        pub blown: bool = false, plain "blown" |name, _| flag(name, "{who}its horses are blown");
        pub bad: bool = false, plain "bad-morale" |name, _| flag(name, "{who}it is in bad morale");
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "{who}its ME is shaken");
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "{who}it is disordered");
        pub klumpen: bool = false, plain "klumpen" |name, _| flag(name, "{who}unformed, it has made Klumpen");
        /// A leader has carried it on (rule elan.follow-me.cost).
        pub led_on: bool = false, plain "led-on" |name, _| flag(name, "{who}Follow Me has carried it on");
        /// What the chart of defensive fire takes off, and by which cell.
        pub checked: Option<(RuleId, i32)> = None;
    }
}

/// What a fighter's enemy is asked for at the desk.
const FOE: &[&str] = &["arm", "formation", "figures", "hold", "charging", "cover", "building", "klumpen"];

engine::facts! {
    /// One side's shock value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Shock of Rules {
        pub own: Fighter = Fighter::blank(), part "" |rules| {
            of_unit("", "", "{unit}", without(Fighter::cards(rules), &["building"]))
        };
        pub foe: Fighter = Fighter::blank(), part "foe-" |rules| {
            of_unit("foe-", "the enemy: ", "{foe}", only(Fighter::cards(rules), FOE))
        };
        pub sky: Sky = Sky::Clear, word "sky" |name, _| word(name, "the weather", Sky::NAMES, Some("clear"));
    }
}

engine::facts! {
    /// Both sides of a close action: the charger and its target.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Clash of Rules {
        pub charger: Fighter = Fighter::blank(), part "charger-" |rules| {
            of_unit("charger-", "charger: ", "{unit}", only(Fighter::cards(rules), IN_CLASH))
        };
        pub target: Fighter = Fighter::blank(), part "target-" |rules| {
            of_unit("target-", "target: ", "{foe}", only(Fighter::cards(rules), IN_CLASH))
        };
        pub sky: Sky = Sky::Clear;
    }
}

/// What the desk asks of both at once; the rest is for the chart of one side.
const IN_CLASH: &[&str] = &["grade", "arm", "formation", "figures", "lost", "disordered"];

impl Fighter {
    /// Skirmishers are formed once they have made Klumpen (ruling unformed).
    pub fn is_unformed(&self) -> bool {
        self.arm == Arm::Infantry && self.formation.is_unformed() && !self.klumpen
    }

    /// A formation of its arm: the desk offers all of them for every arm.
    pub(crate) fn settle(&mut self) {
        if !self.formation.is_of(self.arm) {
            self.formation = Formation::usual(self.arm);
        }
        self.klumpen &= self.formation.is_unformed();
        self.building |= self.fortified;
    }

    /// How often a modifier counts. `per` is the number it counts by.
    fn times(&self, rules: &Rules, foe: &Fighter, sky: Sky, when: CloseWhen, per: i32) -> i32 {
        use CloseWhen as When;
        let foot = self.arm == Arm::Infantry;
        let horse = self.arm == Arm::Cavalry;
        let on_horse = foe.arm == Arm::Cavalry;
        let is_formed = self.arm != Arm::Artillery && !self.is_unformed();
        let stands =
            |it: &Fighter, formation: Formation| it.arm == Arm::Infantry && it.formation == formation;
        let rides_at = |formation: Formation| horse && stands(foe, formation);
        let line = |it: &Fighter, hold: Hold| stands(it, Formation::Line) && it.hold == hold;
        let in_square = |kind: SquareKind| stands(self, Formation::Square) && self.square == kind && on_horse;
        // A square that was formed in time has neither flank nor rear, nor an end to reach past (ruling arcs).
        let has_ends = !stands(foe, Formation::Square);
        let wet = matches!(sky, Sky::LightRain | Sky::HeavyRain);
        let rain_or_snow = wet || matches!(sky, Sky::Snow | Sky::HeavySnow);
        // The highest mass that is in force and reached counts alone. Buildings make it nothing.
        let mass = |per: i32| {
            let reached = |per: i32| self.figures as i32 >= foe.figures as i32 * per;
            let higher = [When::MassInf2, When::MassInf3, When::MassInf4];
            let mut higher = higher.iter().filter_map(|when| rules.close.modifiers.find(*when));
            !foe.building && reached(per) && !higher.any(|more| more.per > per && reached(more.per))
        };
        i32::from(match when {
            When::CharismaticMe => self.attached == Attached::CharismaticMe,
            When::CharismaticUnit => self.attached == Attached::CharismaticUnit,
            When::InspirationalMe => self.attached == Attached::InspirationalMe,
            When::InspirationalUnit => self.attached == Attached::InspirationalUnit,
            When::ImpersonalMe => self.attached == Attached::ImpersonalMe,
            When::ImpersonalUnit => self.attached == Attached::ImpersonalUnit,
            When::DespicableMe => self.attached == Attached::DespicableMe,
            When::DespicableUnit => self.attached == Attached::DespicableUnit,
            When::MeLeaderUnit => self.attached == Attached::MeLeader,
            When::CoverLight => !self.charging && self.cover == Cover::Light,
            When::CoverMedium => !self.charging && self.cover == Cover::Medium,
            When::CoverHeavy => !self.charging && self.cover == Cover::Heavy,
            When::CoverSuper => !self.charging && self.cover == Cover::Super,
            When::Fortified => !self.charging && self.fortified,
            When::Engineers => self.charging && self.engineers && foe.cover != Cover::None,
            When::OverlapPartial => self.charging && has_ends && self.overlap == Overlap::Partial,
            When::OverlapFull => self.charging && has_ends && self.overlap == Overlap::Full,
            When::Flank => self.charging && has_ends && self.strikes == Aspect::Flank,
            When::Rear => self.charging && has_ends && self.strikes == Aspect::Rear,
            When::Uphill => self.higher,
            When::Steep => !self.charging && self.steep,
            When::FormedUnformed => is_formed && foe.is_unformed(),
            When::FormedArt => is_formed && foe.arm == Arm::Artillery,
            When::MassInf2 | When::MassInf3 | When::MassInf4 => foot && mass(per),
            When::MassCav2 => horse && !foe.building && self.figures as i32 >= foe.figures as i32 * per,
            When::Wave => return if self.charging { self.wave as i32 } else { 0 },
            When::CavVSquare => rides_at(Formation::Square),
            When::CavVClosed => rides_at(Formation::ClosedColumn),
            When::CavVAnchored => horse && line(foe, Hold::Anchored),
            When::CavVSupported => horse && line(foe, Hold::Supported),
            When::CavRain => horse && !on_horse && rain_or_snow,
            When::LancerRain => horse && self.lancers && !on_horse && wet,
            When::CavCharging => horse && on_horse && self.charging && !foe.charging,
            When::InfHastySquare => in_square(SquareKind::Hasty),
            When::InfSolidSquare => in_square(SquareKind::Solid),
            When::InfAnchored => on_horse && line(self, Hold::Anchored),
            When::InfSupported => on_horse && line(self, Hold::Supported),
            When::InfClosedVet => {
                stands(self, Formation::ClosedColumn) && on_horse && self.grade.is_at_least(Grade::Veteran)
            }
            When::IiShock => foot && self.shock && !on_horse,
            When::IiClosed => stands(self, Formation::ClosedColumn) && !on_horse,
            When::IiSquare => stands(self, Formation::Square) && !on_horse,
            When::IiAnchored => foot && !on_horse && self.hold == Hold::Anchored,
            When::Winded => self.fatigue == Fatigue::Winded,
            When::Worn => self.fatigue == Fatigue::Worn,
            When::Tired => self.fatigue == Fatigue::Tired,
            When::Exhausted => self.fatigue == Fatigue::Exhausted,
            When::Per2Cas => return self.lost as i32 / per.max(1),
            When::Blown => horse && self.blown,
            When::BadMorale => self.bad,
            When::Shaken => self.shaken,
            When::Disordered => self.disordered,
        })
    }

    /// What moves its shock value along the ladder.
    pub fn sum(&self, rules: &Rules, foe: &Fighter, sky: Sky) -> Working {
        let mut working = Working::default();
        rules.close.modifiers.add(&mut working, |when, per| self.times(rules, foe, sky, when, per));
        if self.shaken && rules.plays(house!("shaken.counts", "cumulative")) {
            working.add(rule!("empire.memorale.shaken"), rules.number(house!("shaken.shock")));
        }
        if let Some((rule, value)) = self.checked.filter(|(_, value)| *value != 0) {
            working.add(rule, value);
        }
        if let Some(cost) = rules.int(rule!("empire.elan.follow-me.cost")).filter(|_| self.led_on) {
            working.add(rule!("empire.elan.follow-me.cost"), cost);
        }
        working
    }

    /// Its shock value: the step of its grade, moved along the ladder.
    pub fn value(&self, rules: &Rules, foe: &Fighter, sky: Sky) -> u32 {
        rules.close.value(rules.close.step(self.grade, self.sum(rules, foe, sky).total()))
    }
}

impl Clash {
    /// The shock values of the charger and of its target.
    pub fn values(&self, rules: &Rules) -> [u32; 2] {
        let Clash { charger, target, sky, .. } = self;
        [charger.value(rules, target, *sky), target.value(rules, charger, *sky)]
    }

    /// The ladder, where both begin on it, and that they are moved along it.
    pub fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let bases = [self.charger.grade, self.target.grade].map(|grade| rules.close.base(grade).0);
        let moved = self.sums(rules).iter().any(|sum| sum.total() != 0);
        let shift = moved.then_some(rule!("empire.shock.shift"));
        let both = bases.into_iter().chain([shift]).flatten();
        [rule!("empire.shock.resolve"), rule!("empire.shock.ladder")].into_iter().chain(both).collect()
    }

    /// The two throws with the shock values they were thrown with.
    pub fn tests(&self, rolled: [u32; 2], values: [u32; 2], fought: Fought) -> [Test; 2] {
        let by = |value: u32| vec![part::<Ids>(rule!("empire.shock.ladder"), value as i32)];
        let first = (fought.lead > 0).then_some(fought.charger_wins);
        against(rolled, values.map(by), first)
    }

    /// What moves each along the ladder.
    pub fn sums(&self, rules: &Rules) -> [Working; 2] {
        let Clash { charger, target, sky, .. } = self;
        [charger.sum(rules, target, *sky), target.sum(rules, charger, *sky)]
    }
}

/// How the throws of a close action stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fought {
    /// On equal totals the charger is the loser (ruling close.ties).
    pub charger_wins: bool,
    /// 0 on equal totals: the Draw row, without a throw.
    pub lead: u32,
}

impl Fought {
    /// Totals of the charger and of the target.
    pub fn of(totals: [u32; 2]) -> Fought {
        Fought { charger_wins: totals[0] > totals[1], lead: totals[0].abs_diff(totals[1]) }
    }
}

/// Both throw and add their shock values; the higher total wins (ruling close.winner). `reading`: how much of it matters.
///
/// # Errors
/// The umpire's pause.
pub fn close_action<D: Dice, T: Copy + Ord>(
    dice: &mut D,
    rules: &Rules,
    values: [u32; 2],
    reading: impl Fn(Fought, [u32; 2]) -> T,
) -> Result<T, D::Pause> {
    if !rules.on(rule!("empire.shock.resolve")) {
        return Ok(reading(Fought { charger_wins: false, lead: 0 }, values));
    }
    dice.read_against(DICE, DICE, |charger, target| {
        let totals = [charger + values[0], target + values[1]];
        reading(Fought::of(totals), totals)
    })
}
