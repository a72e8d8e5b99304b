//! ME morale (phase 3): which MEs test, what becomes of them, and what else shakes one.

use crate::charts::Rules;
use crate::charts::me_morale::Band;
use crate::charts::shared::DICE;
use crate::ids::{MeMoraleWhen, house, rule};
use crate::rules::giving_way::{Faces, draw_baseline, go_bad, me_bearing, me_goes_back};
use crate::rules::gun_moves;
use crate::rules::losses::remove;
use crate::rules::measure::{FriendlyMes, Interpenetrating, RunsThrough};
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::leader::Whereabouts;
use crate::state::me::{MeId, MeOrder};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{
    Ammunition, Arm, Campaign, Character, Deployment, Fatigue, Formation, Grade, MeKind, MeOrderKind, Phase,
    Place, Rank, Rating,
};
use dice::Dice;
use engine::desk::{FactSet as _, flag, number, word};
use engine::{Ask, Form, Routine, Side, Umpire, yes_or_no};
use rulebook::RuleId;
use serde::Serialize;
use table::{Bearing, Inches};

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
    fn cites(&self, rules: &Rules, end: MeEnd) -> impl Iterator<Item = RuleId> {
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
            _ => match self.told {
                Told::Attack if !self.impetus && rules.on(rule!("empire.memorale.shaken.attack")) => {
                    MeEnd::FallsBack
                }
                Told::Defend if rules.on(rule!("empire.memorale.shaken.defend")) => MeEnd::MayBreakOff,
                _ => MeEnd::Shaken,
            },
        }
    }
}

/// An ME tests.
///
/// # Errors
/// The umpire's pause.
pub fn me_morale<D: Dice>(dice: &mut D, rules: &Rules, test: &MeTest) -> Result<MeEnd, D::Pause> {
    let added = test.sum(rules).total();
    dice.read(DICE, |total| test.end(rules, total as i32 + added))
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
        // Nobody is asked how near MEs are that could not count.
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

/// The MEs that have their turn in phase 3: those that test, may test, are broken, or have a cavalry ME among them.
pub(crate) fn order(game: &Empire) -> Vec<MeId> {
    if !game.rules.on(rule!("empire.memorale.phase")) {
        return Vec::new();
    }
    let has_turn = |me: &MeId| game.units_of(*me).next().is_some();
    game.me_ids().filter(has_turn).collect()
}

/// Phase 3, one ME. Says whether the phase is over.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<bool, U::Pause> {
    let Some(me) = game.stage.left.first().copied() else { return Ok(true) };
    if game.me(me).broken {
        runs_again(game, umpire, me)?;
    } else {
        let causes = MeCauses::of(game, me);
        let mut cites = causes.causes(&game.rules);
        if cites.is_empty() && causes.shaken && umpire.ask(game, TestsShaken { me })? {
            cites.push(rule!("empire.memorale.steady"));
        }
        if !cites.is_empty() {
            cites.push(rule!("empire.memorale.phase"));
            tests(game, umpire, me, false, &cites)?;
        }
        is_among_cavalry(game, umpire, me)?;
    }
    game.stage.left.remove(0);
    Ok(game.stage.left.is_empty())
}

/// An ME tests, with all that follows. `caught`: it is in a march column and was taken in flank or rear, on the spot.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tests<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    caught: bool,
    causes: &[RuleId],
) -> Result<(), U::Pause> {
    let test = MeTest::seen(game, umpire, me, caught)?;
    let rules = std::sync::Arc::clone(&game.rules);
    let end = me_morale(umpire.hand(game.me(me).side), &rules, &test)?;
    umpire.tell(|| {
        let by: Vec<RuleId> = causes.iter().copied().chain(test.cites(&rules, end)).collect();
        Event::with(What::MeTests { me, result: end.word() }, &by, test.sum(&rules))
    });
    let (by, fatigue) = end.costs(&rules);
    match end {
        MeEnd::Broken => {
            breaks(game, umpire, me, (by, fatigue), rule!("empire.memorale.broken"))?;
            sauve_qui_peut(game, umpire, me)?;
        }
        MeEnd::Retreat => {
            let rule = rule!("empire.memorale.retreat");
            become_shaken(game, umpire, me, rule);
            tires(game, me, fatigue);
            if !sauve_qui_peut(game, umpire, me)? {
                breaks_off(game, umpire, me, by, rule)?;
            }
        }
        MeEnd::FallsBack => {
            become_shaken(game, umpire, me, rule!("empire.memorale.shaken"));
            give_order(game, me, MeOrderKind::Defend);
            retreats(game, umpire, me, by, rule!("empire.memorale.shaken.attack"))?;
        }
        MeEnd::MayBreakOff => {
            become_shaken(game, umpire, me, rule!("empire.memorale.shaken"));
            if umpire.ask(game, BreaksOff { me })? {
                let (by, _) = MeEnd::Retreat.costs(&rules);
                breaks_off(game, umpire, me, by, rule!("empire.memorale.shaken.defend"))?;
            }
        }
        MeEnd::Shaken => become_shaken(game, umpire, me, rule!("empire.memorale.shaken")),
        MeEnd::Steady => {
            let body = game.me_mut(me);
            body.shaken = false;
            body.now.just_shaken = false;
        }
        MeEnd::AsBefore => {}
    }
    Ok(())
}

/// An ME is shaken; impetus is gone (ruling impetus).
pub(crate) fn become_shaken<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId, rule: RuleId) {
    let is_phase = game.stage.phase == Phase::MeMorale;
    let body = game.me_mut(me);
    body.impetus = false;
    if !std::mem::replace(&mut body.shaken, true) {
        body.now.just_shaken = is_phase;
        umpire.tell(|| Event::new(What::MeShaken { me }, &[rule]));
    }
}

/// An ME is engaged again while it is on Break Off: it is shaken. For whoever finds that it is.
pub(crate) fn engaged_again<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) {
    let on_break_off = game.me(me).order.as_ref().is_some_and(|order| order.kind == MeOrderKind::BreakOff);
    let by = ShakenBy { engaged_again: on_break_off, kind: game.me(me).kind, ..ShakenBy::blank() };
    if let Some(rule) = by.rule(&game.rules) {
        become_shaken(game, umpire, me, rule);
    }
}

/// Foot with a cavalry ME of its side among it is shaken for as long as that lasts.
fn is_among_cavalry<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let is_horse = |other: &MeId| game.me(*other).kind == MeKind::Cavalry;
    if !game.mes_of(game.me(me).side).any(|other| other != me && is_horse(&other)) {
        return Ok(());
    }
    let among = umpire.see(game, Interpenetrating { me })?;
    let among_cavalry = among.iter().any(is_horse);
    let by = ShakenBy { among_cavalry, kind: game.me(me).kind, ..ShakenBy::blank() };
    if let Some(rule) = by.rule(&game.rules) {
        become_shaken(game, umpire, me, rule);
    }
    Ok(())
}

fn tires(game: &mut Empire, me: MeId, levels: u32) {
    let body = game.me_mut(me);
    body.fatigue = body.fatigue.risen(levels as i32);
}

fn give_order(game: &mut Empire, me: MeId, kind: MeOrderKind) {
    let body = game.me_mut(me);
    body.order = Some(MeOrder { kind, objective: None });
    body.pending = None;
}

/// It goes over to Break Off and retreats in order.
fn breaks_off<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    give_order(game, me, MeOrderKind::BreakOff);
    retreats(game, umpire, me, by, rule)
}

/// It goes back in order; batteries that cannot be got away leave their guns.
fn retreats<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    get_guns_away(game, umpire, me)?;
    me_goes_back(game, umpire, me, (by, Faces::AsBefore), rule)
}

/// Each battery in action of an ME that must retreat rolls to withdraw, else its guns are abandoned and its crew is in bad
/// morale.
fn get_guns_away<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let rule = rule!("empire.memorale.artillery-retreat");
    if !game.rules.on(rule) {
        return Ok(());
    }
    // What is limbered already goes along.
    let in_action = |unit: &Unit| unit.formation == Formation::Unlimbered && !unit.abandoned;
    let batteries = game.units_of(me).filter(|(_, unit)| in_action(unit));
    let batteries: Vec<UnitId> = batteries.map(|(id, _)| id).collect();
    for battery in batteries {
        if !gun_moves::withdraws(game, umpire, battery)? {
            gun_moves::abandon(game, umpire, battery);
            go_bad(game, umpire, battery, rule);
        }
    }
    Ok(())
}

/// An ME breaks: every unit goes into bad morale, it runs, is the more tired, and shakes whomever it runs through. It drops its
/// orders and rests (ruling after-break).
pub(crate) fn breaks<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    (by, fatigue): (Inches, u32),
    rule: RuleId,
) -> Result<(), U::Pause> {
    get_guns_away(game, umpire, me)?;
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        go_bad(game, umpire, unit, rule);
    }
    tires(game, me, fatigue);
    let body = game.me_mut(me);
    body.broken = true;
    body.now.broke = true;
    body.impetus = false;
    give_order(game, me, MeOrderKind::RestRally);
    umpire.tell(|| Event::new(What::MeBreaks { me }, &[rule]));
    runs(game, umpire, me, by, rule)
}

/// An ME in bad morale runs, through whomever it meets.
fn runs<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    if game.mes_of(game.me(me).side).nth(1).is_some() && by > Inches::ZERO {
        let away = me_bearing(game, me).unwrap_or(Bearing::NORTH);
        for through in umpire.see(game, RunsThrough { me, away, by })? {
            let through_it =
                ShakenBy { routed_through: true, kind: game.me(through).kind, ..ShakenBy::blank() };
            if let Some(rule) = through_it.rule(&game.rules) {
                become_shaken(game, umpire, through, rule);
            }
        }
    }
    me_goes_back(game, umpire, me, (by, Faces::Away), rule)
}

/// A broken ME with a formed enemy in engagement range runs again (ruling after-break).
fn runs_again<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    if umpire.see(game, Pressed { me })? {
        let by = game.rules.ruled(house!("after-break.runs"));
        runs(game, umpire, me, by, rule!("empire.memorale.broken"))?;
    }
    Ok(())
}

engine::yes_no!(
    Empire;
    /// A formed enemy in engagement range of an ME.
    Pressed { me: MeId },
    |f, g| {
        let reach = g.rules.inches(rule!("empire.engage.inf-inf")).unwrap_or_default();
        let enemies = || g.of(g.me(f.me).side.enemy()).filter(|(_, unit)| unit.is_formed());
        let rects = || enemies().filter_map(|(_, unit)| unit.rect());
        let near = |unit: &table::Rect| rects().any(|enemy| unit.is_within(enemy, reach));
        g.units_of(f.me).filter_map(|(_, unit)| unit.rect()).any(near)
    },
    |f, g| format!("Is a formed enemy in engagement range of {}?", g.me_name(f.me))
);

/// After broken or retreat its owner may let it run for good (ruling sauve-qui-peut). Says whether he does.
fn sauve_qui_peut<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<bool, U::Pause> {
    if !game.rules.plays(house!("sauve-qui-peut", "owner")) || game.units_of(me).next().is_none() {
        return Ok(false);
    }
    if !umpire.ask(game, SauveQuiPeut { me })? {
        return Ok(false);
    }
    draw_baseline(game, me);
    let body = game.me_mut(me);
    body.broken = true;
    body.sauve_qui_peut = true;
    body.now.broke = true;
    umpire.tell(|| Event::ruled(What::SauveQuiPeut { me }, house!("sauve-qui-peut")));
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        go_bad(game, umpire, unit, rule!("empire.memorale.broken"));
        remove(game, unit, Place::Lost);
        umpire.tell(|| Event::ruled(What::LeavesTable { unit, lost: true }, house!("sauve-qui-peut")));
        crate::rules::leader_loss::left_behind(game, unit);
    }
    Ok(true)
}

// --------------------------------------------------------------- questions ----

/// An ME that has scored broken or retreat may run for good.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SauveQuiPeut {
    pub me: MeId,
}

impl Ask<Empire> for SauveQuiPeut {
    const WORD: &'static str = "sauve-qui-peut";
    const ROUTINE: Option<Routine> = Some(Routine::never("A division gives way: let it run for good"));
    type Granted = bool;

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} gives way: sauve qui peut?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} runs for good.", game.me_name(self.me))
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        let yes = ("Sauve qui peut", "all its units are out of the battle, and neighbours check for panic");
        Form::yes_or_no(None, yes, ("Keep it together", "it may rally later"))
    }
}

/// An ME that is shaken on Defend may break off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BreaksOff {
    pub me: MeId,
}

impl Ask<Empire> for BreaksOff {
    const WORD: &'static str = "breaks-off";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Shaken on Defend: break off"));
    type Granted = bool;

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} is shaken on Defend: break off?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} breaks off.", game.me_name(self.me))
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        let yes = ("Break off", "it goes over to Break Off and retreats at once");
        Form::yes_or_no(None, yes, ("Stand", "it holds where it is, shaken"))
    }
}

/// A shaken ME that is not engaged may test, where a house does not make it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestsShaken {
    pub me: MeId,
}

impl Ask<Empire> for TestsShaken {
    const WORD: &'static str = "tests-shaken";
    const ROUTINE: Option<Routine> =
        Some(Routine::yes_or_no("Shaken and not engaged: test to be steady again"));
    type Granted = bool;

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} is shaken and not engaged: test to be steady again?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} tests.", game.me_name(self.me))
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        Form::yes_or_no(None, ("Test", "it can do no worse than shaken"), ("Wait", "it stays shaken"))
    }
}
