//! The odds of a whole charge: merged between throws they are those of every way one by one, of brute force where that
//! is short enough, and of trials; and they are those of the hour that the design walks through.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use crate::setup::book;
use dice::{Chance, Odds, Seed, Stream, Weight as _};
use empire::rules::charge::chain::{self, ChargeFacts, End, Outcome, charge, charge_odds};
use empire::{Empire, Rules};
use engine::Played as _;
use engine::desk::{FactSet as _, every_fall};
use rulebook::{Patch, Source};
use std::collections::BTreeMap;

fn rules() -> Rules {
    house("")
}

/// The rules of a house.
fn house(patch: &str) -> Rules {
    let book = book();
    let source = Source::new("house.toml", format!("sheet = \"empire\"\n{patch}"));
    let patch = Patch::read(&source, &book).unwrap_or_else(|faults| panic!("{faults}"));
    Empire::rules(book.sheet("empire").unwrap().patched(&patch))
}

fn off(rules: &[&str]) -> Rules {
    let all: Vec<String> = rules.iter().map(|rule| format!("{rule:?}")).collect();
    house(&format!("off = [{}]\n", all.join(", ")))
}

fn facts(words: &str) -> ChargeFacts {
    let mut facts = ChargeFacts::blank();
    for pair in words.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once(" = ").unwrap();
        assert!(facts.set(name, value), "{pair}");
    }
    engine::desk::Chart::<Empire>::settle(&mut facts, None);
    facts
}

/// F-a on P-b: a veteran column of 18 on a regular line that has lost 3 of 20.
const MARCHFIELD: &str = "charger-grade = veteran, charger-formation = attack-column, charger-figures = 18, \
    charger-leader = inspirational-me, target-grade = regular, target-figures = 17, target-lost = 3, target-fires = yes, \
    fire-first-fire = yes, presses-on = yes";

/// Horse on foot that tries for square, a battery near.
const HORSE: &str = "charger-arm = cavalry, charger-figures = 12, charger-companies = 4, charger-kind = cavalry, \
    target-grade = regular, target-figures = 18, target-formation = attack-column, reply = square, distance = 8-12, \
    target-fires = yes, support = 1, impetus = yes, presses-on = yes, follow-me = 11";

fn chance(odds: &Odds<Outcome>, wanted: &[End]) -> f64 {
    odds.chance(|outcome| wanted.contains(&outcome.end)).to_f64()
}

/// The target runs, or loses the close action.
const WON: &[End] =
    &[End::TargetRuns, End::DrawnAhead, End::TargetBeaten, End::TargetRouted, End::TargetDestroyed];

/// The sets of facts that are compared.
fn sets() -> Vec<ChargeFacts> {
    [
        MARCHFIELD.to_owned(),
        format!("{MARCHFIELD}, impetus = yes"),
        HORSE.to_owned(),
        HORSE.replace("support = 1", "support = 2, charger-kind = dub-cavalry"),
        "charger-arm = cavalry, target-formation = skirmish, reply = klumpen, charger-wave = 1".to_owned(),
        "target-arm = artillery, target-figures = 9, reply = fire-and-retire, withdraws = 12, target-fires = yes, \
         presses-on = yes, impetus = yes"
            .to_owned(),
        "charger-arm = cavalry, target-arm = cavalry, reply = countercharge, breakthrough = yes".to_owned(),
    ]
    .iter()
    .map(|words| facts(words))
    .collect()
}

#[test]
fn merged_odds_are_those_of_every_way_one_by_one() {
    for rules in [rules(), house("[rulings]\n\"empire.house.elan.when\" = \"after-fire\"\n")] {
        for facts in sets() {
            let merged: Odds<Outcome> = charge_odds(&rules, &facts);
            let one_by_one: Odds<Outcome> = Odds::of(|dice| charge(dice, &rules, &facts));
            assert_eq!(merged, one_by_one, "{facts:?}");
            assert!(merged.len() > 4, "{merged:?}");
        }
    }
}

/// The ends of the tree are those of the odds, and what grows from a branch is as likely as the branch.
#[test]
fn the_tree_of_a_charge_ends_as_its_odds_do() {
    for rules in [rules(), house("[rulings]\n\"empire.house.elan.when\" = \"after-fire\"\n")] {
        for facts in sets() {
            let tree = chain::tree(&rules, &facts, facts.start());
            let odds: Odds<Outcome> = charge_odds(&rules, &facts);
            for end in End::ALL {
                let text = end.told().text;
                let leaves = tree.iter().filter(|branch| branch.ends && branch.text == text);
                let sum = leaves.fold(Chance::of(0, 1), |sum, leaf| sum.plus(&leaf.chance));
                assert_eq!(sum, odds.chance(|outcome| outcome.end == end), "{end:?}, {facts:?}");
            }
            for (place, branch) in tree.iter().enumerate().filter(|(_, branch)| !branch.ends) {
                let after = tree[place + 1..].iter().take_while(|later| later.depth > branch.depth);
                let grown = after.filter(|later| later.depth == branch.depth + 1);
                let sum = grown.fold(Chance::of(0, 1), |sum, later| sum.plus(&later.chance));
                assert_eq!(sum, branch.chance, "{branch:?}");
            }
            assert!(tree.iter().any(|branch| branch.depth > 1), "{tree:?}");
        }
    }
}

/// Every face of every die, where the other throws are taken out.
#[test]
fn merged_odds_are_those_of_brute_force_on_small_charges() {
    let close = ["empire.shock.resolve", "empire.standard.roll", "empire.umorale.proc"];
    let fire = ["empire.elan.roll", "empire.umorale.proc", "empire.standard.roll", "empire.victory.proc"];
    let small = [
        // Élan and the volley; the charge does not close.
        (off(&close), facts(MARCHFIELD)),
        // The square and élan with Follow Me.
        (off(&close), facts(&HORSE.replace("target-fires = yes, support = 1", "target-fires = no"))),
        // Both throw, and the level of the victory.
        (off(&[&fire[..3]].concat()), facts("charger-wave = 1")),
        (off(&[&fire[..3]].concat()), facts("charger-arm = cavalry, charger-grade = elite")),
        // The test and both throws.
        (
            off(&["empire.elan.roll", "empire.victory.proc", "empire.standard.roll"]),
            facts("target-grade = militia"),
        ),
    ];
    for (rules, facts) in small {
        let brute: BTreeMap<Outcome, Chance> = every_fall(|dice| {
            let Ok(outcome) = charge(dice, &rules, &facts);
            outcome
        });
        let merged: Odds<Outcome> = charge_odds(&rules, &facts);
        let merged: BTreeMap<Outcome, Chance> =
            merged.iter().map(|(outcome, chance)| (*outcome, *chance)).collect();
        assert_eq!(merged, brute, "{facts:?}");
    }
}

#[test]
fn trials_fall_as_the_odds_say() {
    fall(20_000);
}

/// `cargo test -p empire --test all -- --ignored charge::a_million`.
#[test]
#[ignore = "it takes a while"]
fn a_million_trials_fall_as_the_odds_say() {
    fall(1_000_000);
}

/// As many trials of each set of facts, each end within five standard deviations.
fn fall(trials: u32) {
    let rules = rules();
    for (number, facts) in sets().into_iter().enumerate() {
        let odds: Odds<Outcome> = charge_odds(&rules, &facts);
        let mut dice = Stream::new(Seed::from_number(number as u64), 0);
        let mut counts: BTreeMap<End, u32> = BTreeMap::new();
        for _ in 0..trials {
            let Ok(outcome) = charge(&mut dice, &rules, &facts);
            *counts.entry(outcome.end).or_default() += 1;
        }
        for end in End::ALL {
            let expected = chance(&odds, &[end]);
            let found = f64::from(counts.get(&end).copied().unwrap_or(0)) / f64::from(trials);
            let spread = (expected * (1.0 - expected) / f64::from(trials)).sqrt();
            assert!((found - expected).abs() <= 5.0 * spread + 1e-9, "{end:?}: {found} and {expected}");
        }
    }
}

/// The hour that is walked through says 49 % with impetus and 29 % without.
#[test]
fn the_charge_of_marchfield() {
    let rules = rules();
    let with: Odds<Outcome> = charge_odds(&rules, &facts(&format!("{MARCHFIELD}, impetus = yes")));
    let without: Odds<Outcome> = charge_odds(&rules, &facts(MARCHFIELD));
    for odds in [&with, &without] {
        for end in End::ALL {
            println!("{:20} {:.4}", end.word(), chance(odds, &[end]));
        }
    }
    let percent = [&with, &without].map(|odds| (chance(odds, WON) * 1000.0).round() / 10.0);
    assert_eq!(percent, [49.6, 26.6]);
}

/// Each unit loses its standard once (ruling standards): no odds are told of taking it again.
#[test]
fn a_standard_that_is_lost_is_not_thrown_for() {
    let rules = rules();
    let taken = |words: &str| {
        let odds: Odds<Outcome> = charge_odds(&rules, &facts(&format!("{MARCHFIELD}, {words}")));
        let by =
            |wins: bool| odds.chance(|outcome| outcome.standard && outcome.end.is_won() == wins).to_f64();
        [by(true), by(false)].map(|chance| chance > 0.0)
    };
    assert_eq!(taken("impetus = yes"), [true, true]);
    assert_eq!(taken("impetus = yes, target-standard-lost = yes"), [false, true]);
    assert_eq!(taken("impetus = yes, charger-standard-lost = yes"), [true, false]);
}

/// Ruling unit-morale.guard: whether the charger is of the Guard is asked where its ME decides that; where its grade
/// does, it is known.
#[test]
fn the_desk_knows_the_guard_as_its_ruling_has_it() {
    let [by_me, by_grade] = ["by-me", "by-grade"]
        .map(|value| house(&format!("[rulings]\n\"empire.house.unit-morale.guard\" = {value:?}\n")));
    let runs = |rules: &Rules, words: &str| {
        let odds: Odds<Outcome> = charge_odds(rules, &facts(&format!("{MARCHFIELD}, {words}")));
        chance(&odds, &[End::TargetRuns])
    };
    let named = "charger-guard = yes, charger-grade";
    assert!(runs(&by_me, &format!("{named} = guard")) > runs(&by_me, "charger-grade = guard"));
    assert_eq!(runs(&by_grade, "charger-grade = guard"), runs(&by_me, &format!("{named} = guard")));
    assert_eq!(runs(&by_grade, "charger-grade = elite"), runs(&by_me, "charger-grade = elite"));
    let is_asked = |rules: &Rules| ChargeFacts::cards(rules).iter().any(|card| card.name == "charger-guard");
    assert_eq!([&by_me, &by_grade].map(is_asked), [true, false]);
}

/// What the odds of a charge cost: `cargo test -p empire --test all -- --ignored --nocapture charge::cost`.
#[test]
#[ignore = "it measures"]
#[allow(clippy::disallowed_methods, reason = "it measures")]
fn cost() {
    let rules = rules();
    for (name, facts) in
        [("foot on a line", facts(MARCHFIELD)), ("horse on foot, a battery near", facts(HORSE))]
    {
        let time = |run: &dyn Fn() -> usize| {
            let begun = std::time::Instant::now();
            let mut outcomes = 0;
            for _ in 0..200 {
                outcomes = run();
            }
            (begun.elapsed().as_micros() / 200, outcomes)
        };
        let (exact, outcomes) = time(&|| charge_odds::<Chance>(&rules, &facts).len());
        let (float, _) = time(&|| charge_odds::<f64>(&rules, &facts).len());
        println!("{name}: {exact} µs exact, {float} µs in floats, {outcomes} outcomes");
    }
}
