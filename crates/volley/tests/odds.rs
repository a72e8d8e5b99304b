//! Exact odds: equal to brute force on every chart, and in agreement with a million trials of the chain.
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Chance, Odds, Seed, Stream, Weight};
use engine::Played as _;
use engine::desk::compare_with_brute_force;
use std::collections::BTreeMap;
use volley::{Rules, Volley, chain};

#[test]
fn every_chart_equals_brute_force() {
    let compared = compare_with_brute_force::<Volley>(&[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(compared > 1000, "only {compared} results were compared");
}

fn rules(sheet: &str) -> Rules {
    Rules::new(Volley::embedded_book().unwrap().sheet(sheet).unwrap())
}

fn battalion(nation: volley::words::Nation, formation: volley::words::Formation) -> chain::Body {
    chain::Body {
        nation,
        arm: volley::words::Arm::Infantry,
        grade: volley::words::Grade::Veteran,
        formation,
        figures: 12,
        lost: 0,
        general: false,
        cover: volley::words::Cover::None,
        cuirassier: false,
        lancer: false,
    }
}

#[test]
fn the_chain_agrees_with_a_million_trials() {
    use volley::words::{Formation, Nation};
    let rules = rules("br8");
    let facts = chain::ChargeFacts::new(
        battalion(Nation::French, Formation::Column),
        battalion(Nation::British, Formation::Line),
    );
    let exact: Odds<chain::Outcome, f64> = chain::charge_odds(&rules, &facts);
    let whole: f64 = exact.chance(|_| true);
    assert!((whole - 1.0).abs() < 1e-12, "the odds sum to {whole}");
    let rational: Odds<chain::Outcome> = chain::charge_odds(&rules, &facts);
    assert!(rational.chance(|_| true) == Chance::of(1, 1), "exact odds sum to one");

    let trials = 1_000_000;
    let mut dice = Stream::new(Seed::from_number(1812), 0);
    let mut seen: BTreeMap<chain::End, u32> = BTreeMap::new();
    for _ in 0..trials {
        let Ok(outcome) = chain::charge(&mut dice, &rules, &facts);
        *seen.entry(outcome.end).or_insert(0) += 1;
    }
    for end in chain::End::ALL {
        let chance = exact.chance(|outcome| outcome.end == end);
        let expected = chance * f64::from(trials);
        let deviation = (expected * (1.0 - chance)).sqrt();
        let found = f64::from(seen.get(&end).copied().unwrap_or(0));
        // Five standard deviations: once in two million for an honest chain.
        assert!(
            (found - expected).abs() <= 5.0 * deviation + 1e-9,
            "{end:?}: expected {expected:.0}, found {found}"
        );
    }
    assert!(seen.len() >= 5, "the chain ends in several ways: {seen:?}");
}

#[test]
fn merging_between_stages_changes_nothing() {
    use volley::words::{Formation, Nation};
    for (sheet, foe) in [("a15", Nation::Austrian), ("p7", Nation::Prussian), ("br8", Nation::British)] {
        let rules = rules(sheet);
        let small = |nation, formation| chain::Body { figures: 5, ..battalion(nation, formation) };
        let charge =
            chain::ChargeFacts::new(small(Nation::French, Formation::Column), small(foe, Formation::Line));
        let facts = chain::ChargeFacts { flank: true, other_dice: 2, ..charge };
        let staged: Odds<chain::Outcome> = chain::charge_odds(&rules, &facts);
        let whole: Odds<chain::Outcome> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
        assert_eq!(staged, whole, "{sheet}");
    }
}
