//! The charts and tests of a volley sheet on the desk: which facts each wants, and what it says.
//!
//! Each chart calls the function the game calls.

mod cards;
mod facts;
mod refusals;
pub(crate) mod rolls;
mod working;

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::chain;
use crate::rules::charge::charge_roll;
use crate::rules::close::{CloseResult, close_result, counts_as};
use crate::rules::fire;
use crate::rules::formation::only_in_column;
use crate::rules::loss::{LossResult, loss_result, retire_distance};
use crate::rules::melee::{
    RideResult, Row, melee_dice, melee_loser, melee_round, pass_through_losses, passing_losses,
};
use crate::rules::morale::{Morale, after_guns, morale, spared_from_closing, tests_after_guns};
use crate::rules::movement::allowance;
use crate::rules::reserves::reserve_need;
use crate::rules::stand::{self, closes_up_into, late_square};
use crate::state::game::Volley;
use crate::state::words::{Arm, Formation, Test, Verdict};
use dice::{Dice, Odds, Weight};
use engine::desk::{ChartCard, Desk, Facts, Found, Number, Value, count, found, yes};
use facts::Given;
use rulebook::RuleId;

impl Desk for Volley {
    fn charts(rules: &Rules) -> Vec<ChartCard> {
        cards::charts(rules)
    }

    fn resolve<D: Dice>(rules: &Rules, chart: &str, facts: &Facts, dice: &mut D) -> Result<Found, D::Pause> {
        resolve(rules, chart, Given(facts), dice)
    }

    fn refuses(rules: &Rules, chart: &str, facts: &Facts) -> Option<String> {
        refusals::refuses(rules, chart, Given(facts))
    }

    fn working(rules: &Rules, chart: &str, facts: &Facts) -> Vec<Number> {
        working::working(rules, chart, Given(facts))
    }

    /// The long chain is merged between its stages.
    fn odds<W: Weight>(rules: &Rules, chart: &str, facts: &Facts) -> Odds<Found, W> {
        if chart == "charge" {
            return chain::charge_odds(rules, &Given(facts).charge()).map(charge_found);
        }
        Odds::of(|tally| resolve(rules, chart, Given(facts), tally))
    }
}

fn resolve<D: Dice>(rules: &Rules, chart: &str, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    Ok(match chart {
        "sequence" => {
            let phases = rules.phases.iter().map(|(phase, number, _)| format!("{number} {phase}"));
            found([
                ("phases", count(rules.phases.len() as u32)),
                ("version", Value::Text(rules.version().unwrap_or("").to_owned())),
                ("order", Value::Text(phases.collect::<Vec<_>>().join(", "))),
            ])
        }
        "reserves" => found([("arrives", yes(dice.shows(reserve_need(rules, facts.number("failed")))?))]),
        "artillery-fire" => found([("hits", count(fire::cannonade(dice, rules, &facts.cannonade())?))]),
        "artillery-morale" if !tests_after_guns(rules, facts.arm("arm")) => {
            found([("verdict", NO_TEST), ("result", DOES_NOT), ("lost", count(0))])
        }
        "artillery-morale" => {
            let (verdict, result, lost) =
                after_guns(dice, rules, &facts.morale(Test::Artillery), facts.flag("crowded"))?;
            found([
                ("verdict", Value::Word(verdict.word())),
                ("result", Value::Word(result)),
                ("lost", count(lost)),
            ])
        }
        "movement" => {
            let may = allowance(rules, facts.rate(rules).map(|(rate, _)| rate), &facts.going());
            found([("inches", Value::Text(may.inches.to_string())), ("doubled", yes(may.doubled))])
        }
        "infantry-charge" => {
            let nation = facts.nation("nation");
            let may = match charge_roll(
                rules,
                nation,
                Arm::Infantry,
                facts.flag("general"),
                facts.cover("cover"),
            ) {
                Some(need) => dice.shows(need)?,
                None => true,
            };
            found([("may-charge", yes(may)), ("only-in-column", yes(only_in_column(rules, nation)))])
        }
        "charge-bonus" => inches_of(rules, rule!("volley.charge.cav.bonus"), dice)?,
        "evade" => inches_of(rules, rule!("volley.skirm.charged.evade"), dice)?,
        "shooting" => found([("hits", count(fire::volley(dice, rules, &facts.volleys())?))]),
        "square-fire" => found([("hits", count(fire::square_fire(dice, rules, &facts.square_target())?))]),
        "close" => close(rules, facts, dice)?,
        "stand" => stand(rules, facts, dice)?,
        "melee-dice" => found([("dice", count(melee_dice(rules, &facts.fighter("")).0))]),
        "melee" => melee(rules, facts, dice)?,
        "cavalry-result" => found([("result", Value::Word(ride_word(facts.met(rules).0)))]),
        "pass-through" => {
            found([("lost", count(pass_through_losses(dice, rules, facts.number("squares"))?))])
        }
        "loss" => loss(rules, facts, dice)?,
        "no-room" => {
            let pool = rules.dice(rule!("volley.loss.fail12.no-room"));
            let lost = pool.map_or(Ok(0), |pool| dice.total(pool))?;
            found([("lost", count(lost))])
        }
        "recall" => {
            let verdict = morale(dice, rules, &Morale { arm: Arm::Cavalry, ..facts.morale(Test::Recall) })?;
            let lost = if verdict == Verdict::Pass {
                0
            } else {
                rules.int(rule!("volley.recall.fail.casualty")).unwrap_or(0)
            };
            found([("recalled", yes(verdict == Verdict::Pass)), ("lost", count(lost.max(0) as u32))])
        }
        "general-casualty" => {
            found([("lost", yes(dice.shows(rules.number(house!("general.casualty")).max(2) as u32)?))])
        }
        "general-unit-lost" => {
            found([("lost", yes(dice.shows(rules.number(house!("general.unit-lost")).max(2) as u32)?))])
        }
        "charge" => charge_found(&chain::charge(dice, rules, &facts.charge())?),
        "bombardment" => shot_found(&chain::shot(dice, rules, &facts.bombardment())?),
        "firing" => shot_found(&chain::shot(dice, rules, &facts.firing())?),
        _ => found([]),
    })
}

/// A whole charge, as the desk tells it.
fn charge_found(outcome: &chain::Outcome) -> Found {
    found([
        ("end", Value::Word(outcome.end.word())),
        ("charger-lost", count(outcome.charger_lost)),
        ("target-lost", count(outcome.target_lost)),
    ])
}

fn shot_found(outcome: &chain::ShotOutcome) -> Found {
    found([
        ("hits", count(outcome.hits)),
        ("lost", count(outcome.lost)),
        ("result", Value::Word(outcome.result)),
    ])
}

fn inches_of<D: Dice>(rules: &Rules, rule: RuleId, dice: &mut D) -> Result<Found, D::Pause> {
    let inches = rules.dice(rule).map_or(Ok(0), |pool| dice.total(pool))?;
    Ok(found([("inches", count(inches))]))
}

const NO_TEST: Value = Value::Word("no-test");
const DOES_NOT: Value = Value::Word("does not test");

fn close<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Close);
    if spared_from_closing(rules, test.arm, test.arm == Arm::Cavalry && test.charging).is_some() {
        return Ok(found([("verdict", NO_TEST), ("result", DOES_NOT)]));
    }
    let verdict = morale(dice, rules, &test)?;
    let infantry = matches!(test.arm, Arm::Infantry | Arm::Skirmishers);
    let result = match close_result(rules, test.nation, infantry, test.charging, verdict).0 {
        CloseResult::GoesOn => "goes-on".to_owned(),
        CloseResult::FormsLine(by) => format!("forms line {by} from the target"),
        CloseResult::SetBack(by) => format!("set back {by} from the target"),
        CloseResult::Stands => "stands".to_owned(),
        CloseResult::Routs => "routs".to_owned(),
    };
    let counts = counts_as(rules, test.nation, test.charging, verdict);
    Ok(found([("verdict", Value::Word(counts.word())), ("result", Value::Text(result))]))
}

const fn ride_word(result: RideResult) -> &'static str {
    match result {
        RideResult::RidesDown => "infantry-destroyed",
        RideResult::PassesThrough => "passes-through",
        RideResult::TakesGuns => "artillery-destroyed",
        RideResult::Fights => "melee",
    }
}

/// One round: a row of the results for one of the two, or dice on both sides.
fn melee<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
    let (result, lost, loser) = match facts.row_of_melee(rules) {
        Some(Row { result: RideResult::PassesThrough, first, .. }) => {
            let lost = passing_losses(dice, rules, if first { &a } else { &b })?;
            let rider = if first { b.figures } else { a.figures };
            let lost = lost.min(rider);
            let loser = match (lost == rider, first) {
                (false, _) => "nobody",
                (true, true) => "b",
                (true, false) => "a",
            };
            ("passes-through", if first { (0, lost) } else { (lost, 0) }, loser)
        }
        Some(Row { result, first: true, .. }) => (ride_word(result), (a.figures, 0), "a"),
        Some(Row { result, first: false, .. }) => (ride_word(result), (0, b.figures), "b"),
        None => {
            let hits = melee_round(dice, rules, &a, &b, !facts.flag("continuing"))?;
            let loser = match melee_loser(rules, &a, &b, hits) {
                Some(true) => "a",
                Some(false) => "b",
                None if hits.1 >= a.figures && hits.0 >= b.figures => "both",
                None => "nobody",
            };
            ("melee", (hits.1, hits.0), loser)
        }
    };
    Ok(found([
        ("result", Value::Word(result)),
        ("a-lost", count(lost.0)),
        ("b-lost", count(lost.1)),
        ("loser", Value::Word(loser)),
    ]))
}

fn stand<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Stand);
    if stand::spared(rules, test.arm, facts.flag("in-melee")).is_some() {
        return Ok(found([("verdict", NO_TEST), ("may-form", Value::Word("no")), ("result", DOES_NOT)]));
    }
    let verdict = morale(dice, rules, &test)?;
    let (cavalry, infantry) = (facts.flag("cavalry"), test.arm == Arm::Infantry);
    let may = closes_up_into(rules, test.nation, test.formation).map(|(into, _)| into);
    let may = may.filter(|_| infantry);
    let late = late_square(rules, test.nation, test.formation, cavalry).filter(|_| infantry);
    let square = match (verdict, late) {
        (Verdict::Pass, _) => may.map_or("no", Formation::word),
        (Verdict::Fail, Some(need)) if dice.shows(need)? => "square",
        _ => "no",
    };
    let gap = rules.inches(rule!("volley.stand.pass.charger-placed")).unwrap_or_default();
    let result = match verdict {
        Verdict::Pass if cavalry || !infantry => "stands".to_owned(),
        Verdict::Pass => format!("stands; charging infantry is set {gap} away"),
        Verdict::Fail => "stands; the charge comes in".to_owned(),
        Verdict::Rout => "routs".to_owned(),
    };
    Ok(found([
        ("verdict", Value::Word(verdict.word())),
        ("may-form", Value::Word(square)),
        ("result", Value::Text(result)),
    ]))
}

fn loss<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Loss);
    let verdict = morale(dice, rules, &test)?;
    let (result, _) =
        loss_result(rules, test.nation, test.arm, test.grade, test.formation, facts.flag("second"), verdict);
    let text = match result {
        LossResult::FightsOn => "fights on".to_owned(),
        LossResult::FormsLine(by) => format!("forms line {by} back"),
        LossResult::Retires => format!("retires {}, the winner follows", retire_distance(dice, rules)?),
        LossResult::Stays => "stays in place".to_owned(),
        LossResult::Routs => "routs".to_owned(),
    };
    Ok(found([("verdict", Value::Word(verdict.word())), ("result", Value::Text(text))]))
}
