//! Reading a battle file.

use crate::charts::Rules;
use crate::question::Question;
use crate::state::game::{Battle, Company, SIDES, Scenario};
use engine::battle_file::{
    Found, check_roster, name, read_about, read_edges, read_pose, read_title, read_whole,
};
use engine::ground::{Detail, read_terrain};
use engine::{About, Questions as _, Side, sound};
use rulebook::{Faults, Source, Table};
use std::sync::Arc;
use table::{Inches, Rect, Terrain};

const SIDE_WORDS: &[(&str, Side)] = &[(SIDES.french, Side::French), (SIDES.allied, Side::Allied)];

/// # Errors
/// Every fault of the file.
pub(super) fn read_battle(
    id: &str,
    source: &Source,
    rules: &dyn Fn(&str) -> Option<Arc<Rules>>,
) -> Result<Battle, Faults> {
    read_whole(source, |root| {
        let rules = rules("meadow")?;
        let battle = read(id, &root, &rules);
        root.finish();
        Some(battle)
    })
}

fn read(id: &str, root: &Table<'_>, rules: &Rules) -> Battle {
    let title = read_title(root, "meadow");
    let about = read_about(root, id, title, Question::WORDS);
    let terrain = read_terrain(root, (Inches::whole(24), Inches::whole(24)), Detail::Classes);
    let edges = read_edges(root, [SIDES.french, SIDES.allied]);
    let units: Vec<Found<'_, Company>> = root.tables("unit").into_iter().map(read_unit).collect();
    check_roster(root, &units.iter().collect::<Vec<_>>(), SIDES);
    let units: Vec<Company> = units.into_iter().filter_map(Found::done).collect();
    let scenario = Scenario(About { terrain, edges, ..about });
    if let Err(why) = stand_apart(rules, &scenario.terrain, &scenario, &units) {
        root.fault_at("unit", why, "every company whole on the table, on ground of its own");
    }
    Battle { scenario: Arc::new(scenario), units }
}

fn read_unit(table: Table<'_>) -> Found<'_, Company> {
    let (title, side) = (name(&table, "name"), table.word("side", SIDE_WORDS));
    let figures = table.int("figures", 1..=40);
    let pose = read_pose(&table);
    if pose == Some(None) {
        table.fault_at("at", "no place", "where the company stands: nobody is deployed later");
    }
    let placed = side.zip(pose.flatten()).map(|(side, pose)| Company {
        name: title.as_str().into(),
        side,
        figures,
        of: figures,
        shaken: false,
        pose: Some(pose),
    });
    Found { table, name: title, side, command: String::new(), placed }
}

/// Checks that every company with a place stands whole on the table and on ground of its own.
///
/// # Errors
/// One sentence about the first who does not.
pub(super) fn stand_apart(
    rules: &Rules,
    terrain: &Terrain,
    about: &About,
    units: &[Company],
) -> Result<(), String> {
    let footprint = rules.footprint();
    let there: Vec<(&Company, Option<Rect>)> = units
        .iter()
        .filter(|unit| !unit.is_gone())
        .map(|unit| (unit, unit.pose.map(|pose| Rect::new(pose, footprint))))
        .collect();
    let standing = there.iter().map(|(unit, rect)| sound::OnTable {
        name: &unit.name,
        rect: rect.as_ref(),
        pose: unit.pose,
        depth: footprint.depth,
        edge: about.edges[unit.side],
    });
    sound::stand_apart(terrain, &standing.collect::<Vec<_>>())
}
