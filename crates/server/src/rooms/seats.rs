//! Seats that change hands: written down first, then everybody in the room knows.

use super::{Room, Rooms, date, finish, moved};
use crate::chairs::{Act, Seated};
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
        let was = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = kept.reseat(token, request, act.clone())?;
        if kept.setting == was.setting {
            return Ok(seated);
        }
        // From here on nobody else changes anything.
        let (mut guard, play) = self.take(room).await?;
        let was = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        let seated = match kept.reseat(token, request, act) {
            Ok(seated) if kept.setting != was.setting => seated,
            unchanged => {
                *guard = Some(play);
                return unchanged;
            }
        };
        let before = play.version();
        let now = kept.clone();
        let play = self
            .reckon(move || {
                let mut play = play;
                play.reseat(&now);
                play.play_on().map(|()| play)
            })
            .await?
            .map_err(Wrong::inside)?;
        let entries = play.entries_from(before).map_err(Wrong::inside)?;
        self.store.reseat(&kept, &was, before, &entries, play.outcome(), date()).await?;
        *room.secrets.write().unwrap_or_else(PoisonError::into_inner) = kept.setting.tokens;
        room.moved.send_replace(moved(&*play));
        *guard = Some(play);
        Ok(seated)
    }
}
