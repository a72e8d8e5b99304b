//! When MEs are engaged.

use engine::InForce;
use rulebook::RuleId;
use table::Inches;

engine::charts! {
    "engagement" "Engagement: the distance by who meets whom": Distance {
        near: [inches 0..=60_000],
        far: [inches 0..=60_000],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    distances: Vec<Distance>,
}

impl Numbers {
    pub(super) fn of(rules: &InForce) -> Numbers {
        Numbers { distances: rules.rows().collect() }
    }

    /// The nearer and the farther distance of a rule; `None` where it is not in force.
    pub fn of_rule(&self, rule: RuleId) -> Option<[Inches; 2]> {
        self.distances.iter().find(|row| row.rule == rule).map(|row| [row.near, row.far])
    }
}
