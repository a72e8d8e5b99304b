//! The charts of the sheet on the desk: which facts each wants, and what it says.
//!
//! Each chart calls the function the game calls.

mod cards;
pub(crate) mod given;
mod march;
mod refusals;
mod working;

use crate::charts::Rules;
use crate::doors::chain::{self, ShotOutcome, Status};
use crate::ids::rule;
use crate::rules::fire;
use crate::rules::leader_loss;
use crate::rules::melee::{self, Loser};
use crate::rules::morale::{self, Blow};
use crate::rules::obedience;
use crate::state::game::Orders;
use crate::state::words::{LossResult, Turned};
use dice::{Dice, Odds, Weight};
use engine::desk::{ChartCard, Desk, Facts, Found, Number, Value, count, found, yes};
use given::Given;
use table::Inches;

impl Desk for Orders {
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

    /// The long chains are merged after each of their rolls.
    fn odds<W: Weight>(rules: &Rules, chart: &str, facts: &Facts) -> Odds<Found, W> {
        let given = Given(facts);
        match chart {
            "checks" => {
                let (drops, checks) = (facts.number("drops"), facts.number("checks"));
                chain::checks_odds(rules, &given.body(""), drops, checks).map(|status| found(fate(status)))
            }
            "shot" => chain::shot_odds(rules, &given.shot(), &given.body("target-")).map(shot_found),
            "charge" => chain::charge_odds(rules, &given.charge()).map(charge_found),
            _ => Odds::of(|tally| resolve(rules, chart, given, tally)),
        }
    }
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn resolve<D: Dice>(rules: &Rules, chart: &str, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    Ok(match chart {
        "sequence" => {
            let steps =
                rules.steps.iter().map(|step| format!("{} {} ({})", step.number, step.step, step.who));
            let order = steps.collect::<Vec<_>>().join(", ");
            found([("steps", count(rules.steps.len() as u32)), ("order", text(order))])
        }
        "initiative" => initiative(rules, dice)?,
        "radius" => {
            let radius = rules.radius(facts.nation(), facts.0.number("year") as i32);
            found([("inches", radius.map_or(Value::Word("none"), |(_, inches)| text(inches.to_string())))])
        }
        "order" => found([("demands", text(obedience::meaning(rules, facts.order()).0))]),
        "order-change" => {
            let order = facts.order();
            let shifts = rules.shifts(facts.nation(), order).into_iter().map(|(_, order)| order.word());
            let orders: Vec<&str> = std::iter::once(order.word()).chain(shifts).collect();
            found([("may-carry-out", text(orders.join(", ")))])
        }
        "movement" => {
            found([("inches", text(march::march(rules, facts).unwrap_or_default().inches.to_string()))])
        }
        "force-march" => {
            let pool = rules.dice(rule!("orders.move.force-march.bonus"));
            let inches = pool.map_or(Ok(0), |pool| dice.total(pool))?;
            found([
                ("inches", count(inches)),
                ("checks", count(rules.count(rule!("orders.move.force-march.cost")))),
            ])
        }
        "fire" => {
            let shot = facts.shot();
            let hits = fire::hits(dice, rules, &shot)?;
            found([("hits", count(hits)), ("checks", count(fire::checks(rules, &shot, hits, 0)))])
        }
        "shot" => shot_found(&chain::shot(dice, rules, &facts.shot(), &facts.body("target-"))?),
        "check" => {
            let rolled = morale::roll(dice, rules, &facts.check())?;
            found([
                ("passes", yes(rolled.passes)),
                ("leader-tested", yes(rolled.endangers && facts.leader("").is_some())),
            ])
        }
        "checks" => {
            let (drops, checks) = (facts.0.number("drops"), facts.0.number("checks"));
            found(fate(&chain::checks(dice, rules, &facts.body(""), drops, checks)?))
        }
        "status" => found([("effect", text(effect(rules, facts)))]),
        "leader-loss" => {
            let loss = leader_loss::read(dice, rules)?
                .map(|loss| (loss.result, loss.inches.unwrap_or_default(), loss.turns.unwrap_or_default()));
            found([("result", loss_value(loss))])
        }
        "melee" => melee_found(rules, facts, dice)?,
        "charge" => charge_found(&chain::charge(dice, rules, &facts.charge())?),
        "rally" => rally(rules, facts, dice)?,
        _ => found([]),
    })
}

fn initiative<D: Dice>(rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
    let Some(die) = rules.dice(rule!("orders.turn.initiative.die")) else {
        return Ok(found([("initiative", Value::Word("first side"))]));
    };
    let side = match dice.read_against(die, die, |first, second| first.cmp(&second))? {
        std::cmp::Ordering::Greater => "first side",
        std::cmp::Ordering::Less => "second side",
        std::cmp::Ordering::Equal => "tie",
    };
    Ok(found([("initiative", Value::Word(side))]))
}

fn effect(rules: &Rules, facts: Given<'_>) -> String {
    let (level, garrison) = (facts.level(""), facts.garrison("").is_some());
    match morale::blow(rules, level, facts.arm(""), facts.formation(""), garrison) {
        Blow::Nothing => "nothing".to_owned(),
        Blow::Stands => "a garrison stands".to_owned(),
        Blow::Abandoned => "the guns are abandoned".to_owned(),
        Blow::Removed(_) => "removed".to_owned(),
        Blow::GoesBack { by, facing: Turned::Enemy, .. } => format!("back {by}, facing the enemy"),
        Blow::GoesBack { by, facing: Turned::Away, .. } => format!("back {by}, facing away"),
    }
}

fn loss_value(loss: Option<(LossResult, Inches, u32)>) -> Value {
    match loss {
        None => Value::Word("nothing"),
        Some((result @ (LossResult::Detached | LossResult::Back), by, _)) => text(format!("{result}, {by}")),
        Some((LossResult::Grazed, _, turns)) => text(format!("grazed, away for {turns} turn")),
        Some((result, ..)) => Value::Word(result.word()),
    }
}

fn fate(status: &Status) -> [(&'static str, Value); 3] {
    [
        ("level", Value::Word(status.level.word())),
        ("leader", Value::Word(status.leader.word())),
        ("driven-back", yes(status.moved)),
    ]
}

pub(crate) fn shot_found(shot: &ShotOutcome) -> Found {
    let mut said = found(fate(&shot.target));
    said.outcome.extend([("hits", count(shot.hits)), ("checks", count(shot.checks))]);
    said
}

fn melee_found<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let (attacker, defender) = (facts.fighter("charger-"), facts.fighter("target-"));
    let totals = melee::round(dice, rules, &attacker, &defender, &facts.field())?;
    let result = melee::result(rules, totals);
    let loser = match result {
        None => "nobody",
        Some((Loser::Attacker, _)) => "charger",
        Some((Loser::Defender, _)) => "target",
        Some((Loser::Both, _)) => "both",
    };
    let (drops, checks) = result.map_or((0, 0), |(_, row)| (row.drop, row.checks));
    Ok(found([("loser", Value::Word(loser)), ("levels", count(drops)), ("checks", count(checks))]))
}

/// A whole charge, as the desk tells it.
pub(crate) fn charge_found(outcome: &chain::Outcome) -> Found {
    found([
        ("end", Value::Word(outcome.end.word())),
        ("charger-level", Value::Word(outcome.charger.level.word())),
        ("charger-leader", Value::Word(outcome.charger.leader.word())),
        ("target-level", Value::Word(outcome.target.level.word())),
        ("target-leader", Value::Word(outcome.target.leader.word())),
    ])
}

fn rally<D: Dice>(rules: &Rules, facts: Given<'_>, dice: &mut D) -> Result<Found, D::Pause> {
    let level = facts.level("");
    if rules.count(rule!("orders.orders.rally.check")) == 0 {
        return Ok(found([("passes", Value::Word("no roll")), ("level", Value::Word(level.word()))]));
    }
    let passes = morale::roll(dice, rules, &facts.check())?.passes;
    let rises = if passes { rules.count(rule!("orders.orders.rally.pass")) } else { 0 };
    let level = (0..rises).fold(level, |level, _| rules.higher(level).unwrap_or(level));
    Ok(found([("passes", yes(passes)), ("level", Value::Word(level.word()))]))
}
