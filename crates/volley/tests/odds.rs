//! Exact odds: equal to brute force on every chart, and in agreement with a million trials of the chain.
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Chance, Dice, Odds, Pool, Seed, Stream, Weight};
use std::collections::BTreeMap;
use std::convert::Infallible;
use volley::desk::{self, ChartCard, Facts, Found, Kind};
use volley::rules::embedded_book;
use volley::{Rules, chain};

fn rules(sheet: &str) -> Rules {
    Rules::new(embedded_book().unwrap().sheet(sheet).unwrap())
}

/// Dice that walk through every face of every die, one fall after another: no clever counting at all.
struct Brute {
    path: Vec<(u32, u32)>,
    depth: usize,
}

impl Brute {
    fn die(&mut self, sides: u32) -> u32 {
        if self.depth == self.path.len() {
            self.path.push((1, sides));
        }
        self.depth += 1;
        self.path[self.depth - 1].0
    }

    fn every_fall<T: Ord>(mut rule: impl FnMut(&mut Brute) -> T) -> BTreeMap<T, Chance> {
        let mut brute = Brute { path: Vec::new(), depth: 0 };
        let mut found = BTreeMap::new();
        loop {
            brute.depth = 0;
            let result = rule(&mut brute);
            let all: u128 = brute.path.iter().map(|(_, sides)| u128::from(*sides)).product();
            let chance = Chance::of(1, all);
            found.entry(result).and_modify(|sum: &mut Chance| *sum = sum.plus(&chance)).or_insert(chance);
            while let Some((face, sides)) = brute.path.last_mut() {
                *face += 1;
                if *face <= *sides {
                    break;
                }
                brute.path.pop();
            }
            if brute.path.is_empty() {
                return found;
            }
        }
    }
}

impl Dice for Brute {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        // Dice that cannot change anything are not walked through: the chain would not end today.
        if need > pool.sides || need <= 1 {
            return Ok(if need <= 1 { pool.count } else { 0 });
        }
        Ok((0..pool.count).map(|_| u32::from(self.die(pool.sides) >= need)).sum())
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading((0..pool.count).map(|_| self.die(pool.sides)).sum()))
    }
}

/// Several sets of facts for a chart: each word, flag and a few small numbers, drawn by a stream.
fn some_facts(card: &ChartCard, luck: &mut Stream) -> Facts {
    let given: Vec<(String, String)> = card
        .facts
        .iter()
        .map(|fact| {
            let value = match &fact.kind {
                Kind::Word(words) => words[luck.below(words.len() as u32) as usize].to_owned(),
                Kind::Flag => ["yes", "no"][luck.below(2) as usize].to_owned(),
                // Few dice: brute force walks through all their faces.
                Kind::Number { min, max } => (min + luck.below(4).min(max - min)).to_string(),
            };
            (fact.name.to_owned(), value)
        })
        .collect();
    Facts::read(card, &given).unwrap()
}

#[test]
fn every_chart_equals_brute_force() {
    let mut checked = 0;
    for sheet in ["a15", "p7", "br8"] {
        let rules = rules(sheet);
        for card in desk::charts(&rules) {
            let mut luck = Stream::new(Seed::from_number(11), 0);
            for _ in 0..12 {
                let facts = some_facts(&card, &mut luck);
                let exact: Odds<Found> = desk::odds(&rules, card.name, &facts);
                let brute = Brute::every_fall(|dice| {
                    let Ok(found) = desk::resolve(&rules, card.name, &facts, dice);
                    found
                });
                assert_eq!(exact.len(), brute.len(), "{sheet} {} {facts:?}", card.name);
                for (found, chance) in exact.iter() {
                    assert!(chance.is_exact());
                    assert_eq!(*chance, brute[found], "{sheet} {} {facts:?}: {found:?}", card.name);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} results were compared");
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
    let facts = chain::ChargeFacts {
        charger: battalion(Nation::French, Formation::Column),
        target: battalion(Nation::British, Formation::Line),
        flank: false,
        target_shoots: true,
        other_figures: 0,
        first_melee: true,
    };
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
        let facts = chain::ChargeFacts {
            charger: small(Nation::French, Formation::Column),
            target: small(foe, Formation::Line),
            flank: true,
            target_shoots: true,
            other_figures: 2,
            first_melee: true,
        };
        let staged: Odds<chain::Outcome> = chain::charge_odds(&rules, &facts);
        let whole: Odds<chain::Outcome> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
        assert_eq!(staged, whole, "{sheet}");
    }
}
