//! The charts of the desk: what they offer they answer, and nothing they ask is idle.

use crate::setup::rules;
use dice::Script;
use empire::Empire;
use engine::desk::{Desk as _, answers_or_says_why, mute_facts};

/// What a chart says of these facts and dice, as `key value` one after another; `None` where it wants more dice.
fn said(chart: &str, given: &str, dice: &[u32]) -> Option<String> {
    let rules = rules();
    let card = Empire::chart(&rules, chart).unwrap();
    let pair = |fact: &str| fact.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let given: Vec<(String, String)> = given.split_whitespace().filter_map(pair).collect();
    let facts = Empire::facts(&rules, &card, &given).unwrap();
    let found = Empire::resolve(&rules, chart, &facts, &mut Script::new(dice.iter().copied())).ok()?;
    let line = |(key, value): (&&'static str, &engine::desk::Value)| format!("{key} {value}");
    Some(found.outcome.iter().map(line).collect::<Vec<_>>().join(", "))
}

/// Worked by hand from the sheet, where the desk once said otherwise than the table.
#[test]
fn a_charge_at_the_desk_is_the_charge_on_the_table() {
    // Élan, then the target's morale: 4, one less for its line, four more for its works. Without them it runs.
    let open = said("charge", "target-fortified=yes", &[5, 5, 2, 2]).unwrap();
    assert!(open.contains("target-runs"), "{open}");
    assert_eq!(said("charge", "target-cover=super target-fortified=yes", &[5, 5, 2, 2]), None);
    // A unit that has broken through is there at once, from wherever it is said to come: no square for such foot.
    let horse = "charger-arm=cavalry breakthrough=yes reply=square target-grade=elite";
    let dice = [9, 9, 5, 5, 10, 10, 5, 5, 1, 1];
    let [near, far] = ["", " distance=12-up"].map(|far| said("charge", &format!("{horse}{far}"), &dice));
    assert_eq!(near, far);
    // A square has neither flank nor rear.
    let tested = |given: &str| said("unit-morale", given, &[5, 5]).unwrap();
    assert_eq!(tested("formation=square enfilade=infantry"), tested("formation=square"));
}

#[test]
fn every_chart_answers_what_it_offers_or_says_why_not() {
    let walked = answers_or_says_why::<Empire>().unwrap_or_else(|why| panic!("{why}"));
    assert!(walked.answered > 5_000, "{walked:?}");
}

#[test]
fn no_chart_offers_what_it_does_not_mind() {
    assert_eq!(mute_facts::<Empire>().unwrap(), [""; 0]);
}
