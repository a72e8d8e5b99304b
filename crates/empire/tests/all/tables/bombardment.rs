use super::gunnery::compare_score;
use super::{compare_modifiers, inches, number, rules, table, value};
use empire::Empire;
use empire::charts::fire::bombardment::BounceColumn;
use empire::rules::fire::gunnery::Score;
use empire::words::{Column, Cover, GunWeight};
use engine::Played as _;
use rulebook::Value;

/// The chart is that of tactical fire, printed a second time (ruling duplicates).
#[test]
fn cells() {
    let rules = rules();
    assert_eq!(table("artillery_bombardment_fire"), table("artillery_tactical_fire"));
    assert_eq!(rules.bombardment.fire.len(), GunWeight::WORDS.len());
    for (row, tactical) in rules.bombardment.fire.iter().zip(&rules.gunnery.fire) {
        assert_eq!(row.weight, tactical.weight);
        for (_, column) in Column::WORDS {
            assert_eq!(row.cells.get(*column), tactical.cells.get(*column), "{} {column}", row.weight);
        }
    }
}

#[test]
fn modifiers() {
    compare_modifiers("artillery_bombardment_modifiers", "bombardment-modifier");
    compare_modifiers("bounce_through_modifiers", "bounce-modifier");
}

#[test]
fn ranges() {
    let rules = rules();
    for line in table("artillery_bombardment_range") {
        let weight = GunWeight::from_word(&line["gun"]).unwrap();
        let (_, ends) = rules.bombardment.ends(weight).unwrap();
        assert_eq!(
            ends.map(|end| end.0),
            ["short_in", "medium_in", "long_in"].map(|name| inches(&line, name))
        );
    }
}

#[test]
fn bounce_through() {
    let (rules, lines) = (rules(), table("bounce_through_decoded"));
    assert_eq!(rules.bombardment.bounce.len() * BounceColumn::WORDS.len(), lines.len());
    for (place, line) in lines.iter().enumerate() {
        let weight = GunWeight::from_word(&line["gun"]).unwrap();
        let row = rules.bombardment.bounce.iter().find(|row| row.weight == weight).unwrap();
        let (_, column) = BounceColumn::WORDS[place % BounceColumn::WORDS.len()];
        let cell = row.cells.get(column);
        assert_eq!(Some(cell), number(line, "twelfths").map(i32::unsigned_abs), "{line:?}");
        compare_score(Score::of_cell(cell), line);
        let least = line["column"].trim_end_matches('+').split('-').next().unwrap().parse().unwrap();
        assert_eq!(rules.bombardment.column(least), Some(column));
        assert_ne!(rules.bombardment.column(least - 1), Some(column));
    }
}

/// Each printed exception is a rule.
#[test]
fn excluded() {
    for line in table("bounce_through_excluded") {
        let rule = format!("empire.bounce.none.{}", line["case"]);
        assert!(Empire::spec().rule(&rule).is_some(), "{rule}");
    }
}

#[test]
fn aflame() {
    let rules = rules();
    for line in table("set_aflame") {
        let covers = match line["structure"].as_str() {
            "light-medium" => [Cover::Light, Cover::Medium],
            "heavy-super" => [Cover::Heavy, Cover::Super],
            other => panic!("{other}"),
        };
        for cover in covers {
            let (_, needs) = rules.bombardment.aflame(cover).unwrap();
            assert_eq!(
                needs.map(Some),
                [number(&line, "min_under_18pdr"), number(&line, "min_18pdr_and_over")]
            );
        }
    }
    assert_eq!(value(&rules, "empire.aflame.proc", "count"), Some(Value::Int(18)));
}
