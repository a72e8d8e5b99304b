use super::{compare_modifiers, number, rules, table};
use empire::charts::command::{Nth, Who};
use empire::rules::command::{Action, reach, rule_of};

#[test]
fn modifiers() {
    compare_modifiers("commander_action_modifiers", "command-modifier");
    compare_modifiers("army_initiative_modifiers", "initiative-modifier");
}

#[test]
fn thresholds() {
    let rules = rules();
    for line in table("commander_action_thresholds") {
        let who = Who::from_word(&line["commander"]).unwrap();
        for (column, (_, nth)) in ["act1_min", "act2_min", "act3_min", "act4_min"].iter().zip(Nth::WORDS) {
            assert_eq!(
                rules.command.need(who, *nth).map(|(_, need)| need),
                number(&line, column),
                "{who} {nth}"
            );
        }
    }
}

#[test]
fn lists() {
    let rules = rules();
    let lines = table("commander_actions_tactical");
    for (word, action) in Action::WORDS {
        for (has, list) in [(true, "with"), (false, "without")] {
            let line = lines.iter().find(|line| line["initiative"] == list && line["action"] == *word);
            assert_eq!(rule_of(&rules, *action, has).is_some(), line.is_some(), "{word} {list}");
            if let Some(within) = line.and_then(|line| number(line, "range_in")) {
                assert_eq!(reach(&rules, *action, has).0, within * 1000, "{word}");
            }
        }
    }
}
