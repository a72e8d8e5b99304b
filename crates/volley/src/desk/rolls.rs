//! The rolls of a chart before they are thrown, each with its numbers.

use super::Given;
use crate::chain;
use crate::morale::{Morale, morale_target};
use crate::roll::Roll;
use crate::rules::Rules;
use crate::words::{Arm, Test};
use engine::desk::Facts;

/// What a chart throws, as far as it can be told before; nothing for charts that only look up.
pub(crate) fn rolls(rules: &Rules, chart: &str, facts: &Facts) -> Vec<Roll> {
    let facts = Given(facts);
    let test = |facts: &Morale| vec![Roll::test("morale", morale_target(rules, facts))];
    match chart {
        "charge" => chain::rolls(rules, &facts.charge()),
        "bombardment" => chain::shot_rolls(rules, &facts.bombardment()),
        "firing" => chain::shot_rolls(rules, &facts.firing()),
        "artillery-morale" => test(&facts.morale(Test::Artillery)),
        "close" => test(&facts.morale(Test::Close)),
        "stand" => test(&facts.morale(Test::Stand)),
        "loss" => test(&facts.morale(Test::Loss)),
        "recall" => test(&Morale { arm: Arm::Cavalry, ..facts.morale(Test::Recall) }),
        _ => Vec::new(),
    }
}
