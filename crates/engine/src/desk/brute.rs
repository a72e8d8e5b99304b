//! The twin of exact odds that counts nothing cleverly: every face of every die, one fall after another.

use super::{ChartCard, Desk, Facts, Found, Kind};
use dice::{Chance, Dice, Odds, Pool, Seed, Stream, Weight};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// How many sets of facts are tried for each chart.
const SETS: usize = 12;
/// Facts whose dice fall in more ways are passed over.
const MOST_FALLS: u64 = 50_000;
/// After this many draws the chart is thought to refuse all it offers.
const MOST_TRIES: usize = 2000;

/// Compares the exact odds of the charts of every sheet with brute force, but for those too long for it; says how many
/// results were compared.
///
/// # Errors
/// The first chart, facts and result where the two differ.
pub fn compare_with_brute_force<G: Desk>(too_long: &[&str]) -> Result<usize, String> {
    let book = G::embedded_book().map_err(|faults| faults.to_string())?;
    let mut compared = 0;
    for sheet in book.spec.sheets {
        let rules = G::rules(book.sheet(sheet).map_err(|error| error.to_string())?);
        for card in G::charts(&rules).iter().filter(|card| !too_long.contains(&card.name)) {
            let mut luck = Stream::new(Seed::from_number(11), 0);
            let (mut sets, mut tries) = (0, 0);
            while sets < SETS && tries < 5 * SETS {
                tries += 1;
                let facts = some_facts::<G>(&rules, card, &mut luck)?;
                let brute = some_falls(MOST_FALLS, |dice| {
                    let Ok(found) = G::resolve(&rules, card.name, &facts, dice);
                    found
                });
                let Some(brute) = brute else { continue };
                let exact: Odds<Found> = G::odds(&rules, card.name, &facts);
                let at = format!("{sheet} {} {facts:?}", card.name);
                compare(&exact, &brute).map_err(|what| format!("{at}: {what}"))?;
                compared += exact.len();
                sets += 1;
            }
            if sets == 0 {
                return Err(format!(
                    "{sheet} {}: all of {tries} sets of facts fall in too many ways",
                    card.name
                ));
            }
        }
    }
    Ok(compared)
}

fn compare(exact: &Odds<Found>, brute: &BTreeMap<Found, Chance>) -> Result<(), String> {
    if exact.len() != brute.len() {
        return Err(format!("{} results by odds, {} by brute force", exact.len(), brute.len()));
    }
    for (found, chance) in exact.iter() {
        let counted = brute.get(found);
        if !chance.is_exact() || counted != Some(chance) {
            return Err(format!("{found:?} has {chance}, and by brute force {counted:?}"));
        }
    }
    Ok(())
}

/// Facts the sheet has an answer to, drawn by a stream: each word, flag and a few small numbers.
///
/// # Errors
/// What the chart does not take; or that next to nothing of what it offers is on the sheet.
pub fn some_facts<G: Desk>(rules: &G::Rules, card: &ChartCard, luck: &mut Stream) -> Result<Facts, String> {
    for _ in 0..MOST_TRIES {
        let facts = any_facts(card, luck).map_err(|faults| faults.join("; "))?;
        if G::refuses(rules, card.name, &facts).is_none() {
            return Ok(facts);
        }
    }
    Err(format!("{}: {MOST_TRIES} sets of facts were drawn, and all refused", card.name))
}

/// Facts of a chart, whether or not they go together.
///
/// # Errors
/// What the chart does not take.
pub fn any_facts(card: &ChartCard, luck: &mut Stream) -> Result<Facts, Vec<String>> {
    let mut given = Vec::new();
    for fact in &card.facts {
        let value = match &fact.kind {
            Kind::Word(words) => {
                words.get(luck.below(words.len() as u32) as usize).copied().unwrap_or_default().to_owned()
            }
            Kind::Flag => ["yes", "no"][luck.below(2) as usize].to_owned(),
            // Few dice: brute force walks through all their faces.
            Kind::Number { min, max } => (min + luck.below(4).min(max - min)).to_string(),
        };
        given.push((fact.name.to_string(), value));
    }
    Facts::read(card, &given)
}

/// A rule's results with their chances, from every face of every die it throws.
pub fn every_fall<T: Ord>(rule: impl FnMut(&mut Brute) -> T) -> BTreeMap<T, Chance> {
    some_falls(u64::MAX, rule).unwrap_or_default()
}

/// Likewise; nothing where its dice fall in more ways than `most`.
fn some_falls<T: Ord>(most: u64, mut rule: impl FnMut(&mut Brute) -> T) -> Option<BTreeMap<T, Chance>> {
    let mut brute = Brute { path: Vec::new(), depth: 0 };
    let mut found = BTreeMap::new();
    for _ in 0..most {
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
            return Some(found);
        }
    }
    None
}

/// Dice that walk through every face of every die.
pub struct Brute {
    /// The face each die shows in this fall, and its sides.
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
