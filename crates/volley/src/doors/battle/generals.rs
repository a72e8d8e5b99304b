//! Generals, whom they command and with whom they ride.

use super::{FoundUnit, Reading};
use crate::state::scenario::PlacedGeneral;
use engine::Side;
use engine::battle_file::{at_most, name, read_facing, read_point};
use rulebook::{Table, nearest};
use std::collections::{BTreeMap, BTreeSet};
use table::{Pose, Terrain};

const MOST_GENERALS: usize = 200;

impl Reading<'_> {
    pub(super) fn generals(
        &self,
        root: &Table<'_>,
        units: &[FoundUnit<'_>],
        roster: &[&FoundUnit<'_>],
    ) -> Vec<PlacedGeneral> {
        let tables = root.tables("general");
        at_most(root, "general", "generals", tables.len(), MOST_GENERALS);
        let (mut generals, mut names, mut with) = (Vec::new(), BTreeSet::new(), BTreeMap::new());
        for table in tables {
            let name = name(&table, "name");
            if !name.is_empty() && !names.insert(name.clone()) {
                table.fault_at("name", format!("{name:?} again"), "each name once");
            }
            let side = self.side(&table);
            let brigade = self.commands(&table, side, roster);
            let attached = self.attached(&table, side, units);
            if let Some(unit) = &attached
                && let Some(first) = with.insert(unit.clone(), name.clone())
            {
                let expected = format!("one general to a unit ({first:?} is with it)");
                table.fault_at("attached", format!("a second general with {unit:?}"), expected);
            }
            let pose = self.general_pose(&table, side);
            table.finish();
            if let Some(side) = side {
                generals.push(PlacedGeneral { name, side, brigade, attached, pose });
            }
        }
        generals
    }

    /// The brigade he commands; none for the army's commander.
    fn commands(&self, table: &Table<'_>, side: Option<Side>, roster: &[&FoundUnit<'_>]) -> Option<String> {
        let commander = table.flag_or("commander", false);
        let Some(item) = table.item("commands") else {
            if !commander {
                table.fault_at("commands", "nothing", "the brigade he commands, or commander = true");
            }
            return None;
        };
        if commander {
            item.fault_with("a brigade for the commander", "none: he commands the whole army", None);
            return None;
        }
        let brigade = item.text()?;
        let own = roster.iter().filter(|unit| unit.side.is_none() || unit.side == side);
        let own: BTreeSet<&str> =
            own.map(|unit| unit.command.as_str()).filter(|brigade| !brigade.is_empty()).collect();
        if side.is_some() && !own.contains(brigade) {
            let hint = nearest(brigade, own.iter().copied());
            item.fault_with(format!("{brigade:?}"), "the brigade of some unit of his side", hint);
        }
        Some(brigade.to_owned())
    }

    /// The unit he rides with.
    fn attached(&self, table: &Table<'_>, side: Option<Side>, units: &[FoundUnit<'_>]) -> Option<String> {
        let item = table.item("attached")?;
        let name = item.text()?;
        let Some(unit) = units.iter().find(|unit| unit.name == name) else {
            let hint = nearest(name, units.iter().map(|unit| unit.name.as_str()));
            item.fault_with(format!("{name:?}"), "the name of a unit on the table", hint);
            return None;
        };
        if side.is_some() && unit.side.is_some() && unit.side != side {
            item.fault_with(format!("{name:?} of the enemy"), "a unit of his own side", None);
            return None;
        }
        Some(name.to_owned())
    }

    /// Where he stands, unless he is with a unit; he looks away from his edge unless the file says otherwise.
    fn general_pose(&self, table: &Table<'_>, side: Option<Side>) -> Option<Pose> {
        let (at, facing) = (table.item("at"), table.item("facing"));
        if table.has("attached") {
            if let Some(at) = at {
                at.fault_with("a place for a general with a unit", "at or attached, not both", None);
            }
            return None;
        }
        let Some(at) = at else {
            table.fault_at("at", "nothing", "where he stands, or the unit he is attached to");
            return None;
        };
        let Terrain { width, depth, .. } = self.terrain;
        let expected = format!("him on the table of {width} by {depth}");
        let at = read_point(&at, self.terrain, "a general", &expected)?;
        let facing = match facing {
            Some(item) => read_facing(&item)?,
            None => self.edges[side?].inward(),
        };
        Some(Pose { at, facing })
    }
}
