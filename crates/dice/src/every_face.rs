//! Dice that show every face of every die, one fall after another.

use crate::{Dice, Pool, Spread, Weight, add_to};
use std::convert::Infallible;

/// Every fall of a few dice: for one or two of them the quickest way to count. [`crate::Tally`] is for more.
///
/// ```
/// use dice::{Dice, EveryFace, d6};
/// let doubles: Vec<(bool, f64)> = EveryFace::of(|dice| Ok(dice.total(d6(1))? == dice.total(d6(1))?));
/// assert_eq!(doubles, [(true, 6.0 / 36.0), (false, 30.0 / 36.0)]);
/// ```
#[derive(Default)]
pub struct EveryFace {
    /// The dice of the fall at hand.
    shown: Vec<Die>,
    depth: usize,
}

struct Die {
    face: u32,
    sides: u32,
    /// In how many ways the dice down to this one can fall.
    ways: u128,
}

impl EveryFace {
    fn die(&mut self, sides: u32) -> u32 {
        if self.depth == self.shown.len() {
            let sides = sides.max(1);
            self.shown.push(Die { face: 1, sides, ways: self.ways() * u128::from(sides) });
        }
        self.depth += 1;
        self.shown[self.depth - 1].face
    }

    fn ways(&self) -> u128 {
        self.shown.last().map_or(1, |last| last.ways)
    }

    /// Goes to the next fall; false after the last.
    fn next_fall(&mut self) -> bool {
        while let Some(last) = self.shown.last_mut() {
            if last.face < last.sides {
                last.face += 1;
                return true;
            }
            self.shown.pop();
        }
        false
    }

    /// A rule's results with their weights, in the order they are met.
    pub fn of<T: PartialEq, W: Weight>(
        mut rule: impl FnMut(&mut EveryFace) -> Result<T, Infallible>,
    ) -> Spread<T, W> {
        let mut dice = EveryFace::default();
        let mut ways: Vec<(T, u128, u128)> = Vec::with_capacity(16);
        loop {
            dice.depth = 0;
            let Ok(result) = rule(&mut dice);
            let all = dice.ways();
            match ways.iter_mut().find(|(known, _, of)| *known == result && *of == all) {
                Some((_, ways, _)) => *ways += 1,
                None => ways.push((result, 1, all)),
            }
            if !dice.next_fall() {
                break;
            }
        }
        let mut spread = Spread::new();
        for (result, ways, all) in ways {
            add_to(&mut spread, result, W::of(ways, all));
        }
        spread
    }
}

impl Dice for EveryFace {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        Ok((0..pool.count).map(|_| u32::from(self.die(pool.sides) >= need)).sum())
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading((0..pool.count).map(|_| self.die(pool.sides)).sum()))
    }
}
