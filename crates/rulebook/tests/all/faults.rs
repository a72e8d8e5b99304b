//! Wrong files, and the one sentence each gets.

use crate::support::{FIRE, LEDGER, PATCH, RULINGS, load, toy};
use rulebook::{Patch, Reader, Source};

/// Writes `is` for the first `was` of a right file of the toy game, and compares all faults.
#[track_caller]
fn check(file: &str, was: &str, is: &str, expected: &str) {
    let edited = |name: &str, text: &str| {
        if name != file {
            return text.to_owned();
        }
        assert!(text.contains(was), "{file} has no {was:?}");
        text.replacen(was, is, 1)
    };
    let faults = match file {
        "club.toml" => Patch::read(&Source::new(file, edited(file, PATCH)), &toy()).err(),
        _ => {
            load(&edited("ledger.toml", LEDGER), &edited("rulings.toml", RULINGS), &edited("fire.toml", FIRE))
                .err()
        }
    };
    let faults = faults.map(|faults| faults.to_string()).unwrap_or_default();
    assert_eq!(faults, expected, "{file}: {was:?} became {is:?}");
}

#[test]
fn rows() {
    for (was, is, expected) in [
        (
            "toy.shoot.range",
            "toy.shoot.rnage",
            "fire.toml:2:8: row[0].rule: found \"toy.shoot.rnage\", expected a rule id of the ledger; did you mean \"toy.shoot.range\"?",
        ),
        (
            "\"facts\"",
            "\"fact\"",
            "fire.toml:3:9: row[0].chart: found \"fact\", expected one of facts, to-hit; did you mean \"facts\"?",
        ),
        ("\"facts\"", "3", "fire.toml:3:9: row[0].chart: found 3, expected one of facts, to-hit"),
        (
            "chart = \"facts\"\n",
            "",
            "fire.toml:1:1: row[0].chart: found nothing, expected one of facts, to-hit",
        ),
        (
            "a15 = 2, p7",
            "a51 = 2, p7",
            "fire.toml:4:12: row[0].inches.a51: found an unknown key, expected one of a15, p7, br8; did you mean \"a15\"?",
        ),
        (
            "a15 = 2",
            "a15 = 49",
            "fire.toml:4:18: row[0].inches.a15: found 49, expected a distance from 0 to 48 inches",
        ),
        (
            "4.25",
            "4.2512",
            "fire.toml:4:35: row[0].inches.br8: found 4.2512, expected a plain number with at most three decimal places",
        ),
        (
            "4.25",
            "1e1",
            "fire.toml:4:35: row[0].inches.br8: found 1e1, expected a plain number with at most three decimal places",
        ),
        (
            "4.25",
            "\"4\"",
            "fire.toml:4:35: row[0].inches.br8: found \"4\", expected a distance from 0 to 48 inches",
        ),
        ("need = 5", "need = 7", "fire.toml:9:8: row[1].need: found 7, expected a whole number from 2 to 6"),
        (
            "need = 5",
            "need = 4.5",
            "fire.toml:9:8: row[1].need: found 4.5, expected a whole number from 2 to 6",
        ),
        (
            "need = 5\n",
            "",
            "fire.toml:6:1: row[1].need: found nothing, expected a value for each row of the chart to-hit",
        ),
        (
            "need = 5",
            "ned = 5",
            "fire.toml:6:1: row[1].need: found nothing, expected a value for each row of the chart to-hit\nfire.toml:9:1: row[1].ned: found an unknown key, expected one of rule, chart, sheets, need, target, dice, per, double; did you mean \"need\"?",
        ),
        (
            "need = 5",
            "need = { a15 = 5, br8 = 4 }\ndouble = { p7 = true }",
            "fire.toml:9:8: row[1].need: found no value for p7, expected one, since double has one",
        ),
        (
            "need = 5",
            "need = {}",
            "fire.toml:9:8: row[1].need: found no value for br8, expected one, since dice has one",
        ),
        (
            "target = \"line\"",
            "target = \"lines\"",
            "fire.toml:10:10: row[1].target: found \"lines\", expected one of line, column, square; did you mean \"line\"?",
        ),
        (
            "[\"line\", \"square\"]",
            "[\"line\", \"sqaure\"]",
            "fire.toml:5:17: row[0].when[1]: found \"sqaure\", expected one of line, column, square; did you mean \"square\"?",
        ),
        (
            "[\"line\", \"square\"]",
            "\"line\"",
            "fire.toml:5:8: row[0].when: found \"line\", expected a list of words",
        ),
        (
            "\"2d6\"",
            "\"2w6\"",
            "fire.toml:11:16: row[1].dice.br8: found \"2w6\", expected dice such as \"d6\" or \"2d6\"",
        ),
        (
            "\"2d6\"",
            "\"d1\"",
            "fire.toml:11:16: row[1].dice.br8: found \"d1\", expected dice such as \"d6\" or \"2d6\"",
        ),
        (
            "\"1 per 3\"",
            "\"1 in 3\"",
            "fire.toml:12:7: row[1].per: found \"1 in 3\", expected a ratio such as \"2 per 3\"",
        ),
        (
            "double = true",
            "double = \"yes\"",
            "fire.toml:19:10: row[2].double: found \"yes\", expected true or false",
        ),
        (
            "sheets = [\"a15\", \"br8\"]",
            "sheets = [\"a15\", \"br9\"]",
            "fire.toml:16:18: row[2].sheets[1]: found \"br9\", expected one of a15, p7, br8; did you mean \"br8\"?",
        ),
        (
            "sheets = [\"a15\", \"br8\"]\n",
            "",
            "fire.toml:14:8: row[2].rule: found a row for p7, expected only the ledger's sheets of it: a15, br8",
        ),
        (
            "sheets = [\"a15\", \"br8\"]\nneed = 4",
            "sheets = [\"a15\", \"br8\"]\nneed = { a15 = 4 }",
            "fire.toml:17:8: row[2].need: found no value for br8, expected one, since the row's sheets name it",
        ),
        (
            "sheets = [\"a15\", \"br8\"]\nneed = 4",
            "sheets = [\"a15\"]\nneed = { a15 = 4, br8 = 4 }",
            "fire.toml:17:8: row[2].need: found a value for br8, expected none, since the row's sheets leave it out",
        ),
        (
            "toy.shoot.column",
            "toy.shoot.line",
            "fire.toml:14:8: row[2].rule: found \"toy.shoot.line\" again, expected one row for each rule (fire.toml:7 has it)",
        ),
        (
            "[[row]]",
            "[[rows]]",
            "fire.toml:1:3: rows: found an unknown key, expected one of schema, row, modifiers, grid; did you mean \"row\"?",
        ),
        (
            "need = 5",
            "need = 5\nneed = 5",
            "fire.toml:10:1: found the same key again, expected each key once",
        ),
        (
            "need = 5",
            "need = ",
            "fire.toml:9:8: found nothing that is a value, expected a number, true, false, or text in quotation marks",
        ),
        (
            "need = 5",
            "need = 2024-01-01",
            "fire.toml:9:8: row[1].need: found a date, expected a whole number from 2 to 6",
        ),
    ] {
        check("fire.toml", was, is, expected);
    }
}

#[test]
fn ledgers() {
    for (was, is, expected) in [
        (
            "\"toy.shoot.line\"",
            "\"toy.shoot.lien\"",
            "rulesets/toy/ledger.toml:11:6: rule[1].id: found \"toy.shoot.lien\", expected a rule id of the game; did you mean \"toy.shoot.line\"?",
        ),
        (
            "\"toy.shoot.line\"",
            "\"toy.shoot.range\"",
            "rulesets/toy/ledger.toml:1:1: rule: found nothing, expected a [[rule]] with the id \"toy.shoot.line\"\nrulesets/toy/ledger.toml:11:6: rule[1].id: found \"toy.shoot.range\" again, expected a new id (line 3 has it)",
        ),
        (
            "\"a15\", \"p7\", \"br8\"",
            "\"A15\", \"p7\", \"br8\"",
            "rulesets/toy/ledger.toml:5:11: rule[0].sheets[0]: found \"A15\", expected one of a15, p7, br8; did you mean \"a15\"?",
        ),
        (
            "[\"br8\"]",
            "[]",
            "rulesets/toy/ledger.toml:28:10: rule[3].sheets: found no sheet, expected at least one",
        ),
        (
            "[3, 8]",
            "[3, 0]",
            "rulesets/toy/ledger.toml:6:14: rule[0].phases[1]: found 0, expected a whole number from 1 to 99",
        ),
        (
            "[3, 8]",
            "3",
            "rulesets/toy/ledger.toml:6:10: rule[0].phases: found 3, expected a list of phase numbers",
        ),
        (
            "lines = [14]\n",
            "",
            "rulesets/toy/ledger.toml:10:1: rule[1].lines: found nothing, expected the sheet's lines",
        ),
        (
            "implied = true",
            "implide = true",
            "rulesets/toy/ledger.toml:24:1: rule[2].implide: found an unknown key, expected one of sheets, id, kind, text, phases, lines, values, ocr, implied; did you mean \"implied\"?",
        ),
        (
            "[[rule]]\nid = \"toy.move.double\"\nkind = \"permission\"\nsheets = [\"br8\"]\ntext = \"Double moves.\"\nlines = { br8 = [20] }\n",
            "",
            "rulesets/toy/ledger.toml:1:1: rule: found nothing, expected a [[rule]] with the id \"toy.move.double\"",
        ),
        (
            "\"toy.shoot.column\"",
            "\"toy.shoot.line\"",
            "rulesets/toy/ledger.toml:1:1: rule: found nothing, expected a [[rule]] with the id \"toy.shoot.column\"\nrulesets/toy/ledger.toml:18:6: rule[2].id: found \"toy.shoot.line\" again, expected a new id (line 11 has it)",
        ),
        (
            "sheets = [\"a15\", \"br8\"]",
            "sheets = [\"a15\"]",
            "fire.toml:14:8: row[2].rule: found a row for br8, expected only the ledger's sheets of it: a15",
        ),
    ] {
        check("ledger.toml", was, is, expected);
    }
}

#[test]
fn rulings() {
    for (was, is, expected) in [
        (
            "toy.house.command",
            "toy.house.comand",
            "rulings.toml:2:6: ruling[0].id: found \"toy.house.comand\", expected a ruling id of the game; did you mean \"toy.house.command\"?",
        ),
        (
            "default = \"up\"",
            "default = \"upp\"",
            "rulings.toml:11:11: ruling[1].default: found \"upp\", expected one of up, down; did you mean \"up\"?",
        ),
        (
            "default = \"up\"\n",
            "",
            "rulings.toml:6:1: ruling[1].default: found nothing, expected what the ruling is at first",
        ),
        (
            "default = { a15 = 6, p7 = 12, br8 = 12.5 }",
            "default = { a15 = 6, p7 = 12 }",
            "rulings.toml:5:11: ruling[0].default: found no value for br8, expected one for each sheet",
        ),
        (
            "default = false",
            "default = 3",
            "rulings.toml:15:11: ruling[2].default: found 3, expected true or false",
        ),
        (
            "[12, 24, 36]",
            "[12, 24]",
            "rulings.toml:20:11: ruling[3].default: found 2 of them, expected a list of 3",
        ),
        (
            "[12, 24, 36]",
            "[12, 24, -1]",
            "rulings.toml:20:20: ruling[3].default[2]: found -1, expected a distance from 0 to 1000 inches",
        ),
        (
            "range = [1, 20]",
            "range = [20, 1]",
            "rulings.toml:24:9: ruling[4].range: found the greater number first, expected [least, most]",
        ),
        (
            "range = [1, 20]",
            "range = [1]",
            "rulings.toml:24:9: ruling[4].range: found a list of 1, expected [least, most]",
        ),
        (
            "range = [1, 20]",
            "range = [1, 20]\ninches = [1, 20]",
            "rulings.toml:24:9: ruling[4].range: found range and inches, expected only one of values, range, inches, numbers",
        ),
        (
            "down = \"never",
            "dwon = \"never",
            "rulings.toml:10:11: ruling[1].means.dwon: found an unknown key, expected one of up, down; did you mean \"down\"?",
        ),
        (
            "[\"up\", \"down\"]",
            "[\"up\", \"down\", \"up\"]",
            "rulings.toml:9:10: ruling[1].values: found \"up\" again at place 2, expected each word once",
        ),
        (
            "toy.house.undo",
            "toy.house.round",
            "rulings.toml:1:1: ruling: found nothing, expected a [[ruling]] with the id \"toy.house.undo\"\nrulings.toml:13:6: ruling[2].id: found \"toy.house.round\" again, expected each ruling once",
        ),
        (
            "default = 15",
            "default = 0",
            "rulings.toml:25:11: ruling[4].default: found 0, expected a whole number from 1 to 20",
        ),
    ] {
        check("rulings.toml", was, is, expected);
    }
}

#[test]
fn patches() {
    for (was, is, expected) in [
        (
            "\"br8\"",
            "\"br7\"",
            "club.toml:1:9: sheet: found \"br7\", expected one of a15, p7, br8; did you mean \"br8\"?",
        ),
        ("sheet = \"br8\"\n", "", "club.toml:1:1: sheet: found nothing, expected one of a15, p7, br8"),
        (
            "\"toy.move.double\"",
            "\"toy.move.duoble\"",
            "club.toml:3:8: off[0]: found \"toy.move.duoble\", expected a rule id of the ledger; did you mean \"toy.move.double\"?",
        ),
        (
            "\"toy.move.double\"",
            "\"toy.shoot.column\"",
            "club.toml:3:28: off[1]: found \"toy.shoot.column\", expected each rule once",
        ),
        (
            "\"br8\"",
            "\"p7\"",
            "club.toml:3:8: off[0]: found \"toy.move.double\", expected a rule of the sheet p7\nclub.toml:3:27: off[1]: found \"toy.shoot.column\", expected a rule of the sheet p7",
        ),
        (
            "\"toy.house.command\"",
            "\"toy.house.comand\"",
            "club.toml:5:22: rulings.\"toy.house.comand\": found \"toy.house.comand\", expected a ruling id of the game; did you mean \"toy.house.command\"?",
        ),
        (
            "= 18",
            "= 37",
            "club.toml:5:23: rulings.\"toy.house.command\": found 37, expected a distance from 0 to 36 inches",
        ),
        (
            "\"down\"",
            "\"dwon\"",
            "club.toml:6:21: rulings.\"toy.house.round\": found \"dwon\", expected one of up, down; did you mean \"down\"?",
        ),
        (
            "\"toy.shoot.line\"]",
            "\"toy.shoot.lines\"]",
            "club.toml:7:1: charts.\"toy.shoot.lines\": found \"toy.shoot.lines\", expected a rule id of the ledger; did you mean \"toy.shoot.line\"?",
        ),
        (
            "\"toy.shoot.line\"]",
            "\"toy.shoot.column\"]",
            "club.toml:7:1: charts.\"toy.shoot.column\": found values for a rule taken out, expected either the rule in off or values for it",
        ),
        (
            "off = [\"toy.move.double\", \"toy.shoot.column\"]",
            "[charts.\"toy.move.double\"]\nneed = 4",
            "club.toml:3:1: charts.\"toy.move.double\": found a rule without a row, expected a rule with a row on the sheet br8",
        ),
        (
            "need = 4",
            "need = 1",
            "club.toml:8:8: charts.\"toy.shoot.line\".need: found 1, expected a whole number from 2 to 6",
        ),
        (
            "need = 4",
            "needs = 4",
            "club.toml:8:1: charts.\"toy.shoot.line\".needs: found an unknown key, expected one of need, target, dice, per, double; did you mean \"need\"?",
        ),
        (
            "[rulings]",
            "[ruling]",
            "club.toml:4:2: ruling: found an unknown key, expected one of sheet, name, off, rulings, charts; did you mean \"rulings\"?",
        ),
        (
            "[charts.\"toy.shoot.line\"]",
            "[charts]\n\"toy.shoot.line\" = 3\n[more]",
            "club.toml:8:20: charts.\"toy.shoot.line\": found 3, expected a table\nclub.toml:9:2: more: found an unknown key, expected one of sheet, name, off, rulings, charts",
        ),
    ] {
        check("club.toml", was, is, expected);
    }
}

/// What a battle's file might ask for, in every way of asking.
fn read_unit(text: &str) -> Result<(), rulebook::Faults> {
    let grades = [("elite", 1), ("veteran", 2), ("conscript", 3)];
    let reader = Reader::parse(&Source::new("battles/x.toml", text))?;
    let root = reader.root();
    for unit in root.tables("units") {
        unit.text("name");
        unit.word("grade", &grades);
        unit.int_or("figures", 1..=36u8, 24);
        unit.inches_or("frontage", 500..=12_000, 4000);
        unit.flag_or("general", false);
        unit.opt_words("may_be", &grades);
        unit.opt_ints("turns", 1..=20);
        unit.opt_points("path");
        if unit.has("at") {
            unit.point("at");
        }
        if let Some(arc) = unit.opt_table("arc") {
            arc.int("degrees", 1..=360);
            arc.finish();
        }
        unit.skip("at");
        unit.finish();
    }
    let table = root.table("table");
    table.inches("width", 12_000..=240_000);
    table.finish();
    root.finish();
    reader.done(())
}

#[test]
fn battles() {
    const RIGHT: &str = "[table]\nwidth = 72.5\n[[units]]\nname = \"Old Guard\"\ngrade = \"elite\"\n";
    read_unit(RIGHT).unwrap();
    for (is, expected) in [
        (
            "[[units]]\nname = \"Young Guard\"\ngrade = \"vetran\"\n",
            "battles/x.toml:8:9: units[1].grade: found \"vetran\", expected one of elite, veteran, conscript; did you mean \"veteran\"?",
        ),
        (
            "figures = 37\n",
            "battles/x.toml:6:11: units[0].figures: found 37, expected a whole number from 1 to 36",
        ),
        (
            "figures = 1.0\n",
            "battles/x.toml:6:11: units[0].figures: found 1.0, expected a whole number from 1 to 36",
        ),
        (
            "frontage = 0.25\n",
            "battles/x.toml:6:12: units[0].frontage: found 0.25, expected a distance from 0.5 to 12 inches",
        ),
        ("general = \"no\"\n", "battles/x.toml:6:11: units[0].general: found \"no\", expected true or false"),
        (
            "may_be = [\"elite\", 3]\n",
            "battles/x.toml:6:20: units[0].may_be[1]: found 3, expected one of elite, veteran, conscript",
        ),
        (
            "turns = [1, 21]\n",
            "battles/x.toml:6:13: units[0].turns[1]: found 21, expected a whole number from 1 to 20",
        ),
        ("turns = 3\n", "battles/x.toml:6:9: units[0].turns: found 3, expected a list of whole numbers"),
        (
            "path = [[1, 2], [3]]\n",
            "battles/x.toml:6:17: units[0].path[1]: found a list of 1, expected a point [x, y] in inches",
        ),
        (
            "at = [1, \"x\"]\n",
            "battles/x.toml:6:10: units[0].at[1]: found \"x\", expected a distance from -1000 to 1000 inches",
        ),
        ("at = 3\n", "battles/x.toml:6:6: units[0].at: found 3, expected a point [x, y] in inches"),
        (
            "arc = { degres = 45 }\n",
            "battles/x.toml:6:7: units[0].arc.degrees: found nothing, expected a whole number from 1 to 360\nbattles/x.toml:6:9: units[0].arc.degres: found an unknown key, expected \"degrees\"; did you mean \"degrees\"?",
        ),
        ("arc = 45\n", "battles/x.toml:6:7: units[0].arc: found 45, expected a table"),
        ("general = tru\n", "battles/x.toml:6:11: found invalid boolean, expected `true`"),
        (
            "\"odd key\" = 1\n",
            "battles/x.toml:6:1: units[0].\"odd key\": found an unknown key, expected one of name, grade, figures, frontage, general, may_be, turns, path, arc, at",
        ),
        (
            "figures = 99999999999999999999\n",
            "battles/x.toml:6:11: units[0].figures: found 99999999999999999999, expected a whole number from 1 to 36",
        ),
        (
            "at = [2147483648, -0.0001]\n",
            "battles/x.toml:6:7: units[0].at[0]: found 2147483648, expected a distance from -1000 to 1000 inches\nbattles/x.toml:6:19: units[0].at[1]: found -0.0001, expected a plain number with at most three decimal places",
        ),
    ] {
        let faults = read_unit(&format!("{RIGHT}{is}")).map_err(|faults| faults.to_string());
        assert_eq!(faults.err().unwrap_or_default(), expected, "{is:?}");
    }
}

#[test]
fn a_missing_table_is_one_fault_and_not_one_for_each_of_its_keys() {
    let faults = read_unit("").unwrap_err();
    assert_eq!(faults.to_string(), "battles/x.toml:1:1: table: found nothing, expected a table");
}

#[test]
fn missing_files_are_named() {
    let faults =
        rulebook::Book::load(&crate::support::SPEC, &[Source::new("fire.toml", "")]).unwrap_err().to_string();
    assert_eq!(
        faults,
        "ledger.toml:1:1: found no such file, expected one among the files of toy\n\
         rulings.toml:1:1: found no such file, expected one among the files of toy"
    );
}

#[test]
fn faults_of_all_files_come_together_in_the_order_of_the_files() {
    let faults = load(
        &LEDGER.replace("kind = \"permission\"", "kind = 1"),
        &RULINGS.replace("default = 15", "default = 21"),
        &FIRE.replace("need", "ned").replace("1 per 3", "1/3"),
    )
    .unwrap_err();
    let places: Vec<String> = faults.iter().map(|fault| format!("{}:{}", fault.file, fault.line)).collect();
    assert_eq!(
        places,
        [
            "rulesets/toy/ledger.toml:27",
            "rulings.toml:25",
            "fire.toml:6",
            "fire.toml:9",
            "fire.toml:12",
            "fire.toml:13",
            "fire.toml:17"
        ]
    );
}
