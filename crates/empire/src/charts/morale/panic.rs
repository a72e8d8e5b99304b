//! Panic: what each grade needs, what breaking does, and modifiers.

use crate::ids::PanicWhen;
use crate::state::words::Grade;
use engine::{Grid, InForce, Modifiers};
use rulebook::RuleId;
use table::Inches;

engine::charts! {
    "panic" "Panic: what each grade needs": Row {
        grade: [word Grade],
        carries_on "carries-on": [int -20..=40],
        broken: [int -20..=40],
    }
    "panic-broken" "Panic: what breaking does": Breaks {
        back: [inches 0..=60_000],
        fatigue: [count 0..=4],
    }
    "panic-modifier" "Panic: modifiers", modifiers() {
        when: [word PanicWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=100],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    needs: Grid<Grade, [i32; 2]>,
    breaks: Option<Breaks>,
    pub(crate) modifiers: Modifiers<PanicWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let needs = |row: Row| (row.grade, row.rule, [row.carries_on, row.broken]);
        Numbers {
            needs: rules.rows().map(needs).collect(),
            breaks: rules.rows().next(),
            modifiers: rules.modifiers("panic-modifier"),
        }
    }

    /// The least total that carries on, and the most that breaks.
    pub fn needs(&self, grade: Grade) -> Option<(RuleId, [i32; 2])> {
        self.needs.get(grade)
    }

    /// How far an ME runs that panic breaks, and the fatigue it gains.
    pub fn breaks(&self) -> Option<(RuleId, Inches, u32)> {
        self.breaks.as_ref().map(|row| (row.rule, row.back, row.fatigue))
    }
}
