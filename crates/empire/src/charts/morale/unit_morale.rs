//! Unit morale: what each grade fails on, modifiers, and how far a rout goes.

use crate::ids::UnitMoraleWhen;
use crate::state::words::{Arm, Grade};
use engine::{Grid, InForce, Modifiers};
use rulebook::RuleId;
use table::Inches;

engine::charts! {
    "unit-morale" "Unit morale: fails on this or less": FailsOn, grid("grade", "fail") {
        grade: [word Grade],
        fail: [int -20..=20],
    }
    "unit-morale-modifier" "Unit morale: modifiers", modifiers() {
        when: [word UnitMoraleWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=100],
    }
    "rout" "Routs: how far": Rout {
        cavalry: [inches 0..=60_000],
        infantry: [inches 0..=60_000],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    fails_on: Grid<Grade, i32>,
    pub(crate) modifiers: Modifiers<UnitMoraleWhen>,
    rout: Option<Rout>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let fails = |row: FailsOn| (row.grade, row.rule, row.fail);
        Numbers {
            fails_on: rules.rows().map(fails).collect(),
            modifiers: rules.modifiers("unit-morale-modifier"),
            rout: rules.rows().next(),
        }
    }

    /// At this total or less a grade fails.
    pub fn fails_on(&self, grade: Grade) -> Option<(RuleId, i32)> {
        self.fails_on.get(grade)
    }

    /// How far a rout goes where nothing else says; crews run as foot does (ruling bad-morale).
    pub fn rout(&self, arm: Arm) -> Option<(RuleId, Inches)> {
        let rout = self.rout.as_ref()?;
        Some((rout.rule, if arm == Arm::Cavalry { rout.cavalry } else { rout.infantry }))
    }
}
