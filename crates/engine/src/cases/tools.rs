//! What the games' own parts of a case are read and held against with.

use crate::{About, Both, Edge, Holding, Objective, Side};
use rulebook::{Free, Item, Table};
use std::fmt::Debug;
use table::{Bearing, Inches, Point, Rect, Terrain};

/// How near an expected place or distance is near enough.
const NEAR: i32 = 30;

/// The sides, as every case calls them.
pub const SIDES: &[(&str, Side)] = &[("french", Side::French), ("opponent", Side::Allied)];

/// A case as a battle: the French come from the south.
pub fn case_about(name: &str, terrain: Terrain, length: Option<u32>) -> About {
    About {
        id: "case".to_owned(),
        title: name.to_owned(),
        terrain,
        edges: Both { french: Edge::South, allied: Edge::North },
        length,
        ..About::default()
    }
}

/// The ground that counts in a case: `objectives` and `ground`, as a battle file has them under `victory`.
#[derive(Clone, Default)]
pub struct Goals {
    pub objectives: Vec<Objective>,
    pub holding: Option<Holding>,
}

impl Goals {
    pub fn read(table: &Table<'_>) -> Goals {
        Goals {
            objectives: table.tables("objectives").into_iter().map(read_goal).collect(),
            holding: table.item("ground").and_then(|item| item.word(Holding::WORDS)),
        }
    }
}

fn read_goal(table: Table<'_>) -> Objective {
    let (x, y) = table.point("at");
    let objective = Objective {
        name: table.text("name"),
        at: Point { x, y },
        radius: Inches(table.inches_or("radius", 500..=24_000, 3_000)),
        worth: table.int_or("worth", 1..=100, 1),
    };
    table.finish();
    objective
}

/// Who holds the ground that counts, as a case expects it: `holders = ["french", "nobody"]`.
#[derive(Clone, Default)]
pub struct Holders(Option<Vec<String>>);

impl Holders {
    pub fn read(table: &Table<'_>) -> Holders {
        let holders = Holders(table.has("holders").then(|| table.opt_texts("holders")));
        table.skip("holders");
        holders
    }

    pub fn differs(&self, holders: &[Option<Side>], wrong: &mut Vec<String>) {
        let Some(expected) = &self.0 else { return };
        let word = |holder: &Option<Side>| match holder {
            Some(Side::French) => "french",
            Some(Side::Allied) => "opponent",
            None => "nobody",
        };
        let found: Vec<&str> = holders.iter().map(word).collect();
        differ(wrong, "holders", expected.iter().map(String::as_str).collect::<Vec<_>>(), found);
    }
}

// --------------------------------------------------------------- reading ----

/// A name: it is said in lines, so it is one word.
pub fn one_word(table: &Table<'_>, key: &str) -> String {
    let name = table.text(key);
    if name.contains(char::is_whitespace) {
        table.fault_at(key, format!("{name:?}"), "a name without blanks");
    }
    name
}

pub fn point(table: &Table<'_>, key: &str) -> Option<Point> {
    table.item(key).and_then(|item| item.point()).map(|(x, y)| Point { x, y })
}

pub fn is_list(item: &Item<'_>) -> bool {
    matches!(item.free(), Free::List(_))
}

/// `["A", "B"]`.
pub fn pair(item: &Item<'_>) -> Option<(String, String)> {
    let items = item.list("two units")?;
    let [a, b] = items.as_slice() else {
        item.fault("two units");
        return None;
    };
    Some((a.text()?.to_owned(), b.text()?.to_owned()))
}

/// `[["A", "B"], ["C", "D"]]`; empty where the key is left out.
pub fn pairs(table: &Table<'_>, key: &str) -> Vec<(String, String)> {
    table.opt_list(key, "pairs of units").iter().filter_map(pair).collect()
}

/// How far one unit must be from another.
#[derive(Clone, Debug)]
pub struct Gap {
    one: String,
    two: String,
    inches: i32,
}

/// `gap = [["A", "B", 2]]`.
pub fn gaps(table: &Table<'_>) -> Vec<Gap> {
    let gap = |item: &Item<'_>| {
        let items = item.list("two units and a distance")?;
        let [one, two, inches] = items.as_slice() else {
            item.fault("two units and a distance");
            return None;
        };
        let (one, two) = (one.text()?.to_owned(), two.text()?.to_owned());
        Some(Gap { one, two, inches: inches.inches(&(0..=100_000))? })
    };
    table.opt_list("gap", "units and distances").iter().filter_map(gap).collect()
}

// ------------------------------------------------------ holding against ----

impl Gap {
    /// Compares it with where the two stand; `scale` makes the case's thousandths of an inch the table's.
    pub fn differs<'g>(
        &self,
        rect: impl Fn(&str) -> Option<&'g Rect>,
        scale: impl Fn(i32) -> i32,
        wrong: &mut Vec<String>,
    ) {
        let Gap { one, two, inches } = self;
        let (Some(a), Some(b)) = (rect(one), rect(two)) else {
            return wrong.push(format!("{one} and {two} are not both on the table"));
        };
        let (found, wanted) = (a.distance(b), Inches(scale(*inches)));
        if (found.0 - wanted.0).abs() > NEAR {
            wrong.push(format!("{one} should be {wanted} from {two}, and is {found}"));
        }
    }
}

pub fn differ<T: PartialEq<U> + Debug, U: Debug>(wrong: &mut Vec<String>, what: &str, expected: T, found: U) {
    if expected != found {
        wrong.push(format!("{what}: expected {expected:?}, found {found:?}"));
    }
}

/// A unit should be at a point.
pub fn near(wrong: &mut Vec<String>, name: &str, wanted: Point, found: Option<Point>) {
    if found.is_none_or(|found| found.distance(wanted).0 > NEAR) {
        let (x, y) = (Inches(wanted.x), Inches(wanted.y));
        wrong.push(format!("{name} should be at {x}, {y}, and is at {found:?}"));
    }
}

/// A unit should face this way, in degrees clockwise of north.
pub fn faces(wrong: &mut Vec<String>, name: &str, wanted: i32, found: Option<Bearing>) {
    let found = found.map(Bearing::to_degrees);
    let off =
        found.map_or(180, |found| (found - wanted).rem_euclid(360).min((wanted - found).rem_euclid(360)));
    if off > 1 {
        wrong.push(format!("{name} should face {wanted}, and faces {found:?}"));
    }
}
