//! When MEs are engaged.

use engine::InForce;
use rulebook::RuleId;
use table::Inches;

engine::charts! {
    "engagement" "Engagement: distances printed as a pair": Pair {
        near: [inches 0..=60_000],
        far: [inches 0..=60_000],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    pairs: Vec<Pair>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { pairs: rules.rows().collect() }
    }

    /// The nearer and the farther distance of a rule that prints two; `None` for any other.
    pub fn pair(&self, rule: RuleId) -> Option<[Inches; 2]> {
        self.pairs.iter().find(|row| row.rule == rule).map(|row| [row.near, row.far])
    }
}
