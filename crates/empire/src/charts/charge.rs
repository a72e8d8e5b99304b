//! The charge: élan, and what defensive fire does to the charger.

pub mod close;
pub mod guns_charged;
pub mod square;
pub mod victory;

use engine::charts::Cells;
use engine::{Grid, InForce};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// Whose row of the effects of defensive fire it is.
    Charger {
        Infantry = "infantry",
        ShockInfantry = "shock-infantry",
        Cavalry = "cavalry",
        Dubious = "dub-cavalry",
        Cossacks = "cossacks",
    }
);
rulebook::words!(
    /// The columns of the effects, by percent of the front rank.
    FrontLost {
        To9 = "0-9",
        From10 = "10-25",
        From26 = "26-49",
        From50 = "50-60",
        From61 = "61-75",
        From76 = "76-100",
    }
);
rulebook::words!(
    /// What a cell says, but for its notes.
    Does {
        Closes = "closes",
        MayClose = "may-close",
        RetiresFiring = "retires-firing",
        Regroups = "regroups",
        FallsBack = "falls-back",
        Routs = "routs",
    }
);
rulebook::words!(
    /// The notes of the chart.
    Note { N1 = "1", N2 = "2", N3 = "3", N4 = "4", N5 = "5", N6 = "6", N7 = "7", N8 = "8", N9 = "9" }
);

engine::charts! {
    "elan" "Élan: the throw that halts a charge, and where": Elan {
        need: [int 2..=21],
        halt: [inches 0..=60_000],
    }
    "effect-columns" "Defensive fire: percent of the front rank lost, or hits, of each column": Columns {
        percent: [cells FrontLost count 0..=100],
        hits: [cells FrontLost count 0..=20],
    }
    "effect" "Defensive fire: what it does to the charge": Effect {
        charger: [word Charger],
        lost: [word FrontLost],
        does: [word Does],
        modifier "mod": [maybe int -20..=20],
        inches: [maybe inches 0..=60_000],
        natural: [maybe int 2..=20],
        disorder: [maybe flag],
        notes: [maybe words Note],
    }
}

/// A cell of the effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub does: Does,
    /// What is taken off in the close action.
    pub modifier: i32,
    pub inches: Inches,
    /// At this or less on the dice of its own fire it routs.
    pub natural: i32,
    pub disorder: bool,
    notes: u16,
}

impl Cell {
    pub fn has(&self, note: Note) -> bool {
        self.notes >> (note as u16) & 1 == 1
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The throw that halts a charge, and how far from the target.
    pub elan: Option<(i32, Inches)>,
    columns: Option<(Cells<FrontLost, u32>, Cells<FrontLost, u32>)>,
    cells: Grid<(Charger, FrontLost), Cell>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let cell = |row: Effect| {
            let notes = row.notes.unwrap_or_default();
            let cell = Cell {
                does: row.does,
                modifier: row.modifier.unwrap_or(0),
                inches: row.inches.unwrap_or(Inches::ZERO),
                natural: row.natural.unwrap_or(0),
                disorder: row.disorder.unwrap_or(false),
                notes: notes.iter().map(|note| 1 << (*note as u16)).sum(),
            };
            ((row.charger, row.lost), row.rule, cell)
        };
        Numbers {
            elan: rules.rows().next().map(|row: Elan| (row.need, row.halt)),
            columns: rules.rows().next().map(|row: Columns| (row.percent, row.hits)),
            cells: rules.rows().map(cell).collect(),
        }
    }

    /// The columns that percent and hits lead to; `None` where the chart is not in force.
    pub fn columns(&self, percent: u32, hits: u32) -> Option<[FrontLost; 2]> {
        let (percents, some) = self.columns.as_ref()?;
        let reached = |least: &Cells<FrontLost, u32>, found: u32| {
            let all = FrontLost::WORDS.iter().map(|(_, column)| *column);
            all.filter(|column| least.get(*column) <= found).max().unwrap_or(FrontLost::To9)
        };
        Some([reached(percents, percent), reached(some, hits)])
    }

    pub fn cell(&self, charger: Charger, lost: FrontLost) -> Option<(RuleId, Cell)> {
        self.cells.get((charger, lost))
    }
}
