//! A game that can only be read goes on from its last position, as a game of its own, once all its players agree.

use super::{Folded, Guard, Room, Rooms, finish, new_id, reached};
use crate::limits::caller::Caller;
use crate::limits::growth::Added;
use crate::machine::date;
use crate::seats::invitations::Opened;
use crate::seats::secret;
use crate::store::Kept;
use crate::store::going_on::{GoingOn, not_for_spectators};
use crate::work::{Class, Turn};
use crate::wrong::Wrong;
use dice::Seed;
use seat::Seat;
use seat::{Agreed, header_from};
use std::sync::Arc;

impl Rooms {
    /// Notes that a side wants the battle to go on, and begins the new game once both do. Asking again changes nothing.
    /// It is finished even if the caller hangs up.
    pub(crate) async fn go_on(
        self: &Arc<Self>,
        by: Caller,
        room: Arc<Room>,
        opened: Opened,
    ) -> Result<Agreed, Wrong> {
        if opened.seat == Seat::Watch {
            return Err(not_for_spectators());
        }
        // The turn is waited for before the game is taken: otherwise all who want the game would wait with it.
        let turn = self.work.turn(by.errand(Class::Beside)).await?;
        let rooms = Arc::clone(self);
        finish(tokio::spawn(async move {
            let (mut guard, folded) = rooms.take(&room, &turn).await?;
            let kept = rooms.agree(by, turn, &room, opened, &mut guard, folded).await?;
            let GoingOn { agreed, game, .. } = kept.setting.going_on;
            Ok(Agreed { agreed, game })
        }))
        .await
    }

    /// With the old game in hand, so that two who agree at once do it one after the other.
    async fn agree(
        self: &Arc<Self>,
        by: Caller,
        turn: Turn,
        room: &Room,
        opened: Opened,
        guard: &mut Guard,
        folded: Folded,
    ) -> Result<Kept, Wrong> {
        let position = folded.play.goes_on_from();
        let found = match position {
            Err(refused) => Err(refused.into()),
            Ok(position) => self.next_game(by, turn, room, opened, position).await,
        };
        let kept = match found {
            Ok(Some(kept)) => kept,
            Ok(None) => {
                **guard = Some(folded);
                let (kept, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
                return Ok(kept);
            }
            Err(wrong) => {
                **guard = Some(folded);
                return Err(wrong);
            }
        };
        let Folded { mut play, held } = folded;
        play.reseat(kept.begun());
        let held = self.store.reseat(&held, &kept, &[], reached(&*play), date()).await?;
        room.put(guard, Folded { play, held });
        Ok(kept)
    }

    /// The old game's row as it is to be kept; `None` where it stays as it is.
    async fn next_game(
        self: &Arc<Self>,
        by: Caller,
        turn: Turn,
        room: &Room,
        opened: Opened,
        position: String,
    ) -> Result<Option<Kept>, Wrong> {
        let (was, _) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let mut kept = was.clone();
        kept.agrees(opened)?;
        if kept.setting.going_on.game.is_none() && kept.all_agree() {
            kept.setting.going_on.game = Some(self.begin_next(by, turn, &kept, &position).await?);
        }
        Ok((kept.setting != was.setting).then_some(kept))
    }

    /// Begins the new game, or finds the one that was begun before the server stopped halfway.
    async fn begin_next(
        self: &Arc<Self>,
        by: Caller,
        turn: Turn,
        kept: &Kept,
        position: &str,
    ) -> Result<String, Wrong> {
        let begun_by = kept.next_is_begun_by();
        if let Some(next) = self.store.begun_by(&begun_by).await? {
            return Ok(next.id);
        }
        let header = header_from(&kept.header, position, Seed(secret::random()?)).map_err(Wrong::inside)?;
        let id = new_id()?;
        self.begin_in(turn, (by, Added::Game), kept.next(id.clone(), header), Vec::new(), begun_by).await?;
        Ok(id)
    }
}
