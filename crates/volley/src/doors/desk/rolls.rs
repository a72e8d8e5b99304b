//! The rolls of a chart before they are thrown, each with its numbers.

use super::Given;
use crate::charts::Rules;
use crate::rules::chain;
use crate::rules::morale::{Morale, morale_target};
use crate::rules::outlook::rolls::{Roll, tests};
use crate::state::words::{Arm, Test};
use engine::desk::Facts;

/// What a chart throws, as far as it can be told before; nothing for charts that only look up.
pub(crate) fn rolls(rules: &Rules, chart: &str, facts: &Facts) -> Vec<Roll> {
    let facts = Given(facts);
    let morale = |facts: &Morale| vec![tests("morale", morale_target(rules, facts))];
    match chart {
        "charge" => chain::rolls(rules, &facts.charge()),
        "bombardment" => chain::shot_rolls(rules, &facts.bombardment()),
        "firing" => chain::shot_rolls(rules, &facts.firing()),
        "artillery-morale" => morale(&facts.morale(Test::Artillery)),
        "close" => morale(&facts.morale(Test::Close)),
        "stand" => morale(&facts.morale(Test::Stand)),
        "loss" => morale(&facts.morale(Test::Loss)),
        "recall" => morale(&Morale { arm: Arm::Cavalry, ..facts.morale(Test::Recall) }),
        _ => Vec::new(),
    }
}
