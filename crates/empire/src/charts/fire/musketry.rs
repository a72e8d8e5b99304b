//! Small arms: casualties by figures and column, modifiers, ammunition.

use crate::ids::FireWhen;
use crate::state::words::Column;
use engine::charts::Cells;
use engine::{InForce, Modifiers};
use rulebook::RuleId;

engine::charts! {
    "columns" "Fire: the least total of each column": Columns {
        least: [cells Column int -40..=60],
    }
    "small-arms" "Small arms: casualties by figures that fire": SmallArms, lines() {
        from: [count 1..=60],
        to: [count 1..=60],
        cells: [cells Column count 0..=12],
    }
    "fire-modifier" "Small arms: modifiers", modifiers() {
        when: [word FireWhen],
        modifier "mod": [int -20..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Where each column begins; `None` where the procedure is not in force.
    pub columns: Option<(RuleId, Cells<Column, i32>)>,
    pub small_arms: Vec<SmallArms>,
    pub(crate) modifiers: Modifiers<FireWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers {
            columns: rules.rows().next().map(|row: Columns| (row.rule, row.least)),
            small_arms: rules.rows().collect(),
            modifiers: rules.modifiers("fire-modifier"),
        }
    }

    /// The column of a total; `None` below the first.
    pub fn column(&self, total: i32) -> Option<Column> {
        let (_, least) = self.columns.as_ref()?;
        let reached = Column::WORDS.iter().map(|(_, column)| *column).filter(|at| least.get(*at) <= total);
        reached.max()
    }

    /// The row for this number of figures.
    pub fn row(&self, figures: u32) -> Option<&SmallArms> {
        self.small_arms.iter().find(|row| (row.from..=row.to).contains(&figures))
    }

    /// The most figures that one row has.
    pub fn most(&self) -> u32 {
        self.small_arms.iter().map(|row| row.to).max().unwrap_or(0)
    }
}
