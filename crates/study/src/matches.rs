//! Many battles between two generals, on all cores, with the same result on one.

use crate::{Studied, bots};
use dice::{Seed, Stream};
use engine::{Played, Side, Solo};
use general::Seats;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

/// A battle longer than this counts as endless.
pub(crate) const MOST_STEPS: u32 = 50_000;

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

/// One battle for each seed, between two generals or bots by their names.
pub struct Match<'m, G: Played> {
    pub battle: &'m G::Battle,
    pub rules: &'m Arc<G::Rules>,
    pub french: &'m str,
    pub allied: &'m str,
    pub seeds: Range<u64>,
}

impl<G: Studied> Match<'_, G> {
    /// Both generals, or bots; `None` if a name is unknown.
    fn seats(&self) -> Option<Seats<G>> {
        let named = |name: &str| bots::by_name::<G>(name, 0);
        Some(Seats { french: named(self.french)?, allied: named(self.allied)? })
    }
}

/// Plays every battle of a match: `of` studies one, and `and` adds the results up, beginning with `none`. `None` if a name
/// is unknown.
pub(crate) fn each<G: Studied, T: Send>(
    game: &Match<'_, G>,
    done: impl Fn() + Sync,
    of: impl Fn(G, u64, &mut Seats<G>) -> T + Sync,
    none: impl Fn() -> T + Sync + Send,
    and: impl Fn(T, T) -> T + Sync + Send,
) -> Option<T> {
    game.seats()?;
    let (battle, rules) = (game.battle, game.rules);
    let found = game.seeds.clone().into_par_iter().map_init(
        || game.seats(),
        |seats, seed| {
            let found = seats.as_mut().map(|seats| {
                seats.begin(seed);
                of(G::start(battle, Arc::clone(rules)), seed, seats)
            });
            done();
            found.unwrap_or_else(&none)
        },
    );
    Some(found.reduce(&none, &and))
}

/// Plays one battle for each seed. `None` if a name is unknown.
pub fn matches<G: Studied>(game: &Match<'_, G>, done: impl Fn() + Sync) -> Option<Score> {
    each(game, done, one::<G>, Score::default, Score::and)
}

fn one<G: Studied>(mut game: G, seed: u64, seats: &mut Seats<G>) -> Score {
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), seats);
    let steps = solo.play(&mut game, MOST_STEPS);
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
