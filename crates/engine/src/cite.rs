//! What answers and sums rest on: rules of the ledger, rulings, and the plain sense of a question.

use rulebook::RuleId;
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "N: Names")]
pub struct Refusal<N> {
    pub cites: Cite<N>,
    pub why: String,
}

impl<N: Names> Display for Refusal<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(f, "{} ({})", self.why, self.cites.id())
    }
}

impl<N: Names> std::error::Error for Refusal<N> {}

/// `refuse(rule!("…"), "…")`.
///
/// # Errors
/// Always: it is the refusal.
pub fn refuse<T, N>(cites: impl Into<Cite<N>>, why: impl Into<String>) -> Result<T, Refusal<N>> {
    Err(Refusal { cites: cites.into(), why: why.into() })
}

/// An answer of the wrong kind.
///
/// # Errors
/// Always: it is the refusal.
pub fn not_an_answer<T, N: Names>(wanted: &str) -> Result<T, Refusal<N>> {
    refuse(Cite::question(), format!("That does not answer the question: {wanted}"))
}

/// The most parts a sum of any table has.
const PARTS: usize = 12;

/// A sum with its parts: each number with the rule that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Working<N> {
    parts: [(RuleId, i32); PARTS],
    len: u8,
    names: PhantomData<N>,
}

impl<N> Default for Working<N> {
    fn default() -> Self {
        Working { parts: [(RuleId(0), 0); PARTS], len: 0, names: PhantomData }
    }
}

impl<N> Working<N> {
    /// Adds a part; the tables never have more than there is room for.
    pub fn add(&mut self, rule: RuleId, value: i32) {
        if let Some(place) = self.parts.get_mut(usize::from(self.len)) {
            *place = (rule, value);
            self.len += 1;
        }
    }
    pub fn parts(&self) -> &[(RuleId, i32)] {
        &self.parts[..usize::from(self.len)]
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    pub fn total(&self) -> i32 {
        self.parts().iter().map(|(_, value)| value).sum()
    }
    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.parts().iter().map(|(rule, _)| *rule)
    }
}

impl<N: Names> Serialize for Working<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.parts().iter().map(|(rule, value)| (rule_name::<N>(*rule), value)))
    }
}
