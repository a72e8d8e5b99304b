//! What a server hands over to have a game played: how it began, and who sits there.

use crate::play::staffed::Staffed;
use crate::who::Player;
use engine::record::Header;
use engine::{Both, Entry, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// An entry with its answer as any game says it.
pub type Raw = Entry<serde_json::Value>;

/// A game as it was begun.
#[derive(Clone, Debug)]
pub struct Begun {
    pub id: String,
    pub header: Header,
    pub players: Both<Player>,
    pub own_dice: bool,
    /// The game was brought as a record: it is not played on, and nothing in it is a secret.
    pub uploaded: bool,
    /// The game it has gone on from.
    pub gone_on_from: Option<String>,
    /// What the seats have given out of hand.
    pub staff: Both<Staffed>,
    pub seating: Seating,
    /// For a game this program cannot play any further: which sides have agreed to go on with it in a new game.
    pub going_on: Agreed,
    /// Mixed into the marks (see `Play::mark`), so that they betray nothing hidden.
    pub salt: String,
}

/// What is public of the seats.
#[derive(Clone, Debug, Default)]
pub struct Seating {
    /// Seats of people that are empty.
    pub empty: Vec<Side>,
    /// Seats with an invitation out.
    pub offered: Vec<Side>,
    /// How often seats have changed.
    pub changes: u64,
    /// The dice do not fall yet: not all have given their salt.
    pub dice_wait: bool,
}

/// Who has agreed to go on with a battle that this program cannot play any further.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "GoingOn")]
pub struct Agreed {
    /// The sides that want the battle to go on.
    pub agreed: Vec<Side>,
    /// The game it goes on in, once all agree. The links of the old one open it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}
