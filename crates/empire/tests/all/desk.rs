//! The charts of the desk: what they offer they answer, and nothing they ask is idle.

use empire::Empire;
use engine::desk::{answers_or_says_why, mute_facts};

#[test]
fn every_chart_answers_what_it_offers_or_says_why_not() {
    let walked = answers_or_says_why::<Empire>().unwrap_or_else(|why| panic!("{why}"));
    assert!(walked.answered > 5_000, "{walked:?}");
}

#[test]
fn no_chart_offers_what_it_does_not_mind() {
    assert_eq!(mute_facts::<Empire>().unwrap(), [""; 0]);
}
