//! Hits on a battery by guns.

use engine::InForce;

engine::charts! {
    "counter-battery" "Hits on a battery by guns": CounterBattery {
        least: [int -20..=40],
        horses: [count 0..=9],
        crew: [count 0..=9],
        limbered_horses "limbered-horses": [count 0..=9],
        limbered_crew "limbered-crew": [count 0..=9],
        caisson: [flag],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub rows: Vec<CounterBattery>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { rows: rules.rows().collect() }
    }

    /// The row of a total; `None` below the first.
    pub fn row(&self, total: i32) -> Option<&CounterBattery> {
        self.rows.iter().filter(|row| row.least <= total).max_by_key(|row| row.least)
    }
}
