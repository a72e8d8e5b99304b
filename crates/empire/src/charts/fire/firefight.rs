//! Firefights: what the victor's roll brings.

use crate::ids::FirefightWhen;
use engine::{InForce, Modifiers};
use rulebook::{RuleId, words};
use table::Inches;

words!(
    /// What a result does to the loser: he falls back, in order or not, or routs.
    Loser { Back = "back", Disordered = "disordered", Rout = "rout" }
);

engine::charts! {
    "firefight" "Firefight: the loser, from this total on": Outcome {
        least: [int 2..=60],
        loser "result": [word Loser],
        back: [maybe inches 0..=60_000],
    }
    "firefight-modifier" "Firefight: modifiers of the victor's roll", modifiers() {
        when: [word FirefightWhen],
        modifier "mod": [int -20..=20],
        percent: [maybe int 1..=100],
    }
}

/// What becomes of the loser, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub rule: RuleId,
    pub loser: Loser,
    pub back: Inches,
    least: i32,
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    fates: Vec<Fate>,
    pub(crate) modifiers: Modifiers<FirefightWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let fate = |row: Outcome| Fate {
            rule: row.rule,
            loser: row.loser,
            back: row.back.unwrap_or_default(),
            least: row.least,
        };
        Numbers { fates: rules.rows().map(fate).collect(), modifiers: rules.modifiers("firefight-modifier") }
    }

    /// What a total brings the loser; `None` below the first row.
    pub fn fate(&self, total: i32) -> Option<Fate> {
        self.fates.iter().filter(|fate| fate.least <= total).max_by_key(|fate| fate.least).copied()
    }
}
