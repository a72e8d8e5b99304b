//! Points, edges and facings of a battle file, and the ground worth holding.

use super::name;
use crate::{About, Both, Edge, Holding, Objective, Side};
use rulebook::{Item, Table};
use table::{Bearing, Inches, Point, Pose, Terrain};

/// The edge each side comes from, under the words the battle has for the sides: two that lie opposite each other.
pub fn read_edges(root: &Table<'_>, [french_word, allied_word]: [&str; 2]) -> Both<Edge> {
    let table = root.table("edges");
    let french = table.word(french_word, Edge::WORDS);
    let allied = table.word(allied_word, Edge::WORDS);
    if let (Some(french), Some(allied)) = (french, allied)
        && allied != french.opposite()
    {
        let found = if french == allied {
            "both sides on one edge".to_owned()
        } else {
            format!("the {} edge", allied.word())
        };
        table.fault_at(
            allied_word,
            found,
            format!("the edge opposite the French: {}", french.opposite().word()),
        );
    }
    table.finish();
    let french = french.or(allied.map(Edge::opposite)).unwrap_or_default();
    Both { french, allied: french.opposite() }
}

/// Where a unit that comes later comes on: a point of any edge; the middle of its side's own unless the file says
/// otherwise.
pub fn read_edge_point(table: &Table<'_>, own: Edge, terrain: &Terrain) -> Option<Point> {
    let Some(item) = table.item("edge-point") else {
        return Some(own.point(own.length(terrain).0 / 2, Inches::ZERO, terrain));
    };
    let (x, y) = item.point()?;
    let at = Point { x, y };
    if Edge::under(at, terrain, own).is_none() {
        let Terrain { width, depth, .. } = terrain;
        let expected = format!("one on an edge of the table of {width} by {depth}");
        item.fault_with(format!("the point {}", place(at)), expected, None);
        return None;
    }
    Some(at)
}

/// A facing in degrees.
pub fn read_facing(item: &Item<'_>) -> Option<Bearing> {
    item.int(&(0..=359)).map(Bearing::degrees)
}

/// Where a unit stands: `Some(None)` where its side is still to deploy it, `None` where its place cannot be read.
pub fn read_pose(table: &Table<'_>) -> Option<Option<Pose>> {
    match (table.item("at"), table.item("facing")) {
        (Some(at), facing) => {
            let degrees = || "degrees from 0 (north) to 359, clockwise".to_owned();
            let facing = facing.or_else(|| table.need("facing", degrees)).and_then(|item| read_facing(&item));
            at.point().zip(facing).map(|((x, y), facing)| Some(Pose { at: Point { x, y }, facing }))
        }
        (None, Some(facing)) => {
            facing.fault_with("a facing without a place", "at and facing, or neither", None);
            None
        }
        (None, None) => Some(None),
    }
}

/// A point, and a fault where it is not on the table: `what` stands there, and `expected` is said of it.
pub fn read_point(item: &Item<'_>, terrain: &Terrain, what: &str, expected: &str) -> Option<Point> {
    let (x, y) = item.point()?;
    let at = Point { x, y };
    if !is_on_table(terrain, at) {
        item.fault_with(format!("{what} at {}", place(at)), expected, None);
    }
    Some(at)
}

/// Whether a point is on the table, its edges included.
pub fn is_on_table(terrain: &Terrain, at: Point) -> bool {
    (0..=terrain.width.0).contains(&at.x) && (0..=terrain.depth.0).contains(&at.y)
}

/// A distance without its mark, as it stands in the file.
pub fn plain(inches: Inches) -> String {
    inches.to_string().trim_end_matches('"').to_owned()
}

/// A point as it stands in the file.
pub fn place(point: Point) -> String {
    format!("[{}, {}]", plain(Inches(point.x)), plain(Inches(point.y)))
}

/// What there is to win, as part of what is public of a battle: the ground worth holding, what becomes of it while
/// neither side has it alone, and who attacks. `ruling` is what sets another breaking point, `sides` are as the file
/// calls them.
pub fn read_victory(
    root: &Table<'_>,
    terrain: &Terrain,
    about: About,
    ruling: &str,
    [french, allied]: [&str; 2],
) -> About {
    let Some(victory) = root.opt_table("victory") else {
        return about;
    };
    if let Some(item) = victory.item("break")
        && item.text().is_some_and(|word| word != "half")
    {
        item.fault(format!("half; another share is a house rule ({ruling})"));
    }
    let objectives = victory.tables("objective").into_iter();
    let objectives = objectives.map(|table| read_objective(table, terrain)).collect();
    let holding = victory.item("ground").and_then(|item| item.word(Holding::WORDS));
    let attacker = victory
        .item("attacker")
        .and_then(|item| item.word(&[(french, Side::French), (allied, Side::Allied)]));
    victory.finish();
    About { objectives, holding, attacker, ..about }
}

fn read_objective(table: Table<'_>, terrain: &Terrain) -> Objective {
    let name = name(&table, "name");
    let at = table.need("at", || "a point [x, y] in inches".to_owned());
    let Terrain { width, depth, .. } = terrain;
    let expected = format!("it on the table of {width} by {depth}");
    let at = at.and_then(|item| read_point(&item, terrain, "an objective", &expected));
    let radius = Inches(table.inches("radius", 500..=24_000));
    let worth = table.int_or("worth", 1..=100, 1);
    table.finish();
    Objective { name, at: at.unwrap_or_default(), radius, worth }
}
