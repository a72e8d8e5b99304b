//! The card of a seat: six words to be photographed or printed, which open the seat on another device.
//!
//! A seat's link lives in one browser, and browsers forget. The words are made of the seat's own secret, so asking
//! again gives the same card, and changing the secret makes the card void. Only hashes of the words are kept.

use crate::seats::secret;
use crate::wrong::Wrong;
use engine::Side;
use seat::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::sync::OnceLock;

/// Plain English words, each once, in the order of the alphabet.
const WORDS: &str = include_str!("words.txt");
/// As many as there are: one of them is eleven bits, and six are 66.
pub const MANY: usize = 2048;
const BITS: u32 = MANY.trailing_zeros();
const ON_A_CARD: usize = 6;
/// How often the words are hashed before anything is made of them: a millisecond here, and for a thief who has a copy
/// of the store and tries all cards, 66 bits cost as much as 80.
const ROUNDS: usize = 20_000;

pub fn words() -> &'static [&'static str] {
    static ALL: OnceLock<Vec<&'static str>> = OnceLock::new();
    ALL.get_or_init(|| WORDS.lines().collect())
}

/// The six words of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words([&'static str; ON_A_CARD]);

/// What is kept of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Card {
    /// By this the game is found.
    pub(crate) found_by: String,
    /// The hash of the secret that opens the seat.
    pub(crate) opened_by: String,
}

/// The words after [`ROUNDS`] hashes.
#[derive(Clone, Debug)]
pub(crate) struct Stretched(String);

impl Words {
    /// Those of a seat whose secret is known.
    pub(crate) fn of(salt: &str, token: &str, side: Side) -> Words {
        let secret = secret::follows("words", salt, token, "", Seat::of(side));
        let bits = u128::from_str_radix(&secret, 16).unwrap_or_default();
        let word = |n: usize| {
            let at = usize::try_from((bits >> (n as u32 * BITS)) % MANY as u128).unwrap_or_default();
            words().get(at).copied().unwrap_or_default()
        };
        Words(std::array::from_fn(word))
    }

    /// As typed: in capitals or not, with anything between the words.
    pub(crate) fn read(text: &str) -> Result<Words, Wrong> {
        let typed: Vec<String> = text
            .split(|letter: char| !letter.is_alphabetic())
            .filter(|word| !word.is_empty())
            .take(ON_A_CARD + 1)
            .map(str::to_lowercase)
            .collect();
        let found = typed.iter().map(|word| {
            let at = words().binary_search(&word.as_str()).map_err(|_| {
                let shown: String = word.chars().take(20).collect();
                Wrong::bad(format!("{shown:?} is on no card: read it once more."))
            })?;
            Ok(words()[at])
        });
        let found = found.collect::<Result<Vec<_>, Wrong>>()?;
        let count = found.len();
        let found = found.try_into().map_err(|_| {
            let many = if count > ON_A_CARD { "more".to_owned() } else { count.to_string() };
            Wrong::bad(format!("A card has six words, and here are {many}."))
        })?;
        Ok(Words(found))
    }

    /// Takes a millisecond: not for an async thread.
    pub(crate) fn stretched(&self) -> Stretched {
        let mut hash = Sha256::digest(format!("grognard card {self}").as_bytes());
        for _ in 1..ROUNDS {
            hash = Sha256::digest(hash);
        }
        Stretched(secret::hex(&hash))
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl Stretched {
    pub(crate) fn found_by(&self) -> String {
        secret::hashed(&format!("found by {}", self.0))
    }

    /// The secret that the words stand for in a game: it opens the seat as the seat's own does.
    pub(crate) fn token(&self, salt: &str, side: Side) -> String {
        secret::follows("carded", salt, &self.0, "", Seat::of(side))
    }

    pub(crate) fn card(&self, salt: &str, side: Side) -> Card {
        Card { found_by: self.found_by(), opened_by: secret::hashed(&self.token(salt, side)) }
    }
}
