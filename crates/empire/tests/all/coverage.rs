//! Which of the rules that are claimed as played are met in play: by events, workings, refusals.
//!
//! Battles are played at random, and each rule that something cites is noted. The number of those that nothing cites has a
//! ceiling, which goes down as rules come to be met; `COVERAGE=50` plays so many rounds of small fights and drills.

use crate::cheeky::{Cheeky, collect_told};
use crate::drills::{DRILLS, drill};
use crate::fights::fight;
use crate::setup::{book, read, rules};
use dice::{Seed, Stream};
use empire::{Empire, Rules, topics};
use engine::{Played as _, Session, Told, state_text};
use rulebook::{Book, Patch, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Small fights and drills of one round.
const FIGHTS: u64 = 6;
const SETS: u64 = 160;

/// The most rules that a short run may fail to meet.
const CEILING: usize = 20;

/// The battles of these rounds, each with its seed: fights, drills, and once the teaching battle.
fn battles(rounds: u64) -> impl Iterator<Item = (u64, String)> {
    let teaching = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");
    (0..rounds).flat_map(move |round| {
        let whole = (round == 0).then(|| teaching.to_owned());
        let fights = (0..FIGHTS).map(move |nth| fight(FIGHTS * round + nth));
        let drills = DRILLS.iter().cycle().zip(SETS * round..SETS * (round + 1));
        let drills = drills.map(|(kind, nth)| drill(*kind, nth));
        (1000 * round..).zip(whole.into_iter().chain(fights).chain(drills))
    })
}

/// All that is told of a battle.
fn played(
    rules: &Arc<Rules>,
    (number, text): &(u64, String),
    refused: &mut BTreeSet<String>,
) -> (Empire, Vec<Told<empire::Event>>) {
    let battle = read(text, rules).unwrap_or_else(|faults| panic!("battle {number}: {faults}"));
    let seed = Seed::from_number(*number);
    let mut session = Session::new(Empire::start(&battle, Arc::clone(rules)));
    let mut players = Cheeky { luck: Stream::new(seed, 1), cited: refused, drills: text.contains("A drill") };
    session.play(&mut Stream::new(seed, 0), &mut players, 40_000).unwrap();
    let log = session.log().to_vec();
    (session.game().clone(), log)
}

fn rounds() -> u64 {
    std::env::var("COVERAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(5)
}

fn claimed(book: &Book) -> Vec<&str> {
    book.ledger().rules.iter().map(|rule| rule.id.as_str()).filter(|rule| topics::is_played(rule)).collect()
}

#[test]
fn most_rules_that_are_claimed_are_met_in_play() {
    let book = book();
    let rules = rules();
    let (mut told, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for battle in battles(rounds()) {
        for line in played(&rules, &battle, &mut refused).1 {
            collect_told(&line, &mut told);
        }
    }
    let claimed = claimed(&book);
    let missed: Vec<&str> =
        claimed.iter().copied().filter(|rule| !told.contains(*rule) && !refused.contains(*rule)).collect();
    println!("{} of {} rules are met", claimed.len() - missed.len(), claimed.len());
    println!("{}", missed.join("\n"));
    assert!(missed.len() <= CEILING, "{} of {} rules are never met", missed.len(), claimed.len());
    // That a phase comes is told, whether anything is done in it or not; groups are formed, and charge as one by no rule yet.
    let is_named = |rule: &str| rule.starts_with("empire.seq.") || rule == "empire.ca.init.battle-groups";
    let is_out = |rule: &&String| topics::NOT_REACHED.contains(&rule.as_str()) && !is_named(rule);
    let unclaimed: Vec<&String> = told.iter().filter(is_out).collect();
    assert!(unclaimed.is_empty(), "met in play, and said to be out of reach: {unclaimed:?}");
}

/// Rules that say that nothing happens: a number of nothing, or a row of it. They are cited, and nothing else is to be seen.
const OF_NOTHING: &[&str] = &[
    "empire.memorale.mod.class.rabble",
    "empire.umorale.mod.impersonal-me",
    "empire.umorale.mod.despicable-unit",
    "empire.close.mod.impersonal-me",
    "empire.smallarms.1",
    "empire.smallarms.2",
    "empire.deffire.infantry.0-9",
    "empire.deffire.shock-infantry.0-9",
    "empire.deffire.cavalry.0-9",
    "empire.deffire.dub-cavalry.0-9",
    "empire.deffire.cossacks.0-9",
    "empire.leader.none",
];

/// Rules of ground that random moves seldom come to the end of, and others whose neighbours mostly say the same: each has a
/// case that fails without it, all but the last on the table.
const SELDOM: &[&str] = &[
    "empire.smallarms.3",
    "empire.engage.obstructed",
    "empire.elev.7",
    "empire.infmove.company2",
    "empire.infmove.terrain.high-wall",
    "empire.infmove.skirmish.swamp",
    "empire.cavmove.terrain.medium-woods",
    "empire.cavmove.terrain.heavy-woods",
    "empire.artmove.terrain.light-woods",
    "empire.artmove.terrain.medium-woods",
    "empire.artmove.terrain.heavy-woods",
    "empire.artmove.terrain.structure",
    "empire.artmove.terrain.swamp",
    "empire.artmove.gallop",
    "empire.bombard.intensive.clear",
];

/// What happens, what is added and what is left, whichever rules are named for it.
fn bare(game: &Empire, log: &[Told<empire::Event>]) -> String {
    let one = |line: &Told<empire::Event>| {
        let added: i32 =
            line.throws.iter().filter_map(|throw| throw.test.as_ref()).map(dice::Test::modified).sum();
        let working = line.event.working.total() + added;
        format!("{} {working}", serde_json::to_string(&line.event.what).unwrap())
    };
    log.iter().map(one).chain([state_text(game)]).collect::<Vec<_>>().join("\n")
}

/// A rule that play cites does something there: without it one of the battles that cite it goes another way.
/// `cargo test -p empire --test all coverage::every -- --ignored --nocapture`.
#[test]
#[ignore = "it takes some minutes"]
fn every_rule_that_is_met_makes_a_difference() {
    /// How many of the shortest and of the longest battles are tried for each rule.
    const TRIES: usize = 20;
    let book = book();
    let printed = book.sheet("empire").unwrap();
    let rules = rules();
    let all: Vec<(u64, String)> = battles(rounds()).collect();
    let mut logs = Vec::new();
    let mut where_met: BTreeMap<String, [Vec<usize>; 2]> = BTreeMap::new();
    for (place, battle) in all.iter().enumerate() {
        let (mut told, mut refused) = (BTreeSet::new(), BTreeSet::new());
        let (game, log) = played(&rules, battle, &mut refused);
        log.iter().for_each(|line| collect_told(line, &mut told));
        logs.push(bare(&game, &log));
        for (kind, cited) in [told, refused].into_iter().enumerate() {
            cited.into_iter().for_each(|rule| where_met.entry(rule).or_default()[kind].push(place));
        }
    }
    let mut idle = Vec::new();
    for rule in claimed(&book) {
        let Some(kinds) = where_met.get_mut(rule).filter(|_| !OF_NOTHING.contains(&rule)) else { continue };
        let source = Source::new("house.toml", format!("sheet = \"empire\"\noff = [{rule:?}]\n"));
        let patch = Patch::read(&source, &book).unwrap_or_else(|faults| panic!("{faults}"));
        let without = Arc::new(Empire::rules(printed.patched(&patch)));
        let differs = |place: &usize| {
            let (game, log) = played(&without, &all[*place], &mut BTreeSet::new());
            bare(&game, &log) != logs[*place]
        };
        let mut differs_in = |places: &mut Vec<usize>| {
            places.sort_by_key(|place| logs[*place].len());
            let short = places.iter().take(TRIES);
            short.chain(places.iter().rev().take(TRIES)).any(differs)
        };
        if !kinds.iter_mut().any(&mut differs_in) {
            idle.push(rule);
        }
    }
    let met = claimed(&book).into_iter().filter(|rule| where_met.contains_key(*rule)).count();
    println!("{met} rules are met, {} of them make no difference: {idle:?}", idle.len());
    idle.retain(|rule| !SELDOM.contains(rule));
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}
