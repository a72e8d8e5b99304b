use super::{compare_modifiers, number, rules, table};
use empire::words::Grade;

#[test]
fn what_each_grade_fails_on() {
    let (rules, lines) = (rules(), table("unit_morale_fail"));
    assert_eq!(lines.len(), Grade::WORDS.len());
    for line in &lines {
        let grade = Grade::from_word(&line["grade"]).unwrap();
        assert_eq!(rules.unit_morale.fails_on(grade).map(|(_, fail)| fail), number(line, "fail_max"));
    }
}

#[test]
fn modifiers() {
    compare_modifiers("unit_morale_modifiers", "unit-morale-modifier");
}
