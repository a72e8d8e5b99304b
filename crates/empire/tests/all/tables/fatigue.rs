use super::{compare_modifiers, number, rules, table, value};
use rulebook::Value;

#[test]
fn bands() {
    let (rules, lines) = (rules(), table("me_fatigue"));
    let [tires, between, spares] = &lines[..] else { panic!("three bands") };
    assert_eq!(value(&rules, "empire.fatigue.15", "count"), number(tires, "min").map(Value::Int));
    assert_eq!(value(&rules, "empire.fatigue.10", "count"), number(spares, "max").map(Value::Int));
    let ends = (number(spares, "max").map(|most| most + 1), number(tires, "min").map(|least| least - 1));
    assert_eq!((number(between, "min"), number(between, "max")), ends);
}

#[test]
fn levels() {
    let count = table("fatigue_levels").len() as i32;
    assert_eq!(value(&rules(), "empire.fatigue.levels", "count"), Some(Value::Int(count)));
}

#[test]
fn modifiers() {
    compare_modifiers("me_fatigue_modifiers", "fatigue-modifier");
}
