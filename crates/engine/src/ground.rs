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

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::{Reader, Source};

    const TABLE: &str = "[table]\nwidth = 60\ndepth = 40\n";

    fn read(text: &str, detail: Detail) -> Result<Terrain, String> {
        let reader = Reader::parse(&Source::new("b.toml", text)).unwrap();
        let root = reader.root();
        let terrain = read_terrain(&root, (Inches::whole(72), Inches::whole(48)), detail);
        root.finish();
        reader.done(terrain).map_err(|faults| faults.to_string())
    }

    #[track_caller]
    fn check(feature: &str, expected: &str) {
        let text = format!("{TABLE}[[terrain]]\nname = \"X\"\n{feature}");
        assert_eq!(read(&text, Detail::Classes).unwrap_err(), expected, "{feature}");
    }

    #[test]
    fn a_table_is_as_large_as_it_says() {
        let bare = read("", Detail::Classes).unwrap();
        assert_eq!((bare.width, bare.depth), (Inches::whole(72), Inches::whole(48)));
        let said = read(TABLE, Detail::Classes).unwrap();
        assert_eq!((said.width, said.depth), (Inches::whole(60), Inches::whole(40)));
        assert_eq!(
            read("[table]\nwidth = 0\nheight = 3", Detail::Classes).unwrap_err(),
            "b.toml:2:9: table.width: found 0, expected a distance from 12 to 240 inches\n\
             b.toml:3:1: table.height: found an unknown key, expected one of width, depth; did you mean \"width\"?"
                .replace("; did you mean \"width\"?", "")
        );
    }

    #[test]
    fn a_scenario_may_change_a_class_unless_the_house_fixes_them() {
        let text = "[[terrain]]\nname = \"Ford\"\nkind = \"stream\"\nline = [[0, 3], [70, 3.5]]\nwidth = 1\n\
                    difficult = false\ndefensive = true\n\
                    [[terrain]]\nname = \"Ridge\"\nkind = \"hill\"\nlevel = 2\npolygon = [[0, 0], [9, 0], [9, 9]]\n";
        let terrain = read(text, Detail::Classes).unwrap();
        assert_eq!(terrain.features[0].class, Class { defensive: true, ..Class::default() });
        assert_eq!(terrain.features[1].level, 2);
        let fixed = read(text, Detail::Kinds).unwrap();
        assert_eq!(fixed.features[0].class, Kind::Stream.class());
    }

    #[test]
    fn wrong_features_get_one_sentence_each() {
        let triangle = "polygon = [[0, 0], [9, 0], [9, 9]]";
        check(
            &format!("kind = \"wood\"\nlevel = 3\n{triangle}"),
            "b.toml:6:8: terrain[0].kind: found \"wood\", expected one of woods, hill, village, fortification, wall, \
             stream, river, bridge, ford, road, marsh, enclosure, slope, city, mountain; did you mean \"woods\"?",
        );
        check(
            "kind = \"woods\"\npolygon = [[0, 0], [9, 0]]",
            "b.toml:7:11: terrain[0].polygon: found 2 points, expected at least 3",
        );
        check(
            "kind = \"woods\"\npolygon = [[0, 0], [9, 0], [9, 46.001]]",
            "b.toml:7:28: terrain[0].polygon[2]: found the point 9\", 46.001\", \
             expected one on the table of 60\" by 40\", or within 6\" of it",
        );
        check(
            "kind = \"woods\"\npolygon = [[0, 0], [9], [9, 9]]",
            "b.toml:7:20: terrain[0].polygon[1]: found a list of 1, expected a point [x, y] in inches",
        );
        check(
            "kind = \"road\"\nline = [[0, 0], [9, 0]]",
            "b.toml:4:1: terrain[0].width: found nothing, expected the width of the line in inches",
        );
        check(
            "kind = \"road\"\nline = [[0, 0]]\nwidth = 0",
            "b.toml:7:8: terrain[0].line: found 1 points, expected at least 2\n\
             b.toml:8:9: terrain[0].width: found 0, expected a distance from 0.1 to 24 inches",
        );
        check(
            &format!("kind = \"road\"\nline = [[0, 0], [9, 0]]\nwidth = 1\n{triangle}"),
            "b.toml:7:8: terrain[0].line: found a line beside a polygon, expected a polygon, or a line and its width",
        );
        check(
            &format!("kind = \"woods\"\nwidth = 1\n{triangle}"),
            "b.toml:7:9: terrain[0].width: found a width for a polygon, expected one for a line only",
        );
        check(
            "kind = \"woods\"",
            "b.toml:4:1: terrain[0].polygon: found nothing, expected a polygon, or a line and its width",
        );
        check(
            &format!("kind = \"woods\"\nlevel = 1\n{triangle}"),
            "b.toml:7:9: terrain[0].level: found a level for woods, expected one for a hill only",
        );
        check(
            &format!("kind = \"hill\"\nlevel = 0\n{triangle}"),
            "b.toml:7:9: terrain[0].level: found 0, expected a whole number from 1 to 9",
        );
        check(
            &format!("kind = \"hill\"\ndificult = true\n{triangle}"),
            "b.toml:7:1: terrain[0].dificult: found an unknown key, expected one of name, kind, level, polygon, line, \
             width, difficult, defensive, fortification, impassable, blocks-sight; did you mean \"difficult\"?",
        );
    }
    #[test]
    fn a_game_with_grades_reads_them_and_another_does_not_know_them() {
        let text = "[table]\ngoing = \"rolling\"\n\
                    [[terrain]]\nname = \"Utitsa wood\"\nkind = \"woods\"\npolygon = [[0, 0], [9, 0], [9, 9]]\n\
                    density = \"medium\"\ncover = \"light\"\ngoing = \"rough\"\n\
                    [[terrain]]\nname = \"Park\"\nkind = \"wall\"\nline = [[0, 20], [9, 20]]\nwidth = 0.2\nwall = \"high\"\n\
                    [[terrain]]\nname = \"Hill\"\nkind = \"hill\"\npolygon = [[20, 0], [29, 0], [29, 9]]\n";
        let terrain = read(text, Detail::Grades).unwrap();
        assert_eq!(terrain.going, Going::Rolling);
        let grades: Vec<Grades> = terrain.features.iter().map(|feature| feature.grades).collect();
        let (density, cover, going) = (Some(Density::Medium), Some(Cover::Light), Some(Going::Rough));
        let wood = Grades { density, cover, going, ..Grades::default() };
        assert_eq!(grades, [wood, Grades { wall: Some(Wall::High), ..Grades::default() }, Grades::default()]);
        let faults = read(text, Detail::Classes).unwrap_err();
        assert_eq!(faults.lines().count(), 5, "each grade is a key such a file does not have:\n{faults}");
        assert!(
            faults.starts_with("b.toml:2:1: table.going: found an unknown key, expected one of width, depth"),
            "{faults}"
        );
    }

    #[test]
    fn wrong_grades_get_one_sentence_each() {
        let check = |feature: &str, expected: &str| {
            let text =
                format!("{TABLE}[[terrain]]\nname = \"X\"\n{feature}\npolygon = [[0, 0], [9, 0], [9, 9]]");
            assert_eq!(read(&text, Detail::Grades).unwrap_err(), expected, "{feature}");
        };
        check(
            "kind = \"village\"\ndensity = \"light\"",
            "b.toml:7:11: terrain[0].density: found a density for village, expected one for woods only",
        );
        check(
            "kind = \"woods\"\nwall = \"low\"",
            "b.toml:7:8: terrain[0].wall: found a wall for woods, expected one for a wall or an enclosure only",
        );
        check(
            "kind = \"city\"\ncover = \"superheavy\"",
            "b.toml:7:9: terrain[0].cover: found \"superheavy\", expected one of light, medium, heavy, super-heavy; \
             did you mean \"super-heavy\"?",
        );
        check(
            "kind = \"woods\"\ndensity = 3",
            "b.toml:7:11: terrain[0].density: found 3, expected one of light, medium, heavy",
        );
        assert_eq!(
            read("[table]\ngoing = \"mud\"", Detail::Grades).unwrap_err(),
            "b.toml:2:9: table.going: found \"mud\", expected one of marchfield, rolling, rough"
        );
    }
}
