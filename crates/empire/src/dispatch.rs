//! The game as umpires know it: what a step does, and what each side sees.

use crate::question::Question;
use crate::rules::sequence;
use crate::state::answer::{Answer, Refusal};
use crate::state::event::Event;
use crate::state::game::Empire;
use engine::outlook::Outlook;
use engine::{Game, Outcome, Side, Umpire};
use std::borrow::Cow;

impl Game for Empire {
    type Question = Question;
    type Answer = Answer;
    type Event = Event;
    type Refusal = Refusal;
    type Outlook = Outlook<Empire>;

    fn step<U: Umpire<Empire>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        sequence::step(self, umpire)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Orders are hidden from the enemy (ruling secrets). What waits in reserve or is still to come follows with the slice
    /// that has it.
    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Empire> {
        let hides = |of: Side| Some(of) != side;
        let mut view = self.clone();
        for me in view.mes.iter_mut().filter(|me| hides(me.side)) {
            me.order = None;
            me.pending = None;
        }
        for corps in view.corps.iter_mut().filter(|corps| hides(corps.side)) {
            corps.order = None;
            corps.pending = None;
        }
        Cow::Owned(view)
    }
}
