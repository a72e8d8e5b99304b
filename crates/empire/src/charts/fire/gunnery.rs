//! Tactical fire of guns, and firing over friends.

use crate::ids::GunneryWhen;
use crate::state::words::{Column, GunWeight};
use engine::charts::{Cells, Ratio};
use engine::{InForce, Modifiers};
use rulebook::RuleId;

engine::charts! {
    "gun-columns" "Guns: the least total of each column": GunColumns {
        least: [cells Column int -40..=60],
    }
    "gun-fire" "Guns, tactical fire: twelfths of a casualty for each section": GunFire, lines() {
        weight: [word GunWeight],
        cells: [cells Column count 0..=24],
    }
    "gunnery-modifier" "Guns, tactical fire: modifiers", modifiers() {
        when: [word GunneryWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=3],
    }
    "elevated" "Firing over friends: the gap between them and the target, by the way to them": Elevated {
        contours: [count 1..=20],
        gap: [ratio],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Where each column begins; `None` where the cells are not in force.
    pub columns: Option<Cells<Column, i32>>,
    pub fire: Vec<GunFire>,
    pub(crate) modifiers: Modifiers<GunneryWhen>,
    elevated: Vec<Elevated>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers {
            columns: rules.rows().next().map(|row: GunColumns| row.least),
            fire: rules.rows().collect(),
            modifiers: rules.modifiers("gunnery-modifier"),
            elevated: rules.rows().collect(),
        }
    }

    /// The column of a total; `None` below the first.
    pub fn column(&self, total: i32) -> Option<Column> {
        let least = self.columns.as_ref()?;
        let reached = Column::WORDS.iter().map(|(_, column)| *column).filter(|at| least.get(*at) <= total);
        reached.max()
    }

    /// The gap that this number of contours asks for; `None`: too few.
    pub fn gap(&self, contours: u32) -> Option<(RuleId, Ratio)> {
        let row =
            self.elevated.iter().filter(|row| row.contours <= contours).max_by_key(|row| row.contours)?;
        Some((row.rule, row.gap))
    }
}
