//! What every battle file has, whatever the game: names, history, edges, points on them, and ground worth holding.

use crate::{Both, Edge, History, Objective};
use rulebook::{Faults, Item, Reader, Source, Table};
use table::{Bearing, Inches, Point, Terrain};

const LONGEST_NAME: usize = 80;

/// Reads a whole file; `None` from `read` is a battle that could not be read to its end.
///
/// # Errors
/// Every fault of the file.
pub fn read_whole<B>(source: &Source, read: impl FnOnce(Table<'_>) -> Option<B>) -> Result<B, Faults> {
    let reader = Reader::parse(source)?;
    let battle = read(reader.root());
    match battle {
        Some(battle) => reader.done(battle),
        None => Err(reader.into_faults()),
    }
}

/// A name: something, on one line.
pub fn name(table: &Table<'_>, key: &str) -> String {
    let Some(item) = table.need(key, || "a name in quotation marks".to_owned()) else {
        return String::new();
    };
    let Some(text) = item.text() else {
        return String::new();
    };
    let letters = text.chars().count();
    if text.trim().is_empty() || letters > LONGEST_NAME || text.chars().any(char::is_control) {
        item.fault(format!("a name of 1 to {LONGEST_NAME} letters on one line"));
    }
    text.to_owned()
}

/// Where the battle comes from.
pub fn read_history(root: &Table<'_>) -> History {
    let Some(table) = root.opt_table("history") else {
        return History::default();
    };
    let history = History {
        notes: table.text_or("notes", ""),
        sources: table.opt_texts("sources"),
        doubtful: table.opt_texts("doubtful"),
        balance: table.text_or("balance", ""),
    };
    table.finish();
    history
}

/// The long edge each side comes from, under the words the battle has for the sides.
pub fn read_edges(root: &Table<'_>, [french_word, allied_word]: [&str; 2]) -> Both<Edge> {
    let table = root.table("edges");
    let french = table.word(french_word, Edge::WORDS);
    let allied = table.word(allied_word, Edge::WORDS);
    if french.is_some() && french == allied {
        table.fault_at(allied_word, "both sides on one edge", "the long edge opposite the French");
    }
    table.finish();
    let across = |edge: Edge| {
        if edge == Edge::North { Edge::South } else { Edge::North }
    };
    let french = french.or(allied.map(across)).unwrap_or_default();
    Both { french, allied: across(french) }
}

/// Where on its edge a reserve comes on; the middle unless the file says otherwise.
pub fn read_edge_point(table: &Table<'_>, edge: Edge, terrain: &Terrain) -> Option<Point> {
    let item = table.item("edge-point");
    let y = edge.y(terrain.depth);
    let Some(item) = item else {
        return Some(Point { x: terrain.width.0 / 2, y });
    };
    let (found_x, found_y) = item.point()?;
    if found_y != y || !(0..=terrain.width.0).contains(&found_x) {
        let word = Edge::WORDS.iter().find(|(_, known)| *known == edge).map_or("", |(word, _)| word);
        let expected = format!(
            "one on the {word} edge of its side: x from 0 to {}, y {}",
            plain(terrain.width),
            plain(Inches(y))
        );
        item.fault_with(format!("the point {}", place(Point { x: found_x, y: found_y })), expected, None);
        return None;
    }
    Some(Point { x: found_x, y })
}

/// What a facing may be.
pub fn degrees() -> String {
    "degrees from 0 (north) to 359, clockwise".to_owned()
}

/// A facing in degrees.
pub fn facing_of(item: &Item<'_>) -> Option<Bearing> {
    item.int(&(0..=359)).map(Bearing::degrees)
}

/// A distance without its mark, as it stands in the file.
pub fn plain(inches: Inches) -> String {
    inches.to_string().trim_end_matches('"').to_owned()
}

/// A point as it stands in the file.
pub fn place(point: Point) -> String {
    format!("[{}, {}]", plain(Inches(point.x)), plain(Inches(point.y)))
}

/// The ground worth holding. `ruling` is what sets another breaking point.
pub fn read_objectives(root: &Table<'_>, terrain: &Terrain, ruling: &str) -> Vec<Objective> {
    let Some(victory) = root.opt_table("victory") else {
        return Vec::new();
    };
    if let Some(item) = victory.item("break")
        && item.text().is_some_and(|word| word != "half")
    {
        item.fault(format!("half; another share is a house rule ({ruling})"));
    }
    let objectives =
        victory.tables("objective").into_iter().map(|table| read_objective(table, terrain)).collect();
    victory.finish();
    objectives
}

fn read_objective(table: Table<'_>, terrain: &Terrain) -> Objective {
    let name = name(&table, "name");
    let at = table.need("at", || "a point [x, y] in inches".to_owned());
    let at = at.and_then(|item| {
        let (x, y) = item.point()?;
        let Terrain { width, depth, .. } = terrain;
        if !(0..=width.0).contains(&x) || !(0..=depth.0).contains(&y) {
            let found = format!("an objective at {}", place(Point { x, y }));
            item.fault_with(found, format!("it on the table of {width} by {depth}"), None);
        }
        Some(Point { x, y })
    });
    let radius = Inches(table.inches("radius", 500..=24_000));
    let worth = table.int_or("worth", 1..=100, 1);
    table.finish();
    Objective { name, at: at.unwrap_or_default(), radius, worth }
}
