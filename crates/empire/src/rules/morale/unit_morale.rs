//! A unit tests its morale: 2d10 and modifiers against what its grade fails on.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{UnitMoraleWhen, house, rule};
use crate::rules::command::leader_loss::{self, Danger};
use crate::rules::ground::measure::{ComesFrom, RangeTo, ShelterOf, Stick, WoodsOf, friends_near};
use crate::rules::morale::giving_way::{Away, rout};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Aspect, Character, Cover, Formation, Grade, Rank, Rating, Weapon, Woods};
use dice::Dice;
use engine::Tests as _;
use engine::Umpire;
use engine::desk::{FactSet as _, flag, number, word};
use engine::tested::PASSED;
use rulebook::RuleId;
use table::Inches;

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
    /// How the testing unit stands, as the chart has it; of foot alone.
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
        // A square has neither flank nor rear.
        let has_flanks = self.stance != Stance::Square;
        let is_near = |by: Enfilade| has_flanks && self.enfilade == by && self.enfilade_inches <= per;
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

    /// The test, and the row of its grade.
    pub fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let row = rules.unit_morale.fails_on(self.grade).map(|(rule, _)| rule);
        [rule!("empire.umorale.proc")].into_iter().chain(row).collect()
    }

    /// The same test with these losses: what the unit began with, what it has lost in the battle, and what of that just
    /// now.
    #[must_use]
    pub fn with_lost(self, began: u32, in_battle: u32, now: u32) -> UnitTest {
        let percent = |lost: u32| lost.min(began) * 100 / began.max(1);
        UnitTest { lost: percent(in_battle), lost_now: percent(now), ..self }
    }

    /// The least total that stands, and the row of its grade; `None`: it cannot fail.
    pub fn stands_on(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        let (row, fails) = rules.unit_morale.fails_on(self.grade)?;
        rules.on(rule!("empire.umorale.proc")).then_some((row, fails + 1))
    }
}

/// A unit's test: whether it stands.
///
/// # Errors
/// The umpire's pause.
pub fn unit_morale<D: Dice>(dice: &mut D, rules: &Rules, test: &UnitTest) -> Result<bool, D::Pause> {
    let Some(need) = test.stands_on(rules) else { return Ok(true) };
    dice.at_least(DICE, need, &test.sum(rules), PASSED)
}

// -------------------------------------------------------------- on the table ----

/// Why a unit tests, and which unit caused it: the firer, or the charger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    pub cause: Cause,
    pub by: Option<UnitId>,
}

impl Reason {
    pub fn fire(by: UnitId) -> Reason {
        Reason { cause: Cause::Fire, by: Some(by) }
    }

    pub fn charge(by: UnitId) -> Reason {
        Reason { cause: Cause::Charge, by: Some(by) }
    }
}

/// A leader as the chart has him; `None`: he has no figure there.
fn attached_as(leader: &Leader, with_unit: bool) -> Option<Attached> {
    if leader.rank == Rank::Me {
        return with_unit.then_some(Attached::MeLeader);
    }
    let (me, unit) = match leader.character {
        _ if leader.rating == Rating::Despicable => (Attached::DespicableMe, Attached::DespicableUnit),
        Character::Charismatic => (Attached::CharismaticMe, Attached::CharismaticUnit),
        Character::Inspirational => (Attached::InspirationalMe, Attached::InspirationalUnit),
        Character::Impersonal | Character::Uninspiring => (Attached::ImpersonalMe, Attached::ImpersonalUnit),
    };
    Some(if with_unit { unit } else { me })
}

/// The leader who counts for a unit: of several the best (rulings ratings and leaders).
pub fn attached(game: &Empire, unit: UnitId) -> Attached {
    let me = game.unit(unit).me();
    let counts = |leader: &Leader| match leader.place {
        _ if !leader.is_here() || leader.side != game.unit(unit).side() => None,
        Whereabouts::Unit(with) if with == unit => attached_as(leader, true),
        Whereabouts::Unit(with) if game.unit(with).me() == me => attached_as(leader, false),
        Whereabouts::Me(with) if with == me => attached_as(leader, false),
        Whereabouts::Free(_) | Whereabouts::Me(_) | Whereabouts::Unit(_) => None,
    };
    let worth = |attached: &Attached| {
        let test = UnitTest { attached: *attached, ..UnitTest::blank() };
        test.sum(&game.rules).total()
    };
    game.leaders.iter().filter_map(counts).max_by_key(worth).unwrap_or(Attached::Nobody)
}

/// Whether a unit counts as of the Old or Middle Guard: by what the battle file says of its ME, or by its grade (ruling
/// unit-morale.guard).
pub fn is_of_guard(rules: &Rules, named: bool, grade: Grade) -> bool {
    match rules.plays(house!("unit-morale.guard", "by-me")) {
        true => named,
        false => grade.is_at_least(Grade::Guard),
    }
}

impl Stance {
    /// How troops in a formation stand, as the chart has it.
    pub fn of(arm: Arm, formation: Formation) -> Stance {
        match formation {
            _ if arm != Arm::Infantry => Stance::Other,
            Formation::Line => Stance::Line,
            Formation::ClosedColumn => Stance::ClosedColumn,
            Formation::Square => Stance::Square,
            Formation::AttackColumn
            | Formation::CompanyColumn
            | Formation::Skirmish
            | Formation::SemiSkirmish
            | Formation::TwoRanks
            | Formation::SquadronColumn
            | Formation::Dismounted
            | Formation::Limbered
            | Formation::Unlimbered => Stance::Other,
        }
    }
}

/// Whole inches, parts rounded up.
fn rounded_up(inches: Inches) -> u32 {
    inches.0.max(0).unsigned_abs().div_ceil(1000)
}

impl UnitTest {
    /// A unit's test, as it is seen.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        unit: UnitId,
        Reason { cause, by }: Reason,
    ) -> Result<UnitTest, U::Pause> {
        let body = game.unit(unit);
        let (mut enfilade, mut enfilade_inches) = (Enfilade::None, 0);
        let shooter = by.filter(|_| matches!(cause, Cause::Fire | Cause::Bombardment));
        if let Some(shooter) = shooter {
            enfilade = match game.unit(shooter) {
                other if other.arm() == Arm::Artillery => Enfilade::Guns,
                other if other.arm() == Arm::Infantry && other.is_formed() => Enfilade::Infantry,
                _ => Enfilade::None,
            };
            if enfilade != Enfilade::None {
                let comes = umpire.see(game, ComesFrom { unit: shooter, target: unit })?;
                enfilade = if comes == Aspect::Front { Enfilade::None } else { enfilade };
            }
            if enfilade != Enfilade::None {
                enfilade_inches = rounded_up(
                    umpire.see(game, RangeTo { unit: shooter, target: unit, by: Stick::Enfilade })?,
                );
            }
        }
        let charger = by.filter(|_| matches!(cause, Cause::Charge | Cause::Klumpen));
        let started = body.profile.figures.max(1);
        Ok(UnitTest {
            grade: body.grade(),
            cause,
            attached: attached(game, unit),
            lost: body.percent_lost(),
            lost_now: body.impulse.lost * 100 / started,
            horses: body.profile.guns.map_or(0, |guns| guns.horses.saturating_sub(body.horses)),
            disordered: body.disordered,
            shaken: game.me_of(unit).shaken,
            by_guard: charger
                .is_some_and(|by| is_of_guard(&game.rules, game.me_of(by).guard, game.unit(by).grade())),
            cover: umpire.see(game, ShelterOf { unit })?,
            heavy_woods: umpire.see(game, WoodsOf { unit })? == Woods::Heavy,
            enfilade,
            enfilade_inches,
            stance: Stance::of(body.arm(), body.formation),
            ..UnitTest::blank()
        })
    }
}

/// A unit tests, and runs where it fails.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tests<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    reason: Reason,
) -> Result<(), U::Pause> {
    match thrown(game, umpire, unit, reason)? {
        Some((test, stands)) => tested(game, umpire, unit, reason, &test, stands),
        None => Ok(()),
    }
}

/// The test of a unit that has to pass one now, and whether it stands.
fn thrown<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    reason: Reason,
) -> Result<Option<(UnitTest, bool)>, U::Pause> {
    let Some(test) = test_due(game, umpire, unit, reason)? else { return Ok(None) };
    let stands = unit_morale(umpire.hand(game.unit(unit).side()), &game.rules, &test)?;
    Ok(Some((test, stands)))
}

/// A unit has tested: it runs where it failed, and a house may have units of its ME take fright when it runs near them.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tested<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    reason: Reason,
    test: &UnitTest,
    stands: bool,
) -> Result<(), U::Pause> {
    let mut alarmed = tested_alone(game, umpire, unit, reason, test, stands)?;
    let alarm = Reason { cause: Cause::Alarm, by: None };
    while let Some(next) = alarmed.pop() {
        let Some((test, stands)) = thrown(game, umpire, next, alarm)? else { continue };
        alarmed.extend(tested_alone(game, umpire, next, alarm, &test, stands)?);
    }
    Ok(())
}

engine::sight! {
    /// Units of its ME near one that runs.
    pub struct Alarmed of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "alarmed";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| {
        let near = friends_near(g, f.unit, g.rules.ruled(house!("unit-morale.alarm")));
        near.into_iter().map(|(_, id)| id).filter(|id| g.unit(*id).me() == g.unit(f.unit).me()).collect()
    };
    text: |f, g| format!("Which units of its ME are near {} as it runs?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

/// Whether a unit tests no more in this impulse (ruling unit-morale.when).
fn has_tested(game: &Empire, unit: UnitId) -> bool {
    game.unit(unit).impulse.tested && game.rules.plays(house!("unit-morale.when", "once-an-impulse"))
}

/// The test that a unit has to pass now; `None`: it is gone, bad already, or tests no more in this impulse.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn test_due<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    reason: Reason,
) -> Result<Option<UnitTest>, U::Pause> {
    let body = game.unit(unit);
    if !body.on_table() || !body.in_good_morale() || has_tested(game, unit) {
        return Ok(None);
    }
    UnitTest::seen(game, umpire, unit, reason).map(Some)
}

/// One unit has tested. Says who takes fright at it.
fn tested_alone<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    reason: Reason,
    test: &UnitTest,
    stands: bool,
) -> Result<Vec<UnitId>, U::Pause> {
    let rules = std::sync::Arc::clone(&game.rules);
    let by = rule!("empire.umorale.proc");
    umpire.tell(|| Event::new(What::Tests { unit, stands }, &test.cites(&rules)));
    game.unit_mut(unit).impulse.tested = true;
    if reason.cause == Cause::Bombardment {
        let me = game.unit(unit).me();
        game.me_mut(me).now.bombardment_tests += 1;
    }
    if stands {
        return Ok(Vec::new());
    }
    let spreads = rules.plays(house!("unit-morale.when", "also-alarm"));
    let alarmed = if spreads { umpire.see(game, Alarmed { unit })? } else { Vec::new() };
    let charger = reason.by.filter(|_| matches!(reason.cause, Cause::Charge | Cause::Klumpen));
    rout(game, umpire, unit, charger.map_or(Away::Rear, Away::From), None, by)?;
    Ok(alarmed)
}

/// A unit has lost figures, crew or horses to one volley, shot or bounce: the leader with it is in danger.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn endangers<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    losses: u32,
    reason: Reason,
) -> Result<(), U::Pause> {
    let rifle = reason.by.is_some_and(|by| game.unit(by).profile.weapon == Weapon::Rifle);
    leader_loss::endangered(game, umpire, unit, Danger { losses, rifle, ..Danger::default() })
}

/// A unit has lost figures, crew or horses to one volley, shot or bounce: the leader with it is in danger, and it tests.
/// Says whether it stands.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn hit<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    losses: u32,
    reason: Reason,
) -> Result<bool, U::Pause> {
    if losses > 0 {
        endangers(game, umpire, unit, losses, reason)?;
        tests(game, umpire, unit, reason)?;
    }
    Ok(game.unit(unit).on_table() && game.unit(unit).in_good_morale())
}
