//! A staff: answers in a person's place where he has said so, by what that person sees and no more.

use crate::General;
use engine::{By, Decides, Delegated, Played, Players as _, Questions as _, Side};

/// The captain of one seat, fetched when he is needed first.
pub struct Staff<G: Played>(Option<General<G>>);

impl<G: Played> Default for Staff<G> {
    fn default() -> Staff<G> {
        Staff(None)
    }
}

impl<G: Played> Staff<G> {
    /// What is answered in the person's place, and by whom; `None` where the person must answer. `captain` fetches the
    /// captain for what was handed over. Answers are chosen by the side's view; the game itself says whether they
    /// stand.
    pub fn answer(
        &mut self,
        given: &mut Delegated,
        game: &G,
        side: Side,
        question: &G::Question,
        captain: impl FnOnce() -> Option<General<G>>,
    ) -> Option<(G::Answer, By)> {
        let seen = game.seen_by(Some(side));
        let view = &*seen;
        match given.decides(view, side, question) {
            Decides::Person => None,
            Decides::Beforehand(answer) => {
                game.check(question, &answer).is_ok().then_some((answer, By::Beforehand))
            }
            Decides::Captain => {
                if self.0.is_none() {
                    self.0 = captain();
                }
                let captain = self.0.as_mut()?;
                if !captain.lead(view, side, &given.captain) {
                    return None;
                }
                let form = question.form(view);
                let end = form.end().cloned();
                let mut answer = captain.answer(side, view, question);
                if game.check(question, &answer).is_err() {
                    // Never an order of another command in the place of the person's own.
                    answer = end.clone().unwrap_or_else(|| game.decline(question));
                }
                // With his last word the orders are given: the next time the person has the first one again.
                if form.subject.is_none() && end.as_ref() == Some(&answer) {
                    given.begin_anew();
                }
                Some((answer, By::Captain))
            }
        }
    }

    /// Hands back the captain, who is not needed for the moment.
    pub fn into_captain(self) -> Option<General<G>> {
        self.0
    }
}
