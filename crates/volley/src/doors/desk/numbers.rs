//! Numbers of a chart, each with its rule.

use crate::charts::Rules;
use crate::ids::{RULES, house};
use crate::rules::fire::Need;
use crate::state::event::Working;
use crate::state::refusal::Cite;
use engine::desk::{Number, Reads, dice_by, numbers, ruled};
use rulebook::RuleId;

pub(super) fn name(rule: RuleId) -> &'static str {
    RULES[rule.index()]
}

pub(super) fn by(rule: RuleId) -> Number {
    ruled(name(rule))
}

/// The id of a ruling.
pub(super) fn of(ruling: impl Into<Cite>) -> &'static str {
    ruling.into().id()
}

pub(super) fn face(need: i32) -> u32 {
    need.max(2) as u32
}

pub(super) fn named(working: &Working, first: Reads, others: Reads) -> Vec<Number> {
    let parts = working.parts().iter().map(|(rule, value)| (name(*rule), *value)).collect();
    numbers(parts, first, others)
}

/// Dice and what each must show; where no face is high enough, the ruling that says so.
pub(super) fn hits(dice: Number, need: Need) -> Vec<Number> {
    let mut all = vec![dice];
    all.extend(named(&need.working, Reads::Needs, Reads::Added));
    all.extend((need.face > 6).then(|| ruled(of(house!("hit.modifiers")))));
    let six = need.natural_six();
    all.extend(six.map(|six| Number::new(of(house!("hit.natural-six")), six, Reads::Added)));
    all
}

pub(super) fn thrown(rules: &Rules, rule: RuleId) -> Vec<Number> {
    rules.dice(rule).map(|pool| dice_by(name(rule), pool.count)).into_iter().collect()
}
