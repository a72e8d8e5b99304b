//! A charge agrees with a million trials.

use super::{agrees, charges};
use dice::{Odds, Seed, Stream};
use orders::Rules;
use orders::chain::{self, End, LeaderFate, Outcome};
use orders::words::Level;
use std::collections::BTreeMap;

#[test]
fn a_charge_agrees_with_a_million_trials() {
    let rules = Rules::printed().unwrap();
    let all = charges();
    let trials = 1_000_000;
    let mut dice = Stream::new(Seed::from_number(1809), 0);
    for name in ["a line that fires", "a hasty square"] {
        let (_, facts) = all.iter().find(|(known, _)| *known == name).unwrap();
        let exact: Odds<Outcome, f64> = chain::charge_odds(&rules, facts);
        assert!((exact.chance(|_| true) - 1.0).abs() < 1e-12);
        let mut ends: BTreeMap<End, u32> = BTreeMap::new();
        let mut levels: BTreeMap<(Level, Level), u32> = BTreeMap::new();
        let mut lost = 0;
        for _ in 0..trials {
            let Ok(outcome) = chain::charge(&mut dice, &rules, facts);
            *ends.entry(outcome.end).or_insert(0) += 1;
            *levels.entry((outcome.charger.level, outcome.target.level)).or_insert(0) += 1;
            lost += u32::from(outcome.charger.leader == LeaderFate::Lost);
        }
        for end in End::ALL {
            let chance = exact.chance(|outcome| outcome.end == end);
            agrees(&format!("{name}: {end:?}"), chance, ends.get(&end).copied().unwrap_or(0), trials);
        }
        for (pair, found) in &levels {
            let chance = exact.chance(|outcome| (outcome.charger.level, outcome.target.level) == *pair);
            agrees(&format!("{name}: {pair:?}"), chance, *found, trials);
        }
        let chance = exact.chance(|outcome| outcome.charger.leader == LeaderFate::Lost);
        agrees(&format!("{name}: leader lost"), chance, lost, trials);
        assert!(ends.len() >= 4, "{name} ends in several ways: {ends:?}");
    }
}
