//! The charts of the desk: equal to brute force, and the long ones to trials.

use super::agrees;
use dice::{Odds, Seed, Stream};
use engine::desk::{Desk, Found, compare_with_brute_force, some_facts};
use orders::{Orders, Rules};
use std::collections::BTreeMap;

/// Those three are long chains; their parts are proved beside this file.
const CHAINS: &[&str] = &["checks", "shot", "charge"];

#[test]
fn every_chart_equals_brute_force() {
    let compared = compare_with_brute_force::<Orders>(CHAINS).unwrap_or_else(|why| panic!("{why}"));
    assert!(compared > 300, "only {compared} results were compared");
}

#[test]
fn the_long_charts_tell_the_chain() {
    let rules = Rules::printed().unwrap();
    for card in Orders::charts(&rules).iter().filter(|card| CHAINS.contains(&card.name)) {
        let mut luck = Stream::new(Seed::from_number(12), 0);
        let mut dice = Stream::new(Seed::from_number(13), 0);
        for _ in 0..4 {
            let facts = some_facts::<Orders>(&rules, card, &mut luck).unwrap();
            let exact: Odds<Found, f64> = Orders::odds(&rules, card.name, &facts);
            let trials = 20_000;
            let mut seen: BTreeMap<Found, u32> = BTreeMap::new();
            for _ in 0..trials {
                let Ok(found) = Orders::resolve(&rules, card.name, &facts, &mut dice);
                *seen.entry(found).or_insert(0) += 1;
            }
            for (found, times) in &seen {
                let chance = exact.chance(|other| other == found);
                assert!(chance > 0.0, "{}: {found:?} is not among the odds", card.name);
                // Rare ends are left to the longer trials below.
                if chance * f64::from(trials) > 25.0 {
                    agrees(&format!("{} {found:?}", card.name), chance, *times, trials);
                }
            }
        }
    }
}
