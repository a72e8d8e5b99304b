use super::{compare_modifiers, inches, number, rules, table, value};
use empire::rules::fire::gunnery::Score;
use empire::words::{Column, GunWeight, Weapon};
use rulebook::Value;

const COLUMNS: [&str; 10] =
    ["-5-0", "1-4", "5-8", "9-11", "12-14", "15-18", "19-22", "23-28", "29-33", "34+"];

/// The decoded cells of a row of guns.
pub(super) fn compare_score(score: Score, line: &super::Line) {
    let mode = line["mode"].as_str();
    assert_eq!(Some(score.automatic), number(line, "auto_hits").map(i32::unsigned_abs), "{line:?}");
    assert_eq!(score.face(), number(line, "d6_min").map(i32::unsigned_abs), "{line:?}");
    assert_eq!(score.twelfths == 1, line["needs_confirm_4plus"] == "Y", "{line:?}");
    assert_eq!(score == Score::NOTHING, mode == "miss", "{line:?}");
}

#[test]
fn cells() {
    let (rules, lines) = (rules(), table("artillery_fire_decoded"));
    assert_eq!(rules.gunnery.fire.len() * COLUMNS.len(), lines.len());
    for line in &lines {
        let weight = GunWeight::from_word(&line["gun"]).unwrap();
        let place = COLUMNS.iter().position(|name| *name == line["column"]).unwrap();
        let row = rules.gunnery.fire.iter().find(|row| row.weight == weight).unwrap();
        let cell = row.cells.get(Column::WORDS[place].1);
        assert_eq!(Some(cell), number(line, "twelfths_of_casualty_per_section").map(i32::unsigned_abs));
        compare_score(Score::of_cell(cell), line);
    }
}

/// What is printed in a cell is what the decoded one amounts to: the digit is what hits without a die.
#[test]
fn printed_cells() {
    let rules = rules();
    for line in table("artillery_tactical_fire") {
        let weight = GunWeight::from_word(&line["gun"]).unwrap();
        let row = rules.gunnery.fire.iter().find(|row| row.weight == weight).unwrap();
        let names = ["m5_0", "1_4", "5_8", "9_11", "12_14", "15_18", "19_22", "23_28", "29_33", "34p"];
        for (name, (_, column)) in names.iter().zip(Column::WORDS) {
            let score = Score::of_cell(row.cells.get(*column));
            let printed = match score {
                Score::NOTHING => "Miss".to_owned(),
                Score { automatic: 0, twelfths: 1 } => "1/2".to_owned(),
                score => score.automatic.to_string(),
            };
            assert_eq!(line[&format!("c_{name}")], printed, "{weight} {column}");
        }
    }
}

#[test]
fn columns() {
    let rules = rules();
    for (line, (_, column)) in table("fire_columns").iter().zip(Column::WORDS) {
        for end in ["min", "max"] {
            if let Some(total) = number(line, end) {
                assert_eq!(rules.gunnery.column(total), Some(*column), "{total}");
            }
        }
    }
}

#[test]
fn modifiers() {
    compare_modifiers("artillery_tactical_modifiers", "gunnery-modifier");
}

#[test]
fn ranges() {
    let rules = rules();
    let lines = table("tactical_fire_range");
    for line in lines.iter().filter(|line| line["weapon"].ends_with("-gun")) {
        let (_, ends) = rules.shared.ends(Weapon::from_word(&line["weapon"]).unwrap()).unwrap();
        assert_eq!(
            ends.map(|end| end.0),
            ["short_in", "medium_in", "long_in"].map(|name| inches(line, name))
        );
    }
}

#[test]
fn elevated() {
    let rules = rules();
    for line in table("elevated_fire") {
        let (part, of) = match line["multiple_of_x"].as_str() {
            "2" => (2, 1),
            "1" => (1, 1),
            "0.5" => (1, 2),
            "0.25" => (1, 4),
            other => panic!("{other}"),
        };
        for end in ["contours_min", "contours_max"] {
            if let Some(contours) = number(&line, end) {
                let (_, gap) = rules.gunnery.gap(contours.unsigned_abs()).unwrap();
                assert_eq!(gap, (part, of), "{contours} contours");
            }
        }
    }
    assert_eq!(rules.gunnery.gap(0), None);
    assert_eq!(value(&rules, "empire.arty.tac.flank", "count"), Some(Value::Int(2)));
}
