//! Many battles between two generals, on all cores, with the same result on one.

use dice::{Seed, Stream};
use engine::{Side, Solo};
use general::{Captained, Seats};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// What many battles came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    pub games: u64,
    pub french: u64,
    pub allied: u64,
    pub drawn: u64,
    /// Games that did not end.
    pub endless: u64,
    /// Answers the rules refused.
    pub refused: u64,
    pub steps: u64,
}

impl Score {
    #[must_use]
    pub fn and(self, other: Score) -> Score {
        Score {
            games: self.games + other.games,
            french: self.french + other.french,
            allied: self.allied + other.allied,
            drawn: self.drawn + other.drawn,
            endless: self.endless + other.endless,
            refused: self.refused + other.refused,
            steps: self.steps + other.steps,
        }
    }
}

/// Plays one battle for each seed. `None` if there is no general of a name.
pub fn matches<G: Captained>(
    battle: &G::Battle,
    rules: &Arc<G::Rules>,
    french: &str,
    allied: &str,
    seeds: std::ops::Range<u64>,
    done: impl Fn() + Sync,
) -> Option<Score> {
    Seats::<G>::named(french, allied, 0)?;
    let seats = || Seats::<G>::named(french, allied, 0);
    let scores = seeds.into_par_iter().map_init(seats, |seats, seed| {
        let score = seats.as_mut().map(|seats| one::<G>(battle, rules, seats, seed));
        done();
        score.unwrap_or_default()
    });
    Some(scores.reduce(Score::default, Score::and))
}

fn one<G: Captained>(battle: &G::Battle, rules: &Arc<G::Rules>, seats: &mut Seats<G>, seed: u64) -> Score {
    seats.begin(seed);
    let mut game = G::start(battle, Arc::clone(rules), false);
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), seats);
    let steps = solo.play(&mut game, 50_000);
    let winner = game.outcome().map(|outcome| outcome.winner);
    Score {
        games: 1,
        french: u64::from(winner == Some(Some(Side::French))),
        allied: u64::from(winner == Some(Some(Side::Allied))),
        drawn: u64::from(winner == Some(None)),
        endless: u64::from(!game.is_over()),
        refused: u64::from(solo.refused),
        steps: u64::from(steps),
    }
}
