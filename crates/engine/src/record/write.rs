//! Writing a record: every line bound to the one before by its sum.

use super::{End, EndLine, Header, Record, SUM_CLOSES, SUM_OPENS, StepLine, VERSION, sum};
use crate::{Entry, Game, Session};
use dice::Stream;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Write as _;

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// The record of a game as far as it has got. Whether it is beside real figures the game itself says.
    #[inline(never)]
    pub fn of<G: Game<Answer = A>>(header: Header, session: &Session<G>) -> Record<A> {
        let entries = session.entries().to_vec();
        let header =
            Header { grognard: version_of(&entries), beside_figures: session.is_beside_figures(), ..header };
        let (steps, ended) = (session.steps(), session.waiting().is_none());
        Record { file: "record".to_owned(), header, entries, steps, ended }
    }

    /// The same without what computer players have said of their plans: as it may be given out before the battle is over.
    #[must_use]
    pub fn without_notes(mut self) -> Record<A> {
        let is_note = |entry: &Entry<A>| matches!(entry, Entry::Note(_));
        for (used, _) in &mut self.steps {
            *used -= self.entries.iter().take(*used).filter(|entry| is_note(entry)).count();
        }
        self.entries.retain(|entry| !is_note(entry));
        self.header.grognard = version_of(&self.entries);
        self
    }

    /// The file's text. Written, read and written again it is the same to the byte.
    #[inline(never)]
    pub fn write(&self) -> String {
        let mut lines = Lines::default();
        lines.add(json(&self.header));
        let mut steps = self.steps.iter().enumerate().peekable();
        for used in 0..=self.entries.len() {
            while let Some((step, (_, hash))) = steps.next_if(|(_, (at, _))| *at <= used) {
                lines.add(json(&StepLine { step: step + 1, hash: hash.clone() }));
            }
            if let Some(entry) = self.entries.get(used) {
                // `{"dice":…}` becomes `{"n":1,"dice":…}`.
                let entry = json(entry);
                lines.add(format!("{{\"n\":{},{}", used + 1, entry.strip_prefix('{').unwrap_or("}")));
            }
        }
        if self.ended {
            lines.add(json(&EndLine { end: self.end() }));
        }
        lines.text
    }

    /// What the last line of a finished game says.
    fn end(&self) -> End {
        let hash = self.steps.last().map(|(_, hash)| hash.clone()).unwrap_or_default();
        End { steps: self.steps.len(), entries: self.entries.len(), hash }
    }

    /// The seeded dice at the place they have reached, to play on; `None` while the seed is not known.
    pub fn stream(&self) -> Option<Stream> {
        let mut stream = Stream::new(self.header.dice_seed()?, 0);
        stream.go_to(thrown(&self.entries));
        Some(stream)
    }
}

/// The version of the format that holds such entries: the oldest that has them all.
fn version_of<A>(entries: &[Entry<A>]) -> u32 {
    entries.iter().map(Entry::since).max().unwrap_or(VERSION)
}

/// How many dice of the seeded stream the entries hold: all that were not typed.
pub fn thrown<A>(entries: &[Entry<A>]) -> u64 {
    let seeded = entries.iter().map(|entry| match entry {
        Entry::Dice { faces, typed: false } => faces.len() as u64,
        Entry::Dice { .. } | Entry::Answer(_) | Entry::Seen(_) | Entry::Note(_) | Entry::Concedes(_) => 0,
    });
    seeded.sum()
}

/// Plain data in one line. It cannot fail for the types of a record; an answer that could not be written would leave
/// a line that is refused on reading.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Lines in the making, each bound to the one before by its sum.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) text: String,
    last_sum: String,
}

impl Lines {
    pub(super) fn add(&mut self, body: String) {
        self.last_sum = sum(&self.last_sum, &body);
        let open = body.strip_suffix('}').unwrap_or(&body);
        let _ = writeln!(self.text, "{open}{SUM_OPENS}{}{SUM_CLOSES}", self.last_sum);
    }
}
