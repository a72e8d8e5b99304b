//! ME morale (phase 3): which MEs test, what becomes of them, and what else shakes one.

pub mod asks;
mod course;

pub use asks::{BreaksOff, SauveQuiPeut, TestsShaken};
pub(crate) use course::{become_shaken, breaks, engaged_again};

use crate::charts::Rules;
use crate::charts::morale::me_morale::Band;
use crate::charts::shared::DICE;
use crate::ids::{MeMoraleWhen, house, rule};
use crate::rules::ground::measure::{FriendlyMes, Interpenetrating};
use crate::state::event::Working;
use crate::state::game::Empire;
use crate::state::leader::Whereabouts;
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{
    Ammunition, Arm, Campaign, Character, Deployment, Fatigue, Grade, MeKind, MeOrderKind, Place, Rank,
    Rating,
};
use dice::Dice;
use engine::Tests as _;
use engine::Umpire;
use engine::desk::{FactSet as _, flag, number, word};
use engine::wording::spoken;
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// A leader who lifts hearts, with an ME or a unit of it; its own leader does not count (ruling ratings).
    Spirit { None = "none", Inspirational = "inspirational", Charismatic = "charismatic" }
);
rulebook::words!(
    /// The march column in which an ME is taken in flank or rear.
    Caught { No = "no", Extended = "extended", Regular = "regular", Condensed = "condensed" }
);
rulebook::words!(
    /// What an ME is told to do, as far as the chart minds.
    Told { Attack = "attack", Defend = "defend", Other = "other" }
);

engine::facts! {
    /// Why an ME might test.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MeCauses of Rules {
        pub bad_unit: bool = false, plain "bad-unit" |name, _| flag(name, "a unit of it went into bad morale");
        pub flank_column: bool = false, plain "flank-column" |name, _| flag(name, "it is in march column and hit in flank or rear");
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "it is shaken");
        pub engaged: bool = false, plain "engaged" |name, _| flag(name, "it is engaged");
        pub leader_loss: bool = false, plain "leader-loss" |name, _| flag(name, "its leader or a commander above him was lost");
        pub redeploying: bool = false, plain "engaged-redeploying" |name, _| flag(name, "it was engaged while on Redeploy");
    }
}

engine::facts! {
    /// What an ME's test rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MeTest of Rules {
        pub grade: Grade = Grade::Regular, word "grade" |name, _| word(name, "its average grade", Grade::NAMES, Some("regular"));
        pub bad_infantry: u32 = 0, plain "bad-infantry" |name, _| number(name, "infantry units removed or in bad morale", 0, 20, Some(0));
        pub bad_artillery: u32 = 0, plain "bad-artillery" |name, _| number(name, "batteries removed or in bad morale", 0, 20, Some(0));
        pub bad_cavalry: u32 = 0, plain "bad-cavalry" |name, _| number(name, "cavalry units removed or in bad morale", 0, 20, Some(0));
        pub good: u32 = 0, plain "good" |name, _| number(name, "units in good morale and not short of ammunition", 0, 20, Some(0));
        pub won: u32 = 0, plain "won" |name, _| number(name, "close actions won in the hour just played", 0, 20, Some(0));
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "close actions lost", 0, 20, Some(0));
        pub sauve: bool = false, plain "sauve-qui-peut" |name, _| flag(name, "an adjacent ME chose sauve qui peut");
        pub strong_point_taken: bool = false, plain "strong-point-taken" |name, _| flag(name, "an ME near it took a strong point");
        pub structures_held: u32 = 0, plain "structures-held" |name, _| number(name, "structures it holds", 0, 9, Some(0));
        pub strong_points_held: u32 = 0, plain "strong-points-held" |name, _| number(name, "strong points it holds", 0, 9, Some(0));
        pub structures_lost: u32 = 0, plain "structures-lost" |name, _| number(name, "structures it lost", 0, 9, Some(0));
        pub strong_points_lost: u32 = 0, plain "strong-points-lost" |name, _| number(name, "strong points it lost", 0, 9, Some(0));
        pub interpenetrated: bool = false, plain "interpenetrated" |name, _| flag(name, "another ME of its side stands among it");
        pub fatigue: Fatigue = Fatigue::Fresh, word "fatigue" |name, _| word(name, "its fatigue", Fatigue::NAMES, Some("fresh"));
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "it is shaken already");
        pub engaged: bool = false, plain "engaged" |name, _| flag(name, "it is engaged");
        pub spirit: Spirit = Spirit::None, word "leader" |name, _| word(name, "a leader attached to it", Spirit::NAMES, Some("none"));
        pub campaign: Campaign = Campaign::Fresh, word "campaign" |name, _| word(name, "what the campaign has left of it", Campaign::NAMES, Some("fresh"));
        pub caught: Caught = Caught::No, word "caught-in-column" |name, _| word(name, "taken in flank or rear in a march column", Caught::NAMES, Some("no"));
        pub told: Told = Told::Other, word "order" |name, _| word(name, "its order", Told::NAMES, Some("other"));
        pub impetus: bool = false, plain "impetus" |name, _| flag(name, "it has impetus");
    }
}

engine::facts! {
    /// What else may shake an ME.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ShakenBy of Rules {
        pub panic: bool = false, plain "panic" |name, _| flag(name, "a panic check says so");
        pub engaged_again: bool = false, plain "engaged-again" |name, _| flag(name, "it is engaged again while still on Break Off");
        pub kind: MeKind = MeKind::Infantry, word "kind" |name, _| word(name, "what it is", MeKind::NAMES, Some("infantry"));
        pub among_cavalry: bool = false, plain "cavalry-among-it" |name, _| flag(name, "a cavalry ME of its side stands among it");
        pub routed_through: bool = false, plain "routed-through" |name, _| flag(name, "an ME of its side runs through it");
    }
}

/// How a test ends. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeEnd {
    Broken,
    Retreat,
    /// Shaken, and an attack without impetus: it falls back and goes over to Defend.
    FallsBack,
    /// Shaken on Defend: it may break off.
    MayBreakOff,
    Shaken,
    Steady,
    /// Nothing changes.
    AsBefore,
}

impl MeEnd {
    pub const fn word(self) -> &'static str {
        match self {
            MeEnd::Broken => "broken",
            MeEnd::Retreat => "retreat",
            MeEnd::FallsBack => "shaken-falls-back",
            MeEnd::MayBreakOff => "shaken-may-break-off",
            MeEnd::Shaken => "shaken",
            MeEnd::Steady => "steady",
            MeEnd::AsBefore => "as-before",
        }
    }

    /// How far it goes back at once, and the fatigue it gains.
    pub fn costs(self, rules: &Rules) -> (Inches, u32) {
        let of = |band| {
            let row = rules.me_morale.row(band);
            row.map_or((Inches::ZERO, 0), |row| (row.back.unwrap_or_default(), row.fatigue.unwrap_or(0)))
        };
        match self {
            MeEnd::Broken => of(Band::Broken),
            MeEnd::Retreat => of(Band::Retreat),
            MeEnd::FallsBack => (rules.inches(rule!("empire.memorale.shaken.attack")).unwrap_or_default(), 0),
            MeEnd::MayBreakOff | MeEnd::Shaken | MeEnd::Steady | MeEnd::AsBefore => (Inches::ZERO, 0),
        }
    }
}

impl MeCauses {
    /// The rules by which it tests.
    pub fn causes(&self, rules: &Rules) -> Vec<RuleId> {
        let is_phase = rules.on(rule!("empire.memorale.phase"));
        let all_shaken = rules.plays(house!("shaken.tests", "all"));
        let causes = [
            (rule!("empire.memorale.cause.bad-unit"), is_phase && self.bad_unit),
            // Tested on the spot, whatever the phase.
            (rule!("empire.memorale.cause.flank-column"), self.flank_column),
            (
                rule!("empire.memorale.cause.shaken-engaged"),
                is_phase && self.shaken && (self.engaged || all_shaken),
            ),
            (rule!("empire.memorale.cause.leader-loss"), is_phase && self.leader_loss),
            (rule!("empire.memorale.cause.redeploy-engaged"), is_phase && self.redeploying),
        ];
        let holds = |(cause, holds): (RuleId, bool)| (holds && rules.on(cause)).then_some(cause);
        causes.into_iter().filter_map(holds).collect()
    }
}

/// Whether an ME can do no worse than shaken.
pub fn is_spared(rules: &Rules, shaken: bool, engaged: bool) -> bool {
    shaken && !engaged && rules.on(rule!("empire.memorale.unengaged-floor"))
}

impl ShakenBy {
    /// The rule by which it is shaken.
    pub fn rule(&self, rules: &Rules) -> Option<RuleId> {
        let is_foot = matches!(self.kind, MeKind::Infantry | MeKind::Mixed);
        let causes = [
            (rule!("empire.shaken.cause.panic"), self.panic),
            (rule!("empire.shaken.cause.breakoff"), self.engaged_again),
            (rule!("empire.shaken.cause.cav-interpen"), is_foot && self.among_cavalry),
            (rule!("empire.shaken.cause.routed-through"), self.routed_through),
        ];
        causes.into_iter().find(|(cause, holds)| *holds && rules.on(*cause)).map(|(cause, _)| cause)
    }
}

impl MeTest {
    fn times(&self, when: MeMoraleWhen) -> i32 {
        use MeMoraleWhen as When;
        let grade = |grade| i32::from(self.grade == grade);
        match when {
            When::ClassOldGuard => grade(Grade::OldGuard),
            When::ClassGuard => grade(Grade::Guard),
            When::ClassGrenadier => grade(Grade::Grenadier),
            When::ClassElite => grade(Grade::Elite),
            When::ClassCrack => grade(Grade::Crack),
            When::ClassVeteran => grade(Grade::Veteran),
            When::ClassRegular => grade(Grade::Regular),
            When::ClassConscript => grade(Grade::Conscript),
            When::ClassLandwehr => grade(Grade::Landwehr),
            When::ClassMilitia => grade(Grade::Militia),
            When::ClassRabble => grade(Grade::Rabble),
            When::BadInfantry => self.bad_infantry as i32,
            When::BadArtillery => self.bad_artillery as i32,
            When::BadCavalry => self.bad_cavalry as i32,
            When::GoodUnit => self.good as i32,
            When::CaWon => self.won as i32,
            When::CaLost => self.lost as i32,
            When::Sauve => i32::from(self.sauve),
            When::StrongpointTaken => i32::from(self.strong_point_taken),
            When::StructureHeld => self.structures_held as i32,
            When::StrongpointHeld => self.strong_points_held as i32,
            When::StructureLost => self.structures_lost as i32,
            When::StrongpointLost => self.strong_points_lost as i32,
            When::Interpenetrated => i32::from(self.interpenetrated),
            When::Fatigue => self.fatigue.levels() as i32,
            When::PrevShaken => i32::from(self.shaken),
            When::Charismatic => i32::from(self.spirit == Spirit::Charismatic),
            When::Inspirational => i32::from(self.spirit == Spirit::Inspirational),
            When::Weary => i32::from(self.campaign == Campaign::Weary),
            When::Haggard => i32::from(self.campaign == Campaign::Haggard),
            When::Spent => i32::from(self.campaign == Campaign::Spent),
            When::FlankExtended => i32::from(self.caught == Caught::Extended),
            When::FlankRegular => i32::from(self.caught == Caught::Regular),
            When::FlankCondensed => i32::from(self.caught == Caught::Condensed),
        }
    }

    /// What is added to the dice; what structures give and cost has an end.
    pub fn sum(&self, rules: &Rules) -> Working {
        use MeMoraleWhen as When;
        let modifiers = &rules.me_morale.modifiers;
        let mut working = Working::default();
        modifiers.add(&mut working, |when, _| self.times(when));
        let of = |whens: [When; 2]| -> i32 {
            let rows = whens.into_iter().filter_map(|when| modifiers.find(when));
            rows.map(|row| row.value * self.times(row.when)).sum()
        };
        let held = of([When::StructureHeld, When::StrongpointHeld]);
        let lost = of([When::StructureLost, When::StrongpointLost]);
        let (most, least) = (rule!("empire.memorale.cap-held"), rule!("empire.memorale.cap-lost"));
        if let Some(cap) = rules.int(most).filter(|cap| held > *cap) {
            working.add(most, cap - held);
        }
        if let Some(cap) = rules.int(least).filter(|cap| lost < *cap) {
            working.add(least, cap - lost);
        }
        working
    }

    /// The row that it ended in, and that it could do no worse than shaken.
    pub(super) fn cites(&self, rules: &Rules, end: MeEnd) -> impl Iterator<Item = RuleId> {
        let row = match end {
            MeEnd::Broken => Some(rule!("empire.memorale.broken")),
            MeEnd::Retreat => Some(rule!("empire.memorale.retreat")),
            MeEnd::FallsBack | MeEnd::MayBreakOff | MeEnd::Shaken => Some(rule!("empire.memorale.shaken")),
            MeEnd::Steady => Some(rule!("empire.memorale.steady")),
            MeEnd::AsBefore => None,
        };
        let floor = rule!("empire.memorale.unengaged-floor");
        row.into_iter().chain(is_spared(rules, self.shaken, self.engaged).then_some(floor))
    }

    /// What a total comes to.
    fn end(&self, rules: &Rules, total: i32) -> MeEnd {
        let Some(band) = rules.me_morale.band(total).map(|row| row.result) else {
            return if rules.on(rule!("empire.memorale.steady")) { MeEnd::Steady } else { MeEnd::AsBefore };
        };
        let spared = is_spared(rules, self.shaken, self.engaged);
        match band {
            Band::Broken if !spared => MeEnd::Broken,
            Band::Retreat if !spared => MeEnd::Retreat,
            Band::Broken | Band::Retreat | Band::Shaken => match self.told {
                Told::Attack if !self.impetus && rules.on(rule!("empire.memorale.shaken.attack")) => {
                    MeEnd::FallsBack
                }
                Told::Defend if rules.on(rule!("empire.memorale.shaken.defend")) => MeEnd::MayBreakOff,
                Told::Attack | Told::Defend | Told::Other => MeEnd::Shaken,
            },
        }
    }
}

/// An ME tests.
///
/// # Errors
/// The umpire's pause.
pub fn me_morale<D: Dice>(dice: &mut D, rules: &Rules, test: &MeTest) -> Result<MeEnd, D::Pause> {
    dice.looked_up(DICE, &test.sum(rules), |total| test.end(rules, total), |end| spoken(end.word()))
}

// -------------------------------------------------------------- on the table ----

/// The leader who lifts an ME's heart: attached to it or to a unit of it; its own does not count (ruling ratings).
pub fn spirit(game: &Empire, me: MeId) -> Spirit {
    let is_with = |place: Whereabouts| match place {
        Whereabouts::Me(with) => with == me,
        Whereabouts::Unit(unit) => game.unit(unit).me() == me,
        Whereabouts::Free(_) => false,
    };
    let attached = game.leaders.iter().filter(|leader| {
        let counts = leader.rank != Rank::Me && leader.rating != Rating::Despicable;
        leader.is_here() && leader.side == game.me(me).side && counts && is_with(leader.place)
    });
    let lifts = attached.map(|leader| match leader.character {
        Character::Charismatic => Spirit::Charismatic,
        Character::Inspirational => Spirit::Inspirational,
        Character::Impersonal | Character::Uninspiring => Spirit::None,
    });
    lifts.max().unwrap_or(Spirit::None)
}

/// Units of an ME that are lost, or in bad morale on the table.
pub fn bad_units(game: &Empire, me: MeId) -> impl Iterator<Item = UnitId> {
    game.all_of(me)
        .filter(|(_, unit)| unit.place == Place::Lost || (!unit.is_gone() && !unit.in_good_morale()))
        .map(|(id, _)| id)
}

/// The average grade of an ME, at the start or of those left (ruling averages).
pub fn average(game: &Empire, me: MeId) -> Grade {
    let units = game.all_of(me).filter(|(_, unit)| unit.arm() != Arm::Artillery && !unit.is_gone());
    let ranks: Vec<u32> = units.map(|(_, unit)| unit.grade().rank()).collect();
    if ranks.is_empty() || game.rules.plays(house!("averages", "at-start")) {
        return game.me(me).grade;
    }
    let (sum, count) = (ranks.iter().sum::<u32>(), ranks.len() as u32);
    Grade::of_rank((2 * sum + count) / (2 * count))
}

impl MeCauses {
    /// What an ME has suffered since the last phase 3.
    pub fn of(game: &Empire, me: MeId) -> MeCauses {
        let body = game.me(me);
        let tally = body.now;
        MeCauses {
            bad_unit: tally.went_bad > 0,
            flank_column: false,
            shaken: body.shaken && !tally.just_shaken,
            engaged: game.is_engaged(me),
            leader_loss: tally.leader_wounded || tally.leader_killed || tally.corps_commander_hurt,
            redeploying: tally.caught,
            ..MeCauses::blank()
        }
    }
}

impl MeTest {
    /// An ME's test, as it is seen. `caught`: in a march column, on the spot.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        me: MeId,
        caught: bool,
    ) -> Result<MeTest, U::Pause> {
        let body = game.me(me);
        let bad = |arm: Arm| bad_units(game, me).filter(|id| game.unit(*id).arm() == arm).count() as u32;
        let good = game.all_of(me).filter(|(_, unit)| {
            let here = matches!(unit.place, Place::Table | Place::Holding);
            here && unit.in_good_morale() && unit.ammunition == Ammunition::Normal
        });
        let good = good.count() as u32;
        let holds = |unit: &UnitId| game.unit(*unit).me() == me && game.unit(*unit).in_good_morale();
        let held = |strong: bool| {
            let kind = game.structures.iter().filter(|structure| structure.strong_point == strong);
            kind.filter(|structure| structure.garrison.iter().any(holds)).count() as u32
        };
        let side = body.side;
        let fled = |other: MeId| game.me(other).sauve_qui_peut;
        let took = |other: MeId| game.me(other).now.strong_points_taken > 0;
        // How near MEs are is not asked of those that could not count.
        let others = || game.mes_of(side).filter(|other| *other != me);
        let sauve = others().any(fled) && {
            let reach = game.rules.ruled(house!("adjacent.reach"));
            umpire.see(game, FriendlyMes { me, reach })?.into_iter().any(fled)
        };
        let near = game.rules.me_morale.modifiers.find(MeMoraleWhen::StrongpointTaken);
        let near = near.map_or(Inches::ZERO, |row| Inches::whole(row.per));
        let strong_point_taken = took(me)
            || (others().any(took)
                && umpire.see(game, FriendlyMes { me, reach: near })?.into_iter().any(took));
        Ok(MeTest {
            grade: average(game, me),
            bad_infantry: bad(Arm::Infantry),
            bad_artillery: bad(Arm::Artillery),
            bad_cavalry: bad(Arm::Cavalry),
            good,
            won: body.now.won,
            lost: body.now.lost,
            sauve,
            strong_point_taken,
            structures_held: held(false),
            strong_points_held: held(true),
            structures_lost: body.now.blocks_lost,
            strong_points_lost: body.now.strong_points_lost,
            interpenetrated: others().next().is_some()
                && !umpire.see(game, Interpenetrating { me })?.is_empty(),
            fatigue: body.fatigue,
            shaken: body.shaken,
            engaged: game.is_engaged(me),
            spirit: spirit(game, me),
            campaign: body.campaign,
            caught: match body.deployment {
                _ if !caught => Caught::No,
                Deployment::Extended => Caught::Extended,
                Deployment::Regular => Caught::Regular,
                Deployment::ClosedUp => Caught::Condensed,
                Deployment::Deployed | Deployment::BrigadeOut | Deployment::InitialDeploy => Caught::No,
            },
            told: match body.order.as_ref().map(|order| order.kind) {
                Some(MeOrderKind::Attack) => Told::Attack,
                Some(MeOrderKind::Defend) => Told::Defend,
                _ => Told::Other,
            },
            impetus: body.impetus,
            ..MeTest::blank()
        })
    }
}
