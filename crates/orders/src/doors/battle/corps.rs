//! The corps of both sides, and the orders they begin under.

use super::{Reading, SIDES};
use crate::state::scenario::PlacedCorps;
use crate::state::unit::{CorpsId, Order};
use crate::state::words::OrderKind;
use engine::Side;
use engine::battle_file::{name, read_point};
use rulebook::{Table, nearest};
use table::{Inches, Terrain};

/// Every corps with the order it begins under.
pub(super) fn read_corps(root: &Table<'_>, terrain: &Terrain) -> Vec<PlacedCorps> {
    let mut names: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for table in root.tables("corps") {
        let title = name(&table, "name");
        if names.contains(&title) {
            table.fault_at("name", format!("{title:?} again"), "each name once");
        }
        names.push(title.clone());
        let side = table.word("side", SIDES).unwrap_or(Side::French);
        let kind =
            table.item("order").and_then(|item| item.word(OrderKind::WORDS)).unwrap_or(OrderKind::Defend);
        let objective = table.item("objective").and_then(|item| {
            let at = read_point(&item, terrain, "an objective", "it on the table");
            if at.is_some() && !crate::rules::orders::takes_objective(kind) {
                item.fault_with(format!("an objective under {kind}"), "none for this order", None);
            }
            at
        });
        let radius = table.item("radius").and_then(|item| item.inches(&(1_000..=72_000))).map(Inches);
        table.finish();
        found.push(PlacedCorps { name: title, side, order: Order { kind, objective }, radius });
    }
    if found.is_empty() {
        root.fault_at("corps", "no corps", "at least one [[corps]] on each side");
    }
    found
}

impl Reading<'_> {
    /// The corps a leader or unit says it belongs to.
    pub(super) fn corps_named(&self, table: &Table<'_>, side: Option<Side>) -> Option<CorpsId> {
        let item = table.item("corps")?;
        let word = item.text()?;
        let known = self.corps.iter().position(|corps| corps.name == word);
        let Some(at) = known else {
            let hint = nearest(word, self.corps.iter().map(|corps| corps.name.as_str()));
            item.fault_with(format!("{word:?}"), "the name of a [[corps]]", hint);
            return None;
        };
        let own = self.corps[at].side;
        if side.is_some_and(|side| side != own) {
            item.fault_with(format!("{word:?} of the other side"), "a corps of his own side", None);
            return None;
        }
        Some(CorpsId(at as u16))
    }
}
