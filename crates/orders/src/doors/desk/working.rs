//! The numbers a chart adds up, each with its rule, and the rules it goes by where there is no number.

use super::given::Given;
use super::march::march;
use crate::charts::Rules;
use crate::ids::{RULES, house, rule};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::melee;
use crate::rules::morale;
use crate::rules::obedience;
use crate::state::event::Working;
use crate::state::refusal::Cite;
use crate::state::words::Level;
use engine::desk::{Number, Reads, dice_by, numbers, ruled};
use rulebook::RuleId;
use table::Inches;

/// The numbers of a chart.
pub(super) fn working(rules: &Rules, chart: &str, facts: Given<'_>) -> Vec<Number> {
    match chart {
        "sequence" => rules.steps.iter().map(|step| by(step.rule)).collect(),
        "initiative" => thrown(rules, rule!("orders.turn.initiative.die")),
        "order" => obedience::meaning(rules, facts.order()).1.into_iter().map(by).collect(),
        "order-change" => rules.order_steps(facts.nation()).map(|(rule, _)| by(rule)).into_iter().collect(),
        "radius" => inches(rules.radius(facts.nation(), facts.0.number("year") as i32)),
        "movement" => march(rules, facts).map(|march| march.working).unwrap_or_default(),
        "force-march" => {
            let mut all = thrown(rules, rule!("orders.move.force-march.bonus"));
            all.extend(
                [rule!("orders.move.force-march.cost"), rule!("orders.move.force-march.road-only")].map(by),
            );
            all
        }
        "fire" => shot(rules, &facts.shot()),
        "shot" => [shot(rules, &facts.shot()), check(rules, &facts.body("target-").start_check())].concat(),
        "check" | "checks" | "rally" => check(rules, &facts.check()),
        "status" => {
            let level = facts.level("");
            let stands = matches!(
                morale::blow(rules, level, facts.arm(""), facts.formation(""), facts.garrison("").is_some()),
                morale::Blow::Stands
            );
            let mut all: Vec<Number> = rules.reaching(level).map(|(rule, _)| by(rule)).into_iter().collect();
            all.extend(stands.then(|| ruled(Cite::from(house!("garrison")).id())));
            all
        }
        "leader-loss" => thrown(rules, rule!("orders.leader-loss.die")),
        "melee" | "charge" => fight(rules, facts),
        _ => Vec::new(),
    }
}

fn name(rule: RuleId) -> &'static str {
    RULES[rule.index()]
}

fn by(rule: RuleId) -> Number {
    ruled(name(rule))
}

fn named(sum: &Working) -> Vec<(&'static str, i32)> {
    sum.parts().iter().map(|(rule, value)| (name(*rule), *value)).collect()
}

fn thrown(rules: &Rules, rule: RuleId) -> Vec<Number> {
    rules.dice(rule).map(|pool| dice_by(name(rule), pool.count)).into_iter().collect()
}

fn inches(rate: Option<(RuleId, Inches)>) -> Vec<Number> {
    let number =
        |(rule, inches): (RuleId, Inches)| Number { rule: name(rule), value: inches.0, reads: Reads::Inches };
    rate.into_iter().map(number).collect()
}

/// Dice and what each must show; where nobody fires or no face is high enough, what says so.
fn shot(rules: &Rules, shot: &ShotFacts) -> Vec<Number> {
    let Some((rule, pool)) = fire::pool(rules, shot) else {
        let panic = rule!("orders.fire.firer.panic");
        return (shot.firer.level == Level::Panic).then(|| by(panic)).into_iter().collect();
    };
    let mut all = vec![dice_by(name(rule), pool.count)];
    if let Some(need) = fire::need(rules, shot) {
        all.extend(numbers(named(&need.working), Reads::Needs, Reads::Added));
        let never = need.face > pool.sides as i32;
        all.extend(never.then(|| ruled(Cite::from(house!("fire.natural")).id())));
    }
    if fire::is_long(rules, shot) {
        all.extend(rules.long_range().map(|(rule, ..)| by(rule)));
    }
    all
}

fn check(rules: &Rules, facts: &morale::CheckFacts) -> Vec<Number> {
    numbers(named(&morale::need(rules, facts).working), Reads::Needs, Reads::Added)
}

/// What the attacker adds, less what the defender does.
fn fight(rules: &Rules, facts: Given<'_>) -> Vec<Number> {
    let (attacker, defender) = (facts.fighter("charger-"), facts.fighter("target-"));
    let [ours, theirs] = melee::sums(rules, &attacker, &defender, &facts.field());
    let theirs = named(&theirs).into_iter().map(|(rule, value)| (rule, -value));
    let all = named(&ours).into_iter().chain(theirs).collect();
    let mut dice = thrown(rules, rule!("orders.melee.roll"));
    dice.extend(numbers(all, Reads::Added, Reads::Added));
    dice
}
