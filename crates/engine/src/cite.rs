//! What answers and sums rest on: rules of the ledger, rulings, and the plain sense of a question.

use crate::{Named, Sentence, Why};
use dice::Part;
use rulebook::RuleId;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::fmt::{Debug, Display, Formatter, Result as Written};
use std::marker::PhantomData;

/// The ids of a game, in the order of its ledger and of its rulings.
pub trait Names: Copy + Debug + Ord + Send + Sync + 'static {
    const GAME: &'static str;
    const RULES: &'static [&'static str];
    const RULINGS: &'static [&'static str];
    /// What is cited where an answer does not fit its question at all.
    const QUESTION: &'static str;
    /// The ruleset files that were read when the program was built, each by its name ([`rulebook::pack`]).
    const TREES: &'static [(&'static str, &'static [u8])] = &[];
}

/// A rule of the ledger, a ruling, or the plain sense of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cite<N> {
    to: To,
    names: PhantomData<N>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Rule(RuleId),
    Ruling(u16),
    Question,
}

impl<N: Names> Cite<N> {
    /// The answer does not fit the question at all.
    pub fn question() -> Cite<N> {
        Cite { to: To::Question, names: PhantomData }
    }

    pub fn id(self) -> &'static str {
        match self.to {
            To::Rule(rule) => rule_name::<N>(rule),
            To::Ruling(ruling) => ruling_name::<N>(ruling),
            To::Question => N::QUESTION,
        }
    }
}

/// The id of a rule, as the ledger has it.
pub fn rule_name<N: Names>(rule: RuleId) -> &'static str {
    N::RULES.get(rule.index()).copied().unwrap_or("?")
}

/// The id of a ruling.
pub fn ruling_name<N: Names>(ruling: u16) -> &'static str {
    N::RULINGS.get(usize::from(ruling)).copied().unwrap_or("?")
}

impl<N: Names> Serialize for Cite<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<N> From<RuleId> for Cite<N> {
    fn from(rule: RuleId) -> Cite<N> {
        Cite { to: To::Rule(rule), names: PhantomData }
    }
}

impl<N> From<u16> for Cite<N> {
    fn from(ruling: u16) -> Cite<N> {
        Cite { to: To::Ruling(ruling), names: PhantomData }
    }
}

/// A refusal changes nothing and names what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<N> {
    pub cites: Cite<N>,
    why: Why,
}

impl<N> Refusal<N> {
    /// The sentence, put together.
    pub fn why(&self) -> String {
        self.why.to_string()
    }

    /// Likewise in parts; `who` knows whom a name belongs to.
    pub fn sentence(&self, who: &dyn Fn(&str) -> Option<Named>) -> Sentence {
        Sentence::taken(who, || self.why())
    }

    /// Likewise before it is known whom its names belong to.
    pub fn unresolved(&self) -> Sentence {
        table::parts::marked(|| self.why()).into()
    }
}

impl<N: Names> Serialize for Refusal<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Refusal", 2)?;
        fields.serialize_field("cites", &self.cites)?;
        fields.serialize_field("why", &self.why())?;
        fields.end()
    }
}

impl<N: Names> Display for Refusal<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(f, "{} ({})", self.why, self.cites.id())
    }
}

impl<N: Names> std::error::Error for Refusal<N> {}

/// `refuse(rule!("…"), why!("…"))`.
///
/// # Errors
/// Always: it is the refusal.
pub fn refuse<T, N>(cites: impl Into<Cite<N>>, why: impl Into<Why>) -> Result<T, Refusal<N>> {
    Err(Refusal { cites: cites.into(), why: why.into() })
}

/// An answer of the wrong kind.
///
/// # Errors
/// Always: it is the refusal.
pub fn not_an_answer<T, N: Names>(wanted: &str) -> Result<T, Refusal<N>> {
    refuse(Cite::question(), format!("That does not answer the question: {wanted}"))
}

/// How many parts lie in the sum itself; a longer sum has its parts on the heap.
const AT_HAND: usize = 8;

/// A sum with its parts: each number with the rule that gives it. It has as many parts as are added. Where a sheet prints a
/// number that the others change, that stands first, and is none of the modifiers.
#[derive(Clone, Debug)]
pub struct Working<N> {
    total: i32,
    len: u8,
    /// The first part is the printed number.
    is_printed: bool,
    few: [(RuleId, i32); AT_HAND],
    /// All parts, once there are more than `few` holds.
    many: Vec<(RuleId, i32)>,
    names: PhantomData<N>,
}

impl<N> Default for Working<N> {
    fn default() -> Self {
        let few = [(RuleId(0), 0); AT_HAND];
        Working { total: 0, len: 0, is_printed: false, few, many: Vec::new(), names: PhantomData }
    }
}

impl<N> PartialEq for Working<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.is_printed, self.parts()) == (other.is_printed, other.parts())
    }
}

impl<N> Eq for Working<N> {}

impl<N> Working<N> {
    /// Begins with a printed number, which what is added changes.
    pub fn printed(rule: RuleId, value: i32) -> Working<N> {
        let mut working = Working::default();
        working.add(rule, value);
        Working { is_printed: true, ..working }
    }

    pub fn add(&mut self, rule: RuleId, value: i32) {
        self.total += value;
        match self.few.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = (rule, value);
                self.len += 1;
            }
            None => self.spill(rule, value),
        }
    }

    #[cold]
    fn spill(&mut self, rule: RuleId, value: i32) {
        if self.many.is_empty() {
            self.many.extend(self.few);
        }
        self.many.push((rule, value));
    }

    pub fn parts(&self) -> &[(RuleId, i32)] {
        if self.many.is_empty() { &self.few[..usize::from(self.len)] } else { &self.many }
    }

    /// The same modifiers, changing a number that is printed.
    #[must_use]
    pub fn under(&self, rule: RuleId, value: i32) -> Working<N> {
        let mut working = Working::printed(rule, value);
        self.modifiers().iter().for_each(|(rule, value)| working.add(*rule, *value));
        working
    }

    /// The printed number, where it begins with one.
    pub fn base(&self) -> Option<(RuleId, i32)> {
        self.parts().first().copied().filter(|_| self.is_printed)
    }

    /// What is added to the printed number, or all of it where it has none.
    pub fn modifiers(&self) -> &[(RuleId, i32)] {
        self.parts().get(usize::from(self.is_printed)..).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn total(&self) -> i32 {
        self.total
    }

    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.parts().iter().map(|(rule, _)| *rule)
    }
}

impl<N: Names> Serialize for Working<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = |(rule, value): &(RuleId, i32)| Part { rule: rule_name::<N>(*rule), value: *value };
        let base = self.base();
        let mut fields = serializer.serialize_struct("Working", 2 + usize::from(base.is_some()))?;
        match &base {
            Some(base) => fields.serialize_field("printed", &part(base))?,
            None => fields.skip_field("printed")?,
        }
        fields.serialize_field("modifiers", &self.modifiers().iter().map(part).collect::<Vec<_>>())?;
        fields.serialize_field("total", &self.total)?;
        fields.end()
    }
}
