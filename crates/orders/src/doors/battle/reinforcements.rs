//! Reinforcements: who comes in which turn, and where on his edge.

use super::leaders::FoundLeader;
use super::units::{Begins, FoundUnit};
use super::{Reading, SIDES};
use crate::state::scenario::Reinforcement;
use engine::Side;
use engine::battle_file::read_edge_point;
use rulebook::Table;
use table::Point;

/// A reinforcement of the file, right or wrong.
pub(super) struct FoundReinforcement<'r> {
    table: Table<'r>,
    side: Option<Side>,
    turn: Option<u32>,
    point: Option<Point>,
    pub(super) units: Vec<FoundUnit<'r>>,
}

impl FoundReinforcement<'_> {
    pub(super) fn done(self) -> Option<Reinforcement> {
        self.table.finish();
        let units = self.units.into_iter().filter_map(FoundUnit::done).collect();
        Some(Reinforcement { side: self.side?, turn: self.turn?, point: self.point?, units })
    }
}

impl Reading<'_> {
    /// Who comes when, and where.
    pub(super) fn reinforcement<'t>(
        &self,
        table: Table<'t>,
        leaders: &[FoundLeader<'_>],
    ) -> FoundReinforcement<'t> {
        let side = table.word("side", SIDES);
        let turn =
            table.need("turn", || "the turn it arrives in".to_owned()).and_then(|item| item.int(&(1..=60)));
        let point = side.and_then(|side| read_edge_point(&table, self.edges[side], self.terrain));
        let units: Vec<FoundUnit<'t>> =
            table.tables("unit").into_iter().map(|unit| self.unit(unit, leaders, Begins::Later)).collect();
        if units.is_empty() {
            table.fault_at("unit", "no unit", "at least one [[reinforcement.unit]]");
        }
        for unit in units.iter().filter(|unit| unit.side.is_some() && unit.side != side) {
            unit.table.fault_at("corps", "a unit of the other side", "units of the reinforcement's side");
        }
        FoundReinforcement { table, side, turn, point, units }
    }
}
