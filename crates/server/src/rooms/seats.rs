//! Seats that change hands: written down first, then everybody in the room knows.

use super::{Folded, Room, Rooms, date, finish, reached};
use crate::guard::work::{Class, Errand, Payer};
use crate::seats::chairs::{Act, Seated};
use crate::wrong::Wrong;
use std::sync::{Arc, PoisonError};

impl Rooms {
    /// Does with a seat what the bearer of a token asks. The old secret is refused from the next request on, and dice
    /// that have waited for somebody to sit down fall. Somebody who hangs up in the middle does not stop it halfway.
    pub(crate) async fn reseat(
        self: &Arc<Self>,
        id: &str,
        token: &str,
        request: String,
        act: Act,
    ) -> Result<Seated, Wrong> {
        // A secret that has been changed opens no game any more, and yet gets its answer again.
        let room = self.room(id).await?.ok_or_else(Wrong::no_seat)?;
        let (rooms, token) = (Arc::clone(self), token.to_owned());
        finish(tokio::spawn(async move { rooms.reseat_now(&room, &token, &request, act).await })).await
    }

    async fn reseat_now(&self, room: &Room, token: &str, request: &str, act: Act) -> Result<Seated, Wrong> {
        // Refused, or the same request again: nobody needs to open the game for it.
        let (was, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = kept.reseat(token, request, act.clone())?;
        if kept.setting == was.setting {
            return Ok(seated);
        }
        // From here on nobody else changes anything.
        let turn = self.work.turn(Errand { payer: Payer::House, class: Class::Seated }).await?;
        let (mut guard, folded) = self.take(room, &turn).await?;
        let (was, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = match kept.reseat(token, request, act) {
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
                play.reseat(&now);
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
}
