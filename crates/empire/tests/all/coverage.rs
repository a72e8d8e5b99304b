//! Which of the rules that are claimed as played are met in play: by events, workings, refusals.
//!
//! Battles are played at random, and each rule that something cites is noted. The number of those that nothing cites has a
//! ceiling, which goes down as rules come to be met; `COVERAGE=200` plays so many teaching battles, ten small fights beside each, and lists the rest.

use crate::fights::fight;
use crate::hunt::book;
use dice::{Seed, Stream};
use empire::{Battle, Empire, Rules, topics};
use engine::{Anybody, Played as _, Session};
use rulebook::Source;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many rules may be left that a short run never meets.
const CEILING: usize = 300;

/// Every rule that a value names, as a word or as a key.
pub(crate) fn collect(value: &Value, cited: &mut BTreeSet<String>) {
    let mut note = |word: &str| {
        if word.starts_with("empire.") && !cited.contains(word) {
            cited.insert(word.to_owned());
        }
    };
    match value {
        Value::String(word) => note(word),
        Value::Array(all) => all.iter().for_each(|part| collect(part, cited)),
        Value::Object(all) => {
            all.keys().for_each(|key| note(key));
            all.values().for_each(|part| collect(part, cited));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn read(id: &str, text: &str, rules: &Arc<Rules>) -> Battle {
    Empire::read_battle(id, &Source::new("battle.toml", text), &|_| Some(Arc::clone(rules)))
        .unwrap_or_else(|faults| panic!("{id}: {faults}"))
}

#[test]
fn most_rules_that_are_claimed_are_met_in_play() {
    let book = book();
    let rules = Arc::new(Empire::rules(book.sheet("empire").unwrap()));
    let games: u64 = std::env::var("COVERAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let teaching = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");
    let mut cited = BTreeSet::new();
    for number in 0..games {
        let texts = [teaching.to_owned(), fight(10 * number)];
        let texts = texts.into_iter().chain((1..10).map(|more| fight(10 * number + more)));
        for text in texts {
            let battle = read(&format!("fight {number}"), &text, &rules);
            let seed = Seed::from_number(number);
            let mut session = Session::new(Empire::start(&battle, Arc::clone(&rules), false));
            session.play(&mut Stream::new(seed, 0), &mut Anybody(Stream::new(seed, 1)), 40_000).unwrap();
            for told in session.log() {
                collect(&serde_json::to_value(&told.event).unwrap(), &mut cited);
            }
        }
    }
    let claimed: Vec<&str> = book
        .ledger
        .rules
        .iter()
        .map(|rule| rule.id.as_str())
        .filter(|rule| topics::is_played(rule))
        .collect();
    let missed: Vec<&str> = claimed.iter().copied().filter(|rule| !cited.contains(*rule)).collect();
    println!("{} of {} rules are met", claimed.len() - missed.len(), claimed.len());
    println!("{}", missed.join("\n"));
    assert!(missed.len() <= CEILING, "{} of {} rules are never met", missed.len(), claimed.len());
    // That a phase comes is told, whether anything is done in it or not.
    let is_out =
        |rule: &&String| topics::NOT_REACHED.contains(&rule.as_str()) && !rule.starts_with("empire.seq.");
    let unclaimed: Vec<&String> = cited.iter().filter(is_out).collect();
    assert!(unclaimed.is_empty(), "met in play, and said to be out of reach: {unclaimed:?}");
}
