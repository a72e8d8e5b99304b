use super::{compare_modifiers, number, rules, table, value};
use empire::charts::hour::bonus::More;
use rulebook::Value;

#[test]
fn modifiers() {
    compare_modifiers("bonus_impulse_modifiers", "bonus-modifier");
}

#[test]
fn results() {
    let rules = rules();
    for line in table("bonus_impulse") {
        let more = match line["result"].as_str() {
            "second-impulse" => More::Second,
            "second-impulse-or-one-unit" => More::SecondFatigue,
            "one-unit-action" => More::OneUnit,
            "firefights-and-street-fights-only" => More::Firefights,
            "none" => More::Nothing,
            "fail" => {
                assert_eq!(value(&rules, "empire.bonus.fail", "count"), number(&line, "max").map(Value::Int));
                continue;
            }
            other => panic!("{other}"),
        };
        for total in [number(&line, "min"), number(&line, "max")].into_iter().flatten() {
            assert_eq!(rules.bonus.result(total).map(|(_, found)| found), Some(more), "{total}");
        }
    }
}
