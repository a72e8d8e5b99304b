//! Seats that change hands: written down first, then told to all who follow the game.

use super::{Folded, Room, Rooms, finish, reached};
use crate::limits::caller::Caller;
use crate::machine::date;
use crate::seats::card::Words;
use crate::seats::invitations::{Act, SeatRequest, Seated};
use crate::work::{Class, Errand, Payer};
use crate::wrong::Wrong;
use axum::http::StatusCode;
use engine::Side;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::{Arc, PoisonError};

/// Where a card leads.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CardOpened")]
pub(crate) struct Carded {
    id: String,
    seat: Side,
    /// A second secret of the seat, beside the one in its link.
    token: String,
}

impl Rooms {
    /// Does with a seat what the bearer of a token asks. The old secret is refused from the next request on, and dice
    /// that waited for the seat to be taken fall. It is finished even if the caller hangs up.
    pub(crate) async fn reseat(
        self: &Arc<Self>,
        id: &str,
        token: &str,
        request: String,
        act: Act,
    ) -> Result<Seated, Wrong> {
        // The room is looked up by id alone: a secret that was replaced opens no game, but the request that replaced it
        // may come again and gets the same answer.
        let room = self.room(id).await?.ok_or_else(Wrong::no_seat)?;
        let (rooms, token) = (Arc::clone(self), token.to_owned());
        finish(tokio::spawn(async move { rooms.reseat_now(&room, &token, &request, act).await })).await
    }

    async fn reseat_now(&self, room: &Room, token: &str, request: &str, act: Act) -> Result<Seated, Wrong> {
        // Tried on a copy: a refusal, or the same request again, is answered without the game in memory.
        let asked = SeatRequest { request, now: date() };
        let (was, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = kept.reseat(token, asked, act.clone())?;
        if kept.setting == was.setting {
            return Ok(seated);
        }
        // With the game in hand no other request changes it.
        let turn = self.work.turn(Errand { payer: Payer::Server, class: Class::Seated }).await?;
        let (mut guard, folded) = self.take(room, &turn).await?;
        let (was, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = match kept.reseat(token, asked, act) {
            Ok(seated) if kept.setting != was.setting => seated,
            unchanged => {
                *guard = Some(folded);
                return unchanged;
            }
        };
        let Folded { mut play, held } = folded;
        let now = kept.clone();
        let (play, entries) = turn
            .run(move || {
                let before = play.length();
                play.reseat(now.begun());
                play.play_on()?;
                let entries = play.entries_from(before)?;
                Ok::<_, String>((play, entries))
            })
            .await?
            .map_err(Wrong::inside)?;
        let held = self.store.reseat(&held, &kept, &entries, reached(&*play), date()).await?;
        *room.secrets.write().unwrap_or_else(PoisonError::into_inner) = kept.setting.tokens;
        room.put(&mut guard, Folded { play, held });
        Ok(seated)
    }

    /// Makes the words of a seat's card, which takes a moment; the act is still to be done.
    pub(crate) async fn card(&self, by: Caller, id: &str, token: &str) -> Result<Act, Wrong> {
        let (room, opened) = self.enter(id, token).await?;
        let side = opened.seat.side().ok_or_else(|| {
            Wrong::forbidden("Only whoever holds a seat has a card of it: take one by an invitation.")
        })?;
        let (kept, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let words = Words::of(&kept.salt, token, side);
        let errand = Errand { class: Class::Beside, ..by.errand_at(id, opened.seat) };
        let make = move || {
            let card = words.stretched().card(&kept.salt, side);
            Act::Card { words, card }
        };
        self.reckon(errand, make).await
    }

    /// Opens the seat of a card. After a few wrong guesses the caller must wait; there are 2⁶⁶ cards.
    pub(crate) async fn open_card(&self, by: Caller, words: &str) -> Result<Carded, Wrong> {
        self.growth.may_try_a_card(by)?;
        let words = Words::read(words)?;
        let stretched = self.reckon(by.errand(Class::Beside), move || words.stretched()).await?;
        let found = match self.store.game_of_card(&stretched.found_by()).await? {
            Some(id) => self.store.game(&id).await?,
            None => None,
        };
        let opened =
            found.and_then(|(kept, _)| kept.opened_by_card(&stretched).map(|opened| (kept.id, opened)));
        let Some((id, (seat, token))) = opened else {
            self.growth.tried_a_card(by);
            return Err(Wrong::new(
                StatusCode::NOT_FOUND,
                "No seat has this card: read its six words once more; when the link of a seat was changed, its old card is \
                 void.",
            ));
        };
        Ok(Carded { id, seat, token })
    }
}
