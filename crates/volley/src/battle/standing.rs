//! Who stands where: names once, somebody on each side, and everybody on ground of his own.

use super::{Found, MOST_UNITS, Reading};
use crate::ids::{house, rule};
use crate::scenario::Placed;
use crate::unit::footprint;
use crate::words::{Arm, Formation};
use engine::Side;
use engine::battle_file::place;
use rulebook::Table;
use std::collections::BTreeMap;
use table::{Footprint, Ground, Point, Rect, Terrain};

/// A unit with the ground it covers.
struct Standing<'u, 'r> {
    found: &'u Found<'r>,
    placed: &'u Placed,
    formation: Formation,
    footprint: Footprint,
    at: Point,
    rect: Rect,
}

impl Standing<'_, '_> {
    fn name(&self) -> &str {
        &self.found.name
    }
    /// The unit with its formation and footprint, for a fault about ground.
    fn described(&self) -> String {
        let Footprint { width, depth } = self.footprint;
        format!("{:?} ({}, {width} by {depth})", self.name(), self.formation)
    }
    fn fault(&self, found: String, expected: impl Into<String>) {
        self.found.table.fault_at("at", found, expected);
    }
}

impl Reading<'_> {
    /// Names once, and somebody on each side.
    pub(super) fn check_roster(&self, root: &Table<'_>, roster: &[&Found<'_>]) {
        if roster.len() > MOST_UNITS {
            root.fault_at("unit", format!("{} units", roster.len()), format!("at most {MOST_UNITS}"));
        }
        let mut lines: BTreeMap<&str, u32> = BTreeMap::new();
        for unit in roster.iter().filter(|unit| !unit.name.is_empty()) {
            let line = unit.table.location("name").line;
            if let Some(first) = lines.get(unit.name.as_str()) {
                unit.table.fault_at(
                    "name",
                    format!("{:?} again", unit.name),
                    format!("each name once (line {first} has it)"),
                );
            } else {
                lines.insert(&unit.name, line);
            }
        }
        for side in Side::BOTH {
            // A unit whose side could not be read may be one of these.
            if !roster.iter().any(|unit| unit.side.is_none_or(|own| own == side)) {
                let nation = self.nation(side);
                root.fault_at(
                    "unit",
                    format!("no {nation} unit"),
                    "at least one on each side, or nobody can win",
                );
            }
        }
    }

    /// Everybody on the table, on ground he may stand on, and clear of everybody else.
    pub(super) fn check_ground(&self, units: &[Found<'_>]) {
        let standing: Vec<Standing<'_, '_>> = units.iter().filter_map(|found| self.standing(found)).collect();
        let separation = self.rules.ruled(house!("move.separation"));
        for (i, unit) in standing.iter().enumerate() {
            self.check_place(unit);
            for other in &standing[..i] {
                let gap = unit.rect.distance(&other.rect);
                let enemies = unit.found.side != other.found.side;
                if unit.rect.overlaps(&other.rect) {
                    let found = format!("{} on the ground of {}", unit.described(), other.described());
                    unit.fault(found, "every unit on ground of its own");
                } else if enemies && gap < separation {
                    let found = format!("{:?} {gap} from its enemy {:?}", unit.name(), other.name());
                    unit.fault(found, format!("at least {separation} between enemies"));
                }
            }
        }
    }

    fn standing<'u, 'r>(&self, found: &'u Found<'r>) -> Option<Standing<'u, 'r>> {
        let placed = found.placed.as_ref()?;
        let pose = placed.pose?;
        let profile = &placed.profile;
        // As the game itself stands it.
        let line_only = profile.arm == Arm::Cavalry && self.rules.plays(house!("cav.formation", "line-only"));
        let formation = if line_only { Formation::Line } else { placed.formation };
        let footprint = footprint(self.rules, profile.arm, formation, profile.figures);
        let rect = Rect::new(pose, footprint);
        Some(Standing { found, placed, formation, footprint, at: pose.at, rect })
    }

    fn check_place(&self, unit: &Standing<'_, '_>) {
        let Terrain { width, depth, .. } = self.terrain;
        if !self.terrain.on_table(&unit.rect) {
            let found = format!("{} at {}", unit.described(), place(unit.at));
            return unit.fault(found, format!("it whole on the table of {width} by {depth}"));
        }
        let ground = self.terrain.under(&unit.rect);
        let arm = unit.placed.profile.arm;
        let no_woods = match arm {
            Arm::Cavalry => self.rules.on(rule!("volley.move.woods.cavalry")),
            Arm::Artillery => self.rules.on(rule!("volley.move.woods.artillery")),
            Arm::Infantry | Arm::Skirmishers => false,
        };
        if ground.woods && no_woods {
            let found = format!("{} in {}", unit.described(), self.feature(unit, |ground| ground.woods));
            unit.fault(found, format!("{arm} outside of woods"));
        }
        if ground.impassable {
            let found = format!("{} in {}", unit.described(), self.feature(unit, |ground| ground.impassable));
            unit.fault(found, "ground that can be passed");
        }
        if unit.formation.is_closed() && (ground.woods || ground.village) {
            let closed = |ground: Ground| ground.woods || ground.village;
            let found = format!("{} in {}", unit.described(), self.feature(unit, closed));
            unit.fault(found, format!("no {} in woods or villages", unit.formation));
        }
    }

    /// The name of the first feature under the unit that makes such ground.
    fn feature(&self, unit: &Standing<'_, '_>, is: impl Fn(Ground) -> bool) -> String {
        let Terrain { width, depth, features, .. } = self.terrain;
        let alone = |feature: &&table::Feature| {
            is(Terrain::new(*width, *depth, vec![(*feature).clone()]).under(&unit.rect))
        };
        features.iter().find(alone).map_or_else(String::new, |feature| format!("{:?}", feature.name))
    }
}
