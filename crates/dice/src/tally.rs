//! Exact odds: a rule run once for each distinguishable fall of its dice.

use crate::{Chance, Dice, Pool, Weight, named};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;

/// Dice that fall in every way, one after another, each with its weight.
///
/// A rule is run again for each fall, from its start. What a throw can show is worked out when it is first met and kept
/// for the falls that begin alike; pools are kept for good, so one tally serves many rules.
pub struct Tally<W: Weight = Chance> {
    /// The throws of the fall at hand.
    path: Vec<Throw<W>>,
    depth: usize,
    hits: Vec<(Pool, u32, Shows<W>)>,
    totals: Vec<(Pool, Shows<W>)>,
    ways: Vec<(Pool, Option<Rc<[u128]>>)>,
}

/// What a throw can show, with the weight of each.
type Shows<W> = Rc<[(u32, W)]>;

/// A throw of the fall at hand.
struct Throw<W> {
    shows: Shows<W>,
    /// Which of them it shows now.
    branch: usize,
    /// The weight of the fall down to this throw.
    weight: W,
}

/// The exact odds of a result: in order, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<T: Ord, W: Weight = Chance>(Vec<(T, W)>);

impl<W: Weight> Default for Tally<W> {
    fn default() -> Self {
        Tally { path: Vec::new(), depth: 0, hits: Vec::new(), totals: Vec::new(), ways: Vec::new() }
    }
}

impl<W: Weight> Tally<W> {
    /// Runs the rule for each fall and hands every result to `each` with its weight.
    pub fn run<T>(
        &mut self,
        mut rule: impl FnMut(&mut Self) -> Result<T, Infallible>,
        mut each: impl FnMut(T, &W),
    ) {
        self.path.clear();
        loop {
            self.depth = 0;
            let Ok(result) = rule(self);
            match self.path.last() {
                Some(last) => each(result, &last.weight),
                None => each(result, &W::of(1, 1)),
            }
            if !self.next_fall() {
                return;
            }
        }
    }

    /// Goes to the next fall; false after the last.
    fn next_fall(&mut self) -> bool {
        while let Some(mut last) = self.path.pop() {
            last.branch += 1;
            if let Some((_, chance)) = last.shows.get(last.branch) {
                last.weight = self.weight().times(chance);
                self.path.push(last);
                return true;
            }
        }
        false
    }

    /// The weight of the fall so far.
    fn weight(&self) -> W {
        self.path.last().map_or_else(|| W::of(1, 1), |last| last.weight.clone())
    }

    /// What the next throw shows. `shows` is asked where this fall is the first to come here.
    fn throw(&mut self, shows: impl FnOnce(&mut Self) -> Shows<W>) -> u32 {
        if self.depth == self.path.len() {
            let shows = shows(self);
            let weight = self.weight().times(&shows[0].1);
            self.path.push(Throw { shows, branch: 0, weight });
        }
        let throw = &self.path[self.depth];
        self.depth += 1;
        throw.shows[throw.branch].0
    }

    /// The totals of a pool.
    fn totals(&mut self, pool: Pool) -> Shows<W> {
        if let Some((_, known)) = self.totals.iter().find(|(known, _)| *known == pool) {
            return Rc::clone(known);
        }
        let totals = (0..).zip(pool.totals()).skip(pool.count as usize).collect();
        self.totals.push((pool, Rc::clone(&totals)));
        totals
    }
}

impl<W: Weight> Tally<W> {
    /// In how many ways each total of a pool falls, while two such pools can be counted together in 128 bits.
    fn ways(&mut self, pool: Pool) -> Option<Rc<[u128]>> {
        if let Some((_, known)) = self.ways.iter().find(|(known, _)| *known == pool) {
            return known.clone();
        }
        let ways = pool.ways().filter(|(_, all)| *all <= u128::from(u64::MAX)).map(|(ways, _)| ways.into());
        self.ways.push((pool, ways));
        self.ways.last().and_then(|(_, ways)| ways.clone())
    }

    /// The readings of two large pools, whose ways are too many to be counted together.
    fn near_pairs<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        row: u32,
        reading: impl Fn(u32, u32) -> T,
    ) -> Shows<W> {
        let (ones, twos) = (self.totals(first), self.totals(second));
        let mut readings: BTreeMap<T, (u32, W)> = BTreeMap::new();
        for (one, chance) in ones.iter() {
            for (two, other) in twos.iter() {
                let both = chance.times(other);
                let known = readings.entry(reading(*one, *two));
                known
                    .and_modify(|(_, sum)| *sum = sum.plus(&both))
                    .or_insert_with(|| (one * row + two, both.clone()));
            }
        }
        readings.into_values().collect()
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
        Ok(self.throw(|tally| {
            if let Some((_, _, known)) = tally.hits.iter().find(|(p, n, _)| *p == pool && *n == need) {
                return Rc::clone(known);
            }
            let hits: Shows<W> = (0..).zip(pool.hit_counts(need)).collect();
            tally.hits.push((pool, need, Rc::clone(&hits)));
            hits
        }))
    }

    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        let shown = self.throw(|tally| {
            // Of totals that read the same one is shown, with the weight of all.
            let mut readings: Vec<(T, (u32, W))> = Vec::new();
            for (total, weight) in tally.totals(pool).iter() {
                let read = reading(*total);
                match readings.binary_search_by_key(&read, |(known, _)| *known) {
                    Ok(at) => readings[at].1.1 = readings[at].1.1.plus(weight),
                    Err(at) => readings.insert(at, (read, (*total, weight.clone()))),
                }
            }
            readings.into_iter().map(|(_, shown)| shown).collect()
        });
        Ok(reading(shown))
    }

    fn read_named<T: Copy + Ord, const N: usize>(
        &mut self,
        sides: u32,
        _: &'static [&'static str; N],
        reading: impl Fn([u32; N]) -> T,
    ) -> Result<T, Infallible> {
        let shown = self.throw(|_| {
            let mut readings = Readings::default();
            for (number, fall) in (0..).zip(named::falls::<N>(sides)) {
                readings.add(reading(fall), number, 1);
            }
            readings.shows()
        });
        Ok(reading(named::fall(sides, shown)))
    }

    fn read_against<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        reading: impl Fn(u32, u32) -> T,
    ) -> Result<T, Infallible> {
        // A pair of totals as one number.
        let row = second.count * second.sides + 1;
        let shown = self.throw(|tally| {
            let (ones, twos) = (tally.ways(first), tally.ways(second));
            let (Some(ones), Some(twos)) = (ones.as_deref(), twos.as_deref()) else {
                return tally.near_pairs(first, second, row, &reading);
            };
            let mut readings = Readings::default();
            for (one, ways) in (0..).zip(ones).skip(first.count as usize) {
                for (two, times) in (0..).zip(twos).skip(second.count as usize) {
                    readings.add(reading(one, two), one * row + two, ways * times);
                }
            }
            readings.shows()
        });
        Ok(reading(shown / row, shown % row))
    }
}

/// What a throw may be read as, in order: one fall that reads so, and in how many ways it is read so.
struct Readings<T>(Vec<(T, u32, u128)>);

impl<T> Default for Readings<T> {
    fn default() -> Self {
        Readings(Vec::new())
    }
}

impl<T: Copy + Ord> Readings<T> {
    fn add(&mut self, read: T, fall: u32, ways: u128) {
        match self.0.binary_search_by_key(&read, |(known, ..)| *known) {
            Ok(at) => self.0[at].2 += ways,
            Err(at) => self.0.insert(at, (read, fall, ways)),
        }
    }

    fn shows<W: Weight>(self) -> Shows<W> {
        let all = self.0.iter().map(|(_, _, ways)| ways).sum();
        self.0.into_iter().map(|(_, fall, ways)| (fall, W::of(ways, all))).collect()
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
