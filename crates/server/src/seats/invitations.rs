//! Who sits where: the secret that holds a seat, the invitation to one, and how both change hands.
//!
//! Only hashes are kept. Every new secret is made of the one before it and of the request that asks for it, so that the
//! same request, sent again after a broken connection, gets the same secret again. That holds for a short time only:
//! with the invitation and the request's id a stranger could take the seat.

use crate::seats::card::{Card, Stretched, Words};
use crate::seats::secret::{self, TokenHashes};
use crate::store::Kept;
use crate::wrong::Wrong;
use axum::http::StatusCode;
use engine::{Both, Side};
use schemars::JsonSchema;
use seat::{Player, Seat, Seating};
use serde::{Deserialize, Serialize};

/// How many old secrets are remembered for each seat.
const MOST_REMEMBERED: usize = 8;
/// The most cards a seat has: one for its own secret, and one for each card of which a card was made. All of them open
/// it.
const MOST_CARDS: usize = 4;
/// How many seconds a request that took or renewed a seat gets the same secret again.
const AGAIN: i64 = 300;

/// What is kept of the seats beside their secrets. Games stored by earlier versions have none of it: there the bearer
/// of a link holds the seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Chairs {
    /// How often anything here has changed.
    pub(crate) changes: u64,
    pub(crate) of: Both<Chair>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Chair {
    /// A friend is to sit here and never has.
    pub(crate) awaited: bool,
    /// The hash of the invitation that is out: the first to take it has the seat.
    pub(crate) invitation: Option<String>,
    taken: Vec<String>,
    withdrawn: Vec<String>,
    /// Hashes of secrets that held this seat before: they may watch.
    past: Vec<String>,
    /// What its holder mixes into the dice.
    pub(crate) salt: Option<String>,
    /// When its secret was taken or renewed, in seconds since 1970; 0: long ago.
    #[serde(skip_serializing_if = "is_long_ago")]
    since: i64,
    /// Cards of the present secret.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cards: Vec<Card>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_long_ago(since: &i64) -> bool {
    *since == 0
}

/// What a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    pub seat: Seat,
    /// The seat that may be taken with it.
    pub invited: Option<Side>,
}

impl Opened {
    pub(crate) const TO_WATCH: Opened = Opened { seat: Seat::Watch, invited: None };
}

/// What the bearer of a token asks to do with a seat.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Take {
        /// For the dice, if they still wait for it.
        salt: String,
    },
    /// `None`: his own seat.
    Offer {
        seat: Option<Side>,
    },
    Withdraw {
        seat: Option<Side>,
    },
    Leave,
    Renew,
    Card {
        words: Words,
        card: Card,
    },
}

/// A request about a seat: its id, and when it came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatRequest<'r> {
    pub(crate) request: &'r str,
    pub(crate) now: i64,
}

/// What came of a request about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Seated {
    seat: Side,
    /// The new secret of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// The secret of the invitation: the first to take it has the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<String>,
    /// The six words of the seat's card, with spaces between.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<String>,
}

impl Seated {
    fn at(seat: Side) -> Seated {
        Seated { seat, token: None, invitation: None, card: None }
    }

    fn by(seat: Side, token: String) -> Seated {
        Seated { token: Some(token), ..Seated::at(seat) }
    }
}

/// What became of an invitation: its bearer is told.
#[derive(Clone, Copy)]
enum Spent {
    Taken,
    Withdrawn,
}

impl Chair {
    /// The invitation that is out, if any, opens nothing more.
    fn spend(&mut self, how: Spent) {
        if let Some(invitation) = self.invitation.take() {
            let list = match how {
                Spent::Taken => &mut self.taken,
                Spent::Withdrawn => &mut self.withdrawn,
            };
            remember(list, invitation);
        }
    }

    /// Its secret was given out so recently that the answer may have been lost on the way.
    fn is_fresh(&self, now: i64) -> bool {
        (self.since..self.since.saturating_add(AGAIN)).contains(&now)
    }
}

fn remember(list: &mut Vec<String>, hash: String) {
    list.push(hash);
    if list.len() > MOST_REMEMBERED {
        list.remove(0);
    }
}

impl TokenHashes {
    /// What a token opens. Hashes are compared, so the time taken tells nothing about the token.
    pub fn opens(&self, token: &str) -> Result<Opened, Wrong> {
        if let Some(seat) = self.seat(token) {
            return Ok(Opened { seat, invited: None });
        }
        let hash = secret::hashed(token);
        for side in Side::BOTH {
            let chair = &self.chairs.of[side];
            if chair.invitation.as_ref() == Some(&hash) {
                return Ok(Opened { seat: Seat::Watch, invited: Some(side) });
            }
            if chair.past.contains(&hash) {
                return Ok(Opened::TO_WATCH);
            }
            if chair.taken.contains(&hash) {
                return Err(gone(
                    "This invitation was taken already: whoever sent it can pass the seat on with a new one.",
                ));
            }
            if chair.withdrawn.contains(&hash) {
                return Err(gone("This invitation was withdrawn: ask whoever sent it for a new one."));
            }
        }
        Err(Wrong::no_seat())
    }

    fn holder(&self, side: Side) -> Option<&String> {
        match side {
            Side::French => self.french.as_ref(),
            Side::Allied => self.allied.as_ref(),
        }
    }

    /// Puts another secret in the place of a seat's own; what that was comes back.
    fn hold(&mut self, side: Side, hash: Option<String>) -> Option<String> {
        let held = match side {
            Side::French => &mut self.french,
            Side::Allied => &mut self.allied,
        };
        std::mem::replace(held, hash)
    }
}

fn gone(sentence: &str) -> Wrong {
    Wrong::new(StatusCode::GONE, sentence)
}

impl Kept {
    pub(crate) fn seating(&self) -> Seating {
        let setting = &self.setting;
        let sides = |is: &dyn Fn(Side) -> bool| Side::BOTH.into_iter().filter(|side| is(*side)).collect();
        let played = setting.uploaded.is_none();
        let empty =
            |side| played && setting.players[side].is_human() && setting.tokens.holder(side).is_none();
        Seating {
            empty: sides(&empty),
            offered: sides(&|side| setting.tokens.chairs.of[side].invitation.is_some()),
            changes: setting.tokens.chairs.changes,
            dice_wait: self.dice_wait(),
        }
    }

    /// The dice wait for a friend's salt. A chosen seed takes no salt, so its dice never wait.
    fn dice_wait(&self) -> bool {
        self.header.chosen_seed.is_none() && Side::BOTH.iter().any(|side| self.chair(*side).awaited)
    }

    fn chair(&self, side: Side) -> &Chair {
        &self.setting.tokens.chairs.of[side]
    }

    fn chair_mut(&mut self, side: Side) -> &mut Chair {
        &mut self.setting.tokens.chairs.of[side]
    }

    /// Does with a seat what the bearer of a token asks. Nothing changes where the request comes again or is refused.
    pub(crate) fn reseat(&mut self, token: &str, asked: SeatRequest<'_>, act: Act) -> Result<Seated, Wrong> {
        let before = self.setting.tokens.clone();
        let is_seen = !matches!(act, Act::Card { .. });
        let seated = match act {
            Act::Take { salt } => self.take_seat(token, asked, salt),
            Act::Offer { seat } => self.offer(token, asked.request, seat),
            Act::Withdraw { seat } => self.withdraw(token, seat),
            Act::Leave => self.leave(token),
            Act::Renew => self.renew(token, asked),
            Act::Card { words, card } => self.card(token, &words, card),
        }?;
        if self.setting.tokens != before && is_seen {
            self.setting.tokens.chairs.changes += 1;
        }
        Ok(seated)
    }

    fn take_seat(&mut self, invitation: &str, asked: SeatRequest<'_>, salt: String) -> Result<Seated, Wrong> {
        let hash = secret::hashed(invitation);
        for side in Side::BOTH {
            let own = secret::follows("taken", &self.salt, invitation, asked.request, Seat::of(side));
            let hashed = secret::hashed(&own);
            if self.chair(side).invitation.as_ref() == Some(&hash) {
                self.sit(side, hashed, salt, asked.now);
                return Ok(Seated::by(side, own));
            }
            if self.setting.tokens.holder(side) == Some(&hashed) && self.chair(side).is_fresh(asked.now) {
                return Ok(Seated::by(side, own));
            }
        }
        self.opens(invitation)?;
        Err(Wrong::forbidden("A seat is taken with an invitation to it: ask whoever plays for one."))
    }

    fn sit(&mut self, side: Side, own: String, salt: String, now: i64) {
        let waited = self.dice_wait();
        self.stands_up(side, Some(own), now);
        let chair = self.chair_mut(side);
        chair.spend(Spent::Taken);
        chair.awaited = false;
        if waited {
            chair.salt = Some(salt);
        }
        if waited && !self.dice_wait() {
            self.header.salts = Side::BOTH.iter().filter_map(|side| self.chair(*side).salt.clone()).collect();
        }
    }

    /// The holder of a seat, by its secret or a card, may only watch from now on.
    fn stands_up(&mut self, side: Side, next: Option<String>, now: i64) {
        let before = self.setting.tokens.hold(side, next);
        let chair = self.chair_mut(side);
        chair.since = now;
        for card in std::mem::take(&mut chair.cards) {
            remember(&mut chair.past, card.opened_by);
        }
        if let Some(before) = before {
            remember(&mut chair.past, before);
        }
    }

    /// The seat that the bearer of a token invites to, or withdraws an invitation from: his own, or an empty one.
    fn invites(&self, token: &str, wanted: Option<Side>) -> Result<Side, Wrong> {
        let own = self.own_seat(token)?;
        let side = wanted.unwrap_or(own);
        if side == own {
            return Ok(side);
        }
        if !self.setting.players[side].is_human() {
            return Err(Wrong::conflict(
                "The computer leads that side: there is no seat to invite anybody to.",
            ));
        }
        if self.setting.tokens.holder(side).is_some() {
            return Err(Wrong::forbidden("Somebody sits there: only he can pass his seat on."));
        }
        Ok(side)
    }

    fn own_seat(&self, token: &str) -> Result<Side, Wrong> {
        let side = self.opens(token)?.seat.side();
        side.ok_or_else(|| {
            Wrong::forbidden("Only whoever holds a seat can do this: take one by an invitation.")
        })
    }

    fn offer(&mut self, token: &str, request: &str, wanted: Option<Side>) -> Result<Seated, Wrong> {
        let side = self.invites(token, wanted)?;
        let invitation = secret::follows("invited", &self.salt, token, request, Seat::of(side));
        let hash = secret::hashed(&invitation);
        let chair = self.chair_mut(side);
        if chair.taken.contains(&hash) || chair.withdrawn.contains(&hash) {
            return Err(Wrong::conflict(
                "This request's invitation was taken or withdrawn since: make a new request id.",
            ));
        }
        if chair.invitation.as_ref() != Some(&hash) {
            chair.spend(Spent::Withdrawn);
            chair.invitation = Some(hash);
        }
        Ok(Seated { invitation: Some(invitation), ..Seated::at(side) })
    }

    fn withdraw(&mut self, token: &str, wanted: Option<Side>) -> Result<Seated, Wrong> {
        let side = self.invites(token, wanted)?;
        self.chair_mut(side).spend(Spent::Withdrawn);
        Ok(Seated::at(side))
    }

    /// Gives a seat up; its holder may watch. The other seat must be taken, or no one would be left to invite.
    fn leave(&mut self, token: &str) -> Result<Seated, Wrong> {
        let hash = secret::hashed(token);
        let left = |side: &Side| {
            self.setting.tokens.holder(*side).is_none() && self.chair(*side).past.contains(&hash)
        };
        if let Some(side) = Side::BOTH.into_iter().find(left) {
            return Ok(Seated::at(side));
        }
        let side = self.own_seat(token)?;
        if self.setting.tokens.holder(side.enemy()).is_none() {
            return Err(Wrong::conflict(
                "Nobody else sits here who could invite somebody to your seat: pass it on instead.",
            ));
        }
        self.stands_up(side, None, 0);
        Ok(Seated::at(side))
    }

    /// The old secret opens nothing any more, nor does an invitation or a card that was made with it.
    fn renew(&mut self, token: &str, SeatRequest { request, now }: SeatRequest<'_>) -> Result<Seated, Wrong> {
        for side in Side::BOTH {
            let own = secret::follows("renewed", &self.salt, token, request, Seat::of(side));
            let is_his = self.setting.tokens.holder(side) == Some(&secret::hashed(&own));
            if is_his && self.chair(side).is_fresh(now) {
                return Ok(Seated::by(side, own));
            }
        }
        let side = self.own_seat(token)?;
        let own = secret::follows("renewed", &self.salt, token, request, Seat::of(side));
        self.setting.tokens.hold(side, Some(secret::hashed(&own)));
        let chair = self.chair_mut(side);
        chair.spend(Spent::Withdrawn);
        chair.since = now;
        chair.cards.clear();
        Ok(Seated::by(side, own))
    }

    /// The card of a seat: of the same secret always the same.
    fn card(&mut self, token: &str, words: &Words, card: Card) -> Result<Seated, Wrong> {
        let side = self.own_seat(token)?;
        let cards = &mut self.chair_mut(side).cards;
        if !cards.contains(&card) {
            if cards.len() >= MOST_CARDS {
                return Err(Wrong::conflict(
                    "This seat has four cards already, and all of them are good: use one of them, or change the seat's \
                     link, which makes them void.",
                ));
            }
            cards.push(card);
        }
        Ok(Seated { card: Some(words.to_string()), ..Seated::at(side) })
    }

    /// What a token opens; the link to give away is one to watch.
    fn opens(&self, token: &str) -> Result<Opened, Wrong> {
        let tokens = &self.setting.tokens;
        if secret::hashed(token) == secret::hashed(&secret::shared(&self.salt, tokens)) {
            return Ok(Opened::TO_WATCH);
        }
        tokens.opens(token)
    }

    /// The seat that a card opens, and the secret it is opened with.
    pub(crate) fn opened_by_card(&self, words: &Stretched) -> Option<(Side, String)> {
        let found_by = words.found_by();
        let has = |side: &Side| self.chair(*side).cards.iter().any(|card| card.found_by == found_by);
        let side = Side::BOTH.into_iter().find(has)?;
        Some((side, words.token(&self.salt, side)))
    }
}

/// The chairs of a new game: a friend's waits for him, and the one who begins the game gives his salt.
pub(crate) fn new_chairs(players: &Both<Player>, invitations: &Both<Option<String>>, salt: &str) -> Chairs {
    let friends = Side::BOTH.iter().any(|side| players[*side] == Player::Friend);
    let chair = |side: Side| Chair {
        awaited: players[side] == Player::Friend,
        invitation: invitations[side].as_deref().map(secret::hashed),
        salt: (friends && players[side] == Player::You).then(|| salt.to_owned()),
        ..Chair::default()
    };
    Chairs { changes: 0, of: Both::of(chair) }
}
