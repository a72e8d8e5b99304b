//! What is offered is accepted, and what is accepted is offered.

use dice::Stream;
use engine::{FormKind, Game, Played, Players, Questions as _, Side};
use std::cell::RefCell;

/// One question in this many is looked at: a form with all its offers costs more than an answer.
const LOOKED_AT: u32 = 8;
/// How many answers that were offered before are tried again, whatever is asked.
const TRIED_AGAIN: usize = 48;

/// Answers at random, and compares what forms offer with what the rules accept.
pub(super) struct Offers<'t, G: Game> {
    pub(super) luck: Stream,
    pub(super) trouble: &'t RefCell<Option<String>>,
    asked: u32,
    /// Answers that have been offered, each once; the oldest are forgotten.
    known: Vec<G::Answer>,
    next: usize,
}

impl<'t, G: Played> Offers<'t, G> {
    pub(super) fn new(luck: Stream, trouble: &'t RefCell<Option<String>>) -> Offers<'t, G> {
        Offers { luck, trouble, asked: 0, known: Vec::new(), next: 0 }
    }

    /// Where the two differ.
    fn differs(&mut self, view: &G, question: &G::Question) -> Option<String> {
        let form = question.form(view);
        let said = |answer: &G::Answer| format!("{question:?}: {answer:?}");
        for offer in &form.offers {
            if let Err(refusal) = view.check(question, &offer.answer) {
                return Some(format!("offered and refused, {}: {refusal}", said(&offer.answer)));
            }
        }
        if is_whole_list(form.kind) {
            let declines = view.decline(question);
            let tried = self
                .known
                .iter()
                .chain([&declines])
                .find(|answer| !form.may_say(answer) && view.check(question, answer).is_ok());
            if let Some(answer) = tried {
                return Some(format!("accepted and not offered, {}", said(answer)));
            }
        }
        for offer in form.offers {
            if !self.known.contains(&offer.answer) {
                if self.known.len() < TRIED_AGAIN {
                    self.known.push(offer.answer);
                } else {
                    self.known[self.next % TRIED_AGAIN] = offer.answer;
                    self.next += 1;
                }
            }
        }
        None
    }
}

/// Whether a form lists all that may be said. What is made on the table is not listed.
fn is_whole_list(kind: FormKind) -> bool {
    match kind {
        FormKind::Choose | FormKind::Next | FormKind::Target | FormKind::Shots => true,
        FormKind::Orders | FormKind::Guns | FormKind::FallBack | FormKind::Place | FormKind::Write => false,
    }
}

impl<G: Played> Players<G> for Offers<'_, G> {
    fn answer(&mut self, _: Side, view: &G, question: &G::Question) -> G::Answer {
        self.asked += 1;
        if self.asked.is_multiple_of(LOOKED_AT) && self.trouble.borrow().is_none() {
            *self.trouble.borrow_mut() = self.differs(view, question);
        }
        view.sample(question, &mut self.luck)
    }
}
