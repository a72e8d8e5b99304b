//! Who is in a battle: each name once, units on each side, and each on ground of its own.

use super::place;
use crate::{Both, Side};
use rulebook::Table;
use std::collections::BTreeMap;
use table::{Inches, Point, Rect, Terrain};

/// More units than any table holds.
const MOST_UNITS: usize = 400;

/// A unit of the file, right or wrong: what is known of it, and its table for faults still to come.
pub struct Found<'r, P> {
    pub table: Table<'r>,
    pub name: String,
    pub side: Option<Side>,
    /// The brigade or corps it belongs to.
    pub command: String,
    /// `None` has been reported.
    pub placed: Option<P>,
}

impl<P> Found<'_, P> {
    pub fn done(self) -> Option<P> {
        self.table.finish();
        self.placed
    }
}

/// A fault where there are more of something than a battle may have; `many` is their word.
pub fn at_most(root: &Table<'_>, key: &str, many: &str, found: usize, most: usize) {
    if found > most {
        root.fault_at(key, format!("{found} {many}"), format!("at most {most}"));
    }
}

/// Checks that each name stands once and that each side, whose words are given, has a unit. Says whether there are few
/// enough units for further checks.
pub fn check_roster<P>(root: &Table<'_>, roster: &[&Found<'_, P>], sides: Both<&str>) -> bool {
    at_most(root, "unit", "units", roster.len(), MOST_UNITS);
    let mut lines: BTreeMap<&str, u32> = BTreeMap::new();
    for unit in roster.iter().filter(|unit| !unit.name.is_empty()) {
        let line = unit.table.location("name").line;
        if let Some(first) = lines.get(unit.name.as_str()) {
            let expected = format!("each name once (line {first} has it)");
            unit.table.fault_at("name", format!("{:?} again", unit.name), expected);
        } else {
            lines.insert(&unit.name, line);
        }
    }
    for side in Side::BOTH {
        // A unit whose side could not be read may be one of these.
        if !roster.iter().any(|unit| unit.side.is_none_or(|own| own == side)) {
            let found = format!("no {} unit", sides[side]);
            root.fault_at("unit", found, "at least one on each side, or nobody can win");
        }
    }
    roster.len() <= MOST_UNITS
}

/// A unit that comes later has no place yet: a fault for each key that gives it one.
pub fn no_place_yet(table: &Table<'_>, found: &str, expected: &str) {
    for key in ["formation", "at", "facing"] {
        if table.has(key) {
            table.fault_at(key, found, expected);
        }
        table.skip(key);
    }
}

/// A unit with the ground it covers.
pub struct Stood<'u, 'r, P> {
    pub found: &'u Found<'r, P>,
    /// The unit as faults about its ground call it.
    pub described: String,
    pub at: Point,
    pub rect: Rect,
}

impl<P> Stood<'_, '_, P> {
    /// A fault of where it stands.
    pub fn fault(&self, found: String, expected: impl Into<String>) {
        self.found.table.fault_at("at", found, expected);
    }

    /// Whether it stands whole on the table; a fault where it does not.
    pub fn is_whole_on(&self, terrain: &Terrain) -> bool {
        let whole = terrain.on_table(&self.rect);
        if !whole {
            let Terrain { width, depth, .. } = terrain;
            let found = format!("{} at {}", self.described, place(self.at));
            self.fault(found, format!("it whole on the table of {width} by {depth}"));
        }
        whole
    }
}

/// No unit stands on another's ground, and enemies keep the gap between them.
pub fn check_apart<'a, 'u: 'a, 'r: 'u, P: 'u>(
    standing: impl IntoIterator<Item = &'a Stood<'u, 'r, P>>,
    separation: Inches,
) {
    let mut before: Vec<&Stood<'_, '_, P>> = Vec::new();
    for unit in standing {
        for other in &before {
            let gap = unit.rect.distance(&other.rect);
            if unit.rect.overlaps(&other.rect) {
                let found = format!("{} on the ground of {}", unit.described, other.described);
                unit.fault(found, "every unit on ground of its own");
            } else if unit.found.side != other.found.side && gap < separation {
                let found = format!("{:?} {gap} from its enemy {:?}", unit.found.name, other.found.name);
                unit.fault(found, format!("at least {separation} between enemies"));
            }
        }
        before.push(unit);
    }
}
