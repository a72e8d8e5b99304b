//! The game as its umpires know it: its types, one step of play, and what a side may see.

use crate::question::Question;
use crate::rules::orders::{self, guesses};
use crate::rules::outlook::Outlook;
use crate::rules::turn::{sequence, verdict};
use crate::state::answer::Answer;
use crate::state::event::Event;
use crate::state::game::Orders;
use crate::state::refusal::Refusal;
use dice::Stream;
use engine::{Game, Outcome, Side, Umpire};
use std::borrow::Cow;

impl Game for Orders {
    type Question = Question;
    type Answer = Answer;
    type Event = Event;
    type Refusal = Refusal;
    type Outlook = Outlook;

    #[inline(never)]
    fn step<U: Umpire<Orders>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        sequence::step(self, umpire)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        verdict::end(self, outcome)
    }

    /// Sealed orders, orders under way, what a corps was last sent, and units not here yet are known to their own side.
    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Orders> {
        orders::seen_by(self, side)
    }
    /// What the enemy may have written down, or sent.
    fn guessed(&self, side: Side, luck: &mut Stream) -> Cow<'_, Orders> {
        guesses::guessed(self, side.enemy(), luck)
    }
}
