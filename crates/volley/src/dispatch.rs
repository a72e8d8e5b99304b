//! The volley game as umpires know it: what a step does, who is asked what, and what each side sees.

use crate::question::Question;
use crate::rules::outlook::Outlook;
use crate::rules::turn::{reserves, sequence, verdict};
use crate::state::answer::Answer;
use crate::state::event::Event;
use crate::state::game::Volley;
use crate::state::refusal::Refusal;
use crate::state::scenario::Reserve;
use dice::Stream;
use engine::{Game, Outcome, Side, Umpire};
use std::borrow::Cow;
use std::sync::Arc;

impl Game for Volley {
    type Question = Question;
    type Answer = Answer;
    type Event = Event;
    type Refusal = Refusal;
    type Outlook = Outlook;

    #[inline(never)]
    fn step<U: Umpire<Volley>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        sequence::step(self, umpire)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        verdict::end(self, outcome)
    }

    /// Reserves that have not arrived are known to their own side only.
    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Volley> {
        let hidden = |reserve: &Reserve| Some(reserve.side) != side;
        if !self.reserves.iter().any(hidden) {
            return Cow::Borrowed(self);
        }
        let mut view = self.clone();
        for reserve in self.reserves.iter().filter(|reserve| hidden(reserve)) {
            let (units, figures) = reserve.strength();
            view.starting_units[reserve.side] -= units;
            view.starting_figures[reserve.side] -= figures;
        }
        view.reserves.retain(|reserve| !hidden(reserve));
        // A general who waits for his brigade does not tell its name.
        let is_known = |side: Side, brigade: &String| {
            self.units.iter().any(|unit| unit.side() == side && unit.profile.brigade == *brigade)
        };
        for general in view.generals.iter_mut().filter(|general| Some(general.side) != side) {
            if general.brigade.as_ref().is_some_and(|brigade| !is_known(general.side, brigade)) {
                Arc::make_mut(general).brigade = Some(reserves::UNKNOWN.to_owned());
            }
        }
        Cow::Owned(view)
    }
    /// For each general who waits for a brigade one comes on.
    fn guessed(&self, side: Side, luck: &mut Stream) -> Cow<'_, Volley> {
        reserves::guessed(self, side.enemy(), luck)
    }
}
