//! What each seat has given out of hand, and which of its answers have come of it; and what a computer player has in mind who
//! plays there, or leads a part of the army for a person. It is kept with the seats: no record knows of it.

use engine::{By, Delegated};
use general::{Captained, General};
use serde::{Deserialize, Serialize};

/// Of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Staffed {
    pub given: Delegated,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<Run>,
    /// What a computer player there has in mind. He is fetched anew for each move of the person, and reminded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mind: Option<Mind>,
}

/// What a computer player has in mind (`general::Veteran::mind`). Games of earlier versions also say here how many
/// entries there were then; that is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Mind {
    pub thought: String,
}

/// The same man again, by what he has had in mind.
pub(crate) fn reminded<G: Captained>(mut general: General<G>, mind: Option<&Mind>) -> General<G> {
    if let Some(mind) = mind {
        general.remind(&mind.thought);
    }
    general
}

/// Answers that were given in the person's place upon one thing he did, by the numbers of their entries from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct Run {
    /// How many entries there were when he had done it.
    since: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captain: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beforehand: Vec<usize>,
}

impl Run {
    fn by(&self, entry: usize) -> Option<By> {
        let has = |entries: &[usize]| entries.binary_search(&entry).is_ok();
        has(&self.captain).then_some(By::Captain).or_else(|| has(&self.beforehand).then_some(By::Beforehand))
    }
}

impl Staffed {
    pub fn is_empty(&self) -> bool {
        *self == Staffed::default()
    }

    /// The same at the beginning of a game that goes on from another.
    pub fn anew(&self) -> Staffed {
        let mut given = self.given.clone();
        given.begin_anew();
        Staffed { given, ..Staffed::default() }
    }

    /// Notes what a computer player has in mind; `None` changes nothing.
    pub fn keep(&mut self, thought: Option<String>) {
        if let Some(thought) = thought {
            self.mind = Some(Mind { thought });
        }
    }

    /// Notes an answer that was given in the person's place. `since`: how many entries there were before what he did
    /// himself to lead to it.
    pub fn note(&mut self, since: usize, entry: usize, by: By) {
        if self.runs.last().is_none_or(|run| run.since != since) {
            self.runs.push(Run { since, ..Run::default() });
        }
        if let Some(run) = self.runs.last_mut() {
            match by {
                By::Captain => run.captain.push(entry),
                By::Beforehand => run.beforehand.push(entry),
            }
        }
    }

    /// Nothing was ever answered in the person's place.
    pub(crate) fn has_answered_nothing(&self) -> bool {
        self.runs.is_empty()
    }

    /// Who has given an answer in the person's place.
    pub fn by(&self, entry: usize) -> Option<By> {
        self.run_of(entry)?.by(entry)
    }

    fn run_of(&self, entry: usize) -> Option<&Run> {
        let later = self.runs.partition_point(|run| run.since <= entry);
        self.runs.get(later.checked_sub(1)?)
    }

    /// How many entries are left when an answer is taken back: whatever was given in the person's place upon one thing
    /// he did goes together.
    pub fn back_to(&self, entry: usize) -> usize {
        self.run_of(entry).filter(|run| run.by(entry).is_some()).map_or(entry, |run| run.since)
    }

    /// Forgets everything after these entries. What a computer player of this seat has in mind stays, since a person
    /// can only take his own answers back; a captain who leads for the person forgets what he had in mind if answers of
    /// his went too.
    pub fn cut(&mut self, entries: usize) {
        self.given.begin_anew();
        let led = |run: &Run| run.captain.last().is_some_and(|entry| *entry >= entries);
        if self.runs.iter().any(led) {
            self.mind = None;
        }
        for run in &mut self.runs {
            run.captain.retain(|entry| *entry < entries);
            run.beforehand.retain(|entry| *entry < entries);
        }
        self.runs.retain(|run| !run.captain.is_empty() || !run.beforehand.is_empty());
    }
}
