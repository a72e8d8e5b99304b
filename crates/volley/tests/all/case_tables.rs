//! Cases by the row: every row and every cell of a grid is a case of its own, with its own line, and what is wrong in a
//! table is said with its place.

use dice::{Seed, Stream};
use engine::Played as _;
use engine::cases::Cases;
use rulebook::Source;
use volley::Volley;

const GUNS: &str = r#"[[table]]
name = "guns"
sheets = ["p7"]
resolve = "artillery-fire"
facts = { crew = 4, pounds = 9, range = "middle", target = "line" }
rows = '''
rule                         | facts                        | dice    | expect
volley.p1.fire.to-hit.line   |                              | 5 4 4 4 | outcome.hits = 1
# Whatever stands close together is hit more easily.
volley.p1.fire.to-hit.square | target = square              | 4 4 3 3 | outcome.hits = 2

volley.p1.fire.mod.heavy     | target = square, pounds = 12 | 3 3 2 2 | outcome.hits = 2
'''
"#;

const SCENE: &str = r#"[[table]]
name = "shots"
rules = ["volley.p1.dice"]
sheets = ["p7"]
phase = "artillery"
until = "phase"
units = [
  { name = "G", side = "french", arm = "artillery", at = [36, 10] },
  { name = "B", side = "opponent", formation = "line", at = [36, 30] },
]
say = ["fire G B"]
rows = '''
name            | rule                         | facts                                | B.at       | dice        | expect.throws | expect
a line          | volley.p1.fire.to-hit.line   |                                      |            | [4 5 3 1]   | 4d6 5+        | B.figures = 11
a square        | volley.p1.fire.to-hit.square | B.formation = square                 |            | 4 5 3 1     | 4d6 4+        | B.figures = 10
twelve-pounders | volley.p1.fire.mod.heavy     | G+B.pounds = 12, B.formation = square | [36, 29.5] | [3, 2, 2, 2] | 4d6 3+       | B.lost = 1, events = G fires on B; B
'''
"#;

const GRID: &str = r#"[[table]]
name = "guns by range"
sheets = ["p7"]
resolve = "artillery-fire"
facts = { crew = 4, pounds = 9 }
dice = [6, 5, 4, 3]
rule = "volley.p1.fire.to-hit.{down}"
short = { skirmishers = "skirmisher" }
down = "facts.target"
across = "facts.range"
cells = "expect.outcome.hits"
grid = '''
            | close | middle | long
column      | 4     | 3      | 2
line        | 3     | 2      | 1
skirmishers |       | 1      |
'''
"#;

fn read(text: &str) -> Result<Cases<Volley>, String> {
    Cases::read(&[Source::new("x.toml", text)]).map_err(|faults| faults.to_string())
}

/// Writes `is` for `was` in a right table, and compares what is said of it.
#[track_caller]
fn check(table: &str, was: &str, is: &str, expected: &str) {
    assert!(table.contains(was), "the table has no {was:?}");
    let found = match read(&table.replacen(was, is, 1)) {
        Ok(cases) => cases.run().failures.join("\n"),
        Err(faults) => faults,
    };
    assert_eq!(found, expected, "{was:?} became {is:?}");
}

#[test]
fn every_row_is_a_case_with_its_line() {
    for (table, cases) in [
        (
            GUNS,
            &[
                (8, "guns: volley.p1.fire.to-hit.line"),
                (10, "guns: target = square"),
                (12, "guns: target = square, pounds = 12"),
            ][..],
        ),
        (SCENE, &[(14, "a line"), (15, "a square"), (16, "twelve-pounders")]),
        (
            GRID,
            &[
                (14, "guns by range: column, close"),
                (14, "guns by range: column, middle"),
                (14, "guns by range: column, long"),
                (15, "guns by range: line, close"),
                (15, "guns by range: line, middle"),
                (15, "guns by range: line, long"),
                (16, "guns by range: skirmishers, middle"),
            ],
        ),
    ] {
        let tried = read(table).unwrap().try_all();
        let found: Vec<(u32, &str)> = tried.iter().map(|case| (case.line, case.name.as_str())).collect();
        assert_eq!(found, cases);
        let wrong: Vec<&String> = tried.iter().filter_map(|case| case.wrong.as_ref()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_row_that_does_not_hold_says_which_it_is() {
    check(
        GUNS,
        "4 4 3 3 | outcome.hits = 2",
        "4 4 3 3 | outcome.hits = 3",
        "x.toml:10: \"guns: target = square\" on p7: hits: expected 3, found 2",
    );
    check(
        SCENE,
        "B.figures = 10",
        "B.figures = 9",
        "x.toml:15: \"a square\" on p7: B figures: expected 9, found 10",
    );
    check(
        GRID,
        "| 3     | 2      | 1",
        "| 3     | 3      | 1",
        "x.toml:15: \"guns by range: line, middle\" on p7: hits: expected 3, found 2",
    );
}

/// It is not enough that some other row notices.
#[test]
fn a_row_must_fail_without_its_rule() {
    let cases = read(GUNS).unwrap();
    let unproved = |cases: &Cases<Volley>, rule: &str| {
        let said = cases.without(rule).unwrap_err();
        // The other sheets have no case here.
        said.split("; ").filter(|part| !part.ends_with("no case")).collect::<Vec<_>>().join("; ")
    };
    for rule in ["volley.p1.fire.to-hit.line", "volley.p1.fire.to-hit.square", "volley.p1.fire.mod.heavy"] {
        assert_eq!(unproved(&cases, rule), "", "{rule}");
    }
    let moved = GUNS.replace("4 4 3 3 | outcome.hits = 2", "4 4 3 3 | outcome.hits = 2\nvolley.p1.fire.to-hit.line | target = square | 4 4 3 3 | outcome.hits = 2");
    assert_eq!(
        unproved(&read(&moved).unwrap(), "volley.p1.fire.to-hit.line"),
        "x.toml:11: \"guns: target = square\" on p7 holds without it"
    );
}

/// File, line, column, key, what was found, what was expected.
#[test]
fn a_wrong_table_is_located() {
    let wrong = [
        (
            GUNS,
            "| dice    | expect",
            "| dise    | expect",
            "x.toml:7:63: table[0].rows.dise: found an unknown key, expected one of rule, rules, units, generals, reserves, full-scale, table, terrain, melees, losers, objectives, ground, length, expect, facts, say, … (28 in all); did you mean \"dice\"?",
        ),
        (
            SCENE,
            "| B.at ",
            "| C.at ",
            "x.toml:13:89: table[0].rows: found \"C.at\", expected a path that begins with a key of a case (name, rule, rules, sheets, house, without, turn, phase, until, resolve, say, dice, facts, expect, a15, p7, br8) or of the scene (G, B)",
        ),
        (
            GUNS,
            "| 4 4 3 3 |",
            "|",
            "x.toml:10:1: table[0].rows: found 3 cells, expected 4, one for each column (rule                         | facts                        | dice    | expect)",
        ),
        (
            GRID,
            "| 3     | 2      | 1",
            "| 3     | 2",
            "x.toml:15:1: table[0].grid: found 3 cells, expected 4, one for each column (| close | middle | long)",
        ),
        (
            GUNS,
            "volley.p1.fire.mod.heavy ",
            "volley.p1.fire.mod.hevay ",
            "x.toml:12:1: table[0].rows[2].rule[0]: found \"volley.p1.fire.mod.hevay\", expected a rule id of the ledger; did you mean \"volley.p1.fire.mod.heavy\"?",
        ),
        (
            SCENE,
            "B.figures = 10",
            "B.figurs = 10",
            "x.toml:15:132: table[0].rows[1].expect.B.figurs: found an unknown key, expected one of halted, moved, shot, spent, initiated, must-recall, marker, in-melee, general, silenced, figures, lost, formation, standing, at, facing; did you mean \"figures\"?",
        ),
        (
            SCENE,
            "B.formation = square  ",
            "B.formation = sqare  ",
            "x.toml:15:64: table[0].rows[1].units[1].formation: found \"sqare\", expected one of column, line, square, masse, skirmish, limbered, unlimbered; did you mean \"square\"?",
        ),
        (
            SCENE,
            "G+B.pounds = 12, B",
            "G.punds = 12, B",
            "x.toml:16:50: table[0].rows[2].units[0].punds: found an unknown key, expected one of side, arm, marker, name, grade, figures, lost, formation, at, facing, type, lancer, cuirassier, heavy, guard, pounds, … (26 in all); did you mean \"pounds\"?",
        ),
        // What is wrong in the scene is wrong once, not in every row.
        (
            SCENE,
            "arm = \"artillery\"",
            "arn = \"artillery\"",
            "x.toml:8:34: table[0].units[0].arn: found an unknown key, expected one of side, arm, marker, name, grade, figures, lost, formation, at, facing, type, lancer, cuirassier, heavy, guard, pounds, … (26 in all); did you mean \"arm\"?",
        ),
        (
            SCENE,
            "[4 5 3 1] ",
            "[4 5 x 1] ",
            "x.toml:14:107: table[0].rows[0].dice[0][2]: found \"x\", expected a whole number from 1 to 100",
        ),
        (
            GUNS,
            "target = square  ",
            "target: square  ",
            "x.toml:10:32: table[0].rows: found \"target: square\", expected a path, =, and a value",
        ),
        (
            GUNS,
            "'''",
            "\"\"\"",
            "x.toml:6:8: table[0].rows: found a text on one line or in other quotation marks, expected lines between ''' and ''', the first on a line of its own",
        ),
        (
            GUNS,
            "4 4 3 3 | outcome.hits = 2",
            "4 4 3 3 |",
            "x.toml:10:1: table[0].rows: found a row that expects nothing, expected what must come of it, in a column `expect`",
        ),
        (
            GUNS,
            "target = square  ",
            "targt = square  ",
            "x.toml:10: \"guns: targt = square\" on p7: chart artillery-fire has no fact \"targt\"; did you mean \"target\"?",
        ),
        (
            GRID,
            "down = \"facts.target\"",
            "down = \"fact.target\"",
            "x.toml:9:8: table[0].down: found \"fact.target\", expected a path that begins with a key of a case (name, rule, rules, sheets, house, without, turn, phase, until, resolve, say, dice, facts, expect, a15, p7, br8); did you mean \"facts\"?",
        ),
        (
            GRID,
            "down = \"facts.target\"\n",
            "",
            "x.toml:1:1: table[0].down: found nothing, expected a path, such as facts.range",
        ),
        (
            GRID,
            "rule = \"volley.p1.fire.to-hit.{down}\"\nshort = { skirmishers = \"skirmisher\" }\n",
            "",
            "x.toml:1:1: table[0].rules: found nothing, expected the rules that the rows prove, here or in a column `rule`",
        ),
        (
            GRID,
            "skirmishers = ",
            "skirmisher = ",
            "x.toml:8:11: table[0].short.skirmisher: found an unknown key, expected one of column, close, middle, long, line, skirmishers; did you mean \"skirmishers\"?\nx.toml:16:1: table[0].grid[6].rule[0]: found \"volley.p1.fire.to-hit.skirmishers\", expected a rule id of the ledger; did you mean \"volley.p1.fire.to-hit.skirmisher\"?",
        ),
    ];
    let said = |(table, was, is, _): &(&str, &str, &str, &str)| {
        let times = if *was == "'''" { 2 } else { 1 };
        let text = table.replacen(was, is, times);
        read(&text).map_or_else(|faults| faults, |cases| cases.run().failures.join("\n"))
    };
    let found: Vec<String> = wrong.iter().map(said).collect();
    let expected: Vec<&str> = wrong.iter().map(|(.., expected)| *expected).collect();
    assert_eq!(found, expected, "{found:#?}");
}

/// Spoilt tables are refused in a sentence or read; nothing else happens.
#[test]
fn a_spoilt_table_does_no_harm() {
    let book = Volley::embedded_book().unwrap();
    let read = |text: String| Cases::<Volley>::about(book.clone(), &[Source::new("x.toml", text)]).map(drop);
    let long = |part: &str| SCENE.replace("B.formation = square", &part.repeat(50_000));
    for part in ["facts = ", "expect.", "B.", "a=1, ", "[", "\"", "|", "A+", "="] {
        let said = read(long(part)).unwrap_err().to_string();
        assert!(said.starts_with("x.toml:"), "{said}");
    }
    let mut luck = Stream::new(Seed::from_number(5), 0);
    let mut refused = 0;
    for turn in 0..900 {
        let mut letters: Vec<char> = [GUNS, SCENE, GRID][turn % 3].chars().collect();
        for _ in 0..=luck.below(3) {
            let at = luck.below(letters.len() as u32) as usize;
            match luck.below(3) {
                0 => drop(letters.remove(at)),
                1 => letters
                    .insert(at, ['|', '"', '.', '=', ',', '[', '\'', '\n', '×'][luck.below(9) as usize]),
                _ => letters.swap(at, 0),
            }
        }
        refused += usize::from(read(letters.into_iter().collect()).is_err());
    }
    assert!(refused > 300, "only {refused} were refused");
}
