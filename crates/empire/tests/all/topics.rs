//! The list of topics: every rule has one, the files are there, and the page for people says the same.

use empire::Empire;
use empire::topics::{NOT_REACHED, State, TOPICS, is_played, is_proved, of_rule};
use engine::Played as _;

fn root() -> String {
    format!("{}/../..", env!("CARGO_MANIFEST_DIR"))
}

/// In which wing of a folder a topic's file lies: that of its own name, or one that has it in its folder.
fn wing_of(stem: &str, folder: &str) -> Option<String> {
    let folder = format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"));
    let wings = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names = wings.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.find(|wing| {
        let is_there = |path: String| std::path::Path::new(&path).is_file();
        (wing == stem && is_there(format!("{folder}/{stem}.rs")))
            || is_there(format!("{folder}/{wing}/{stem}.rs"))
    })
}

#[test]
fn every_rule_has_a_topic_and_every_topic_rules() {
    let homeless: Vec<_> = Empire::spec().rules.iter().filter(|rule| of_rule(rule).is_none()).collect();
    assert!(homeless.is_empty(), "{homeless:?}");
    for topic in TOPICS {
        let own = |rule: &&&str| of_rule(rule).is_some_and(|of| of.file == topic.file);
        assert!(Empire::spec().rules.iter().filter(own).count() > 0, "{} has no rules", topic.file);
    }
}

/// Four files, one stem, for all that does not merely wait; those in the program lie in one wing.
#[test]
fn a_topic_that_stands_is_four_files_of_one_stem() {
    for topic in TOPICS.iter().filter(|topic| topic.state != State::Waits) {
        let stem = topic.file.replace('-', "_");
        for path in
            [format!("rulesets/empire/{}.toml", topic.file), format!("cases/empire/{}.toml", topic.file)]
        {
            assert!(std::path::Path::new(&format!("{}/{path}", root())).is_file(), "{path} is missing");
        }
        let rules = wing_of(&stem, "rules").unwrap_or_else(|| panic!("no file of rules is called {stem}"));
        let charts = wing_of(&stem, "charts").unwrap_or_else(|| panic!("no file of charts is called {stem}"));
        assert_eq!(rules, charts, "{stem} lies in one wing of the rules and in another of the charts");
    }
}

/// `docs/empire-topics.md` has a line for each topic, with its rules counted and its state.
#[test]
fn the_page_of_topics_says_what_the_code_says() {
    let page = std::fs::read_to_string(format!("{}/docs/empire-topics.md", root())).unwrap();
    for topic in TOPICS {
        let own = |rule: &&&str| of_rule(rule).is_some_and(|of| of.file == topic.file);
        let count = Empire::spec().rules.iter().filter(own).count();
        let state = match topic.state {
            State::Waits => "waits",
            State::Charted => "charted",
            State::Plays => "plays",
        };
        let begins =
            format!("| `{}` | {} | {count} | {} | {state} |", topic.file, topic.stems.join(" "), topic.slice);
        assert!(page.lines().any(|line| line.starts_with(&begins)), "the page has no line {begins}");
    }
}

/// The ledger claims what steps of play go by, and nothing else; each of them is proved on a table.
#[test]
fn the_ledger_counts_what_is_played() {
    let report = engine::cases::run_all::<Empire>();
    let played = Empire::spec().rules.iter().filter(|rule| is_played(rule)).count();
    assert!(report.desk.is_empty(), "proved at the desk alone: {:?}", report.desk);
    assert_eq!(report.working, played);
    for rule in NOT_REACHED {
        assert!(is_proved(rule) && report.missing.contains(rule), "{rule}");
    }
}
