//! Reading a battle file: the table, the corps with their leaders and orders, where all units stand, what there is to
//! win.
//!
//! All faults of a file are found at once, each with its place. What loads can be played: every unit belongs to a corps
//! with one commander, and none stands on another, in a river or off the table, or in a formation it may not have.
//!
//! ```toml
//! name = "…"                      # title
//! game = "orders"
//! kind = "teaching"               # or "battle"
//! date = "5 July 1809"
//! year = 1809                     # command radius goes by it
//! summary = "…"
//! length = 12                     # turns; left out: the house's
//! rain = [3, 4]                   # turns of rain or snow
//! [sides]                         # what the sides are called
//! french = "French"
//! allied = "Austrians"
//! [edges]
//! french = "south"
//! allied = "north"
//! [[corps]]
//! name = "III Corps"
//! side = "french"
//! order = "attack"                # defend, where it is left out
//! objective = [40, 20]
//! [[leader]]
//! name = "Davout"
//! side = "french"
//! nation = "french"
//! corps = "III Corps"             # or army = true, or neither
//! trait = "charismatic"           # none, where it is left out
//! at = [30, 8]                    # or attached = "a unit"
//! [[unit]]
//! name = "Petit's brigade"
//! corps = "III Corps"
//! arm = "infantry"
//! troop = "veteran"
//! nation = "french"               # its commander's, where it is left out
//! formation = "column"
//! at = [30, 10]                   # the middle of the front edge; left out: its side deploys it
//! facing = 0                      # degrees, 0 north
//! # stands = 2, gun = "heavy", level = "firm"
//! [[reinforcement]]
//! side = "allied"
//! turn = 4
//! edge-point = [60, 48]
//! [[reinforcement.unit]]          # as above, without a place
//! [victory]
//! [[victory.objective]]
//! name = "Markgrafneusiedl"
//! at = [52, 30]
//! radius = 3
//! worth = 2
//! ```

mod corps;
mod leaders;
mod reinforcements;
mod sides;
mod standing;
mod start;
mod units;

use crate::charts::Rules;
use crate::question::Question;
use crate::state::scenario::{Battle, Edge, Placed, PlacedCorps, Reinforcement, Scenario};
use crate::state::words::Sheet;
use corps::read_corps;
use engine::battle_file::{check_roster, read_about, read_edges, read_title, read_victory, read_whole};
use engine::ground::{Detail, read_terrain};
use engine::{About, Both, Questions as _, Side};
use reinforcements::FoundReinforcement;
use rulebook::{Faults, Source, Table};
use sides::{adjectives, read_sides};
use std::sync::Arc;
use table::Terrain;
use units::{Begins, FoundUnit};

const SIDES: &[(&str, Side)] = &[("french", Side::French), ("allied", Side::Allied)];

/// Reads a battle and checks it against the rules.
///
/// # Errors
/// Every fault of the file.
pub fn read_battle(
    id: &str,
    source: &Source,
    rules: impl Fn(Sheet) -> Option<Arc<Rules>>,
) -> Result<Battle, Faults> {
    read_whole(source, |root| read(id, root, rules))
}

fn read(id: &str, root: Table<'_>, rules: impl Fn(Sheet) -> Option<Arc<Rules>>) -> Option<Battle> {
    let title = read_title(&root, "orders");
    let sheet = root.item("sheet").and_then(|item| item.word(Sheet::WORDS)).unwrap_or(Sheet::Orders);
    let Some(rules) = rules(sheet) else {
        root.fault_at("game", "orders", "a game whose rules are at hand");
        return None;
    };
    let about = read_about(&root, id, title, Question::WORDS);
    let year = root.need("year", || "the year of the battle, from 1792 to 1815".to_owned());
    let year = year.and_then(|item| item.int(&(1792..=1815))).unwrap_or(1809);
    let rain = root.opt_list("rain", "turns").iter().filter_map(|turn| turn.int(&(1..=60))).collect();
    let sides = read_sides(&root);
    let (width, depth, _) = rules.usual_table();
    let terrain = read_terrain(&root, (width, depth), Detail::Classes);
    let edges = read_edges(&root, ["french", "allied"]);

    let corps = read_corps(&root, &terrain);
    let reading = Reading { rules: &rules, terrain: &terrain, edges, corps: &corps };
    let leaders = reading.leaders(&root);
    let units: Vec<FoundUnit<'_>> =
        root.tables("unit").into_iter().map(|table| reading.unit(table, &leaders, Begins::Battle)).collect();
    let coming: Vec<FoundReinforcement<'_>> = root
        .tables("reinforcement")
        .into_iter()
        .map(|table| reading.reinforcement(table, &leaders))
        .collect();
    let roster: Vec<&FoundUnit<'_>> =
        units.iter().chain(coming.iter().flat_map(|coming| &coming.units)).collect();
    if check_roster(&root, &roster, Both { french: "french", allied: "allied" }) {
        reading.check_ground(&units);
    }
    let leaders = reading.placed_leaders(leaders, &units, &coming);
    let units: Vec<Placed> = units.into_iter().filter_map(FoundUnit::done).collect();
    let reinforcements: Vec<Reinforcement> =
        coming.into_iter().filter_map(FoundReinforcement::done).collect();
    let about = read_victory(&root, &terrain, about, "orders.house.victory", ["french", "allied"]);
    root.finish();
    let scenario = Scenario {
        about: About { terrain, edges, ..about },
        year,
        sides,
        adjectives: adjectives(&leaders, &units, &reinforcements),
        rain,
    };
    Some(Battle { scenario: Arc::new(scenario), corps, units, leaders, reinforcements })
}

/// What everything is read and checked with.
struct Reading<'r> {
    rules: &'r Arc<Rules>,
    terrain: &'r Terrain,
    edges: Both<Edge>,
    corps: &'r [PlacedCorps],
}
