//! Exact odds: equal to brute force on every chart, and in agreement with a million trials of the chain.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Chance, Odds, Seed, Stream, Weight};
use engine::Played as _;
use engine::desk::{FactSet as _, compare_with_brute_force};
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
    chain::Body { nation, formation, figures: 12, ..chain::Body::blank() }
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

/// Charges that go every way a charge can: infantry and cavalry at every kind of target, from every moment.
fn charges(foe: volley::words::Nation) -> Vec<chain::ChargeFacts> {
    use volley::words::{Arm, Cover, Formation, Moment, Nation};
    let targets = [
        (Arm::Infantry, Formation::Line),
        (Arm::Infantry, Formation::Column),
        (Arm::Infantry, Formation::Square),
        (Arm::Cavalry, Formation::Line),
        (Arm::Artillery, Formation::Unlimbered),
        (Arm::Skirmishers, Formation::Skirmish),
    ];
    let mut charges = Vec::new();
    for (own, other) in [(Nation::French, foe), (foe, Nation::French)] {
        for (arm, formation) in [(Arm::Infantry, Formation::Column), (Arm::Cavalry, Formation::Line)] {
            for (target_arm, target_formation) in targets {
                for (_, from) in Moment::WORDS {
                    // Who has lost much breaks more easily.
                    let lost = if *from == Moment::Wavers { 9 } else { 0 };
                    let charger = chain::Body { arm, figures: 4, lost, ..battalion(own, formation) };
                    let target = chain::Body {
                        arm: target_arm,
                        figures: 5,
                        lost,
                        cover: if *from == Moment::GoesIn { Cover::Defensive } else { Cover::None },
                        ..battalion(other, target_formation)
                    };
                    charges.push(chain::ChargeFacts {
                        flank: arm == Arm::Infantry,
                        other_dice: 2,
                        bonus_needed: 7,
                        continuing: *from == Moment::Melee,
                        from: *from,
                        ..chain::ChargeFacts::new(charger, target)
                    });
                }
            }
        }
    }
    charges
}

#[test]
fn merging_between_stages_changes_nothing() {
    use volley::words::Nation;
    let mut ends = std::collections::BTreeSet::new();
    for (sheet, foe) in [("a15", Nation::Austrian), ("p7", Nation::Prussian), ("br8", Nation::British)] {
        let rules = rules(sheet);
        for facts in charges(foe) {
            let staged: Odds<chain::Outcome> = chain::charge_odds(&rules, &facts);
            let whole: Odds<chain::Outcome> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
            assert_eq!(staged, whole, "{sheet}: {facts:?}");
            ends.extend(staged.iter().map(|(outcome, _)| outcome.end));
        }
    }
    assert!(ends.len() >= 12, "only {ends:?} came up");
}

#[test]
fn houses_that_change_the_melee_are_merged_alike() {
    use volley::words::Nation;
    let book = Volley::embedded_book().unwrap();
    let printed = book.sheet("br8").unwrap();
    for name in ["melee.simultaneous", "melee.caps", "melee.modifier-stack", "hit.natural-six"] {
        let id = format!("volley.house.{name}");
        let ruling = book.rulings.iter().position(|ruling| ruling.id == id).unwrap();
        for choice in book.ruling_choices(ruling) {
            let rules = Rules::new(printed.with(ruling, choice.clone()));
            for facts in charges(Nation::British) {
                let staged: Odds<chain::Outcome> = chain::charge_odds(&rules, &facts);
                let whole: Odds<chain::Outcome> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
                assert_eq!(staged, whole, "{name} {choice:?}: {facts:?}");
            }
        }
    }
}
