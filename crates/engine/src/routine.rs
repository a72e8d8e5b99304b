//! Decisions that may be made beforehand.

use crate::PlainAnswer;

/// A decision that may be made beforehand: a question says so by [`Ask::ROUTINE`](crate::Ask::ROUTINE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routine {
    /// What is decided, as a heading: "Wavering before horse".
    pub title: &'static str,
    /// What may be said, each by its word and in words; to be asked may always be chosen.
    pub values: &'static [(&'static str, &'static str)],
}

impl Routine {
    pub const ALWAYS: &'static str = "always";
    pub const NEVER: &'static str = "never";
    pub const LISTED: &'static str = "listed";

    /// Of a question that is answered by yes or no.
    pub const fn yes_or_no(title: &'static str) -> Routine {
        Routine { title, values: &[(Routine::ALWAYS, "Always"), (Routine::NEVER, "Never")] }
    }

    /// Of a question that may be waved away.
    pub const fn never(title: &'static str) -> Routine {
        Routine { title, values: &[(Routine::NEVER, "Never")] }
    }

    /// Of a question about who comes first, where that is often all the same.
    pub const fn listed(title: &'static str) -> Routine {
        Routine { title, values: &[(Routine::LISTED, "All the same to me")] }
    }

    /// What always and never say to a question of yes or no.
    pub fn said<A: PlainAnswer>(value: &str) -> Option<A> {
        match value {
            Routine::ALWAYS => Some(A::YES),
            Routine::NEVER => Some(A::NO),
            _ => None,
        }
    }
}
