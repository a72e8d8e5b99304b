//! The ground of a battle file, and what is said of a wrong one.

use engine::ground::{Detail, read_terrain};
use rulebook::{Reader, Source};
use table::{Class, Cover, Density, Going, Grades, Inches, Kind, Terrain, Wall};

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
        let text = format!("{TABLE}[[terrain]]\nname = \"X\"\n{feature}\npolygon = [[0, 0], [9, 0], [9, 9]]");
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
