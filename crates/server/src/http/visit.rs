//! What nearly every route begins with: a game, and the seat that the caller's token opens in it.

use crate::http::api::{Found, json, request_id};
use crate::http::shared::Shared;
use crate::limits::caller::Caller;
use crate::rooms::{Change, Room, Rooms};
use crate::seats::secret::bearer;
use crate::work::{Class, Errand};
use crate::wrong::Wrong;
use axum::extract::{FromRequestParts, Query, RawPathParams};
use axum::http::request::Parts;
use seat::Look;
use seat::Seat;
use seat::{Playing, Refused, Thinks};
use serde::Deserialize;
use std::sync::Arc;

/// The game of the path's `{id}`, the seat that the token in the header opens in it, and how much of the log is wanted.
pub(crate) struct Visit {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) room: Arc<Room>,
    pub(crate) seat: Seat,
    pub(crate) look: Look,
    /// Who pays for the work, and which kind it is.
    errand: Errand,
}

#[derive(Deserialize)]
struct LookAt {
    /// The log after this line only.
    after: Option<usize>,
}

impl FromRequestParts<Shared> for Visit {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Visit, Wrong> {
        let path = RawPathParams::from_request_parts(parts, shared).await.map_err(|_| Wrong::no_seat())?;
        let (_, id) = path.iter().find(|(name, _)| *name == "id").ok_or_else(Wrong::no_seat)?;
        let (room, opened) = shared.rooms.enter(id, bearer(&parts.headers)?).await?;
        let Query(at): Query<LookAt> = Query::try_from_uri(&parts.uri)
            .map_err(|_| Wrong::bad("The log is read from a line: \"after\" is a whole number from 0."))?;
        let seat = opened.seat;
        let look = Look { seat, invited: opened.invited, after: at.after.unwrap_or(0) };
        let Ok(caller) = Caller::from_request_parts(parts, shared).await;
        let errand = caller.errand_at(&room.id, seat);
        Ok(Visit { rooms: Arc::clone(&shared.rooms), room, seat, look, errand })
    }
}

impl Visit {
    /// The same visit for work that is not the seat's next move.
    pub(crate) fn for_work(mut self, class: Class) -> Visit {
        self.errand.class = class;
        self
    }

    /// Looks at the game, or works something out about it that changes nothing.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Playing) -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        self.rooms.look(&self.room, self.errand.clone(), work).await
    }

    /// Shows what is worked out from what the seat sees, without the game in hand: it can be moved meanwhile.
    pub(crate) async fn thinks(
        self,
        find: impl FnOnce(&mut dyn Playing, Seat) -> Result<Thinks, Refused> + Send + 'static,
    ) -> Found {
        let seat = self.seat;
        let thinks = self.look(move |play| find(play, seat)).await??;
        let visit = self.for_work(Class::Dear);
        Ok(json(visit.rooms.reckon(visit.errand.clone(), thinks).await??))
    }

    /// Shows what a look at the game finds.
    pub(crate) async fn shows(
        &self,
        work: impl FnOnce(&mut dyn Playing, Look) -> Result<Vec<u8>, Refused> + Send + 'static,
    ) -> Found {
        let look = self.look;
        Ok(json(self.look(move |play| work(play, look)).await??))
    }

    /// Refuses a spectator.
    pub(crate) fn plays(&self) -> Result<(), Wrong> {
        match self.seat {
            Seat::Watch => Err(Wrong::forbidden("Spectators only watch: take a seat by its link to play.")),
            Seat::French | Seat::Allied => Ok(()),
        }
    }

    /// Changes the game, and shows what has come of it.
    pub(crate) async fn change(&self, request: String, change: Change) -> Found {
        self.plays()?;
        request_id(&request)?;
        let errand = self.errand.clone();
        Ok(json(self.rooms.change(&self.room, errand, self.look, request, change).await?))
    }
}
