//! A battle that goes on from its last position under the rules of today, in a game of its own, where this program
//! cannot play the old one any further: all who play must agree to it.

use crate::seats::invitations::Opened;
use crate::seats::secret;
use crate::store::Kept;
use crate::wrong::Wrong;
use engine::record::Header;
use engine::{Both, Side};
use seat::Agreed;
use serde::{Deserialize, Serialize};

/// What is kept of it with both games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct GoingOn {
    /// The sides that want the battle to go on.
    pub(crate) agreed: Vec<Side>,
    /// The game it goes on in. It has the same links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// The game it has gone on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
}

impl GoingOn {
    /// As the seats are told of it.
    pub(crate) fn agreed(&self) -> Agreed {
        Agreed { agreed: self.agreed.clone(), game: self.game.clone() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == GoingOn::default()
    }
}

impl Kept {
    /// Notes that the side of this token's seat wants to go on.
    pub(crate) fn agrees(&mut self, opened: Opened) -> Result<(), Wrong> {
        let side = opened.seat.side().ok_or_else(not_for_spectators)?;
        let agreed = &mut self.setting.going_on.agreed;
        if !agreed.contains(&side) {
            agreed.push(side);
            agreed.sort();
            self.setting.tokens.chairs.changes += 1;
        }
        Ok(())
    }

    /// Whether both sides want it. The computer always does; an empty seat must be taken first.
    pub(crate) fn all_agree(&self) -> bool {
        let speaks = |side: &Side| {
            !self.setting.players[*side].is_human() || self.setting.going_on.agreed.contains(side)
        };
        Side::BOTH.iter().all(speaks)
    }

    /// The game in which the battle goes on from a position: the same seats and links, under today's rules.
    pub(crate) fn next(&self, id: String, header: Header) -> Kept {
        let mut setting = self.setting.clone();
        setting.going_on = GoingOn { from: Some(self.id.clone()), ..GoingOn::default() };
        setting.staff = Both::of(|side| self.setting.staff[side].anew());
        Kept { id, header, setting, salt: self.salt.clone() }
    }

    /// The request id under which the next game is stored: it makes sure that there is only one.
    pub(crate) fn next_is_begun_by(&self) -> String {
        secret::hashed(&format!("goes on from {} {}", self.id, self.salt))
    }
}

pub(crate) fn not_for_spectators() -> Wrong {
    Wrong::forbidden("Whether the battle goes on is for those who play it: take a seat first.")
}
