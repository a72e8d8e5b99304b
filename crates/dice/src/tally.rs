//! Exact odds: a rule run once for each distinguishable fall of its dice.

use crate::{Chance, Dice, Pool, Weight};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;

/// Dice that fall in every way, one after another, each with its weight.
pub struct Tally<W: Weight = Chance> {
    path: Vec<(usize, Rc<[W]>)>,
    depth: usize,
    weight: W,
    known_hits: Vec<(Pool, u32, Rc<[W]>)>,
}

/// The exact odds of a result: in order, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<T: Ord, W: Weight = Chance>(Vec<(T, W)>);

impl<W: Weight> Default for Tally<W> {
    fn default() -> Self {
        Tally { path: Vec::new(), depth: 0, weight: W::of(1, 1), known_hits: Vec::new() }
    }
}

impl<W: Weight> Tally<W> {
    /// Runs the rule for each fall and hands every result to `each` with its weight.
    fn run<T>(
        &mut self,
        mut rule: impl FnMut(&mut Self) -> Result<T, Infallible>,
        mut each: impl FnMut(T, &W),
    ) {
        self.path.clear();
        loop {
            self.depth = 0;
            self.weight = W::of(1, 1);
            let Ok(result) = rule(self);
            each(result, &self.weight);
            while let Some((branch, weights)) = self.path.last_mut() {
                *branch += 1;
                if *branch < weights.len() {
                    break;
                }
                self.path.pop();
            }
            if self.path.is_empty() {
                return;
            }
        }
    }

    fn branch(&mut self, weights: impl FnOnce(&mut Self) -> Rc<[W]>) -> usize {
        if self.depth == self.path.len() {
            let weights = weights(self);
            self.path.push((0, weights));
        }
        let (branch, weights) = &self.path[self.depth];
        self.depth += 1;
        self.weight = self.weight.times(&weights[*branch]);
        *branch
    }
}

impl<W: Weight> Dice for Tally<W> {
    type Pause = Infallible;

    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        if pool.count == 0 || need > pool.sides {
            return Ok(0);
        }
        if need <= 1 {
            return Ok(pool.count);
        }
        let hits = self.branch(|tally| {
            if let Some((_, _, known)) = tally.known_hits.iter().find(|(p, n, _)| *p == pool && *n == need) {
                return Rc::clone(known);
            }
            let weights: Rc<[W]> = pool.hit_counts(need).into();
            tally.known_hits.push((pool, need, Rc::clone(&weights)));
            weights
        });
        Ok(hits as u32)
    }

    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        let mut readings: BTreeMap<T, W> = BTreeMap::new();
        if pool.count == 1 {
            for face in 1..=pool.sides {
                add(&mut readings, reading(face), &W::of(1, u128::from(pool.sides)));
            }
        } else {
            for (total, weight) in pool.totals::<W>().iter().enumerate().skip(pool.count as usize) {
                add(&mut readings, reading(total as u32), weight);
            }
        }
        let branch = self.branch(|_| readings.values().cloned().collect());
        Ok(*readings.keys().nth(branch).unwrap_or_else(|| unreachable!("a branch for each reading")))
    }
}

impl<T: Ord, W: Weight> Odds<T, W> {
    /// A result that is sure.
    pub fn certain(result: T) -> Self {
        Odds(vec![(result, W::of(1, 1))])
    }

    /// The odds of a rule's result.
    pub fn of(rule: impl FnMut(&mut Tally<W>) -> Result<T, Infallible>) -> Self {
        let mut odds = BTreeMap::new();
        Tally::default().run(rule, |result, weight| add(&mut odds, result, weight));
        Odds(odds.into_iter().collect())
    }

    /// The odds after one more stage. Equal states are merged before it, so that a chain costs the sum of
    /// its stages and not their product.
    pub fn then<U: Ord>(
        &self,
        mut stage: impl FnMut(&T, &mut Tally<W>) -> Result<U, Infallible>,
    ) -> Odds<U, W> {
        let mut odds = BTreeMap::new();
        let mut tally = Tally::default();
        for (state, before) in &self.0 {
            tally.run(
                |dice| stage(state, dice),
                |result, weight| add(&mut odds, result, &before.times(weight)),
            );
        }
        Odds(odds.into_iter().collect())
    }

    /// The same odds, told in other words.
    pub fn map<U: Ord>(&self, mut to: impl FnMut(&T) -> U) -> Odds<U, W> {
        let mut odds = BTreeMap::new();
        for (result, weight) in &self.0 {
            add(&mut odds, to(result), weight);
        }
        Odds(odds.into_iter().collect())
    }

    /// The chance that a result is such.
    pub fn chance(&self, is: impl Fn(&T) -> bool) -> W {
        let mut sum = W::of(0, 1);
        for (_, weight) in self.0.iter().filter(|(result, _)| is(result)) {
            sum = sum.plus(weight);
        }
        sum
    }

    /// The mean of a number read from each result.
    pub fn mean(&self, number: impl Fn(&T) -> f64) -> f64 {
        self.0.iter().map(|(result, weight)| number(result) * weight.to_f64()).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&T, &W)> {
        self.0.iter().map(|(result, weight)| (result, weight))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Ord, W: Weight> FromIterator<(T, W)> for Odds<T, W> {
    /// Odds that were worked out otherwise; equal results are merged.
    fn from_iter<I: IntoIterator<Item = (T, W)>>(results: I) -> Self {
        let mut results: Vec<(T, W)> = results.into_iter().collect();
        results.sort_by(|one, two| one.0.cmp(&two.0));
        results.dedup_by(|later, sooner| {
            let same = later.0 == sooner.0;
            if same {
                sooner.1 = sooner.1.plus(&later.1);
            }
            same
        });
        Odds(results)
    }
}

fn add<T: Ord, W: Weight>(odds: &mut BTreeMap<T, W>, result: T, weight: &W) {
    odds.entry(result).and_modify(|sum| *sum = sum.plus(weight)).or_insert_with(|| weight.clone());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Script, d6};

    /// A chain with a stage that depends on the first.
    fn fire_then_test(dice: &mut impl Dice<Pause = Infallible>) -> Result<(u32, bool), Infallible> {
        let lost = dice.hits(d6(4), 5)?;
        let stands = dice.read(d6(1), |face| face + lost <= 5)?;
        Ok((lost, stands))
    }

    #[test]
    fn equals_brute_force_over_every_face() {
        let odds: Odds<(u32, bool)> = Odds::of(fire_then_test);
        let mut brute: BTreeMap<(u32, bool), u128> = BTreeMap::new();
        for fall in 0..6u32.pow(5) {
            let faces: Vec<u32> = (0..5).map(|i| fall / 6u32.pow(i) % 6 + 1).collect();
            let mut dice = Script::new(faces);
            let lost = dice.hits(d6(4), 5).unwrap();
            let stands = dice.read(d6(1), |face| face + lost <= 5).unwrap();
            *brute.entry((lost, stands)).or_insert(0) += 1;
        }
        assert_eq!(odds.len(), brute.len());
        for (result, chance) in odds.iter() {
            assert_eq!(*chance, Chance::of(brute[result], 6u128.pow(5)), "{result:?}");
        }
    }

    #[test]
    fn merging_between_stages_changes_nothing() {
        let whole: Odds<(u32, bool)> = Odds::of(fire_then_test);
        let staged: Odds<(u32, bool)> = Odds::<u32>::of(|dice| dice.hits(d6(4), 5))
            .then(|lost, dice| Ok((*lost, dice.read(d6(1), |face| face + lost <= 5)?)));
        assert_eq!(whole, staged);
    }

    #[test]
    fn sure_dice_do_not_branch() {
        let odds: Odds<u32> = Odds::of(|dice| Ok(dice.hits(d6(9), 7)? + dice.hits(d6(9), 1)?));
        assert_eq!(odds, Odds::certain(9));
    }
}
