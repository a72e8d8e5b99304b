//! Wrong battle files, and the one sentence each gets.

use games::{Error, Setup, Source, Volley};
use std::fmt::Write as _;

/// A battle as it once stood: the faults name lines, and the battles built in may change.
fn fixture(battle: &str) -> &'static str {
    match battle {
        "gilly" => include_str!("../fixtures/gilly.toml"),
        "leubnitz" => include_str!("../fixtures/leubnitz.toml"),
        "teugn-outposts" => include_str!("../fixtures/teugn-outposts.toml"),
        other => panic!("there is no fixture {other}"),
    }
}

/// The battle with `is` written for the first `was` after `from`, and what is then said of it.
#[track_caller]
fn faults(battle: &str, from: &str, was: &str, is: &str) -> String {
    let text = fixture(battle);
    let start = text.find(from).unwrap_or_else(|| panic!("{battle} has no {from:?}"));
    let (before, after) = text.split_at(start);
    assert!(after.contains(was), "{battle} has no {was:?} after {from:?}");
    let source = Source::new("b.toml", format!("{before}{}", after.replacen(was, is, 1)));
    match games::load_file::<Volley>(source) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn one_slip_one_sentence() {
    let mut wrong = String::new();
    for (battle, from, was, is, expected) in CASES {
        let found = faults(battle, from, was, is);
        if found != *expected {
            let _ = writeln!(
                wrong,
                "{battle} after {from:?}: {was:?} became {is:?}\n   found {found}\nexpected {expected}"
            );
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(CASES.len() >= 20);
}

/// Battle, from where on, what is replaced first, by what, and all that is said of it.
const CASES: &[(&str, &str, &str, &str, &str)] = &[
    // The head of the file.
    (
        "gilly",
        "",
        "game = \"volley\"",
        "game = \"voley\"",
        "b.toml:2:8: game: found \"voley\", expected \"volley\"; did you mean \"volley\"?",
    ),
    (
        "gilly",
        "",
        "sheet = \"p7\"",
        "sheet = \"p8\"",
        "b.toml:3:9: sheet: found \"p8\", expected one of a15, p7, br8; did you mean \"p7\"?",
    ),
    ("gilly", "", "sheet = \"p7\"\n", "", "b.toml:1:1: sheet: found nothing, expected one of a15, p7, br8"),
    (
        "gilly",
        "",
        "kind = \"teaching\"",
        "kind = \"lesson\"",
        "b.toml:4:8: kind: found \"lesson\", expected one of teaching, battle",
    ),
    (
        "gilly",
        "",
        "length = 8",
        "length = 0",
        "b.toml:7:10: length: found 0, expected a whole number from 1 to 60",
    ),
    (
        "gilly",
        "",
        "length = 8",
        "lenght = 8",
        "b.toml:7:1: lenght: found an unknown key, expected one of name, game, sheet, kind, date, summary, length, history, hint, table, terrain, edges, unit, reserve, general, victory; did you mean \"length\"?",
    ),
    (
        "gilly",
        "",
        "name = \"Gilly: Pirch's rearguard\"",
        "name = \"\"",
        "b.toml:1:8: name: found \"\", expected a name of 1 to 80 letters on one line",
    ),
    (
        "gilly",
        "",
        "\n[table]",
        "\n[tabel]",
        "b.toml:26:2: tabel: found an unknown key, expected one of name, game, sheet, kind, date, summary, length, history, hint, table, terrain, edges, unit, reserve, general, victory; did you mean \"table\"?",
    ),
    (
        "gilly",
        "[table]",
        "width = 72",
        "width = \"72\"",
        "b.toml:27:9: table.width: found \"72\", expected a distance from 12 to 240 inches",
    ),
    // Edges.
    (
        "gilly",
        "[edges]",
        "prussian = \"north\"",
        "prussian = \"south\"",
        "b.toml:32:12: edges.prussian: found both sides on one edge, expected the edge opposite the French: north",
    ),
    (
        "gilly",
        "[edges]",
        "prussian = \"north\"",
        "prussian = \"east\"",
        "b.toml:32:12: edges.prussian: found the east edge, expected the edge opposite the French: north",
    ),
    // Units.
    (
        "gilly",
        "15e légère",
        "side = \"french\"",
        "side = \"frensh\"",
        "b.toml:93:8: unit[0].side: found \"frensh\", expected french or prussian, the sides of p7; did you mean \"french\"?",
    ),
    (
        "gilly",
        "F/6th",
        "side = \"prussian\"",
        "side = \"austrian\"",
        "b.toml:161:8: unit[6].side: found \"austrian\", expected french or prussian, the sides of p7; did you mean \"prussian\"?",
    ),
    (
        "gilly",
        "F/6th",
        "side = \"prussian\"",
        "side = \"allied\"",
        "b.toml:161:8: unit[6].side: found \"allied\", expected french or prussian, the sides of p7; did you mean \"prussian\"?",
    ),
    (
        "gilly",
        "15e légère",
        "arm = \"infantry\"",
        "arm = \"infanterie\"",
        "b.toml:94:7: unit[0].arm: found \"infanterie\", expected one of infantry, skirmishers, cavalry, artillery; did you mean \"infantry\"?",
    ),
    (
        "gilly",
        "15e légère",
        "grade = \"veteran\"",
        "grade = \"vetran\"",
        "b.toml:95:9: unit[0].grade: found \"vetran\", expected one of elite, veteran, conscript; did you mean \"veteran\"?",
    ),
    (
        "gilly",
        "15e légère",
        "figures = 12",
        "figures = 0",
        "b.toml:97:11: unit[0].figures: found 0, expected a whole number from 1 to 60",
    ),
    (
        "gilly",
        "15e légère",
        "figures = 12",
        "figures = 61",
        "b.toml:97:11: unit[0].figures: found 61, expected a whole number from 1 to 60",
    ),
    (
        "gilly",
        "15e légère",
        "figures = 12",
        "figurs = 12",
        "b.toml:97:1: unit[0].figurs: found an unknown key, expected one of name, side, brigade, arm, grade, guard, figures, type, lancer, cuirassier, heavy, horse, pounds, at, formation, facing; did you mean \"figures\"?",
    ),
    (
        "gilly",
        "",
        "\"1/23e ligne\"",
        "\"1/15e légère\"",
        "b.toml:103:8: unit[1].name: found \"1/15e légère\" again, expected each name once (line 92 has it)",
    ),
    (
        "gilly",
        "15e légère",
        "formation = \"column\"",
        "formation = \"masse\"",
        "b.toml:98:13: unit[0].formation: found masse for french infantry, expected column or line or square",
    ),
    (
        "gilly",
        "15e légère",
        "formation = \"column\"",
        "formation = \"skirmish\"",
        "b.toml:98:13: unit[0].formation: found skirmish for french infantry, expected column or line or square",
    ),
    (
        "gilly",
        "15e légère",
        "formation = \"column\"",
        "formation = \"collumn\"",
        "b.toml:98:13: unit[0].formation: found \"collumn\", expected one of column, line, square; did you mean \"column\"?",
    ),
    (
        "gilly",
        "15e légère",
        "formation = \"column\"\n",
        "",
        "b.toml:91:1: unit[0].formation: found nothing, expected the formation the unit stands in",
    ),
    (
        "gilly",
        "\"Voltigeurs\"",
        "formation = \"skirmish\"",
        "formation = \"line\"",
        "b.toml:131:13: unit[3].formation: found line for french skirmishers, expected skirmish",
    ),
    (
        "gilly",
        "\"15e Dragons\"",
        "formation = \"line\"",
        "formation = \"square\"",
        "b.toml:155:13: unit[5].formation: found square for french cavalry, expected column or line",
    ),
    (
        "gilly",
        "\"Foot gun\"",
        "formation = \"unlimbered\"",
        "formation = \"line\"",
        "b.toml:143:13: unit[4].formation: found line for french artillery, expected limbered or unlimbered",
    ),
    (
        "teugn-outposts",
        "1/Manfredini",
        "formation = \"column\"",
        "formation = \"square\"",
        "b.toml:156:13: unit[6].formation: found square for austrian infantry, expected column or line or masse",
    ),
    (
        "gilly",
        "\"15e Dragons\"",
        "type = \"dragoons\"\n",
        "",
        "b.toml:147:1: unit[5].type: found nothing, expected one of cuirassiers, carabiniers, dragoons, heavy-dragoons, light-dragoons, hussars, chasseurs, uhlans, chevauxlegers, lancers",
    ),
    (
        "gilly",
        "\"15e Dragons\"",
        "type = \"dragoons\"",
        "type = \"dragons\"",
        "b.toml:154:8: unit[5].type: found \"dragons\", expected one of cuirassiers, carabiniers, dragoons, heavy-dragoons, light-dragoons, hussars, chasseurs, uhlans, chevauxlegers, lancers; did you mean \"dragoons\"?",
    ),
    (
        "gilly",
        "\"Foot gun\"",
        "pounds = 6\n",
        "",
        "b.toml:135:1: unit[4].pounds: found nothing, expected the weight of the guns' shot in pounds, from 1 to 48",
    ),
    (
        "gilly",
        "15e légère",
        "figures = 12",
        "pounds = 6",
        "b.toml:97:10: unit[0].pounds: found pounds for infantry, expected it for artillery only",
    ),
    (
        "gilly",
        "15e légère",
        "figures = 12",
        "lancer = true",
        "b.toml:97:10: unit[0].lancer: found lancer for infantry, expected it for cavalry only",
    ),
    (
        "gilly",
        "15e légère",
        "facing = 0\n",
        "",
        "b.toml:91:1: unit[0].facing: found nothing, expected degrees from 0 (north) to 359, clockwise",
    ),
    (
        "gilly",
        "15e légère",
        "facing = 0\n",
        "facing = 360\n",
        "b.toml:100:10: unit[0].facing: found 360, expected a whole number from 0 to 359",
    ),
    (
        "gilly",
        "15e légère",
        "at = [26, 14]\n",
        "",
        "b.toml:99:10: unit[0].facing: found a facing without a place, expected at and facing, or neither",
    ),
    // Ground.
    (
        "gilly",
        "15e légère",
        "at = [26, 14]",
        "at = [26, 2]",
        "b.toml:99:6: unit[0].at: found \"1/15e légère\" (column, 2.25\" by 3\") at [26, 2], expected it whole on the table of 72\" by 48\"",
    ),
    (
        "gilly",
        "15e légère",
        "at = [26, 14]",
        "at = [26]",
        "b.toml:99:6: unit[0].at: found a list of 1, expected a point [x, y] in inches",
    ),
    (
        "gilly",
        "15e légère",
        "at = [26, 14]",
        "at = [33, 13]",
        "b.toml:110:6: unit[1].at: found \"1/23e ligne\" (column, 2.25\" by 3\") on the ground of \"1/15e légère\" (column, 2.25\" by 3\"), expected every unit on ground of its own",
    ),
    (
        "gilly",
        "\"15e Dragons\"",
        "at = [52, 13]",
        "at = [14, 34]",
        "b.toml:156:6: unit[5].at: found \"15e Dragons\" (line, 5\" by 3\") in \"Soleilmont wood\", expected cavalry outside of woods",
    ),
    (
        "gilly",
        "\"Foot gun\"",
        "at = [30, 14]",
        "at = [14, 34]",
        "b.toml:144:6: unit[4].at: found \"Foot gun\" (unlimbered, 2\" by 2\") in \"Soleilmont wood\", expected artillery outside of woods",
    ),
    (
        "gilly",
        "1/37e ligne",
        "at = [40.5, 14]",
        "at = [42, 30]",
        "b.toml:189:6: unit[8].at: found \"F/28th\" 0.5\" from its enemy \"1/37e ligne\", expected at least 1\" between enemies",
    ),
    (
        "gilly",
        "15e légère",
        "formation = \"column\"\nat = [26, 14]",
        "formation = \"square\"\nat = [25.5, 23]",
        "b.toml:99:6: unit[0].at: found \"1/15e légère\" (square, 2.25\" by 2.25\") in \"Sart-Allet\", expected no square in woods or villages",
    ),
    (
        "gilly",
        "Fleurus road",
        "kind = \"road\"",
        "kind = \"river\"",
        "b.toml:132:6: unit[3].at: found \"Voltigeurs\" (skirmish, 9\" by 0.75\") in \"Fleurus road\", expected ground that can be passed\n\
         b.toml:178:6: unit[7].at: found \"1/6th (1st West Prussian)\" (column, 2.25\" by 3\") in \"Fleurus road\", expected ground that can be passed\n\
         b.toml:200:6: unit[9].at: found \"Schützen of the 6th\" (skirmish, 9\" by 0.75\") in \"Fleurus road\", expected ground that can be passed",
    ),
    (
        "gilly",
        "Fleurus road",
        "kind = \"road\"",
        "kind = \"raod\"",
        "b.toml:59:8: terrain[4].kind: found \"raod\", expected one of woods, hill, village, fortification, wall, stream, river, bridge, ford, road, marsh, enclosure, slope, city, mountain; did you mean \"road\"?",
    ),
    // Generals.
    (
        "gilly",
        "\"Lefol\"",
        "commands = \"Vandamme's columns\"",
        "commands = \"Vandame's columns\"",
        "b.toml:66:12: general[0].commands: found \"Vandame's columns\", expected the brigade of some unit of his side; did you mean \"Vandamme's columns\"?",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "commands = \"Vandamme's columns\"",
        "commands = \"Rearguard\"",
        "b.toml:66:12: general[0].commands: found \"Rearguard\", expected the brigade of some unit of his side",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "commands = \"Vandamme's columns\"\n",
        "",
        "b.toml:63:1: general[0].commands: found nothing, expected the brigade he commands, or commander = true",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "commands = ",
        "commander = true\ncommands = ",
        "b.toml:67:12: general[0].commands: found a brigade for the commander, expected none: he commands the whole army",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "at = [34, 9]\nfacing = 0\n",
        "attached = \"1/23 ligne\"\n",
        "b.toml:67:12: general[0].attached: found \"1/23 ligne\", expected the name of a unit on the table; did you mean \"1/23e ligne\"?",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "at = [34, 9]\nfacing = 0\n",
        "attached = \"F/28th\"\n",
        "b.toml:67:12: general[0].attached: found \"F/28th\" of the enemy, expected a unit of his own side",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "at = [34, 9]\n",
        "attached = \"1/23e ligne\"\nat = [34, 9]\n",
        "b.toml:68:6: general[0].at: found a place for a general with a unit, expected at or attached, not both",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "at = [34, 9]\n",
        "",
        "b.toml:63:1: general[0].at: found nothing, expected where he stands, or the unit he is attached to",
    ),
    (
        "gilly",
        "\"Lefol\"",
        "at = [34, 9]\n",
        "at = [34, 49]\n",
        "b.toml:67:6: general[0].at: found a general at [34, 49], expected him on the table of 72\" by 48\"",
    ),
    (
        "gilly",
        "",
        "\"Exelmans\"",
        "\"Lefol\"",
        "b.toml:71:8: general[1].name: found \"Lefol\" again, expected each name once",
    ),
    // Reserves.
    (
        "leubnitz",
        "[[reserve]]",
        "edge-point = [38, 48]",
        "edge-point = [38, 47]",
        "b.toml:476:14: reserve[0].edge-point: found the point [38, 47], expected one on an edge of the table of 72\" by 48\"",
    ),
    (
        "leubnitz",
        "[[reserve]]",
        "edge-point = [38, 48]",
        "edge-point = [80, 48]",
        "b.toml:476:14: reserve[0].edge-point: found the point [80, 48], expected one on an edge of the table of 72\" by 48\"",
    ),
    (
        "leubnitz",
        "2/103e ligne",
        "side = \"french\"",
        "side = \"prussian\"",
        "b.toml:480:8: reserve[0].unit[0].side: found a prussian unit, expected french ones in a french reserve",
    ),
    (
        "leubnitz",
        "2/103e ligne",
        "figures = 11",
        "figures = 11\nat = [3, 4]",
        "b.toml:485:6: reserve[0].unit[0].at: found a place or formation in reserve, expected none: reserves enter marching, at the edge",
    ),
    (
        "leubnitz",
        "",
        "\"2/103e ligne\"",
        "\"14e Hussards\"",
        "b.toml:479:8: reserve[0].unit[0].name: found \"14e Hussards\" again, expected each name once (line 274 has it)",
    ),
    (
        "leubnitz",
        "",
        "[[reserve]]",
        "[[reserve]]\nside = \"french\"\ncommand = \"Ghosts\"\n\n[[reserve]]",
        "b.toml:473:1: reserve[0].unit: found no unit, expected at least one [[reserve.unit]]",
    ),
    // Victory.
    (
        "gilly",
        "[victory]",
        "break = \"half\"",
        "break = \"third\"",
        "b.toml:228:9: victory.break: found \"third\", expected half; another share is a house rule (volley.house.victory)",
    ),
    (
        "gilly",
        "[victory]",
        "break = \"half\"",
        "break = \"half\"\nground = \"kept\"",
        "b.toml:229:10: victory.ground: found \"kept\", expected one of counted, stays",
    ),
    (
        "gilly",
        "[victory]",
        "break = \"half\"",
        "break = \"half\"\nattacker = \"austrian\"",
        "b.toml:229:12: victory.attacker: found \"austrian\", expected one of french, prussian",
    ),
    (
        "gilly",
        "[[victory.objective]]",
        "at = [25.5, 22]",
        "at = [25.5, 50]",
        "b.toml:232:6: victory.objective[0].at: found an objective at [25.5, 50], expected it on the table of 72\" by 48\"",
    ),
    (
        "gilly",
        "[[victory.objective]]",
        "radius = 3.5\n",
        "",
        "b.toml:230:1: victory.objective[0].radius: found nothing, expected a distance from 0.5 to 24 inches",
    ),
];

#[test]
fn all_faults_come_at_once() {
    let text = fixture("gilly")
        .replace("figures = 12", "figures = 0")
        .replace("kind = \"hill\"", "kind = \"mount\"");
    let error = games::load_file::<Volley>(Source::new("b.toml", text)).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 6, "{error}");
}

#[test]
fn a_side_without_units_cannot_win() {
    let text = fixture("gilly");
    let (before, after) = (text.find("[[unit]]\nname = \"F/6th").unwrap(), text.find("[victory]").unwrap());
    let text = format!("{}{}", &text[..before], &text[after..]);
    let text = text
        .replace("side = \"prussian\"\ncommands = \"Rearguard\"", "side = \"prussian\"\ncommander = true");
    let text =
        text.replace("side = \"prussian\"\ncommands = \"Horse\"", "side = \"prussian\"\ncommander = true");
    let error = games::load_file::<Volley>(Source::new("b.toml", text)).unwrap_err().to_string();
    assert_eq!(
        error,
        "b.toml:91:1: unit: found no prussian unit, expected at least one on each side, or nobody can win"
    );
}

#[test]
fn two_generals_cannot_be_with_one_unit() {
    let with = |text: &str, place: &str| text.replacen(place, "attached = \"1/23e ligne\"\n", 1);
    let text = with(&with(fixture("gilly"), "at = [34, 9]\nfacing = 0\n"), "at = [52, 8.5]\nfacing = 0\n");
    let error = games::load_file::<Volley>(Source::new("b.toml", text)).unwrap_err().to_string();
    assert_eq!(
        error,
        "b.toml:73:12: general[1].attached: found a second general with \"1/23e ligne\", expected one general to a unit \
         (\"Lefol\" is with it)"
    );
}

#[test]
fn files_that_are_no_battles_are_refused_with_one_sentence() {
    let said = |text: &str| games::load_file::<Volley>(Source::new("b.toml", text)).unwrap_err().to_string();
    assert_eq!(
        said(""),
        "b.toml:1:1: name: found nothing, expected a name in quotation marks\n\
         b.toml:1:1: game: found nothing, expected \"volley\"\n\
         b.toml:1:1: sheet: found nothing, expected one of a15, p7, br8"
    );
    assert_eq!(said("name = \"x"), "b.toml:1:10: found invalid basic string, expected `\"`");
    let huge = format!("name = \"{}\"", "x".repeat(1 << 20));
    assert_eq!(said(&huge), "b.toml:1:1: found 1048585 bytes, expected a file of at most 1 MiB");
}

#[test]
fn a_patch_for_another_sheet_is_refused() {
    let patch = Source::new("club.toml", "name = \"Club\"\nsheet = \"a15\"\n");
    let setup = Setup::new(games::find("gilly").unwrap()).patched(games::read_patch(&patch).unwrap());
    let Err(Error::Faults(faults)) = setup.open::<Volley>() else { panic!("it was accepted") };
    assert_eq!(
        faults.to_string(),
        "club.toml:2:9: sheet: found \"a15\", expected \"p7\", the sheet of the battle"
    );
}

/// A battle file of any bytes gives faults or a battle, never a panic.
#[test]
fn cut_and_mangled_files_never_panic() {
    for id in ["leubnitz", "teugn-outposts"] {
        let text = games::find(id).unwrap().source.text;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for i in 0..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(i);
            let _ = games::load_file::<Volley>(Source::new("b.toml", fewer.concat()));
            let number = lines[i].replace(|c: char| c.is_ascii_digit(), "9");
            let mut other = lines.clone();
            other[i] = &number;
            let _ = games::load_file::<Volley>(Source::new("b.toml", other.concat()));
        }
    }
}
