//! Why an answer is not allowed: a sentence with the facts in it, and the rule.

use rulebook::RuleId;
use serde::{Serialize, Serializer};

/// A refusal changes nothing and names what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub cites: Cite,
    pub why: String,
}

/// A rule of the ledger, a ruling, or the plain sense of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cite {
    Rule(RuleId),
    Ruling(u16),
    /// The answer does not fit the question at all.
    Question,
}

impl Cite {
    pub fn id(self) -> &'static str {
        match self {
            Cite::Rule(rule) => crate::ids::RULES.get(rule.index()).copied().unwrap_or("?"),
            Cite::Ruling(ruling) => crate::ids::RULINGS.get(ruling as usize).copied().unwrap_or("?"),
            Cite::Question => "volley.question",
        }
    }
}

impl Serialize for Cite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl From<RuleId> for Cite {
    fn from(rule: RuleId) -> Cite {
        Cite::Rule(rule)
    }
}
impl From<u16> for Cite {
    fn from(ruling: u16) -> Cite {
        Cite::Ruling(ruling)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.why, self.cites.id())
    }
}

impl std::error::Error for Refusal {}

/// `refuse(rule!("…"), "…")`.
pub(crate) fn refuse<T>(cites: impl Into<Cite>, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { cites: cites.into(), why: why.into() })
}

/// An answer of the wrong kind.
pub(crate) fn not_an_answer<T>(wanted: &str) -> Result<T, Refusal> {
    Err(Refusal { cites: Cite::Question, why: format!("That does not answer the question: {wanted}") })
}
