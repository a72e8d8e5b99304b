//! A small game for the tests: two charts, three sheets, every kind of field and ruling.

use rulebook::{Book, Chart, Faults, Field, FieldKind, Form, GameSpec, Source};

pub(crate) const SPEC_RULES: &[&str] =
    &["toy.shoot.range", "toy.shoot.line", "toy.shoot.column", "toy.move.double"];

pub(crate) static SPEC: GameSpec = GameSpec {
    name: "toy",
    sheets: &["a15", "p7", "br8"],
    rules: SPEC_RULES,
    charts: &[
        Chart {
            name: "facts",
            title: "Musketry",
            fields: &[
                Field::new("inches", FieldKind::Inches { min: 0, max: 48_000 }),
                Field::optional("when", FieldKind::Words(&["line", "column", "square"])),
                Field::optional("note", FieldKind::Text),
            ],
            form: Form::Rows,
        },
        Chart {
            name: "to-hit",
            title: "To hit",
            fields: &[
                Field::new("need", FieldKind::Int { min: 2, max: 6 }),
                Field::new("target", FieldKind::Word(&["line", "column", "square"])),
                Field::optional("dice", FieldKind::Dice),
                Field::optional("per", FieldKind::Ratio),
                Field::optional("double", FieldKind::Flag),
            ],
            form: Form::Rows,
        },
    ],
    rulings: &[
        "toy.house.command",
        "toy.house.round",
        "toy.house.undo",
        "toy.house.bands",
        "toy.house.turns",
    ],
};

pub(crate) const LEDGER: &str = r#"schema = 1
[[rule]]
id = "toy.shoot.range"
kind = "table"
sheets = ["a15", "p7", "br8"]
phases = [3, 8]
text = "How far muskets reach."
lines = { a15 = [10], p7 = [12], br8 = [11] }
values = { a15 = 2, p7 = 4.5, others = ["x", true] }
[[rule]]
id = "toy.shoot.line"
kind = "table"
sheets = ["a15", "p7", "br8"]
phases = { a15 = [3], p7 = [4], br8 = [3] }
text = "What hits a line."
lines = [14]
[[rule]]
id = "toy.shoot.column"
kind = "table"
sheets = ["a15", "br8"]
text = "What hits a column."
lines = [15]
ocr = "a smudge"
implied = true
[[rule]]
id = "toy.move.double"
kind = "permission"
sheets = ["br8"]
text = "Double moves."
lines = { br8 = [20] }
"#;

pub(crate) const RULINGS: &str = r#"[[ruling]]
id = "toy.house.command"
text = "How far a general commands."
inches = [0, 36]
default = { a15 = 6, p7 = 12, br8 = 12.5 }
[[ruling]]
id = "toy.house.round"
text = "How halves round."
values = ["up", "down"]
means = { down = "never in your favour" }
default = "up"
[[ruling]]
id = "toy.house.undo"
text = "Whether moves may be taken back."
default = false
[[ruling]]
id = "toy.house.bands"
text = "Range bands."
numbers = 3
default = [12, 24, 36]
[[ruling]]
id = "toy.house.turns"
text = "Turns in a game."
range = [1, 20]
default = 15
"#;

pub(crate) const FIRE: &str = r#"[[row]]
rule = "toy.shoot.range"
chart = "facts"
inches = { a15 = 2, p7 = 4, br8 = 4.25 }
when = ["line", "square"]
[[row]]
rule = "toy.shoot.line"
chart = "to-hit"
need = 5
target = "line"
dice = { br8 = "2d6" }
per = "1 per 3"
[[row]]
rule = "toy.shoot.column"
chart = "to-hit"
sheets = ["a15", "br8"]
need = 4
target = "column"
double = true
"#;

pub(crate) const PATCH: &str = r#"sheet = "br8"
name = "Our club's Br8"
off = ["toy.move.double", "toy.shoot.column"]
[rulings]
"toy.house.command" = 18
"toy.house.round" = "down"
[charts."toy.shoot.line"]
need = 4
double = true
"#;

pub(crate) fn load(ledger: &str, rulings: &str, fire: &str) -> Result<Book, Faults> {
    let sources = [("rulesets/toy/ledger.toml", ledger), ("rulings.toml", rulings), ("fire.toml", fire)]
        .map(|(n, t)| Source::new(n, t));
    Book::load(&SPEC, &sources)
}

pub(crate) fn toy() -> Book {
    load(LEDGER, RULINGS, FIRE).expect("the toy game is right")
}
