use super::{compare_modifiers, number, rules, table, value};
use rulebook::Value;

#[test]
fn bands() {
    let (rules, lines) = (rules(), table("leader_loss"));
    let [fate, captured, none] = &lines[..] else { panic!("three bands") };
    assert_eq!(value(&rules, "empire.leader.fate", "count"), number(fate, "max").map(Value::Int));
    assert_eq!(value(&rules, "empire.leader.none", "count"), number(none, "min").map(Value::Int));
    // What is between the two needs no number of its own.
    let between = (number(captured, "min").unwrap(), number(captured, "max").unwrap());
    assert_eq!(between, (number(fate, "max").unwrap() + 1, number(none, "min").unwrap() - 1));
}

#[test]
fn modifiers() {
    compare_modifiers("leader_loss_modifiers", "leader-loss-modifier");
}
