//! The secrets that open seats.

use crate::seats::invitations::Chairs;
use crate::wrong::Wrong;
use axum::http::{HeaderMap, header};
use engine::{Both, Side};
use schemars::JsonSchema;
use seat::{Player, Seat};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The secrets of a new game, for the one who begins it; only their hashes are kept.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tokens {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub french: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allied: Option<String>,
    pub watch: String,
}

impl Tokens {
    /// From the game's random salt and the request that began it, so that the same request gets the same links again,
    /// while what is stored (the salt, the hashes) is not enough to make them.
    pub fn new(salt: &str, request: &str, players: &Both<Player>) -> Tokens {
        let own = |side: Side| (players[side] == Player::You).then(|| token(salt, request, Seat::of(side)));
        Tokens {
            french: own(Side::French),
            allied: own(Side::Allied),
            watch: token(salt, request, Seat::Watch),
        }
    }

    /// The one link of a game without players.
    pub(crate) fn to_watch(salt: &str, request: &str) -> Tokens {
        Tokens { french: None, allied: None, watch: token(salt, request, Seat::Watch) }
    }

    pub fn hashes(&self) -> TokenHashes {
        TokenHashes {
            french: self.french.as_deref().map(hashed),
            allied: self.allied.as_deref().map(hashed),
            watch: hashed(&self.watch),
            chairs: Chairs::default(),
        }
    }
}

/// Invitations for friends' seats, made as the links of a new game are; each can be taken once.
pub(crate) fn invitations(salt: &str, request: &str, players: &Both<Player>) -> Both<Option<String>> {
    Both::of(|side| {
        let friend = players[side] == Player::Friend;
        friend.then(|| follows("invited", salt, "", request, Seat::of(side)))
    })
}

/// The secret that follows from another, from its bearer's request: the same request gets the same one.
pub(crate) fn follows(how: &str, salt: &str, token: &str, request: &str, seat: Seat) -> String {
    secret(["grognard chair", salt, &format!("{how} {request} {token}"), seat.word()])
}

fn token(salt: &str, request: &str, seat: Seat) -> String {
    secret(["grognard seat", salt, request, seat.word()])
}

/// A spectator's link that every player and watcher can pass on: it opens no seat and tells of none.
///
/// It is made of what is kept, so that games begun long ago have it too; a reader of the store needs no link to watch.
pub(crate) fn shared(salt: &str, hashes: &TokenHashes) -> String {
    secret(["grognard share", salt, &hashes.watch, Seat::Watch.word()])
}

fn secret(parts: [&str; 4]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    hex(&digest.finalize()[..16])
}

/// What is kept of the secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenHashes {
    pub french: Option<String>,
    pub allied: Option<String>,
    pub watch: String,
    /// Invitations, and who sat there before.
    #[serde(default)]
    pub chairs: Chairs,
}

impl TokenHashes {
    /// The seat a token holds.
    pub(crate) fn seat(&self, token: &str) -> Option<Seat> {
        let hash = hashed(token);
        let carded = |side: Side| self.chairs.of[side].cards.iter().any(|card| card.opened_by == hash);
        Seat::ALL.into_iter().find(|seat| match seat {
            Seat::French => self.french.as_ref() == Some(&hash) || carded(Side::French),
            Seat::Allied => self.allied.as_ref() == Some(&hash) || carded(Side::Allied),
            Seat::Watch => self.watch == hash,
        })
    }
}

/// The token of a request's `Authorization: Bearer …`.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<&str, Wrong> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else { return Err(Wrong::no_seat()) };
    let text = value.to_str().map_err(|_| Wrong::no_seat())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(Wrong::no_seat)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(token.trim()) } else { Err(Wrong::no_seat()) }
}

pub use seat::hashed;

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Random bytes from the machine.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Wrong> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Wrong::inside)?;
    Ok(bytes)
}
