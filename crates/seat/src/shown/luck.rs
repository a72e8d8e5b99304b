//! The luck of a side: what its dice brought against what was to be expected of them.

#![expect(clippy::float_arithmetic, reason = "how rare a score is, is told to a percent")]

use dice::{Chance, Weight as _};
use engine::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// Dice that had something to reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub side: Side,
    pub kind: Kind,
    /// Dice, or one for a test however many dice it takes.
    pub tries: u32,
    pub successes: u32,
    /// Of each try.
    pub chance: Chance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Dice that hit or miss.
    Hits,
    /// Something is passed or failed.
    Tests,
}

/// How one side's dice fell.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Luck {
    pub hits: Score,
    pub tests: Score,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Score {
    pub tries: u32,
    pub successes: u32,
    /// To be expected, and the same as an exact fraction.
    pub expected: f64,
    pub fraction: String,
    /// How likely this many successes or more were; `as-few`: this many or fewer.
    pub as_many: f64,
    pub as_few: f64,
}

impl Default for Score {
    fn default() -> Score {
        Score::of([].into_iter())
    }
}

impl Luck {
    pub fn of(trials: &[Trial], side: Side) -> Luck {
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
