//! The project's charts against its own copy of the tables, cell by cell. Each topic that stands has its tables here;
//! a difference that was decided stands in `DECIDED` with its reason.

use empire::{Empire, Rules};
use engine::Played as _;
use rulebook::Value;
use std::collections::BTreeMap;

mod bombardment;
mod bonus;
mod charge;
mod close;
mod command;
mod counter_battery;
mod engagement;
mod fatigue;
mod firefight;
mod formation;
mod gun_moves;
mod gunnery;
mod guns_charged;
mod leader_loss;
mod manoeuvre;
mod me_morale;
mod musketry;
mod panic;
mod square;
mod unit_morale;
mod victory;

/// `table: row, column: reason`.
const DECIDED: &[&str] = &[];

/// One line of a table, by the names of its columns.
pub(super) type Line = BTreeMap<String, String>;

/// A table of `cases/empire/tables`.
pub(super) fn table(name: &str) -> Vec<Line> {
    let path = format!("{}/../../cases/empire/tables/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines().map(cells);
    let names = lines.next().unwrap();
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}

/// The cells of a line; those with commas in them stand in quotation marks.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

/// A cell as a number; empty for none.
pub(super) fn number(line: &Line, column: &str) -> Option<i32> {
    let cell = &line[column];
    (!cell.is_empty()).then(|| cell.parse().unwrap_or_else(|_| panic!("{column} of {line:?} is no number")))
}

/// A cell in inches, as thousandths.
pub(super) fn inches(line: &Line, column: &str) -> i32 {
    let (whole, part) = line[column].split_once('.').unwrap_or((&line[column], ""));
    let part = format!("{part:0<3}");
    whole.parse::<i32>().unwrap() * 1000 + part.parse::<i32>().unwrap()
}

pub(super) fn rules() -> Rules {
    Empire::rules(crate::setup::book().sheet("empire").unwrap())
}

/// What stands in a field of a rule's row.
pub(super) fn value(rules: &Rules, rule: &str, field: &str) -> Option<Value> {
    let id = Empire::spec().rule(rule).unwrap_or_else(|| panic!("no rule {rule}"));
    let row = rules.source().rows.iter().find(|row| row.rule == id)?;
    row.get(field).cloned()
}

/// A table of modifiers (`rule_id, modifier, value, per`) is the chart of that name, line for line.
pub(super) fn compare_modifiers(name: &str, chart: &str) {
    let rules = rules();
    let lines = table(name);
    let rows = rules.source().rows.iter().filter(|row| row.chart == chart).count();
    assert_eq!(rows, lines.len(), "{chart} and {name} have other lines");
    for line in &lines {
        let rule = &line["rule_id"];
        let found = value(&rules, rule, "mod");
        let decided = DECIDED.iter().any(|decided| decided.starts_with(&format!("{name}: {rule}")));
        assert!(decided || found == number(line, "value").map(Value::Int), "{name}: {rule} is {found:?}");
    }
}
