//! Bonus impulses.

use crate::ids::BonusWhen;
use engine::{InForce, Modifiers};
use rulebook::{RuleId, words};

words!(
    /// What a try brings: a second impulse, the same at the price of fatigue or else one unit's action, one unit's action,
    /// a round of the firefights, nothing.
    More {
        Second = "second",
        SecondFatigue = "second-fatigue",
        OneUnit = "one-unit",
        Firefights = "ff-only",
        Nothing = "none",
    }
);

engine::charts! {
    "bonus-impulse" "Bonus impulse: from this total on": BonusRow {
        least: [int -20..=60],
        result: [word More],
    }
    "bonus-modifier" "Bonus impulse: modifiers", modifiers() {
        when: [word BonusWhen],
        modifier "mod": [int -20..=20],
        over: [maybe int 1..=60],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    rows: Vec<BonusRow>,
    pub(crate) modifiers: Modifiers<BonusWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { rows: rules.rows().collect(), modifiers: rules.modifiers("bonus-modifier") }
    }

    /// What a total brings; `None` below the last row.
    pub fn result(&self, total: i32) -> Option<(RuleId, More)> {
        let row = self.rows.iter().filter(|row| row.least <= total).max_by_key(|row| row.least)?;
        Some((row.rule, row.result))
    }
}
