//! The game as umpires know it: what a step does, and what each side sees.

use crate::question::Question;
use crate::rules::hour::{sequence, verdict};
use crate::rules::{guesses, secrets};
use crate::state::answer::{Answer, Refusal};
use crate::state::event::Event;
use crate::state::game::Empire;
use dice::Stream;
use engine::outlook::Outlook;
use engine::{Game, Outcome, Side, Umpire};
use std::borrow::Cow;

impl Game for Empire {
    type Question = Question;
    type Answer = Answer;
    type Event = Event;
    type Refusal = Refusal;
    type Outlook = Outlook<Empire>;

    #[inline(never)]
    fn step<U: Umpire<Empire>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        sequence::step(self, umpire)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        verdict::end(self, outcome)
    }

    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Empire> {
        Cow::Owned(secrets::seen_by(self, side))
    }
    /// The enemy's orders, units he has not shown, and in some houses his ratings and fatigue.
    fn guessed(&self, side: Side, luck: &mut Stream) -> Cow<'_, Empire> {
        Cow::Owned(guesses::guessed(self, side.enemy(), luck))
    }
}
