//! Battles that are only thought: played on from what a side sees, by captains who are told what to be about.
//!
//! The same dice are thrown for every plan, and anew from the same place in each phase, so that plans differ by what they do
//! and not by their luck; what the side does not see is guessed anew for each battle, and alike for every plan. How many
//! battles are thought is a number and no time: the same view gives the same on every machine.

use crate::kit::plan::turns_left;
use crate::{Captained, Executor, Plan};
use dice::{Seed, Stream};
use engine::{Moment, Players, Side, Solo};

/// A battle that has not ended after this many steps counts as it stands.
const LONGEST: u32 = 20_000;

/// The number of the stream by which it is guessed what a side does not see: far from any phase's.
const HIDDEN: u64 = u64::MAX - 1799;

/// A plan that may be told to a captain; `None`: he makes his own as he goes.
pub(crate) type Told<G> = Option<Plan<<G as Captained>::Command>>;

/// The captain who carries out plans in battles that are only thought, and the one who plays the enemy there.
pub(crate) struct Thought<G: Captained> {
    pub(crate) seed: u64,
    /// The last turn that is played out; a battle that goes on then counts as it stands. `None`: to its end.
    pub(crate) until: Option<u32>,
    mine: Box<dyn Executor<G>>,
    theirs: Box<dyn Executor<G>>,
}

/// How a battle has ended that was only thought, for the side that thinks.
pub(crate) struct Ended {
    /// 1 where it was won, 0 where it was lost; between them where it has not ended, by who leads.
    pub(crate) won: f64,
    /// By how much, from −1 to 1 and about 0.
    pub(crate) lead: f64,
}

impl<G: Captained> Thought<G> {
    /// `None` in a game whose captain cannot be told plans.
    pub(crate) fn taught(seed: u64) -> Option<Thought<G>> {
        Some(Thought { seed, until: None, mine: G::executor()?, theirs: G::executor()? })
    }

    /// Plays on to the end by a plan, against what the enemy may be about; `game` tells the dice of one battle from those
    /// of the next.
    pub(crate) fn play_out(
        &mut self,
        view: &G,
        side: Side,
        plan: &Told<G>,
        enemy: &Told<G>,
        game: u64,
    ) -> Ended {
        // The own side's captain has his own temper; the enemy's may have any.
        for (who, luck, told) in [(&mut self.mine, self.seed, plan), (&mut self.theirs, game, enemy)] {
            who.begin(luck);
            who.tell(told.clone());
        }
        let seed = Seed::from_number(self.seed.wrapping_mul(1 << 20).wrapping_add(game));
        let mut table = view.guessed(side, &mut Stream::new(seed, HIDDEN)).into_owned();
        let mut phase: Option<(u32, usize)> = None;
        let mut solo =
            Solo::new(Stream::new(seed, 0), Both { side, mine: &mut *self.mine, theirs: &mut *self.theirs });
        for _ in 0..LONGEST {
            if table.is_over() {
                break;
            }
            let Moment { turn, place, .. } = table.moment();
            if self.until.is_some_and(|until| turn > until) {
                break;
            }
            if phase != Some((turn, place)) {
                phase = Some((turn, place));
                solo.dice = Stream::new(seed, (u64::from(turn) << 16) + place as u64);
            }
            let Ok(()) = table.step(&mut solo);
        }
        let lead = f64::from(table.standings().lead) / 1000.0;
        let lead = if side == Side::French { lead } else { -lead };
        let won = match table.outcome().filter(|_| table.is_over()).map(|outcome| outcome.winner) {
            Some(Some(winner)) => f64::from(u8::from(winner == side)),
            Some(None) => 0.5,
            None => (0.5 + lead).clamp(0.0, 1.0),
        };
        Ended { won, lead }
    }
}

/// What a turn of a battle costs that is only thought, by [`Captained::THOUGHT_COSTS`], and how many turns are left.
pub(crate) fn costs<G: Captained>(view: &G) -> (u64, u64) {
    let units = view.units_drawn().iter().filter(|unit| !unit.is_lost).count() + view.units_awaited().len();
    let left = u64::from(turns_left(view).max(1));
    ((G::THOUGHT_COSTS * units as u64).max(1), left)
}

/// A share of 1 in hundredths, rounded.
pub(crate) fn in_hundredths(share: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 100")]
    let hundredths = (100.0 * share.clamp(0.0, 1.0) + 0.5) as u32;
    hundredths
}

/// Both sides of a battle that is only thought.
struct Both<'p, G: Captained> {
    side: Side,
    mine: &'p mut dyn Executor<G>,
    theirs: &'p mut dyn Executor<G>,
}

impl<G: Captained> Players<G> for Both<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if side == self.side {
            self.mine.answer(side, view, question)
        } else {
            self.theirs.answer(side, view, question)
        }
    }
}
