//! The luck of a side: what its dice brought against what was to be expected of them.

#![expect(clippy::float_arithmetic, reason = "how rare a score is, is told to a percent")]

use dice::{Chance, Weight as _};
use engine::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// Dice that had something to reach.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trial {
    pub(crate) side: Side,
    pub(crate) kind: Kind,
    /// Dice, or one for a test however many dice it takes.
    pub(crate) tries: u32,
    pub(crate) successes: u32,
    /// Of each try.
    pub(crate) chance: Chance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Dice that hit or miss.
    Hits,
    /// Something is passed or failed.
    Tests,
}

/// How one side's dice fell.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Luck {
    pub(crate) hits: Score,
    pub(crate) tests: Score,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Score {
    pub(crate) tries: u32,
    pub(crate) successes: u32,
    /// To be expected, and the same as an exact fraction.
    pub(crate) expected: f64,
    pub(crate) fraction: String,
    /// How likely so many or more were, and so many or fewer.
    pub(crate) as_many: f64,
    pub(crate) as_few: f64,
}

impl Default for Score {
    fn default() -> Score {
        Score::of([].into_iter())
    }
}

impl Luck {
    pub(crate) fn of(trials: &[Trial], side: Side) -> Luck {
        let of = |kind: Kind| {
            Score::of(trials.iter().filter(move |trial| trial.side == side && trial.kind == kind))
        };
        Luck { hits: of(Kind::Hits), tests: of(Kind::Tests) }
    }
}

impl Score {
    fn of<'t>(trials: impl Iterator<Item = &'t Trial>) -> Score {
        let (mut tries, mut successes) = (0, 0);
        let mut expected = Chance::of(0, 1);
        // How likely 0, 1, 2 … successes are.
        let mut spread = vec![1.0];
        for trial in trials {
            tries += trial.tries;
            successes += trial.successes;
            let chance = trial.chance.to_f64();
            for _ in 0..trial.tries {
                expected = expected.plus(&trial.chance);
                spread = one_more(&spread, chance);
            }
        }
        let at = (successes as usize).min(spread.len() - 1);
        Score {
            tries,
            successes,
            expected: expected.to_f64(),
            fraction: expected.to_string(),
            as_many: spread[at..].iter().sum::<f64>().min(1.0),
            as_few: spread[..=at].iter().sum::<f64>().min(1.0),
        }
    }
}

/// How likely each number of successes is after one more try.
fn one_more(spread: &[f64], chance: f64) -> Vec<f64> {
    let at = |n: Option<usize>| n.and_then(|n| spread.get(n)).copied().unwrap_or(0.0);
    (0..=spread.len()).map(|n| at(Some(n)) * (1.0 - chance) + at(n.checked_sub(1)) * chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(tries: u32, successes: u32, ways: u128, of: u128) -> Trial {
        Trial { side: Side::French, kind: Kind::Hits, tries, successes, chance: Chance::of(ways, of) }
    }

    #[test]
    fn two_sixes_of_two_dice_are_rare() {
        let luck = Luck::of(&[trial(2, 2, 1, 6)], Side::French);
        assert_eq!((luck.hits.tries, luck.hits.successes, &*luck.hits.fraction), (2, 2, "1/3"));
        assert!((luck.hits.as_many - 1.0 / 36.0).abs() < 1e-12);
        assert!((luck.hits.as_few - 1.0).abs() < 1e-12);
        assert_eq!(luck.tests.tries, 0);
    }

    #[test]
    fn what_cannot_fail_is_no_luck() {
        let luck = Luck::of(&[trial(3, 3, 1, 1), trial(1, 0, 0, 1)], Side::French);
        assert_eq!((luck.hits.expected, luck.hits.as_many, luck.hits.as_few), (3.0, 1.0, 1.0));
        assert_eq!(Luck::of(&[trial(3, 3, 1, 1)], Side::Allied).hits.tries, 0);
    }
}
