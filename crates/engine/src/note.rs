//! What a computer player says it is about: kept among a game's entries, where it changes nothing.
//!
//! A note says what is new since the one before of the same side, and what holds no more: the same plan carried on for many
//! turns is written once.

use crate::{Entry, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A plan as it is carried out, read out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The turn in which it is carried out.
    pub turn: u32,
    /// A sentence for each part of the army, or a few.
    pub says: Vec<String>,
    /// How likely he thinks that he wins, in hundredths, where he has reckoned it.
    pub expects: Option<u32>,
}

/// What a computer player says of its plan, as far as it is new.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Note {
    pub side: Side,
    pub turn: u32,
    /// What it is about from now on, a sentence each.
    pub says: Vec<String>,
    /// Sentences said before that hold no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<String>,
    /// How likely it thinks that it wins, in hundredths, where it has reckoned that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expects: Option<u32>,
}

impl Note {
    /// What is new in a plan beside what holds already; `None` where nothing is.
    pub(crate) fn of_what_is_new(side: Side, holds: &[String], said: Said) -> Option<Note> {
        let Said { turn, mut says, expects } = said;
        let drops: Vec<String> = holds.iter().filter(|known| !says.contains(known)).cloned().collect();
        says.retain(|sentence| !holds.contains(sentence));
        (!says.is_empty() || !drops.is_empty()).then_some(Note { side, turn, says, drops, expects })
    }

    /// What holds after it, of what has held before.
    pub(crate) fn follows(&self, holds: &mut Vec<String>) {
        holds.retain(|known| !self.drops.contains(known));
        holds.extend(self.says.iter().cloned());
    }
}

/// The notes among entries, each with its place.
pub fn notes<A>(entries: &[Entry<A>]) -> impl Iterator<Item = (usize, &Note)> {
    entries.iter().enumerate().filter_map(|(at, entry)| match entry {
        Entry::Note(note) => Some((at, note)),
        Entry::Dice { .. } | Entry::Answer(_) | Entry::Seen(_) | Entry::Concedes(_) => None,
    })
}

/// What holds of a side's plan after some entries.
pub fn plan_said<A>(entries: &[Entry<A>], side: Side) -> Vec<String> {
    let mut holds = Vec::new();
    notes(entries).filter(|(_, note)| note.side == side).for_each(|(_, note)| note.follows(&mut holds));
    holds
}
