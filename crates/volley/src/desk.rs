//! The charts and tests of a volley sheet on the desk: which facts each wants, and what it says.
//!
//! Each chart calls the function the game calls.

mod cards;
mod facts;
pub(crate) mod rolls;

pub(crate) use cards::target_word;

use crate::chain::{self, Body};
use crate::charge::{charge_roll, only_in_column};
use crate::close::{CloseResult, close_result};
use crate::event::Working;
use crate::fire;
use crate::game::Volley;
use crate::ids::{RULES, house, rule};
use crate::loss::{LossResult, loss_result, retire_distance};
use crate::melee::{self, melee_dice, melee_loser, melee_need, melee_round};
use crate::morale::{Morale, after_guns, morale, morale_target};
use crate::movement::allowance;
use crate::reserves::reserve_need;
use crate::rules::Rules;
use crate::stand::{closes_up_into, late_square};
use crate::words::{Arm, Formation, Test, Verdict};
use dice::{Dice, Odds, Weight};
use engine::desk::{ChartCard, Desk, Facts, Found, Number, Reads, Value, count, found, numbers, yes};
use facts::Given;
use rulebook::RuleId;

impl Desk for Volley {
    fn charts(rules: &Rules) -> Vec<ChartCard> {
        cards::charts(rules)
    }

    fn resolve<D: Dice>(rules: &Rules, chart: &str, facts: &Facts, dice: &mut D) -> Result<Found, D::Pause> {
        resolve(rules, chart, Given(facts), dice)
    }

    fn working(rules: &Rules, chart: &str, facts: &Facts) -> Vec<Number> {
        working(rules, chart, Given(facts))
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
            let may = allowance(rules, facts.rate(rules), &facts.going());
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
        "close" => {
            let test = facts.morale(Test::Close);
            let verdict = morale(dice, rules, &test)?;
            let infantry = matches!(test.arm, Arm::Infantry | Arm::Skirmishers);
            let result = match close_result(rules, test.nation, infantry, test.charging, verdict).0 {
                CloseResult::GoesOn => "goes-on".to_owned(),
                CloseResult::FormsLine(by) => format!("forms line {by} from the target"),
                CloseResult::SetBack(by) => format!("set back {by} from the target"),
                CloseResult::Stands => "stands".to_owned(),
                CloseResult::Routs => "routs".to_owned(),
            };
            found([("verdict", Value::Word(verdict.word())), ("result", Value::Text(result))])
        }
        "stand" => stand(rules, facts, dice)?,
        "melee-dice" => found([("dice", count(melee_dice(rules, &facts.fighter("")).0))]),
        "melee" => {
            let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
            let hits = melee_round(dice, rules, &a, &b, !facts.flag("continuing"))?;
            let loser = match melee_loser(rules, hits) {
                Some(true) => "a",
                Some(false) => "b",
                None => "nobody",
            };
            found([("a-lost", count(hits.1)), ("b-lost", count(hits.0)), ("loser", Value::Word(loser))])
        }
        "cavalry-result" => {
            let (result, _) = melee::ride_result(
                rules,
                facts.arm("arm"),
                facts.formation("formation"),
                facts.flag("fortified"),
            );
            let result = match result {
                melee::RideResult::RidesDown => "infantry-destroyed",
                melee::RideResult::PassesThrough => "passes-through",
                melee::RideResult::TakesGuns => "artillery-destroyed",
                melee::RideResult::Fights => "melee",
            };
            found([("result", Value::Word(result))])
        }
        "pass-through" => {
            found([("lost", count(melee::pass_through_losses(dice, rules, facts.number("squares"))?))])
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
                rules.main(rule!("volley.recall.fail.casualty")).unwrap_or(0)
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

fn stand<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Stand);
    let verdict = morale(dice, rules, &test)?;
    let cavalry = facts.flag("cavalry");
    let may = closes_up_into(rules, test.nation, test.formation).map(|(into, _)| into);
    let square = match (verdict, late_square(rules, test.nation, test.formation, cavalry)) {
        (Verdict::Pass, _) => may.map_or("no", Formation::word),
        (Verdict::Fail, Some(need)) if dice.shows(need)? => "square",
        _ => "no",
    };
    let gap = rules.inches(rule!("volley.stand.pass.charger-placed")).unwrap_or_default();
    let result = match verdict {
        Verdict::Pass if cavalry => "stands".to_owned(),
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

/// The numbers a chart adds up, each with its rule.
fn working(rules: &Rules, chart: &str, facts: Given<'_>) -> Vec<Number> {
    let named = |working: Working| -> Vec<(&'static str, i32)> {
        working.parts().iter().map(|(rule, value)| (RULES[rule.index()], *value)).collect()
    };
    let need = |working| numbers(named(working), Reads::Needs, Reads::Added);
    let at_most = |working| numbers(named(working), Reads::OrLess, Reads::Added);
    let dice = |rule: &'static str, dice: u32| Number { rule, value: dice as i32, reads: Reads::Dice };
    let test = |test| at_most(morale_target(rules, &facts.morale(test)));
    match chart {
        "artillery-fire" => {
            let shot = facts.cannonade();
            let dice = dice("volley.p1.dice", fire::cannon_dice(rules, shot.crew));
            [vec![dice], need(fire::cannon_need(rules, &shot).working)].concat()
        }
        "shooting" => {
            let shot = facts.volleys();
            let rule =
                if shot.artillery { "volley.shoot.dice.artillery" } else { "volley.shoot.dice.infantry" };
            let dice = dice(rule, fire::volley_dice(rules, shot.figures, shot.artillery));
            [vec![dice], need(fire::volley_need(rules, &shot).working)].concat()
        }
        "square-fire" => {
            let dice = dice("volley.charge.cav.square-fire", fire::square_dice(rules));
            [vec![dice], need(fire::square_need(rules, &facts.square_target()).working)].concat()
        }
        "artillery-morale" => test(Test::Artillery),
        "close" => test(Test::Close),
        "stand" => test(Test::Stand),
        "loss" => test(Test::Loss),
        "recall" => test(Test::Recall),
        "movement" => {
            let may = allowance(rules, facts.rate(rules), &facts.going());
            numbers(named(may.working), Reads::Inches, Reads::AddedInches)
        }
        "melee-dice" => {
            let (count, rows) = melee_dice(rules, &facts.fighter(""));
            rows.into_iter().map(|rule| dice(RULES[rule.index()], count)).collect()
        }
        "melee" => {
            let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
            let first = !facts.flag("continuing");
            [need(melee_need(rules, &a, &b, first).1), need(melee_need(rules, &b, &a, first).1)].concat()
        }
        "charge" => {
            let charge = facts.charge();
            let close = Morale { charging: true, ..facts_of(&charge.charger, Test::Close) };
            let stand = Morale { flank: charge.flank, ..facts_of(&charge.target, Test::Stand) };
            [at_most(morale_target(rules, &close)), at_most(morale_target(rules, &stand))].concat()
        }
        _ => Vec::new(),
    }
}

fn facts_of(body: &Body, test: Test) -> Morale {
    Morale {
        test,
        nation: body.nation,
        arm: body.arm,
        grade: body.grade,
        formation: body.formation,
        lost: body.lost,
        general: body.general,
        charging: false,
        flank: false,
    }
}
