//! What is offered is accepted, and what is accepted is offered.

use dice::Stream;
use engine::{FormKind, Game, Played, Players, Questions as _, Side};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;

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
    invented: Invented<G::Answer>,
}

/// Answers that are a word and one number, with every number up to one more than there are things to name: most of them no
/// form ever offers.
struct Invented<A> {
    words: BTreeSet<String>,
    most: usize,
    answers: Vec<A>,
}

impl<A: Serialize + DeserializeOwned> Invented<A> {
    fn new() -> Invented<A> {
        Invented { words: ["unit", "option"].map(str::to_owned).into(), most: 0, answers: Vec::new() }
    }

    /// Learns the word of an answer that was offered, if that is such a one.
    fn learn(&mut self, offered: &A) {
        let Ok(Value::Object(parts)) = serde_json::to_value(offered) else { return };
        for (word, _) in parts.into_iter().filter(|(_, number)| number.is_u64()) {
            if self.words.insert(word) {
                self.most = 0;
            }
        }
    }

    /// All of them, with numbers up to this one at least.
    fn up_to(&mut self, most: usize) -> &[A] {
        if most > self.most {
            self.most = most;
            let numbered = |word: &String| {
                let answers = (0..=most).map(|number| json!({ word: number }));
                answers.filter_map(|answer| serde_json::from_value(answer).ok()).collect::<Vec<A>>()
            };
            self.answers = self.words.iter().flat_map(numbered).collect();
        }
        &self.answers
    }
}

impl<'t, G: Played> Offers<'t, G> {
    pub(super) fn new(luck: Stream, trouble: &'t RefCell<Option<String>>) -> Offers<'t, G> {
        Offers { luck, trouble, asked: 0, known: Vec::new(), next: 0, invented: Invented::new() }
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
            let things = view.units_drawn().len().max(form.offers.len());
            let tried = self
                .known
                .iter()
                .chain(self.invented.up_to(things + 1))
                .chain([&declines])
                .find(|answer| !form.may_say(answer) && view.check(question, answer).is_ok());
            if let Some(answer) = tried {
                return Some(format!("accepted and not offered, {}", said(answer)));
            }
        }
        for offer in form.offers {
            if !self.known.contains(&offer.answer) {
                self.invented.learn(&offer.answer);
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
