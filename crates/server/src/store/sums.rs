//! Sums over what is kept, so that a flipped bit is found and never shown as truth.
//!
//! Each entry's sum is made of the one before and its own text; the game's row has the last of them, and a sum over
//! everything else in it that matters.

use super::Failed;
use sha2::{Digest, Sha256};

/// The hexadecimal digits of a sum: enough to find damage. An attacker could write new sums anyway.
const DIGITS: usize = 16;

fn sum(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    let mut hex = crate::seats::secret::hex(&digest.finalize());
    hex.truncate(DIGITS);
    hex
}

/// What is kept of a game beside its entries, as far as the sum of its row covers it.
///
/// A writer must hold this: it fails if the row no longer says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub id: String,
    /// The sum over what changes only when seats do: the header, the salt, the request that began it.
    pub begun: String,
    /// As JSON.
    pub setting: String,
    pub outcome: Option<String>,
    /// How many entries there are, and the sum of the last.
    pub n: usize,
    pub tail: String,
    /// The hash of the state they lead to; not known of games of older versions until they are opened.
    pub state: Option<String>,
    /// The hash of the rulebook the game was begun with.
    pub book: String,
}

impl Held {
    pub fn sum(&self) -> String {
        let n = self.n.to_string();
        let (outcome, state) = (self.outcome.as_deref().unwrap_or(""), self.state.as_deref().unwrap_or(""));
        sum(&[&self.id, &self.begun, &self.setting, outcome, &n, &self.tail, state, &self.book])
    }

    /// The sums of entries that follow; the last is the new tail.
    pub(super) fn sums_of(&self, entries: &[String]) -> Vec<String> {
        let mut last = self.tail.clone();
        entries
            .iter()
            .map(|entry| {
                last = next(&last, entry);
                last.clone()
            })
            .collect()
    }
}

/// Over what a game was begun with.
pub(super) fn begun(id: &str, header: &str, salt: &str, begun_by: &str) -> String {
    sum(&["begun", id, header, salt, begun_by])
}

/// What the first entry's sum is made of.
pub(super) fn first(id: &str) -> String {
    sum(&["entries", id])
}

fn next(last: &str, entry: &str) -> String {
    sum(&[last, entry])
}

/// Of anything else that is kept by itself.
pub(super) fn of(parts: &[&str]) -> String {
    sum(parts)
}

/// Follows the entries of a game with their numbers and sums as stored, and says where they stop fitting.
pub(super) fn follow<'e>(
    id: &str,
    entries: impl Iterator<Item = (i64, &'e str, &'e str)>,
) -> Result<(usize, String), Failed> {
    let (mut n, mut last) = (0, first(id));
    for (number, entry, sum) in entries {
        n += 1;
        if usize::try_from(number) != Ok(n) {
            return Err(Failed::Damaged(format!("entry {n} is missing")));
        }
        last = next(&last, entry);
        if last != sum {
            return Err(Failed::Damaged(format!("entry {n} does not fit its sum")));
        }
    }
    Ok((n, last))
}
