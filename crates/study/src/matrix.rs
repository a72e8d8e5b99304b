//! Who does what against whom: every player of a list on one side against every one on the other, and what the battle is
//! worth where both sides mix them as well as can be.
//!
//! The mixtures are found by fictitious play, in whole numbers: each side answers again and again what the other has done
//! so far. What each can be sure of by what it has done closes in on the value from both sides.

use crate::matches::{Match, Score, matches};
use crate::{Studied, bots};
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

/// The rounds of fictitious play: with twenty players a side, the two bounds then lie half a percent apart or less.
const ROUNDS: u64 = 400_000;
/// A share in a mixture below this, in thousandths, is left over from the search.
const LEAST: u64 = 5;

/// Every player of a list on either side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Matrix {
    pub players: Vec<String>,
    /// By the French player, then by the other.
    pub scores: Vec<Vec<Score>>,
    pub best: Best,
}

/// The best mixtures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Best {
    /// Thousandths of the games that the French win, draws counted half: no less than the first where they mix so, no more
    /// than the second where the others do.
    pub value: [u64; 2],
    /// Players with their share in thousandths, the most played first.
    pub french: Vec<(String, u64)>,
    pub allied: Vec<(String, u64)>,
}

impl Best {
    /// The middle of the two bounds, in thousandths.
    #[must_use]
    pub fn middle(&self) -> u64 {
        self.value[0].midpoint(self.value[1])
    }
}

/// What the French make of a score, in thousandths; draws count half.
#[must_use]
pub fn worth(score: &Score) -> u64 {
    (score.french * 1000 + score.drawn * 500) / score.games.max(1)
}

/// The half width of the 95 % interval around that, in thousandths.
#[must_use]
pub fn spread(score: &Score) -> u64 {
    let (won, games) = (u128::from(worth(score)), u128::from(score.games.max(1)));
    // 1.96 times the root of p (1 - p) / n.
    let square = won * (1000 - won.min(1000)) * 1_960 * 1_960 / (games * 1_000_000);
    square.isqrt() as u64
}

/// Plays every player against every other, one battle for each seed. `None` if a name is unknown.
pub fn matrix<G: Studied>(
    battle: &G::Battle,
    rules: &Arc<G::Rules>,
    players: &[String],
    seeds: Range<u64>,
    done: impl Fn() + Sync,
) -> Option<Matrix> {
    players.iter().all(|name| bots::by_name::<G>(name, 0).is_some()).then_some(())?;
    let cell = |french: &String, allied: &String| {
        matches(&Match::<G> { battle, rules, french, allied, seeds: seeds.clone() }, &done)
    };
    let row =
        |french: &String| players.iter().map(|allied| cell(french, allied)).collect::<Option<Vec<Score>>>();
    let scores = players.iter().map(row).collect::<Option<Vec<_>>>()?;
    let payoff: Vec<Vec<u64>> = scores.iter().map(|row| row.iter().map(worth).collect()).collect();
    let (value, french, allied) = solve(&payoff);
    let best = Best { value, french: mixture(players, &french), allied: mixture(players, &allied) };
    Some(Matrix { players: players.to_vec(), scores, best })
}

fn mixture(players: &[String], rounds: &[u64]) -> Vec<(String, u64)> {
    let all = rounds.iter().sum::<u64>().max(1);
    let shares =
        players.iter().zip(rounds).map(|(name, rounds)| (name.clone(), (rounds * 1000 + all / 2) / all));
    let mut mixture: Vec<(String, u64)> = shares.filter(|(_, share)| *share >= LEAST).collect();
    mixture.sort_by_key(|(_, share)| std::cmp::Reverse(*share));
    mixture
}

/// The bounds of the value, and how often each player of either side was chosen: rows win what the matrix says, in
/// thousandths, columns lose it.
#[must_use]
pub fn solve(payoff: &[Vec<u64>]) -> ([u64; 2], Vec<u64>, Vec<u64>) {
    let (rows, columns) = (payoff.len(), payoff.first().map_or(0, Vec::len));
    let (mut french, mut allied) = (vec![0; rows], vec![0; columns]);
    if rows == 0 || columns == 0 {
        return ([0, 1000], french, allied);
    }
    // What each row would have won, and each column lost, against all that the other side has done.
    let (mut won, mut lost) = (vec![0_u64; rows], vec![0_u64; columns]);
    let (mut row, mut low, mut high) = (0, 0, 1000 * ROUNDS);
    for round in 1..=ROUNDS {
        french[row] += 1;
        lost.iter_mut().zip(&payoff[row]).for_each(|(lost, worth)| *lost += worth);
        let column = least(&lost);
        allied[column] += 1;
        won.iter_mut().zip(payoff).for_each(|(won, of)| *won += of[column]);
        row = most(&won);
        // Only the end of the search is the mixture that is shown.
        if round == ROUNDS {
            (low, high) = (lost[least(&lost)], won[row]);
        }
    }
    ([low / ROUNDS, high.div_ceil(ROUNDS)], french, allied)
}

fn least(of: &[u64]) -> usize {
    of.iter().enumerate().min_by_key(|(_, worth)| **worth).map_or(0, |(place, _)| place)
}

/// The first of the best.
fn most(of: &[u64]) -> usize {
    of.iter().enumerate().rev().max_by_key(|(_, worth)| **worth).map_or(0, |(place, _)| place)
}
