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
    shown: Vec<(u32, u32)>,
    depth: usize,
}

impl EveryFace {
    fn die(&mut self, sides: u32) -> u32 {
        if self.depth == self.shown.len() {
            self.shown.push((1, sides.max(1)));
        }
        self.depth += 1;
        self.shown[self.depth - 1].0
    }

    /// A rule's results with their weights, in the order they are met.
    pub fn of<T: PartialEq, W: Weight>(
        mut rule: impl FnMut(&mut EveryFace) -> Result<T, Infallible>,
    ) -> Spread<T, W> {
        let mut dice = EveryFace::default();
        let mut ways: Vec<(T, u128, u128)> = Vec::new();
        loop {
            dice.depth = 0;
            let Ok(result) = rule(&mut dice);
            let all: u128 = dice.shown.iter().map(|(_, sides)| u128::from(*sides)).product();
            match ways.iter_mut().find(|(known, _, of)| *known == result && *of == all) {
                Some((_, ways, _)) => *ways += 1,
                None => ways.push((result, 1, all)),
            }
            while let Some((face, sides)) = dice.shown.last_mut() {
                *face += 1;
                if *face <= *sides {
                    break;
                }
                dice.shown.pop();
            }
            if dice.shown.is_empty() {
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
