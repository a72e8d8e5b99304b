//! One line of a game's list.

use crate::{Note, Side};
use serde::{Deserialize, Serialize};

/// One line of a game's list: everything that came from outside the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry<A> {
    /// Faces thrown; `typed` where a person threw real dice.
    Dice {
        faces: Vec<u32>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
    Answer(A),
    /// What the players beside real figures saw.
    Seen(Vec<u32>),
    /// What a computer player says it is about. It changes nothing, and stands before what that player answers next.
    Note(Note),
    /// This side gives the battle up: it is over as it stands.
    Concedes(Side),
}

impl<A> Entry<A> {
    /// The version of a record's format that has such an entry first.
    pub(crate) fn since(&self) -> u32 {
        match self {
            Entry::Dice { .. } | Entry::Answer(_) | Entry::Seen(_) => 1,
            Entry::Note(_) | Entry::Concedes(_) => 2,
        }
    }

    /// What kind of thing it is, for sentences.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Entry::Dice { .. } => "dice",
            Entry::Answer(_) => "an answer",
            Entry::Seen(_) => "a fact",
            Entry::Note(_) => "a note",
            Entry::Concedes(_) => "a concession",
        }
    }
}
