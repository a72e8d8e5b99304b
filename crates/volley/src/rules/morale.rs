//! Morale: who tests, the target, the die, the bands.

pub(crate) mod artillery_morale;
pub(crate) mod removal;
pub(crate) mod testing;

use crate::charts::Rules;
use crate::ids::{MoraleWhen, house, rule};
use crate::rules::on_sheet::{ALL, formation, nations, one_of};
use crate::state::event::Working;
use crate::state::game::{ChargeState, Volley};
use crate::state::refusal::Cite;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation, Grade, Nation, Test, Verdict};
use dice::{Dice, d6};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::tested::under;
use engine::wording::spoken;

engine::facts! {
    /// What a morale test rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Morale of Rules {
        pub test: Test = Test::Artillery;
        pub nation: Nation = Nation::French,
            word "nation" |name, rules| word(name, "whose unit tests", &nations(rules), None);
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "its grade", Grade::NAMES, None);
        /// Casualties that count.
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "figures lost so far", 0, 200, Some(0));
        pub general: bool = false, plain "general" |name, _| flag(name, "a general is attached");
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| one_of(name, "its arm", ALL);
        pub formation: Formation = Formation::Column,
            word "formation" |name, rules| formation(name, "its formation", "arm", (rules, ALL));
        /// Infantry that charges, where it tests to close.
        pub charging: bool = false, plain "charging" |name, _| flag(name, "it charges in this phase");
        /// Charged in flank or rear, where it tests to stand.
        pub flank: bool = false, plain "flank" |name, _| flag(name, "charged in flank or rear");
    }
}

/// The target: base and modifiers, each with its rule.
pub fn morale_target(rules: &Rules, facts: &Morale) -> Working {
    let base = rules.morale_base.get(facts.grade);
    let mut target = base.map_or_else(Working::default, |(rule, base)| Working::printed(rule, base));
    rules.morale_modifiers.add(&mut target, |when, per| facts.times(rules, when, per));
    target
}

impl Morale {
    /// How often a modifier counts.
    fn times(&self, rules: &Rules, when: MoraleWhen, per: i32) -> i32 {
        let (test, infantry) = (self.test, self.arm == Arm::Infantry);
        let column = infantry && self.formation == Formation::Column;
        let british_column = column && self.nation == Nation::British;
        // The French have no modifier for their formation when they stand.
        let exempt = || self.nation == Nation::French && rules.on(rule!("volley.stand.mod.french-formation"));
        i32::from(match when {
            MoraleWhen::Casualties => return self.lost as i32 / per,
            MoraleWhen::General => self.general,
            MoraleWhen::BritishColumnUnderGuns => test == Test::Artillery && british_column,
            MoraleWhen::Charging => test == Test::Close && infantry && self.charging,
            MoraleWhen::BritishColumnClosing => test == Test::Close && british_column,
            MoraleWhen::Flank => test == Test::Stand && self.flank,
            MoraleWhen::NotInColumn => {
                let as_column =
                    column || (self.formation == Formation::Masse && rules.flag(house!("masse.as-column")));
                test == Test::Stand && infantry && !exempt() && !as_column
            }
            MoraleWhen::BritishColumnStanding => test == Test::Stand && column && !exempt(),
            MoraleWhen::BritishColumnLosing => test == Test::Loss && british_column,
        })
    }
}

/// One die against the target.
///
/// # Errors
/// The umpire's pause.
pub fn morale<D: Dice>(dice: &mut D, rules: &Rules, facts: &Morale) -> Result<Verdict, D::Pause> {
    let target = morale_target(rules, facts);
    let most = target.total();
    dice.held(
        d6(1),
        |face| verdict(rules, facts.test, most, face),
        |verdict| under(&target).gives(spoken(verdict.word())),
    )
}

/// What a face means against a target.
pub fn verdict(rules: &Rules, test: Test, target: i32, face: u32) -> Verdict {
    let wavers = rules.int(rule!("volley.morale.band.fail12"));
    let routs = rules.int(rule!("volley.morale.band.rout"));
    let missed_by = face as i32 - target;
    match missed_by {
        _ if face == 1 && rules.plays(house!("morale.die", "natural-one-passes")) => Verdict::Pass,
        ..=0 => Verdict::Pass,
        // Recall knows pass and fail only.
        _ if test == Test::Recall => Verdict::Fail,
        _ if routs.is_some_and(|from| missed_by >= from) => Verdict::Rout,
        _ if wavers.is_some_and(|from| missed_by >= from) => Verdict::Fail,
        _ => Verdict::Pass,
    }
}

/// The test after guns: its verdict, what it means, and the figures that crowding costs.
///
/// # Errors
/// The umpire's pause.
pub fn after_guns<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &Morale,
    crowded: bool,
) -> Result<(Verdict, &'static str, u32), D::Pause> {
    let verdict = morale(dice, rules, facts)?;
    let into_line = halts_into_line(facts.nation, facts.arm, facts.formation);
    let lost = match rules.dice(rule!("volley.p2.fail12.austrian-crowding")) {
        Some(pool) if verdict == Verdict::Fail && into_line && crowded => dice.amount(None, pool, " lost")?,
        _ => 0,
    };
    // A house may let the losses stand for the line.
    let keeps = lost > 0 && rules.plays(house!("crowding.line", "or"));
    let result = match verdict {
        Verdict::Pass => "carries-on",
        Verdict::Fail if into_line && !keeps => "halts-and-forms-line",
        Verdict::Fail => "halts",
        Verdict::Rout => "routs",
    };
    Ok((verdict, result, lost))
}

impl Volley {
    /// The figures that count for a unit's morale.
    pub fn casualties(&self, unit: &Unit) -> u32 {
        if self.rules.plays(house!("morale.casualties", "this-turn")) {
            unit.lost_this_turn
        } else {
            unit.lost()
        }
    }

    /// A unit's facts for a test.
    pub fn morale_facts(&self, id: UnitId, test: Test) -> Morale {
        let unit = self.unit(id);
        Morale {
            test,
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            lost: self.casualties(unit),
            general: self.has_general(id),
            ..Morale::blank()
        }
    }
}

/// Austrian infantry in column or masse goes into line when guns halt it.
pub fn halts_into_line(nation: Nation, arm: Arm, formation: Formation) -> bool {
    let deep = matches!(formation, Formation::Column | Formation::Masse);
    nation == Nation::Austrian && arm == Arm::Infantry && deep
}

// ------------------------------------------------------------------ who tests ----

/// Skirmishers test for losses unless the house spares them.
pub(crate) fn tests_at_all(rules: &Rules, arm: Arm) -> bool {
    !(arm == Arm::Skirmishers && rules.plays(house!("skirm.morale", "none")))
}

/// Whether a unit that guns have hit tests in phase 2.
pub(crate) fn tests_after_guns(rules: &Rules, arm: Arm) -> bool {
    tests_at_all(rules, arm) && rules.on(rule!("volley.p2.who"))
}

/// Why a unit tests in the closing phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reasons {
    /// It was shot at and lost figures.
    pub(crate) shot: bool,
    /// It charges on foot.
    pub(crate) charging: bool,
}

/// Why a unit on the table tests in the closing phase, if it does.
pub(crate) fn tests_to_close(game: &Volley, id: UnitId) -> Reasons {
    let unit = game.unit(id);
    let charging =
        game.charges.iter().any(|charge| charge.charger == id && charge.state == ChargeState::Closing);
    let hit = Reasons { shot: unit.shot_losses > 0, charging };
    reasons_to_close(&game.rules, unit.arm(), game.is_charging_cavalry(id), hit)
}

/// Which of the reasons to test in the closing phase count for a unit.
pub(crate) fn reasons_to_close(rules: &Rules, arm: Arm, charging_cavalry: bool, given: Reasons) -> Reasons {
    let tests = spared_from_closing(rules, arm, charging_cavalry).is_none();
    Reasons {
        shot: given.shot && tests_after_shots(rules, arm, charging_cavalry),
        charging: given.charging && tests && rules.on(rule!("volley.close.who.charging")),
    }
}

/// What keeps a unit from testing in the closing phase at all; `None`: nothing. Cavalry that charges does not test.
pub(crate) fn spared_from_closing(rules: &Rules, arm: Arm, charging_cavalry: bool) -> Option<Cite> {
    let exempt = rule!("volley.close.exempt.cavalry");
    if charging_cavalry && rules.on(exempt) {
        return Some(exempt.into());
    }
    (!tests_at_all(rules, arm)).then(|| house!("skirm.morale").into())
}

/// Whether a unit that has lost figures to shooting tests in the closing phase.
pub(crate) fn tests_after_shots(rules: &Rules, arm: Arm, charging_cavalry: bool) -> bool {
    let tests = spared_from_closing(rules, arm, charging_cavalry).is_none();
    tests && rules.on(rule!("volley.close.who.shooting"))
}
