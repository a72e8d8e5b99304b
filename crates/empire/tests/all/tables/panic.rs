use super::{compare_modifiers, inches, number, rules, table, value};
use empire::words::Grade;
use rulebook::Value;

#[test]
fn what_each_grade_needs() {
    let (rules, lines) = (rules(), table("panic_thresholds"));
    assert_eq!(lines.len(), Grade::WORDS.len());
    for line in &lines {
        let (_, [carries_on, broken]) = rules.panic.needs(Grade::from_word(&line["grade"]).unwrap()).unwrap();
        assert_eq!(
            (Some(carries_on), Some(broken)),
            (number(line, "carry_on_min"), number(line, "broken_max"))
        );
        // Shaken is what lies between.
        let between = (Some(broken + 1), Some(carries_on - 1));
        assert_eq!(between, (number(line, "shaken_min"), number(line, "shaken_max")), "{line:?}");
    }
}

#[test]
fn causes() {
    let rules = rules();
    let ids = ["empire.panic.cause.broken", "empire.panic.cause.destroyed", "empire.panic.cause.guard"];
    for (line, rule) in table("panic_causes").iter().zip(ids) {
        let reach = Value::Inches(inches(line, "range_in"));
        assert_eq!(value(&rules, rule, "inches"), Some(reach), "{rule}");
    }
}

#[test]
fn modifiers() {
    compare_modifiers("panic_modifiers", "panic-modifier");
}
