//! The game as umpires know it: what a step does, and what each side sees.

use crate::question::Question;
use crate::rules::{sequence, verdict};
use crate::state::answer::{Answer, Refusal};
use crate::state::event::Event;
use crate::state::game::Meadow;
use engine::outlook::Outlook;
use engine::{Game, Outcome, Side, Umpire};
use std::borrow::Cow;

impl Game for Meadow {
    type Question = Question;
    type Answer = Answer;
    type Event = Event;
    type Refusal = Refusal;
    type Outlook = Outlook<Meadow>;

    fn step<U: Umpire<Meadow>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        sequence::step(self, umpire)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        verdict::end(self, outcome)
    }

    /// Nothing is hidden on a meadow.
    fn seen_by(&self, _: Option<Side>) -> Cow<'_, Meadow> {
        Cow::Borrowed(self)
    }
}
