//! The game as umpires know it: what a step does, and what each side sees.

use crate::ids::house;
use crate::question::Question;
use crate::rules::sequence;
use crate::state::answer::{Answer, Refusal};
use crate::state::event::Event;
use crate::state::game::Empire;
use crate::state::words::{Character, Fatigue, Rating};
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

    /// Orders and the batteries of the reserve are hidden from the enemy, and in some houses ratings and fatigue (ruling
    /// secrets). Who is still to come follows with the slice that has it.
    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Empire> {
        let hides = |of: Side| Some(of) != side;
        let hides_ratings = self.rules.plays(house!("secrets", "ratings-hidden"));
        let mut view = self.clone();
        for me in view.mes.iter_mut().filter(|me| hides(me.side)) {
            me.order = None;
            me.pending = None;
            if hides_ratings {
                me.fatigue = Fatigue::Fresh;
            }
        }
        for corps in view.corps.iter_mut().filter(|corps| hides(corps.side)) {
            corps.order = None;
            corps.pending = None;
            corps.reserve.clear();
        }
        for leader in view.leaders.iter_mut().filter(|leader| hides_ratings && hides(leader.side)) {
            (leader.rating, leader.character, leader.bold) = (Rating::Average, Character::Impersonal, false);
        }
        Cow::Owned(view)
    }
}
