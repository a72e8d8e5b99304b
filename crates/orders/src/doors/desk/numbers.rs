//! Numbers of a chart, each with its rule.

use crate::charts::Rules;
use crate::ids::{RULES, house, rule};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale;
use crate::state::event::Working;
use crate::state::refusal::Cite;
use crate::state::words::Level;
use engine::desk::{Number, Reads, Value, dice_by, numbers, ruled};
use rulebook::RuleId;

pub(super) fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

pub(super) fn name(rule: RuleId) -> &'static str {
    RULES[rule.index()]
}

pub(super) fn by(rule: RuleId) -> Number {
    ruled(name(rule))
}

pub(super) fn named(sum: &Working) -> Vec<(&'static str, i32)> {
    sum.parts().iter().map(|(rule, value)| (name(*rule), *value)).collect()
}

pub(super) fn thrown(rules: &Rules, rule: RuleId) -> Vec<Number> {
    rules.dice(rule).map(|pool| dice_by(name(rule), pool.count)).into_iter().collect()
}

/// Dice and what each must show; without a shot, or where no face is high enough, what says so.
pub(super) fn shot(rules: &Rules, shot: &ShotFacts) -> Vec<Number> {
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

pub(super) fn check(rules: &Rules, facts: &morale::CheckFacts) -> Vec<Number> {
    numbers(named(&morale::need(rules, facts).working), Reads::Needs, Reads::Added)
}
