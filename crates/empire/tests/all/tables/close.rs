use super::{compare_modifiers, number, rules, table};
use empire::words::Grade;

#[test]
fn modifiers() {
    compare_modifiers("close_action_modifiers", "close-modifier");
}

#[test]
fn the_ladder() {
    let rules = rules();
    let lines = table("shock_ladder");
    assert_eq!(lines.len(), 40);
    for line in lines {
        let step = number(&line, "step").unwrap();
        assert_eq!(Some(rules.close.value(step) as i32), number(&line, "shock_value"), "step {step}");
        if let Some(grade) = Grade::from_word(&line["grade_start"]) {
            assert_eq!(rules.close.base(grade).1, step, "{grade}");
        }
    }
}
