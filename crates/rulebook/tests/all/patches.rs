//! What a book gives: sheets, patches, differences, hashes, choices.

use crate::support::{FIRE, LEDGER, PATCH, RULINGS, load, toy};
use rulebook::{Free, Patch, RuleId, RuleSet, Setting, Source, Value, diff};

const RANGE: RuleId = RuleId(rulebook::find(crate::support::SPEC_RULES, "toy.shoot.range"));
const LINE: RuleId = RuleId(1);
const COLUMN: RuleId = RuleId(2);
const DOUBLE: RuleId = RuleId(3);

#[test]
fn a_sheet_has_its_own_rows_rules_and_defaults() {
    let book = toy();
    let (a15, p7, br8) = (book.sheet("a15").unwrap(), book.sheet("p7").unwrap(), book.sheet("br8").unwrap());
    let range = |rules: &rulebook::SheetRules| rules.row(RANGE).unwrap().get("inches").cloned();
    assert_eq!(
        [range(&a15), range(&p7), range(&br8)],
        [2000, 4000, 4250].map(|inches| Some(Value::Inches(inches)))
    );
    assert!(p7.row(COLUMN).is_none() && !p7.is_on(COLUMN), "the row is limited to two sheets");
    assert_eq!(a15.row(LINE).unwrap().get("dice"), None, "an optional field may be one sheet's only");
    assert_eq!(br8.row(LINE).unwrap().get("dice"), Some(&Value::Dice { count: 2, sides: 6 }));
    assert_eq!(br8.row(LINE).unwrap().get("per"), Some(&Value::Ratio { dice: 1, figures: 3 }));
    assert_eq!(br8.row(LINE).unwrap().get("target"), Some(&Value::Word("line".to_owned())));
    assert_eq!(
        br8.row(RANGE).unwrap().get("when"),
        Some(&Value::Words(vec!["line".to_owned(), "square".to_owned()]))
    );
    assert_eq!(br8.chart("to-hit").map(|row| row.rule).collect::<Vec<_>>(), [LINE, COLUMN]);
    assert_eq!((a15.inches(0), p7.inches(0), br8.inches(0)), (6000, 12_000, 12_500));
    assert_eq!(
        (a15.word(1), a15.flag(2), a15.list(3), a15.int(4)),
        (0, false, &[12_000, 24_000, 36_000][..], 15)
    );
    assert!(br8.is_on(DOUBLE) && !a15.is_on(DOUBLE));
    assert_eq!(br8.row(LINE).unwrap().get("no such field"), None);
    let asked = book.sheet("br9").unwrap_err().to_string();
    assert_eq!(asked, "toy has no sheet \"br9\"; it has a15, p7, br8; did you mean \"br8\"?");
}

#[test]
fn the_ledger_keeps_what_it_says() {
    let toy = toy();
    let rules = &toy.ledger().rules;
    assert_eq!(
        (rules[1].phases.clone(), rules[1].lines.clone()),
        (vec![vec![3], vec![4], vec![3]], vec![vec![14]; 3])
    );
    assert_eq!(
        (rules[2].ocr.as_deref(), rules[2].implied, rules[2].sheets.as_slice()),
        (Some("a smudge"), true, &[0, 2][..])
    );
    let Some(Free::Table(values)) = &rules[0].values else { panic!("a table was written") };
    assert_eq!((&values["a15"], &values["p7"]), (&Free::Whole(2), &Free::Text("4.5".to_owned())));
}

#[test]
fn a_patch_takes_out_sets_and_changes() {
    let book = toy();
    let patch = Patch::read(&Source::new("club.toml", PATCH), &book).unwrap();
    let printed = book.sheet("br8").unwrap();
    // Whatever is known of the hash before is not that of the changed rules.
    let before = printed.hash();
    let club = printed.patched(&patch);
    let lines: Vec<String> = diff(&book, &printed, &club).iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "toy.shoot.line  need  5 → 4",
            "toy.shoot.line  double  none → yes",
            "toy.shoot.column  rule  on → off",
            "toy.move.double  rule  on → off",
            "toy.house.command  ruling  12.5\" → 18\"",
            "toy.house.round  ruling  up → down",
        ]
    );
    assert!(club.row(COLUMN).is_none());
    assert_ne!(club.hash(), before);
    assert_eq!(club.patched(&patch).hash(), club.hash(), "a patch laid twice is a patch laid once");
    assert!(diff(&book, &printed, &printed).is_empty());
    let other = book.sheet("a15").unwrap();
    assert_eq!(other.patched(&patch), other, "a patch for another sheet changes nothing");
}

#[test]
fn sheets_differ_where_they_are_printed_differently() {
    let book = toy();
    let changes = diff(&book, &book.sheet("a15").unwrap(), &book.sheet("p7").unwrap());
    let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "toy.shoot.range  inches  2\" → 4\"",
            "toy.shoot.column  rule  on → off",
            "toy.house.command  ruling  6\" → 12\"",
        ]
    );
}

#[test]
fn the_hash_is_of_the_content_and_nothing_else() {
    let printed = toy().sheet("br8").unwrap();
    // Written down once: if this line must change, every saved game loses its rules.
    assert_eq!(
        printed.earlier_hash_hex(),
        "814720e7ffc3f607ec88542023d89d6104bb1600abbfe318260d114d6a607097"
    );
    assert_eq!(printed.hash_hex(), "cc87b40bd45e0769f05312756c101ad28ebcfe60b11bb637905643fdb4ac326c");
    let respaced = FIRE.replace(" = ", "   =   ") + "# a remark\n";
    assert_eq!(load(LEDGER, RULINGS, &respaced).unwrap().sheet("br8").unwrap().hash(), printed.hash());
    for (was, is) in [("need = 5", "need = 6"), ("\"2d6\"", "\"3d6\""), ("double = true", "double = false")] {
        let changed = load(LEDGER, RULINGS, &FIRE.replace(was, is)).unwrap();
        assert_ne!(changed.sheet("br8").unwrap().hash(), printed.hash(), "{was} became {is}");
        assert_ne!(changed.hash(), toy().hash());
    }
    let reworded = load(LEDGER, &RULINGS.replace("How halves round.", "Rounding."), FIRE).unwrap();
    assert_eq!(
        reworded.sheet("br8").unwrap().hash(),
        printed.hash(),
        "what a ruling is called changes no rule"
    );
}

#[test]
fn rulings_can_be_varied() {
    let book = toy();
    let choices: Vec<Vec<String>> = (0..5)
        .map(|i| book.ruling_choices(i).iter().map(|choice| book.rulings[i].show(choice)).collect())
        .collect();
    assert_eq!(choices[0], ["6\"", "12\"", "12.5\"", "3\"", "24\"", "6.25\"", "25\""]);
    assert_eq!(choices[1], ["up", "down"]);
    assert_eq!(choices[2], ["no", "yes"]);
    assert_eq!(choices[3], ["12\", 24\", 36\"", "6\", 12\", 18\"", "24\", 48\", 72\""]);
    assert_eq!(choices[4], ["15", "7", "20"]);
    assert!(book.ruling_choices(5).is_empty());

    let printed = book.sheet("p7").unwrap();
    let before = printed.hash();
    let varied = printed.with(1, Setting::Word(1));
    assert_eq!((varied.word(1), varied.hash() == before), (1, false));
    for (ruling, setting) in
        [(1, Setting::Word(2)), (1, Setting::Flag(true)), (4, Setting::Int(21)), (9, Setting::Int(1))]
    {
        assert_eq!(printed.with(ruling, setting), printed, "what a ruling does not accept changes nothing");
    }
}

#[test]
fn values_read_as_players_write_them() {
    for (value, shown) in [
        (Value::Int(-1), "-1"),
        (Value::Inches(2500), "2.5\""),
        (Value::Inches(-125), "-0.125\""),
        (Value::Inches(8000), "8\""),
        (Value::Flag(true), "yes"),
        (Value::Words(vec!["line".into(), "square".into()]), "line, square"),
        (Value::Dice { count: 1, sides: 6 }, "d6"),
        (Value::Dice { count: 2, sides: 6 }, "2d6"),
        (Value::Ratio { dice: 2, figures: 3 }, "2 per 3"),
    ] {
        assert_eq!(value.to_string(), shown);
    }
}

#[test]
fn a_set_of_rules_is_a_set() {
    let mut set = RuleSet::all(70);
    assert_eq!((set.len(), set.contains(RuleId(69)), set.contains(RuleId(70))), (70, true, false));
    set.remove(RuleId(64));
    set.insert(RuleId(1023));
    assert_eq!(set.iter().skip(63).take(2).collect::<Vec<_>>(), [RuleId(63), RuleId(65)]);
    assert_eq!(set.iter().last(), Some(RuleId(1023)));
    set.insert(RuleId(1024));
    set.remove(RuleId(u16::MAX));
    assert_eq!((set.len(), set.contains(RuleId(1024)), RuleSet::all(5000).len()), (70, false, 1024));
    assert!(RuleSet::none().is_empty());
}
