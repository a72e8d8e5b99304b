//! The table and the ground of a battle file: `[table]` and `[[terrain]]`, the same in every game.

use rulebook::{Item, Table};
use std::ops::RangeInclusive;
use table::{Class, Cover, Density, Feature, Going, Grades, Inches, Kind, Point, Shape, Terrain, Wall};

/// How long a side of a table may be.
const SIZES: RangeInclusive<i32> = 12_000..=240_000;
/// How wide a line may be.
const WIDTHS: RangeInclusive<i32> = 100..=24_000;
/// How far a feature may reach beyond the table: a wood may go on where the table ends.
const BEYOND: Inches = Inches::whole(6);

/// How much a game reads of what a file says of its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A feature is what its kind is: flags of its class are read but do not count.
    Kinds,
    /// Kinds, with flags that make a feature other than its kind.
    Classes,
    /// Classes, and grades of cover, woods, walls and going.
    Grades,
}

/// Reads the size of the table and what lies on it, and nothing else of the file.
///
/// A table without `[table]` is of the default size. Faults go to the reader; a feature that has any is left out.
pub fn read_terrain(root: &Table<'_>, default_size: (Inches, Inches), detail: Detail) -> Terrain {
    let (mut width, mut depth) = default_size;
    let mut going = Going::default();
    if let Some(table) = root.opt_table("table") {
        width = Inches(table.inches_or("width", SIZES, width.0));
        depth = Inches(table.inches_or("depth", SIZES, depth.0));
        if detail == Detail::Grades {
            going = table.word_or("going", Going::WORDS, going);
        }
        table.finish();
    }
    let features = root.tables("terrain").into_iter();
    let features = features.filter_map(|table| read_feature(table, (width, depth), detail)).collect();
    Terrain::new(width, depth, features).with_going(going)
}

fn read_feature(table: Table<'_>, size: (Inches, Inches), detail: Detail) -> Option<Feature> {
    let name = table.text("name");
    let kind = table.word("kind", Kind::words());
    let level = read_level(&table, kind);
    let shape = read_shape(&table, size);
    let class = read_class(&table, kind.map(Kind::class).unwrap_or_default());
    let grades = if detail == Detail::Grades { read_grades(&table, kind) } else { Grades::default() };
    table.finish();
    let mut feature = Feature::new(name, kind?, shape?);
    feature.level = level.unwrap_or(feature.level);
    feature.grades = grades;
    if detail != Detail::Kinds {
        feature.class = class;
    }
    Some(feature)
}

/// Cover and going are anything's; only woods are thick or thin, and only walls are high or low.
fn read_grades(table: &Table<'_>, kind: Option<Kind>) -> Grades {
    let item = |key: &str, of: &[Kind], whose: &str| {
        let item = table.item(key)?;
        match kind.filter(|kind| !of.contains(kind)) {
            Some(kind) => {
                item.fault_with(format!("a {key} for {}", word(kind)), format!("one for {whose} only"), None);
                None
            }
            None => Some(item),
        }
    };
    let density = item("density", &[Kind::Woods], "woods");
    let wall = item("wall", &[Kind::Wall, Kind::Enclosure], "a wall or an enclosure");
    Grades {
        cover: table.item("cover").and_then(|item| item.word(Cover::WORDS)),
        density: density.and_then(|item| item.word(Density::WORDS)),
        wall: wall.and_then(|item| item.word(Wall::WORDS)),
        going: table.item("going").and_then(|item| item.word(Going::WORDS)),
    }
}

/// Only a hill is higher than the table.
fn read_level(table: &Table<'_>, kind: Option<Kind>) -> Option<u8> {
    let item = table.item("level")?;
    if let Some(kind) = kind.filter(|kind| *kind != Kind::Hill) {
        let found = format!("a level for {}", word(kind));
        item.fault_with(found, "one for a hill only", None);
        return None;
    }
    item.int(&(1..=9))
}

fn read_class(table: &Table<'_>, own: Class) -> Class {
    Class {
        difficult: table.flag_or("difficult", own.difficult),
        defensive: table.flag_or("defensive", own.defensive),
        fortification: table.flag_or("fortification", own.fortification),
        impassable: table.flag_or("impassable", own.impassable),
        woods: own.woods,
        blocks_sight: table.flag_or("blocks-sight", own.blocks_sight),
    }
}

/// A polygon, or a line with its width; never both.
fn read_shape(table: &Table<'_>, size: (Inches, Inches)) -> Option<Shape> {
    let (polygon, line, width) = (table.item("polygon"), table.item("line"), table.item("width"));
    match (polygon, line) {
        (Some(polygon), None) => {
            if let Some(width) = width {
                width.fault_with("a width for a polygon", "one for a line only", None);
                return None;
            }
            read_points(&polygon, 3, size).map(Shape::Polygon)
        }
        (None, Some(line)) => {
            let points = read_points(&line, 2, size);
            let width = table.need("width", || "the width of the line in inches".to_owned());
            let width = Inches(width?.inches(&WIDTHS)?);
            Some(Shape::Line { points: points?, width })
        }
        (Some(_), Some(line)) => {
            line.fault_with("a line beside a polygon", "a polygon, or a line and its width", None);
            None
        }
        (None, None) => {
            table.fault_at("polygon", "nothing", "a polygon, or a line and its width");
            None
        }
    }
}

fn read_points(list: &Item<'_>, least: usize, size: (Inches, Inches)) -> Option<Vec<Point>> {
    let items = list.list("points [x, y]")?;
    if items.len() < least {
        list.fault_with(format!("{} points", items.len()), format!("at least {least}"), None);
        return None;
    }
    let points: Vec<Point> = items.iter().filter_map(|item| read_point(item, size)).collect();
    (points.len() == items.len()).then_some(points)
}

fn read_point(item: &Item<'_>, (width, depth): (Inches, Inches)) -> Option<Point> {
    let (x, y) = item.point()?;
    let is_near = |at: i32, end: Inches| (-BEYOND.0..=(end + BEYOND).0).contains(&at);
    if is_near(x, width) && is_near(y, depth) {
        return Some(Point { x, y });
    }
    let found = format!("the point {}, {}", Inches(x), Inches(y));
    item.fault_with(found, format!("one on the table of {width} by {depth}, or within {BEYOND} of it"), None);
    None
}

fn word(kind: Kind) -> &'static str {
    Kind::words().iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word)
}
