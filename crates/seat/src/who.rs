//! Who sits at a game, and who plays there.

use engine::Side;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Who looks: a side, or a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    French,
    Allied,
    Watch,
}

impl Seat {
    pub const ALL: [Seat; 3] = [Seat::French, Seat::Allied, Seat::Watch];

    pub fn of(side: Side) -> Seat {
        match side {
            Side::French => Seat::French,
            Side::Allied => Seat::Allied,
        }
    }

    /// `None`: a spectator.
    pub fn side(self) -> Option<Side> {
        match self {
            Seat::French => Some(Side::French),
            Seat::Allied => Some(Side::Allied),
            Seat::Watch => None,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Seat::French => "french",
            Seat::Allied => "allied",
            Seat::Watch => "watch",
        }
    }
}

/// Which part of a game is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub seat: Seat,
    /// A spectator with an invitation to this seat.
    pub invited: Option<Side>,
    /// The log from here on; 0 is all of it.
    pub after: usize,
}

/// Who plays a side: a person, here or by a link, or a computer general.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    You,
    Friend,
    General(String),
}

impl Player {
    pub fn is_human(&self) -> bool {
        !matches!(self, Player::General(_))
    }

    /// A computer player who thinks for seconds before he chooses.
    pub fn thinks_long(&self) -> bool {
        matches!(self, Player::General(name) if name == general::MARSHAL)
    }
}

impl JsonSchema for Player {
    fn schema_name() -> Cow<'static, str> {
        "Player".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = ["you", "friend"].into_iter().chain(general::NAMES.iter().copied()).collect();
        json_schema!({
            "description": "Who plays a side: you, a friend by his invitation, or a computer general.",
            "type": "string",
            "enum": words,
        })
    }
}

impl TryFrom<String> for Player {
    type Error = String;
    fn try_from(word: String) -> Result<Player, String> {
        match word.as_str() {
            "you" => Ok(Player::You),
            "friend" => Ok(Player::Friend),
            name if general::NAMES.contains(&name) => Ok(Player::General(word)),
            _ => Err(format!(
                "a seat is taken by you, friend or one of {}, not by {word:?}",
                general::NAMES.join(", ")
            )),
        }
    }
}

impl From<Player> for String {
    fn from(player: Player) -> String {
        match player {
            Player::You => "you".to_owned(),
            Player::Friend => "friend".to_owned(),
            Player::General(name) => name,
        }
    }
}
