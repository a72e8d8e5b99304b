//! Close action: the ladder of shock values, where each grade begins on it, and what moves it along.

use crate::ids::CloseWhen;
use crate::state::words::Grade;
use engine::charts::Cells;
use engine::{Grid, InForce, Modifiers};
use rulebook::RuleId;

rulebook::words!(
    /// The steps of the ladder.
    Step { S1 = "1", S2 = "2", S3 = "3", S4 = "4", S5 = "5", S6 = "6", S7 = "7", S8 = "8", S9 = "9", S10 = "10", S11 = "11", S12 = "12", S13 = "13", S14 = "14", S15 = "15", S16 = "16", S17 = "17", S18 = "18", S19 = "19", S20 = "20", S21 = "21", S22 = "22", S23 = "23", S24 = "24", S25 = "25", S26 = "26", S27 = "27", S28 = "28", S29 = "29", S30 = "30", S31 = "31", S32 = "32", S33 = "33", S34 = "34", S35 = "35", S36 = "36", S37 = "37", S38 = "38", S39 = "39", S40 = "40" }
);

engine::charts! {
    "shock-ladder" "Close action: shock values by steps": Ladder {
        values: [cells Step count 0..=99],
    }
    "shock-ends" "Close action: the first and last step": Ends {
        least: [int 1..=40],
        most: [int 1..=40],
    }
    "shock-base" "Close action: the step of each grade": Base {
        grade: [word Grade],
        step: [int 1..=40],
    }
    "close-modifier" "Close action: modifiers, in steps", modifiers() {
        when: [word CloseWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=60],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    ladder: Option<Cells<Step, u32>>,
    ends: Option<(i32, i32)>,
    base: Grid<Grade, i32>,
    pub(crate) modifiers: Modifiers<CloseWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers {
            ladder: rules.rows().next().map(|row: Ladder| row.values),
            ends: rules.rows().next().map(|row: Ends| (row.least, row.most)),
            base: rules.rows().map(|row: Base| (row.grade, row.rule, row.step)).collect(),
            modifiers: rules.modifiers("close-modifier"),
        }
    }

    /// Where a grade begins; at the foot of the ladder where its rule is not in force.
    pub fn base(&self, grade: Grade) -> (Option<RuleId>, i32) {
        self.base.get(grade).map_or((None, 1), |(rule, step)| (Some(rule), step))
    }

    /// The step at `moved` steps from a grade's own (ruling shock.ladder).
    pub fn step(&self, grade: Grade, moved: i32) -> i32 {
        let (_, base) = self.base(grade);
        match self.ends {
            Some((least, most)) => (base + moved).min(most).max(least),
            None => base,
        }
    }

    /// The shock value of a step.
    pub fn value(&self, step: i32) -> u32 {
        let place = (step.max(1) as usize).min(Step::WORDS.len()) - 1;
        match (&self.ladder, Step::WORDS.get(place)) {
            (Some(ladder), Some((_, step))) => ladder.get(*step),
            _ => 0,
        }
    }
}
