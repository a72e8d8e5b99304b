//! Morale: the target, the die, the bands; and phase 2, where guns have told.

use crate::asks::{NextTestAsk, RetireAsk};
use crate::event::{Event, What, Working};
use crate::facts::{Crowded, Room};
use crate::game::{Stage, Volley};
use crate::ids::{house, rule};
use crate::placing;
use crate::rules::Rules;
use crate::unit::{Standing, UnitId};
use crate::words::{Arm, Formation, Grade, MoraleWhen, Nation, Test, Verdict};
use dice::{Dice, Pool, d6};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::Inches;

/// What a morale test rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Morale {
    pub test: Test,
    pub nation: Nation,
    pub arm: Arm,
    pub grade: Grade,
    pub formation: Formation,
    /// Casualties that count.
    pub lost: u32,
    pub general: bool,
    /// Infantry that charges, where it tests to close.
    pub charging: bool,
    /// Charged in flank or rear, where it tests to stand.
    pub flank: bool,
}

/// The target: base and modifiers, each with its rule.
pub fn morale_target(rules: &Rules, facts: &Morale) -> Working {
    let mut target = Working::default();
    if let Some((rule, base)) = rules.morale_base.get(facts.grade) {
        target.add(rule, base);
    }
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
            MoraleWhen::ColumnUnderGuns => test == Test::Artillery && british_column,
            MoraleWhen::Charging => test == Test::Close && infantry && self.charging,
            MoraleWhen::ColumnClosing => test == Test::Close && british_column,
            MoraleWhen::Flank => test == Test::Stand && self.flank,
            MoraleWhen::NotInColumn => {
                let as_column =
                    column || (self.formation == Formation::Masse && rules.flag(house!("masse.as-column")));
                test == Test::Stand && infantry && !exempt() && !as_column
            }
            MoraleWhen::ColumnStanding => test == Test::Stand && column && !exempt(),
            MoraleWhen::ColumnLosing => test == Test::Loss && british_column,
        })
    }
}

/// One die against the target.
///
/// # Errors
/// The umpire's pause.
pub fn morale<D: Dice>(dice: &mut D, rules: &Rules, facts: &Morale) -> Result<Verdict, D::Pause> {
    let target = morale_target(rules, facts).total();
    dice.read(d6(1), |face| verdict(rules, facts.test, target, face))
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
        Some(pool) if verdict == Verdict::Fail && into_line && crowded => dice.total(pool)?,
        _ => 0,
    };
    let result = match verdict {
        Verdict::Pass => "carries-on",
        Verdict::Fail if into_line => "halts-and-forms-line",
        Verdict::Fail => "halts",
        Verdict::Rout => "routs",
    };
    Ok((verdict, result, lost))
}

impl Volley {
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
            charging: false,
            flank: false,
        }
    }
}

/// Throws the die of a test and logs it.
pub(crate) fn test<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    facts: &Morale,
    why: &[RuleId],
) -> Result<Verdict, U::Pause> {
    umpire.tell(|| {
        let target = morale_target(&game.rules, facts);
        Event::with(What::Tests { unit, test: facts.test, target: target.total() }, why, target)
    });
    let verdict = morale(umpire.hand(game.unit(unit).side()), &game.rules, facts)?;
    umpire.tell(|| {
        let what = What::Tested { unit, test: facts.test, verdict };
        match verdict {
            Verdict::Pass => Event::ruled(what, house!("morale.die")),
            Verdict::Fail => Event::new(what, &[rule!("volley.morale.band.fail12")]),
            Verdict::Rout => Event::new(what, &[rule!("volley.morale.band.rout")]),
        }
    });
    Ok(verdict)
}

/// Who of the side has still to test in this phase.
pub(crate) fn still_to_test(
    game: &Volley,
    side: Side,
    tests: impl Fn(&Volley, UnitId) -> bool,
) -> Vec<UnitId> {
    let untested = game.of(side).map(|(id, _)| id).filter(|id| !game.tested.contains(id));
    untested.filter(|id| tests(game, *id)).collect()
}

/// Who of the side tests next, among all who have still to test in this phase. He has then tested.
pub(crate) fn next_to_test<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
    tests: impl Fn(&Volley, UnitId) -> bool,
) -> Result<Option<UnitId>, U::Pause> {
    let units = still_to_test(game, side, tests);
    let next = first_of(game, umpire, side, units)?;
    game.tested.extend(next);
    Ok(next)
}

/// Which of the side's units tests first: its owner's choice, unless the house goes by the roster.
pub(crate) fn first_of<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    side: Side,
    units: Vec<UnitId>,
) -> Result<Option<UnitId>, U::Pause> {
    if units.len() <= 1 || game.rules.plays(house!("morale.order", "roster")) {
        return Ok(units.first().copied());
    }
    umpire.ask(game, NextTestAsk { side, units }).map(Some)
}

/// Casualties given by dice, such as d6 for a unit that cannot form line.
pub(crate) fn roll_losses<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    pool: Pool,
) -> Result<u32, U::Pause> {
    umpire.hand(game.unit(unit).side()).total(pool)
}

/// Phase 2: units that lost figures to the guns test, French first.
pub(crate) fn after_artillery<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let hit = |game: &Volley, id: UnitId| {
        let unit = game.unit(id);
        unit.shot_losses > 0 && tests_after_guns(&game.rules, unit.arm())
    };
    let Some(unit) = next_to_test(game, umpire, side, hit)? else {
        match side {
            Side::French => game.stage = Stage::Test(Side::Allied),
            Side::Allied => {
                forget_shots(game);
                game.stage = Stage::End;
            }
        }
        return Ok(());
    };
    let facts = game.morale_facts(unit, Test::Artillery);
    match test(game, umpire, unit, &facts, &[rule!("volley.p2.who")])? {
        Verdict::Pass => {
            if game.rules.on(rule!("volley.p2.pass")) {
                umpire.tell(|| Event::new(What::CarriesOn { unit }, &[rule!("volley.p2.pass")]));
            } else {
                game.unit_mut(unit).halted = 1;
            }
        }
        Verdict::Fail => halt(game, umpire, unit)?,
        Verdict::Rout => game.remove(unit, Standing::Routed, umpire)?,
    }
    Ok(())
}

pub(crate) fn forget_shots(game: &mut Volley) {
    for unit in &mut game.units {
        unit.shot_losses = 0;
    }
}

/// Skirmishers test for losses unless the house spares them.
pub(crate) fn tests_at_all(rules: &Rules, arm: Arm) -> bool {
    !(arm == Arm::Skirmishers && rules.plays(house!("skirm.morale", "none")))
}

/// Whether a unit that guns have hit tests in phase 2.
pub(crate) fn tests_after_guns(rules: &Rules, arm: Arm) -> bool {
    tests_at_all(rules, arm) && rules.on(rule!("volley.p2.who"))
}

fn halt<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    if game.rules.on(rule!("volley.p2.fail12.halt")) {
        game.unit_mut(unit).halted = 1;
        umpire.tell(|| Event::new(What::Halted { unit }, &[rule!("volley.p2.fail12.halt")]));
    }
    let body = game.unit(unit);
    if halts_into_line(body.nation(), body.arm(), body.formation) {
        austrian_line(game, umpire, unit)?;
    }
    let british = game.unit(unit).is_formed_infantry() && game.unit(unit).nation() == Nation::British;
    if british
        && !game.in_melee(unit)
        && let Some(most) = game.rules.inches(rule!("volley.p2.fail12.british-retire"))
    {
        british_retirement(game, umpire, unit, most)?;
    }
    Ok(())
}

/// Austrian infantry in column or masse goes into line when guns halt it.
pub fn halts_into_line(nation: Nation, arm: Arm, formation: Formation) -> bool {
    let deep = matches!(formation, Formation::Column | Formation::Masse);
    nation == Nation::Austrian && arm == Arm::Infantry && deep
}

/// A15: the unit goes into line, and pays if it is crowded.
fn austrian_line<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let crowding = rule!("volley.p2.fail12.austrian-crowding");
    let crowded = crowd(game, umpire, unit, crowding)?;
    if !game.is_standing(unit) || (crowded && game.rules.plays(house!("crowding.line", "or"))) {
        return Ok(());
    }
    let forms = rule!("volley.p2.fail12.austrian-form-line");
    if !game.rules.on(forms) {
        return Ok(());
    }
    let at = placing::reformed(game, unit, Formation::Line, None);
    if umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::Formed { unit, formation: Formation::Line }, &[forms]));
    }
    Ok(())
}

/// Whether an Austrian column stood too close to another, and its losses for it.
pub(crate) fn crowd<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    rule: RuleId,
) -> Result<bool, U::Pause> {
    let (Some(within), Some(pool)) = (game.rules.inches(rule), game.rules.dice(rule)) else {
        return Ok(false);
    };
    if !umpire.see(game, Crowded { unit, within })? {
        return Ok(false);
    }
    let lost = roll_losses(game, umpire, unit, pool)?;
    let lost = game.lose(unit, lost, umpire)?;
    umpire.tell(|| Event::new(What::CrowdedLosses { unit, lost }, &[rule]));
    Ok(true)
}

/// Br8: halted British infantry may fall back and change formation, and then moves no more.
fn british_retirement<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    most: Inches,
) -> Result<(), U::Pause> {
    let Some((by, formation)) = umpire.ask(game, RetireAsk { unit, most })? else { return Ok(()) };
    if by > Inches::ZERO {
        let rules = [rule!("volley.p2.fail12.british-retire")];
        match placing::retire(game, unit, None, by) {
            placing::Retired::Went(by) => umpire.tell(|| Event::new(What::FellBack { unit, by }, &rules)),
            placing::Retired::OffTable => return game.remove(unit, Standing::LeftTable, umpire),
        }
    }
    if formation != game.unit(unit).formation {
        let at = placing::reformed(game, unit, formation, None);
        if at.is_none_or(|at| placing::fits(game, unit, at, formation)) {
            placing::reform(game, unit, formation, at);
            umpire.tell(|| {
                Event::new(What::Formed { unit, formation }, &[rule!("volley.p2.fail12.british-retire")])
            });
        }
    }
    let no_more = game.rules.on(rule!("volley.p2.fail12.british-no-more"));
    game.unit_mut(unit).halted = u8::from(no_more);
    game.unit_mut(unit).fell_back = true;
    Ok(())
}
