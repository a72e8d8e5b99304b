//! Forming square before horse: what must be thrown, and what is added.

use crate::ids::SquareWhen;
use engine::{Grid, InForce, Modifiers};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// The grades that a row is for.
    Grades { Best = "og-gr", Good = "el-rg", Fair = "co-lw", Worst = "tm-ra" }
);
rulebook::words!(
    /// What foot forms square from.
    From { AttackColumn = "attack-column", ClosedColumn = "closed-column", Line = "line" }
);
rulebook::words!(
    /// How far off the charge began.
    Distance { Nearest = "0-5", Near = "5-8", Far = "8-12", Farthest = "12-up" }
);

/// Printed NA: no unit may try.
const NOT_ALLOWED: i32 = 99;

engine::charts! {
    "square-bands" "Forming square: where the distances end": Bands {
        near: [inches 0..=60_000],
        middle: [inches 0..=60_000],
        far: [inches 0..=60_000],
    }
    "square" "Forming square: the least total": Square, lines() {
        grades: [word Grades],
        from: [word From],
        cells: [cells Distance int -20..=99],
    }
    "square-modifier" "Forming square: modifiers", modifiers() {
        when: [word SquareWhen],
        modifier "mod": [int -20..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    bands: Option<[Inches; 3]>,
    rows: Grid<(Grades, From), [i32; 4]>,
    pub(crate) modifiers: Modifiers<SquareWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let cells = |row: &Square| {
            [Distance::Nearest, Distance::Near, Distance::Far, Distance::Farthest].map(|at| row.cells.get(at))
        };
        Numbers {
            bands: rules.rows().next().map(|row: Bands| [row.near, row.middle, row.far]),
            rows: rules.rows().map(|row: Square| ((row.grades, row.from), row.rule, cells(&row))).collect(),
            modifiers: rules.modifiers("square-modifier"),
        }
    }

    /// The band of a distance; an end belongs to the nearer band (ruling square.edges). `None` where no unit may try at
    /// all.
    pub fn band(&self, distance: Inches) -> Option<Distance> {
        let ends = self.bands?;
        let place = ends.iter().position(|end| distance <= *end).unwrap_or(ends.len());
        Distance::WORDS.get(place).map(|(_, distance)| *distance)
    }

    /// Where the bands of distance end.
    pub fn ends(&self) -> Option<[Inches; 3]> {
        self.bands
    }

    /// The row of a grade and formation, and the least total at a distance: `None` where it may not be tried.
    pub fn need(&self, grades: Grades, from: From, distance: Distance) -> Option<(RuleId, Option<i32>)> {
        self.bands?;
        let (rule, cells) = self.rows.get((grades, from))?;
        let need = cells[distance as usize];
        Some((rule, (need != NOT_ALLOWED).then_some(need)))
    }
}
