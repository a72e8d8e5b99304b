//! What is thrown, and the door through which a rule asks for it.

use crate::{Test, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Mul};

/// Dice to be thrown: how many, of how many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    pub count: u32,
    pub sides: u32,
}

/// This many six-sided dice.
pub const fn d6(count: u32) -> Pool {
    Pool { count, sides: 6 }
}

impl Pool {
    /// The weight of each total from 0 up.
    pub fn totals<W: Weight>(self) -> Vec<W> {
        let faces: Vec<(usize, u128)> = (1..=self.sides as usize).map(|face| (face, 1)).collect();
        self.sums(&faces)
    }

    /// In how many ways each total from 0 up falls, and all there are; `None` where they pass 128 bits.
    pub(crate) fn ways(self) -> Option<(Vec<u128>, u128)> {
        let all = u128::from(self.sides).checked_pow(self.count)?;
        let faces: Vec<(usize, u128)> = (1..=self.sides as usize).map(|face| (face, 1)).collect();
        Some((self.added(&faces), all))
    }

    /// The weight of exactly 0, 1, 2 … dice showing `need` or more.
    pub fn hit_counts<W: Weight>(self, need: u32) -> Vec<W> {
        let hit = u128::from((self.sides + 1).saturating_sub(need).min(self.sides));
        let miss = u128::from(self.sides) - hit;
        let d = crate::chance::gcd(hit, miss).max(1);
        self.sums(&[(0, miss / d), (1, hit / d)])
    }

    /// Weights of the sum over all dice, where one die adds `n` in so many ways.
    /// Counted in whole ways while they fit, in floats beyond.
    fn sums<W: Weight>(self, die: &[(usize, u128)]) -> Vec<W> {
        let each: u128 = die.iter().map(|(_, ways)| ways).sum();
        if let Some(all) = each.checked_pow(self.count) {
            return self.added(die).into_iter().map(|ways| W::of(ways, all)).collect();
        }
        let near: Vec<(usize, f64)> = die.iter().map(|(n, ways)| (*n, *ways as f64 / each as f64)).collect();
        self.added(&near).into_iter().map(W::near).collect()
    }

    /// One die after another added up.
    fn added<N: Copy + Default + From<u8> + AddAssign + Mul<Output = N>>(self, die: &[(usize, N)]) -> Vec<N> {
        let most = die.iter().map(|(n, _)| *n).max().unwrap_or(0);
        let mut sums = vec![N::default(); most * self.count as usize + 1];
        sums[0] = N::from(1);
        let mut before = sums.clone();
        for thrown in 0..self.count as usize {
            std::mem::swap(&mut sums, &mut before);
            sums.fill(N::default());
            for (i, ways) in before[..=thrown * most].iter().enumerate() {
                for (n, one) in die {
                    sums[i + n] += *ways * *one;
                }
            }
        }
        sums
    }
}

impl std::fmt::Display for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.count {
            1 => write!(f, "d{}", self.sides),
            n => write!(f, "{n}d{}", self.sides),
        }
    }
}

/// The part of an umpire that throws dice.
pub trait Dice {
    /// What interrupts a rule that cannot go on yet. `Infallible` where nothing can.
    type Pause;

    /// How many dice of the pool show `need` or more.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Self::Pause>;

    /// The pool's total, as the rule reads it. Totals that read the same need not be told apart,
    /// which is what keeps exact odds small.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Self::Pause>;

    /// A few dice of one throw, told apart by their names: 2d10 of which one also says whether ammunition runs low.
    /// Falls that read the same need not be told apart, so that odds branch into as many ways as there are readings
    /// and not into every fall. Meant for two or three dice; more than four do not compile.
    ///
    /// ```
    /// use dice::{Dice, Odds};
    /// // The total is the fire, the second die the ammunition.
    /// let volley: Odds<(bool, bool)> = Odds::of(|dice| {
    ///     dice.read_named(10, &["fire", "ammunition"], |[fire, ammunition]| {
    ///         (fire + ammunition >= 16, ammunition == 1)
    ///     })
    /// });
    /// assert_eq!(volley.len(), 3, "a throw of 16 or more has no 1");
    /// ```
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn read_named<T: Copy + Ord, const N: usize>(
        &mut self,
        sides: u32,
        names: &'static [&'static str; N],
        reading: impl Fn([u32; N]) -> T,
    ) -> Result<T, Self::Pause> {
        let _ = names;
        let mut faces = [0; N];
        for face in &mut faces {
            *face = self.total(Pool { count: 1, sides })?;
        }
        Ok(reading(faces))
    }

    /// Two throws against each other, as the rule reads their totals: the first is the thrower's, the second the
    /// other player's. Pairs that read the same need not be told apart: 2d10 against 2d10 are 361 pairs of totals, but
    /// who wins, and by how much as a chart has it, are few readings.
    ///
    /// ```
    /// use dice::{Chance, Dice, Odds, Weight, d6};
    /// let odds: Odds<std::cmp::Ordering> = Odds::of(|dice| dice.read_against(d6(1), d6(1), |one, two| one.cmp(&two)));
    /// assert_eq!(odds.chance(|who| who.is_eq()), Chance::of(1, 6));
    /// ```
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn read_against<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        reading: impl Fn(u32, u32) -> T,
    ) -> Result<T, Self::Pause> {
        let one = self.total(first)?;
        self.pass();
        let two = self.total(second)?;
        Ok(reading(one, two))
    }

    /// The other player throws next: said between the throws of a rule that throws for both. Dice that do not keep the
    /// two apart ignore it.
    fn pass(&mut self) {}

    /// What the last `K` throws were held against, told by the rule that has read them; what their faces add up to is
    /// handed in. `tests` is called only where the result is used.
    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        let _ = tests;
    }

    /// Whether one die shows `need` or more.
    ///
    /// # Errors
    /// The umpire's pause, where the die is not there yet.
    fn shows(&mut self, need: u32) -> Result<bool, Self::Pause> {
        Ok(self.hits(d6(1), need)? == 1)
    }

    /// The pool's total itself.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn total(&mut self, pool: Pool) -> Result<u32, Self::Pause> {
        self.read(pool, |total| total)
    }
}
