//! ME morale: the bands of the roll with what they do, and modifiers.

use crate::ids::MeMoraleWhen;
use engine::{InForce, Modifiers};

rulebook::words!(
    /// The printed bands but for the best, from the worst.
    Band { Broken = "broken", Retreat = "retreat", Shaken = "shaken" }
);

engine::charts! {
    "me-morale" "ME morale: the most of each band, and what it does": Row {
        result: [word Band],
        most: [int -20..=40],
        back: [maybe inches 0..=60_000],
        fatigue: [maybe count 0..=4],
    }
    "me-morale-modifier" "ME morale: modifiers", modifiers() {
        when: [word MeMoraleWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=100],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    bands: Vec<Row>,
    pub(crate) modifiers: Modifiers<MeMoraleWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let mut bands: Vec<Row> = rules.rows().collect();
        bands.sort_by_key(|row| row.result);
        Numbers { bands, modifiers: rules.modifiers("me-morale-modifier") }
    }

    /// The band of a total; `None`: better than all of them.
    pub fn band(&self, total: i32) -> Option<&Row> {
        self.bands.iter().find(|row| total <= row.most)
    }

    /// What a band does.
    pub fn row(&self, band: Band) -> Option<&Row> {
        self.bands.iter().find(|row| row.result == band)
    }
}
