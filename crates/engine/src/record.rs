//! The record of a game: a text file of JSON lines that proves itself unchanged and can be played again.
//!
//! The first line is the [`Header`]: the battle and the house patch with their whole text, the rules by their hash, the
//! dice by the commitment to their seed and by what the seats have mixed into it. Then comes one line for each [`Entry`] in order, after each finished step one
//! with the state's hash, and a last one when the game is over.
//! Every line ends in its `sum`: the first 16 hexadecimal digits of SHA-256 over the sum of the line before and the
//! line's own text without the sum. So a line that was changed, left out, doubled or moved is found and named by
//! [`Record::read`]; whether the game went as written is proved by [`Record::prove`], which plays it again and says what
//! that proves and what it cannot.
//! Lines cut off at the end of the file leave the record of a game that is not over: only the last line says it is whole.

mod proof;
mod read;
mod verify;
mod write;

use crate::{Entry, Game, state_text};
use dice::{Commitment, Seed};
pub use proof::Proof;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
pub use verify::misfit;
pub use write::thrown;

/// The version of the format, in the header's `grognard`: of a record without notes and without a concession. What has
/// either is of the [`NEWEST`], which older programs say they do not know.
pub const VERSION: u32 = 1;
/// The newest version of the format that is read and written.
pub const NEWEST: u32 = 2;
/// Larger files are refused.
pub const MOST_BYTES: usize = 64 << 20;
/// Longer lines are refused.
pub const LONGEST_LINE: usize = 4 << 20;

/// What a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub grognard: u32,
    pub game: String,
    /// The battle's id.
    pub battle: String,
    /// The battle file, whole.
    pub battle_text: String,
    pub rules: RulesUsed,
    /// Known when the dice have been revealed.
    #[serde(with = "seed_in_hex")]
    pub seed: Option<Seed>,
    /// To the seed alone, before anything was mixed into it.
    pub commitment: Commitment,
    /// What the seats have mixed into the seed, so that neither player alone has chosen the dice; none: they are the
    /// seed's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<String>,
    /// The number from which a person chose the seed: with it all dice are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_seed: Option<u64>,
    /// Who played what, in free words.
    pub seats: BTreeMap<String, String>,
    /// The table was real, and what it showed is among the entries.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside_figures: bool,
    /// The [text](crate::state_text) of the state it was begun from, where that is not the battle's own beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Header {
    /// The header of a game that begins where another one stands: at the end of a step of the same battle.
    #[must_use]
    pub fn begun_from<G: Game>(self, position: &G) -> Header {
        Header { position: Some(state_text(position)), ..self }
    }

    /// The same header before the dice are revealed: the commitment without the seed.
    #[must_use]
    pub fn sealed(self) -> Header {
        Header { seed: None, chosen_seed: None, ..self }
    }

    /// The same header of a game whose seats have mixed something into the seed.
    #[must_use]
    pub fn salted(self, salts: Vec<String>) -> Header {
        Header { salts, ..self }
    }

    /// The same header of a game whose seed a person has chosen by a number.
    #[must_use]
    pub fn chosen(self, number: u64) -> Header {
        Header { chosen_seed: Some(number), ..self }
    }

    /// The seed the dice fall by: with the salts in it, where there are any. `None` while it is not revealed.
    pub fn dice_seed(&self) -> Option<Seed> {
        let seed = self.seed?;
        Some(if self.salts.is_empty() { seed } else { seed.salted(&self.salts) })
    }
}

/// The rules a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RulesUsed {
    pub sheet: String,
    pub hash: String,
    /// The house patch, whole.
    pub patch: Option<String>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<A> {
    /// The name of the file, for faults.
    pub file: String,
    pub header: Header,
    pub entries: Vec<Entry<A>>,
    /// For each finished step: how many entries had been used, and the hash of the state after it.
    pub steps: Vec<(usize, String)>,
    /// The game is over.
    pub ended: bool,
}

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct RecordFault {
    pub file: String,
    /// From 1.
    pub line: usize,
    /// One sentence: what was found, and what was expected.
    pub what: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepLine {
    step: usize,
    hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: End,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    steps: usize,
    entries: usize,
    hash: String,
}

const SUM_OPENS: &str = ",\"sum\":\"";
const SUM_CLOSES: &str = "\"}";
const SUM_DIGITS: usize = 16;

fn sum(last: &str, body: &str) -> String {
    let hash = Sha256::new().chain_update(last.as_bytes()).chain_update(body.as_bytes()).finalize();
    hash.iter().take(SUM_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect()
}

mod seed_in_hex {
    use super::{Deserialize, Deserializer, Seed, Serializer};

    pub(super) fn serialize<S: Serializer>(seed: &Option<Seed>, serializer: S) -> Result<S::Ok, S::Error> {
        match seed {
            Some(seed) => serializer.serialize_str(&seed.to_hex()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let seed = Seed::from_hex(&text).filter(|seed| seed.to_hex() == text);
        let expected = "a seed of 64 hexadecimal digits, or null";
        seed.map(Some).ok_or_else(|| serde::de::Error::custom(format!("found {text:?}, expected {expected}")))
    }
}
