//! What the sides are called, and the adjective of their troops.

use crate::state::scenario::{Placed, PlacedLeader, Reinforcement};
use crate::state::words::Nation;
use engine::battle_file::name;
use engine::{Both, Side};
use rulebook::Table;

pub(super) fn read_sides(root: &Table<'_>) -> Both<String> {
    let Some(table) = root.opt_table("sides") else {
        return Both { french: "French".to_owned(), allied: "Allies".to_owned() };
    };
    let sides = Both { french: name(&table, "french"), allied: name(&table, "allied") };
    table.finish();
    sides
}

/// A side of one nation has its adjective; of several, the side's own.
pub(super) fn adjectives(
    leaders: &[PlacedLeader],
    units: &[Placed],
    reinforcements: &[Reinforcement],
) -> Both<&'static str> {
    let coming = reinforcements.iter().flat_map(|coming| &coming.units);
    let soldiers = units.iter().chain(coming).map(|placed| &placed.profile);
    let nations: Vec<(Side, Nation)> = leaders
        .iter()
        .map(|leader| (leader.side, leader.nation))
        .chain(soldiers.map(|profile| (profile.side, profile.nation)))
        .collect();
    let adjective = |side: Side, of_several: &'static str| {
        let mut own = nations.iter().filter(|(of, _)| *of == side).map(|(_, nation)| *nation);
        match own.next().filter(|nation| *nation != Nation::Other) {
            Some(nation) if own.all(|other| other == nation) => nation.word(),
            _ => of_several,
        }
    };
    Both { french: adjective(Side::French, "french"), allied: adjective(Side::Allied, "allied") }
}
