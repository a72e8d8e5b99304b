//! The ways a file may write the rows of a chart: what they give, and the sentence each slip gets.

use rulebook::{Book, Chart, Field, FieldKind, Form, GameSpec, Layout, Patch, Source, Value};

const CALLS: &[&str] = &["charging", "losses"];
const GRADES: &[&str] = &["elite", "conscript"];
const ARMS: &[&str] = &["foot", "horse"];
const SCORES: &[&str] = &["low", "middle", "high"];
const INT: FieldKind = FieldKind::Int { min: -9, max: 9 };

static SPEC: GameSpec = GameSpec {
    name: "toy",
    sheets: &["a15", "br8"],
    rules: &[
        "toy.mod.charging",
        "toy.mod.losses",
        "toy.elite.f",
        "toy.elite.h",
        "toy.conscript.f",
        "toy.line.1",
        "toy.line.2",
    ],
    charts: &[
        Chart {
            name: "morale-modifier",
            title: "Modifiers",
            fields: &[
                Field::new("when", FieldKind::Word(CALLS)).added(),
                Field::new("mod", INT),
                Field::optional("per", INT),
            ],
            form: Form::Modifiers,
        },
        Chart {
            name: "rate",
            title: "Movement",
            fields: &[
                Field::new("arm", FieldKind::Word(ARMS)),
                Field::new("grade", FieldKind::Word(GRADES)),
                Field::new("moves", FieldKind::Flag),
                Field::optional("inches", FieldKind::Inches { min: 0, max: 24_000 }),
            ],
            form: Form::Grid(Layout {
                row: "grade",
                column: Some("arm"),
                cell: "inches",
                flag: Some("moves"),
            }),
        },
        Chart {
            name: "small-arms",
            title: "Small arms",
            fields: &[
                Field::new("from", INT),
                Field::new("cells", FieldKind::Cells { columns: SCORES, of: &INT }),
            ],
            form: Form::Lines,
        },
    ],
    rulings: &[],
};

const CHARTS: &str = r#"[[modifiers.morale]]
rule = "toy.mod.charging"
when = "charging"
mod = { a15 = -1, br8 = -2 }
[[modifiers.morale]]
rule = "toy.mod.losses"
when = "losses"
mod = -1
per = 3
[grid.rate]
rule = "toy.{row}.{column}"
short = { foot = "f", horse = "h" }
columns = ["foot", "horse"]
rows.elite = [8, "-"]
rows.conscript = [{ br8 = 6.5 }, ""]
[grid.small-arms]
columns = ["low", "middle", "high"]
[[grid.small-arms.rows]]
rule = "toy.line.1"
from = 1
cells = [0, 0, 1]
[[grid.small-arms.rows]]
rule = "toy.line.2"
from = 2
cells = [0, 1, 2]
"#;

fn load(charts: &str) -> Result<Book, rulebook::Faults> {
    let ledger: String = SPEC
        .rules
        .iter()
        .map(|id| {
            format!("[[rule]]\nid = \"{id}\"\nkind = \"table\"\nsheets = [\"a15\", \"br8\"]\ntext = \"x\"\nlines = [1]\n")
        })
        .collect();
    Book::load(&SPEC, &[Source::new("ledger.toml", ledger), Source::new("x.toml", charts)])
}

fn shown(book: &Book, sheet: &str) -> Vec<String> {
    let rules = book.sheet(sheet).unwrap_or_else(|error| panic!("{error}"));
    let row = |row: &rulebook::Row| {
        let fields: Vec<String> =
            row.fields().iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("{} {}: {}", SPEC.rule_name(row.rule), row.chart, fields.join(", "))
    };
    rules.rows.iter().map(row).collect()
}

#[test]
fn modifiers_and_grids_are_rows() {
    let book = load(CHARTS).unwrap_or_else(|faults| panic!("{faults}"));
    let a15 = [
        "toy.mod.charging morale-modifier: when charging, mod -1",
        "toy.mod.losses morale-modifier: when losses, mod -1, per 3",
        "toy.elite.f rate: arm foot, grade elite, moves yes, inches 8\"",
        "toy.elite.h rate: arm horse, grade elite, moves no",
        "toy.line.1 small-arms: from 1, cells 0 | 0 | 1",
        "toy.line.2 small-arms: from 2, cells 0 | 1 | 2",
    ];
    assert_eq!(shown(&book, "a15"), a15);
    let br8 = shown(&book, "br8");
    assert_eq!(br8[0], "toy.mod.charging morale-modifier: when charging, mod -2");
    assert_eq!(br8[4], "toy.conscript.f rate: arm foot, grade conscript, moves yes, inches 6.5\"");
    assert_eq!(book.topics.len(), 1);
    assert_eq!(book.topics[0].1.len(), 7, "in the order of the file, each rule once");
}

/// A sheet may have a grid of its own; and what stands in a grid can be patched and taken out like any row.
#[test]
fn grids_by_sheet_and_patches() {
    let own = CHARTS.replace("rows.conscript = [{ br8 = 6.5 }, \"\"]\n", "")
        + "[grid.rate.br8]\ncolumns = [\"foot\"]\nrows.conscript = [6.5]\n";
    let (one, other) = (load(CHARTS), load(&own));
    let (one, other) = (one.unwrap_or_else(|f| panic!("{f}")), other.unwrap_or_else(|f| panic!("{f}")));
    assert_eq!(one.hash(), other.hash(), "the same rows, written otherwise");
    let patch = "sheet = \"br8\"\noff = [\"toy.elite.h\"]\n[charts.\"toy.line.2\"]\ncells = [0, 1, 9]\n\
                 [charts.\"toy.mod.charging\"]\nmod = -3\n";
    let patch =
        Patch::read(&Source::new("club.toml", patch), &one).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = one.sheet("br8").unwrap_or_else(|error| panic!("{error}"));
    let house: Vec<String> =
        rulebook::diff(&one, &printed, &printed.patched(&patch)).iter().map(ToString::to_string).collect();
    assert_eq!(
        house,
        [
            "toy.mod.charging  mod  -2 → -3",
            "toy.elite.h  rule  on → off",
            "toy.line.2  cells  0 | 1 | 2 → 0 | 1 | 9"
        ]
    );
}

/// Conditions came after format 1: its hash does not count them, that of today does.
#[test]
fn fields_added_later_are_not_in_the_earlier_hash() {
    let book = load(CHARTS).unwrap_or_else(|faults| panic!("{faults}"));
    let other = CHARTS.replacen("when = \"charging\"", "when = \"losses\"", 1);
    let other = load(&other).unwrap_or_else(|faults| panic!("{faults}"));
    let of = |book: &Book| book.sheet("a15").unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(of(&book).hash_hex(), of(&other).hash_hex());
    assert_eq!(of(&book).earlier_hash_hex(), of(&other).earlier_hash_hex());
    assert!(of(&book).canonical().contains("field when word charging"));
}

/// Every kind of value has others to be tried in its place, and none is the value itself.
#[test]
fn every_value_has_others() {
    let book = load(CHARTS).unwrap_or_else(|faults| panic!("{faults}"));
    for row in &book.rows[1] {
        for (name, value) in row.fields() {
            let chart = SPEC.chart(row.chart).unwrap_or_else(|| panic!("no chart {}", row.chart));
            let others = chart.field(name).map(|field| field.kind.others(value)).unwrap_or_default();
            assert!(!others.is_empty() && !others.contains(value), "{name} {value}");
        }
    }
    let ratio = Value::Ratio { dice: 1, figures: 3 };
    assert_eq!(FieldKind::Ratio.others(&ratio).len(), 2);
}

#[test]
fn slips_are_located() {
    #[track_caller]
    fn check(was: &str, is: &str, expected: &str) {
        assert!(CHARTS.contains(was), "no {was:?}");
        let found = load(&CHARTS.replacen(was, is, 1)).err().map(|faults| faults.to_string());
        assert_eq!(found.unwrap_or_default(), expected, "{was:?} became {is:?}");
    }
    for (was, is, expected) in [
        (
            "when = \"losses\"",
            "when = \"loses\"",
            "x.toml:7:8: modifiers.morale[1].when: found \"loses\", expected one of charging, losses; did you mean \"losses\"?",
        ),
        (
            "when = \"losses\"\n",
            "",
            "x.toml:5:1: modifiers.morale[1].when: found nothing, expected a value for each row of the chart morale-modifier",
        ),
        (
            "[[modifiers.morale]]\nrule = \"toy.mod.charging\"\nwhen = \"charging\"\nmod = { a15 = -1, br8 = -2 }\n",
            "[[modifiers.moral]]\nrule = \"toy.mod.charging\"\n",
            "x.toml:1:1: modifiers.moral: found \"moral\", expected \"morale\"; did you mean \"morale\"?",
        ),
        (
            "[grid.rate]",
            "[grid.rates]",
            "x.toml:10:1: grid.rates: found \"rates\", expected one of rate, small-arms; did you mean \"rate\"?",
        ),
        (
            "[\"foot\", \"horse\"]",
            "[\"foot\", \"hores\"]",
            "x.toml:13:20: grid.rate.columns[1]: found \"hores\", expected one of foot, horse; did you mean \"horse\"?",
        ),
        (
            "rows.elite",
            "rows.elit",
            "x.toml:14:13: grid.rate.rows.elit: found \"elit\", expected one of elite, conscript; did you mean \"elite\"?",
        ),
        (
            "[8, \"-\"]",
            "[8]",
            "x.toml:14:14: grid.rate.rows.elite: found 1 cells, expected 2, one for each column",
        ),
        (
            "[8, \"-\"]",
            "[80, \"-\"]",
            "x.toml:14:15: grid.rate.rows.elite[0]: found 80, expected a distance from 0 to 24 inches",
        ),
        (
            "horse = \"h\"",
            "horse = \"hh\"",
            "x.toml:14:18: grid.rate.rows.elite[1]: found a cell of \"toy.elite.hh\", expected a rule id of the ledger; did you mean \"toy.elite.h\"?",
        ),
        (
            "short = {",
            "short = { guns = \"g\",",
            "x.toml:12:11: grid.rate.short.guns: found an unknown key, expected one of foot, horse, elite, conscript",
        ),
        (
            "rows.conscript = [{ br8 = 6.5 }, \"\"]",
            "rows.conscript = [{ br8 = 6.5 }, \"\"]\nbr8 = { columns = [\"foot\"], rows = { elite = [7] } }",
            "x.toml:16:47: grid.rate.br8.rows.elite[0]: found \"toy.elite.f\" again, expected one row for each rule (x.toml:14 has it)",
        ),
        (
            "[\"low\", \"middle\", \"high\"]",
            "[\"low\", \"high\", \"middle\"]",
            "x.toml:17:11: grid.small-arms.columns: found other columns, expected low, middle, high",
        ),
        (
            "cells = [0, 0, 1]",
            "cells = [0, 1]",
            "x.toml:21:9: grid.small-arms.rows[0].cells: found 2 cells, expected 3, one for each column",
        ),
    ] {
        check(was, is, expected);
    }
}
