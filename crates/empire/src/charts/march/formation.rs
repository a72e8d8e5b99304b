//! Changes of formation of foot.

use engine::InForce;
use engine::charts::{Cells, FromValue, word};
use rulebook::{RuleId, Value, words};
use table::Inches;

words!(
    /// From what foot changes.
    Before {
        AttackColumn = "attack-column",
        ClosedColumn = "closed-column",
        Line = "line",
        Square = "square",
        CompanyColumn = "company-column",
        Unformed = "unformed",
    }
);
words!(
    /// Into what it changes; a column becomes a line to its left, on its centre or to its right.
    After {
        Line = "line",
        LineLeft = "line-left",
        LineCentre = "line-centre",
        LineRight = "line-right",
        AttackColumn = "attack-column",
        ClosedColumn = "closed-column",
        Square = "square",
        CompanyColumn = "company-column",
        Unformed = "unformed",
    }
);
words!(
    /// Whose change it is: the drill, with regulars and better or conscripts and worse; class A of divisional drill.
    Drilled {
        DivisionalRegular = "divisional-regular",
        DivisionalConscript = "divisional-conscript",
        AncienRegular = "ancien-regular",
        AncienConscript = "ancien-conscript",
        ARegular = "a-regular",
        AConscript = "a-conscript",
    }
);
words!(
    /// A cell of the chart: inches that are left, or the whole impulse with or without fire, or not at all (ruling form.codes).
    Cell {
        Barred = "barred",
        Disordered = "disordered",
        Entire = "entire",
        Fire = "fire",
        One = "1",
        Two = "2",
        Three = "3",
        Four = "4",
        Five = "5",
        Six = "6",
        Seven = "7",
        Eight = "8",
        Nine = "9",
        Ten = "10",
    }
);

impl FromValue for Cell {
    fn from_value(value: &Value) -> Option<Cell> {
        word(value)
    }
}

engine::charts! {
    "form" "Foot: changes of formation": Form, lines() {
        from: [word Before],
        to: [word After],
        cells: [cells Drilled word Cell],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    changes: Vec<(Before, After, RuleId, Cells<Drilled, Cell>)>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { changes: rules.rows().map(|row: Form| (row.from, row.to, row.rule, row.cells)).collect() }
    }

    /// The cell of a change; `None` where the chart has none.
    pub fn change(&self, from: Before, to: After, drilled: Drilled) -> Option<(RuleId, Cell)> {
        let row = self.changes.iter().find(|row| row.0 == from && row.1 == to)?;
        Some((row.2, row.3.get(drilled)))
    }
}

impl Cell {
    /// The inches that are left, where it is a number.
    pub fn inches(self) -> Option<Inches> {
        (self >= Cell::One).then(|| Inches::whole(1 + self as i32 - Cell::One as i32))
    }
}
