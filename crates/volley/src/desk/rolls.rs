//! The rolls of a chart before they are thrown, each with its numbers.

use super::Given;
use crate::chain;
use crate::event::Working;
use crate::fire::Need;
use crate::morale::{Morale, morale_target};
use crate::rules::Rules;
use crate::words::{Arm, Test};
use dice::d6;
use engine::desk::Facts;
use rulebook::RuleId;

/// A roll of a volley chart.
pub(crate) type Roll = engine::outlook::Roll<crate::ids::Ids>;

/// Dice that hit on a face.
pub(crate) fn hits(what: &'static str, by: RuleId, dice: u32, need: Need) -> Roll {
    Roll::hits(what, by, d6(dice), need.face, need.working)
}

/// One die against a target.
pub(crate) fn tests(what: &'static str, target: Working) -> Roll {
    Roll::at_most(what, d6(1), target)
}

/// One die that must show a face.
pub(crate) fn shows(what: &'static str, by: RuleId, face: u32) -> Roll {
    Roll::shows(what, by, d6(1), face)
}

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
