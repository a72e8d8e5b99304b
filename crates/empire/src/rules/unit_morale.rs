//! A unit tests its morale: 2d10 and modifiers against what its grade fails on.

use crate::charts::Rules;
use crate::ids::{UnitMoraleWhen, rule};
use crate::state::event::Working;
use crate::state::words::{Arm, Cover, Grade};
use dice::{Dice, Pool};
use engine::desk::{flag, number, word};

rulebook::words!(
    /// Why a unit tests (ruling unit-morale.when).
    Cause {
        Fire = "fire",
        Charge = "charge",
        Bombardment = "bombardment",
        Caisson = "caisson",
        Klumpen = "klumpen",
        Alarm = "alarm",
    }
);
rulebook::words!(
    /// The leader who counts, and whether he is with the unit or with the rest of its ME (ruling ratings).
    Attached {
        Nobody = "nobody",
        CharismaticMe = "charismatic-me",
        CharismaticUnit = "charismatic-unit",
        InspirationalMe = "inspirational-me",
        InspirationalUnit = "inspirational-unit",
        ImpersonalMe = "impersonal-me",
        ImpersonalUnit = "impersonal-unit",
        DespicableMe = "despicable-me",
        DespicableUnit = "despicable-unit",
        MeLeader = "me-leader-unit",
    }
);
rulebook::words!(
    /// Who fires into a flank or the rear.
    Enfilade { None = "none", Infantry = "infantry", Guns = "guns" }
);
rulebook::words!(
    /// How whoever tests stands, as the chart has it; of foot alone.
    Stance { Other = "other", Line = "line", ClosedColumn = "closed-column", Square = "square" }
);

/// The causes that the desk tells apart.
const CAUSES: &[&str] = &["fire", "charge", "bombardment", "caisson", "klumpen"];

engine::facts! {
    /// What a unit's test rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct UnitTest of Rules {
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "the grade of whoever tests", Grade::NAMES, Some("veteran"));
        pub cause: Cause = Cause::Fire, word "cause" |name, _| word(name, "why it tests", CAUSES, Some("fire"));
        pub attached: Attached = Attached::Nobody, word "leader" |name, _| word(name, "the leader with its ME or with the unit", Attached::NAMES, Some("nobody"));
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "percent of its figures lost in the battle", 0, 100, Some(0)).usual([0, 30, 51]);
        pub lost_now: u32 = 0, plain "lost-now" |name, _| number(name, "percent lost in this impulse", 0, 100, Some(0)).usual([0, 25]);
        pub horses: u32 = 0, plain "horses-lost" |name, _| number(name, "horses of the battery lost", 0, 12, Some(0));
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "it is disordered");
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "its ME is shaken");
        pub by_guard: bool = false, plain "charged-by-guard" |name, _| flag(name, "the Old or Middle Guard charges it");
        pub cover: Cover = Cover::None, word "cover" |name, _| word(name, "its cover, woods left out", Cover::NAMES, Some("none"));
        pub heavy_woods: bool = false, plain "heavy-woods" |name, _| flag(name, "it stands in heavy woods");
        pub enfilade: Enfilade = Enfilade::None, word "enfilade" |name, _| word(name, "who has fired into its flank or rear", Enfilade::NAMES, Some("none"));
        pub enfilade_inches: u32 = 0, plain "enfilade-inches" |name, _| number(name, "from how far, parts rounded up", 0, 12, Some(2));
        pub stance: Stance = Stance::Other, word "formation" |name, _| word(name, "how it stands", Stance::NAMES, Some("other"));
    }
}

engine::facts! {
    /// How far a rout goes that has no distance of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Runs of Rules {
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| word(name, "who runs", Arm::NAMES, Some("infantry"));
    }
}

impl UnitTest {
    /// How often a modifier counts. `per` is the percent or the inches of its condition.
    fn times(&self, rules: &Rules, when: UnitMoraleWhen, per: i32) -> i32 {
        use UnitMoraleWhen as When;
        let per = per.unsigned_abs();
        // What is said of the worse case stands in place of the milder one.
        let worse = |when: When| rules.unit_morale.modifiers.find(when).map(|worse| worse.per.unsigned_abs());
        let is_near = |by: Enfilade| self.enfilade == by && self.enfilade_inches <= per;
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
            When::Cas3050 => self.lost >= per && worse(When::CasOver50).is_none_or(|most| self.lost <= most),
            When::CasOver50 => self.lost > per,
            When::Cas25Now => self.lost_now >= per,
            When::HorseLoss => return self.horses as i32,
            When::Disordered => self.disordered,
            When::ShakenMe => self.shaken,
            When::ChargedGuard => self.by_guard,
            When::CoverLight => self.cover == Cover::Light,
            When::CoverMedium => self.cover == Cover::Medium,
            When::CoverHeavy => self.cover == Cover::Heavy,
            When::CoverSuper => self.cover == Cover::Super,
            When::BombardOnly => self.cause == Cause::Bombardment,
            When::Klumpen => self.cause == Cause::Klumpen,
            When::HeavyWoods => self.heavy_woods,
            When::Caisson => self.cause == Cause::Caisson,
            When::EnfiladeInf24 => {
                let nearer = worse(When::EnfiladeInf2);
                is_near(Enfilade::Infantry) && nearer.is_none_or(|near| self.enfilade_inches > near)
            }
            When::EnfiladeInf2 => is_near(Enfilade::Infantry),
            When::EnfiladeArt8 => is_near(Enfilade::Guns),
            When::LineVl => {
                let is_worse = worse(When::LineCo).is_some() && self.grade.is_at_most(Grade::Conscript);
                self.stance == Stance::Line && self.grade.is_at_most(Grade::Veteran) && !is_worse
            }
            When::LineCo => self.stance == Stance::Line && self.grade.is_at_most(Grade::Conscript),
            When::Square => self.stance == Stance::Square,
            When::Closed => self.stance == Stance::ClosedColumn,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.unit_morale.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        working
    }

    /// The least total that stands; `None`: it cannot fail.
    pub fn stands_on(&self, rules: &Rules) -> Option<i32> {
        let (_, fails) = rules.unit_morale.fails_on(self.grade)?;
        rules.on(rule!("empire.umorale.proc")).then_some(fails + 1)
    }
}

/// What a test is thrown with (ruling dice).
pub(crate) const DICE: Pool = Pool { count: 2, sides: 10 };

/// A unit's test: whether it stands.
///
/// # Errors
/// The umpire's pause.
pub fn unit_morale<D: Dice>(dice: &mut D, rules: &Rules, test: &UnitTest) -> Result<bool, D::Pause> {
    let Some(need) = test.stands_on(rules) else { return Ok(true) };
    let added = test.sum(rules).total();
    dice.read(DICE, |total| total as i32 + added >= need)
}
