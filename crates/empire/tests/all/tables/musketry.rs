use super::{compare_modifiers, inches, number, rules, table, value};
use empire::words::{Column, Weapon};
use rulebook::Value;

#[test]
fn small_arms() {
    let (rules, lines) = (rules(), table("small_arms_fire"));
    assert_eq!(rules.musketry.small_arms.len(), lines.len());
    for line in &lines {
        let from = number(line, "firers_min").unwrap().unsigned_abs();
        let row = rules.musketry.row(from).unwrap();
        assert_eq!((row.from, row.to), (from, number(line, "firers_max").unwrap().unsigned_abs()));
        let columns = ["m5_0", "1_4", "5_8", "9_11", "12_14", "15_18", "19_22", "23_28", "29_33", "34p"];
        for (name, (_, column)) in columns.iter().zip(Column::WORDS) {
            let cell = number(line, &format!("c_{name}")).unwrap().unsigned_abs();
            assert_eq!(row.cells.get(*column), cell, "{from} firing, {column}");
        }
    }
}

#[test]
fn columns() {
    let (rules, lines) = (rules(), table("fire_columns"));
    let (_, least) = rules.musketry.columns.clone().unwrap();
    assert_eq!(Column::WORDS.len(), lines.len());
    for (line, (_, column)) in lines.iter().zip(Column::WORDS) {
        assert_eq!(Some(least.get(*column)), number(line, "min"), "{column}");
        for end in ["min", "max"] {
            if let Some(total) = number(line, end) {
                assert_eq!(rules.musketry.column(total), Some(*column), "{total}");
            }
        }
    }
}

#[test]
fn modifiers() {
    compare_modifiers("tactical_fire_modifiers", "fire-modifier");
}

#[test]
fn ranges() {
    let rules = rules();
    let lines = table("tactical_fire_range");
    // The guns' come with gunnery.
    for line in lines.iter().filter(|line| !line["weapon"].ends_with("-gun")) {
        let (_, ends) = rules.shared.ends(Weapon::from_word(&line["weapon"]).unwrap()).unwrap();
        assert_eq!(
            ends.map(|end| end.0),
            ["short_in", "medium_in", "long_in"].map(|name| inches(line, name))
        );
    }
}

#[test]
fn ammunition() {
    let rules = rules();
    let rule = |case: &str| match case {
        "normal" => "empire.ammo.normal",
        "firefight" => "empire.ammo.firefight",
        "low-ammo-country-adjust" => "empire.ammo.low-country",
        other => panic!("{other}"),
    };
    for line in table("ammo_depletion") {
        assert_eq!(value(&rules, rule(&line["case"]), "count"), number(&line, "threshold").map(Value::Int));
    }
}
