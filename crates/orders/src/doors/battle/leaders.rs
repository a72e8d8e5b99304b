//! Leaders, whom they command and where they stand.

use super::reinforcements::FoundReinforcement;
use super::units::FoundUnit;
use super::{Reading, SIDES};
use crate::state::scenario::PlacedLeader;
use crate::state::unit::CorpsId;
use crate::state::words::{Nation, Trait};
use engine::Side;
use engine::battle_file::{at_most, name, read_point};
use rulebook::{Table, nearest};
use table::Point;

const MOST_LEADERS: usize = 200;

/// A leader of the file, right or wrong.
pub(super) struct FoundLeader<'r> {
    table: Table<'r>,
    name: String,
    side: Option<Side>,
    pub(super) nation: Option<Nation>,
    pub(super) corps: Option<CorpsId>,
    army: bool,
    character: Trait,
    attached: Option<String>,
    at: Option<Point>,
}

impl Reading<'_> {
    /// Who commands: one army commander a side at most, and one commander to each corps.
    pub(super) fn leaders<'t>(&self, root: &'t Table<'_>) -> Vec<FoundLeader<'t>> {
        let tables = root.tables("leader");
        at_most(root, "leader", "leaders", tables.len(), MOST_LEADERS);
        let mut found: Vec<FoundLeader<'t>> = Vec::new();
        for table in tables {
            let title = name(&table, "name");
            if found.iter().any(|other| other.name == title) {
                table.fault_at("name", format!("{title:?} again"), "each name once");
            }
            let side = table.word("side", SIDES);
            let nation = table.word("nation", Nation::WORDS);
            let corps = self.corps_named(&table, side);
            let army = table.flag_or("army", false);
            if army && found.iter().any(|other| other.army && other.side == side) {
                table.fault_at("army", "a second army commander", "one on each side");
            }
            if let Some(first) = corps.and_then(|corps| found.iter().find(|other| other.corps == Some(corps)))
            {
                let expected = format!("one to each corps ({:?} commands it)", first.name);
                table.fault_at("corps", "a second commander", expected);
            }
            let character =
                table.item("trait").and_then(|item| item.word(Trait::WORDS)).unwrap_or(Trait::None);
            let attached = table.item("attached").and_then(|item| item.text().map(str::to_owned));
            let at = table
                .item("at")
                .and_then(|item| read_point(&item, self.terrain, "a leader", "him on the table"));
            if attached.is_some() && at.is_some() {
                table.fault_at("at", "a place for a leader with a unit", "at or attached, not both");
            }
            found.push(FoundLeader {
                table,
                name: title,
                side,
                nation,
                corps,
                army,
                character,
                attached,
                at,
            });
        }
        for (corps, place) in self.corps.iter().zip(0..) {
            if !found.iter().any(|leader| leader.corps == Some(CorpsId(place))) {
                let found = format!("no commander of {:?}", corps.name);
                root.fault_at("leader", found, "a [[leader]] with this corps");
            }
        }
        found
    }

    /// Leaders stand somewhere, ride with a unit, or come with the reinforcement that brings their corps.
    pub(super) fn placed_leaders(
        &self,
        leaders: Vec<FoundLeader<'_>>,
        units: &[FoundUnit<'_>],
        coming: &[FoundReinforcement<'_>],
    ) -> Vec<PlacedLeader> {
        let mut placed: Vec<PlacedLeader> = Vec::new();
        for leader in leaders {
            if let Some(with) = &leader.attached {
                let unit = units.iter().find(|unit| unit.name == *with);
                match unit {
                    None => {
                        let hint = nearest(with, units.iter().map(|unit| unit.name.as_str()));
                        if let Some(item) = leader.table.item("attached") {
                            item.fault_with(format!("{with:?}"), "the name of a unit on the table", hint);
                        }
                    }
                    Some(unit) if unit.side.is_some() && unit.side != leader.side => {
                        leader.table.fault_at(
                            "attached",
                            format!("{with:?} of the enemy"),
                            "a unit of his side",
                        );
                    }
                    Some(_) if placed.iter().any(|other| other.attached.as_ref() == Some(with)) => {
                        leader.table.fault_at(
                            "attached",
                            format!("a second leader with {with:?}"),
                            "one to a unit",
                        );
                    }
                    Some(_) => {}
                }
            } else if leader.at.is_none() {
                let of = |unit: &FoundUnit<'_>| unit.placed.as_ref().map(|placed| placed.profile.corps);
                let comes = coming.iter().flat_map(|coming| &coming.units);
                let comes = leader.corps.is_some() && comes.into_iter().any(|unit| of(unit) == leader.corps);
                let here = leader.corps.is_some() && units.iter().any(|unit| of(unit) == leader.corps);
                if !comes || here {
                    leader.table.fault_at("at", "nothing", "where he stands, or the unit he is attached to");
                }
            }
            leader.table.finish();
            if let (Some(side), Some(nation)) = (leader.side, leader.nation) {
                placed.push(PlacedLeader {
                    name: leader.name,
                    side,
                    nation,
                    corps: leader.corps,
                    army: leader.army,
                    character: leader.character,
                    attached: leader.attached,
                    at: leader.at,
                });
            }
        }
        placed
    }
}
