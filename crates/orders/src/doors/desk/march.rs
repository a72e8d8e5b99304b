//! How far a unit marches: its rate, and what command, changes and rough ground take of it.

use super::given::Given;
use crate::charts::Rules;
use crate::ids::{RULES, house, rule};
use crate::rules::budget::Share;
use crate::rules::walk::BY_HAND;
use crate::rules::walk::price::{feels_rough, marches_as, rough_factor};
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::words::Formation;
use engine::desk::{Number, Reads, ruled};
use rulebook::RuleId;
use table::Inches;

/// What is left of a move for marching, after changes, in the formation it is then in.
#[derive(Default)]
pub(super) struct March {
    pub(super) inches: Inches,
    pub(super) working: Vec<Number>,
}

/// A march, paid for as one on the table is.
///
/// # Errors
/// Why there is no such move: the formation, or changes that cost more than the unit has.
pub(super) fn march(rules: &Rules, facts: Given<'_>) -> Result<March, Refusal> {
    let (arm, formation) = (facts.arm(""), facts.formation(""));
    let share = |rule: RuleId| {
        rules.ratio(rule).map(|(parts, of)| (rule, Share::new(u64::from(parts), u64::from(of))))
    };
    let half = share(rule!("orders.command.outside.pass")).filter(|_| facts.0.flag("out-of-command"));
    let budget = half.map_or(Share::WHOLE, |(_, half)| half);
    let mut costs: Vec<(RuleId, Share)> = Vec::new();
    for (fact, rule) in
        [("changes", rule!("orders.move.formation-change")), ("turns", rule!("orders.move.facing-change"))]
    {
        let times = Share::new(u64::from(facts.0.number(fact)), 1);
        costs.extend(
            share(rule).map(|(rule, cost)| (rule, cost.times(times))).filter(|(_, cost)| *cost > Share::NONE),
        );
    }
    let spent = costs.iter().fold(Share::NONE, |sum, (_, cost)| sum.plus(*cost));
    if let (true, Some((rule, _))) = (spent > budget, costs.last()) {
        return refuse(
            *rule,
            why!("such changes cost {} of a move, and the unit has {} of one", spent, budget),
        );
    }
    if formation == Formation::Unlimbered {
        let limber = house!("artillery.limber");
        let pushed = rules.plays(house!("artillery.limber", "prolong"))
            && spent == Share::NONE
            && budget == Share::WHOLE;
        let working = vec![ruled(Cite::from(limber).id())];
        return Ok(March { inches: if pushed { BY_HAND } else { Inches::ZERO }, working });
    }
    let on_road = formation == Formation::Road && !facts.0.flag("off-road");
    let Some((rule, rate)) = rules.rate(arm, marches_as(formation, on_road)) else {
        return refuse(house!("formation.unavailable"), why!("{} does not move in {}", arm, formation));
    };
    let mut march = March { inches: rate, working: Vec::new() };
    march.working.push(Number { rule: RULES[rule.index()], value: rate.0, reads: Reads::Inches });
    let mut left = budget;
    if let Some((rule, _)) = half {
        march.now(rule, left.inches(rate));
    }
    for (rule, cost) in costs {
        left = left.less(cost);
        march.now(rule, left.inches(rate));
    }
    let slow = rule!("orders.terrain.rough.rate");
    if facts.0.flag("rough") && rules.on(slow) {
        if feels_rough(formation, on_road) {
            // The inch that costs so much more is so much less of the move.
            march.now(slow, left.times(rough_factor(rules).inverse()).inches(rate));
        } else {
            march.working.push(ruled(Cite::from(house!("terrain.rough.method")).id()));
        }
    }
    Ok(march)
}

impl March {
    /// By a rule it is only so far now.
    fn now(&mut self, rule: RuleId, inches: Inches) {
        let value = inches.0 - self.inches.0;
        self.working.push(Number { rule: RULES[rule.index()], value, reads: Reads::AddedInches });
        self.inches = inches;
    }
}
