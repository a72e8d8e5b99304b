//! Morale checks: the number to pass, the die, the loop, and what a level lost does.
//!
//! [`roll`] and what it is made of are the rule; [`checks`] carries it out on a game.

mod course;
mod ordeal;

use crate::charts::{Reaching, Rules};
use crate::ids::{MoraleWhen, house, rule};
use crate::rules::ground::{self, Place};
use crate::state::event::Working;
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Level, Trait, Troop, Turned};
use dice::{Dice, Pool};
use engine::Umpire;
use engine::tested::{over, passed};
use rulebook::RuleId;
use table::Inches;

pub(crate) use course::{Imposed, begin_step_two, falls_back, suffer};
pub use course::{checks, single_roll};
pub(crate) use ordeal::SingleTest;
pub use ordeal::{Manner, Ordeal, Progress, Tested};

engine::facts! {
    /// What a check rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct CheckFacts of Rules {
        pub troop: Troop = Troop::Seasoned;
        pub level: Level = Level::Firm;
        /// The place it garrisons.
        pub garrison: Option<Place> = None;
        /// The leader with it; a leader without trait counts nothing, but can be lost.
        pub leader: Option<Trait> = None;
    }
}

/// The face a die must show, and the sum behind it: the printed number first, then what changes the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    pub face: i32,
    pub working: Working,
}

impl Need {
    /// The face after modifiers to the die; the working holds the printed number and them.
    pub(crate) fn on_the_die(printed: i32, working: Working) -> Need {
        Need { face: 2 * printed - working.total(), working }
    }
}

/// What a die of a check says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    pub passes: bool,
    /// An unmodified 1: a leader with the unit is tested.
    pub endangers: bool,
}

/// The number a unit needs. Without a printed number any die passes.
pub fn need(rules: &Rules, facts: &CheckFacts) -> Need {
    let Some((target, printed)) = rules.mc_target.get(facts.troop) else {
        return Need { face: 1, working: Working::default() };
    };
    let mut working = Working::printed(target, printed);
    let is = |when: MoraleWhen| match when {
        MoraleWhen::GarrisonTown => facts.garrison == Some(Place::Town),
        MoraleWhen::GarrisonCityFort => matches!(facts.garrison, Some(Place::City | Place::Fortress)),
        MoraleWhen::Panic => facts.level == Level::Panic,
    };
    rules.check_modifiers.add(&mut working, |when, _| i32::from(is(when)));
    if rules.on(rule!("orders.mc.mod.leader"))
        && let Some((rule, value)) = facts.leader.and_then(|character| rules.trait_value.get(character))
    {
        working.add(rule, value);
    }
    Need::on_the_die(printed, working)
}

/// The die of a check.
pub fn die(rules: &Rules) -> Pool {
    rules.dice(rule!("orders.mc.loop")).unwrap_or(Pool { count: 1, sides: 10 })
}

/// One die against what is needed.
///
/// # Errors
/// The umpire's pause.
pub fn throw<D: Dice>(dice: &mut D, rules: &Rules, need: &Need) -> Result<Roll, D::Pause> {
    let endangers = rules.int(rule!("orders.mc.natural-1.leader"));
    let reading = |shown: u32| Roll {
        passes: passes(rules, shown, need.face),
        endangers: endangers == Some(shown as i32),
    };
    let roll = dice.read(die(rules), reading)?;
    dice.tested(|[rolled]| {
        let natural = !roll.passes && rolled as i32 >= need.face;
        [over(&need.working).rolls(rolled).gives(if natural { NATURAL } else { passed(roll.passes) })]
    });
    Ok(roll)
}

/// What an unmodified 1 comes to, whatever would do.
const NATURAL: &str = "fails: an unmodified 1 always does";

/// Whether a die that shows this passes where a number is needed.
pub fn passes(rules: &Rules, shown: u32, face: i32) -> bool {
    let shown = shown as i32;
    shown >= face && rules.int(rule!("orders.mc.natural-1.fails")) != Some(shown)
}

/// One roll of a check.
///
/// # Errors
/// The umpire's pause.
pub fn roll<D: Dice>(dice: &mut D, rules: &Rules, facts: &CheckFacts) -> Result<Roll, D::Pause> {
    throw(dice, rules, &need(rules, facts))
}

/// How many checks a unit still owes after a roll. `lost`: the roll has cost it a level.
///
/// A failure that costs nothing, because no level is left or no rule takes one, is not rolled again.
pub fn still_owed(rules: &Rules, owed: u32, passes: bool, lost: bool) -> u32 {
    let once = !rules.on(rule!("orders.mc.loop")) || rules.plays(house!("mc.loop", "one-roll"));
    match (passes, once || !lost) {
        (true, _) if rules.plays(house!("mc.loop", "first-pass-ends")) => 0,
        (false, false) => owed,
        _ => owed.saturating_sub(1),
    }
}

/// Whether what the first roll rests on holds for all that follow it.
pub(crate) fn is_frozen(rules: &Rules) -> bool {
    rules.plays(house!("mc.live-modifiers", "frozen"))
}

/// How many levels a failed roll costs.
pub fn levels_lost(rules: &Rules) -> u32 {
    rules.count(rule!("orders.mc.fail"))
}

/// What reaching a status does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    Nothing,
    GoesBack {
        rule: RuleId,
        by: Inches,
        facing: Turned,
    },
    /// A garrison that stands where others go back (ruling garrison).
    Stands,
    /// Guns left behind (ruling artillery.forced-move).
    Abandoned,
    Removed(RuleId),
}

/// What reaching a status does to a unit of that arm and formation.
pub fn blow(rules: &Rules, level: Level, arm: Arm, formation: Formation, garrison: bool) -> Blow {
    let column = rules.rate(arm, Formation::Column).map_or(Inches::ZERO, |(_, inches)| inches);
    match rules.reaching(level) {
        Some((rule, Reaching::Removed)) => Blow::Removed(rule),
        Some((_, Reaching::Nothing)) | None => Blow::Nothing,
        Some((_, Reaching::Back { .. })) => match rules.goes_back(level, arm) {
            None => Blow::Nothing,
            Some(_)
                if garrison
                    && level == Level::Nervous
                    && rules.plays(house!("garrison", "stands-nervous")) =>
            {
                Blow::Stands
            }
            Some((_, by, _))
                if formation == Formation::Unlimbered
                    && by >= column.half()
                    && rules.plays(house!("artillery.forced-move", "abandoned")) =>
            {
                Blow::Abandoned
            }
            Some((rule, by, facing)) => Blow::GoesBack { rule, by, facing },
        },
    }
}

/// When the back moves of lost levels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    AtOnce,
    /// Each, after the last roll.
    Afterwards,
    /// One, that of the lowest level, after the last roll (ruling morale.back-move).
    Worst,
}

pub fn timing(rules: &Rules) -> Timing {
    if rules.plays(house!("morale.back-move", "worst")) {
        Timing::Worst
    } else if rules.on(rule!("orders.mc.fail.immediate")) {
        Timing::AtOnce
    } else {
        Timing::Afterwards
    }
}

/// The status a unit starts at, unless its battle says.
pub fn starting_level(rules: &Rules, troop: Troop, given: Option<Level>) -> Level {
    given.unwrap_or_else(|| rules.starts_at(troop))
}

/// Which of these rules are in force, for an event to cite.
pub(crate) fn cited(rules: &Rules, of: &[RuleId]) -> Vec<RuleId> {
    of.iter().copied().filter(|rule| rules.on(*rule)).collect()
}

// ------------------------------------------------------------------ facts ----

engine::sight! {
    /// The place a unit garrisons.
    pub struct GarrisonOf of Orders { pub unit: UnitId } -> Option<Place>;
    word: "garrison";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(None);
    stale: OwnMove;
    measured: |f, g| ground::garrison(g, f.unit);
    text: |f, g| format!("What does {} garrison, with its whole base inside?", g.name(f.unit));
    answers: |_, _| OneOf(&[
        ("nothing", None),
        ("town", Some(Place::Town)),
        ("city", Some(Place::City)),
        ("fortress", Some(Place::Fortress)),
    ]);
}

/// The place a unit garrisons; not asked of units that cannot.
pub(crate) fn garrison<U: Umpire<Orders>>(
    game: &Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<Option<Place>, U::Pause> {
    let body = game.unit(unit);
    if ground::may_garrison(&game.rules, body.arm(), body.formation) {
        umpire.see(game, GarrisonOf { unit })
    } else {
        Ok(None)
    }
}
