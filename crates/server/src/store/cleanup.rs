//! Deletes games that were left alone for too long, from time to time.

use crate::limits::settings::Keep;
use crate::machine;
use crate::rooms::Rooms;
use std::sync::{Arc, Weak};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(3600);
/// A pause between two lots, in which players' moves are written.
const BREATH: Duration = Duration::from_secs(1);

/// Deletes some games; true where there may be more.
pub(crate) async fn some(rooms: &Arc<Rooms>, keep: &Keep) -> bool {
    match rooms.store.expire(keep, machine::date()).await {
        Ok(gone) => {
            for id in &gone {
                rooms.forget(id);
            }
            if !gone.is_empty() {
                tracing::info!(games = gone.len(), "games that are kept no longer are gone");
            }
            !gone.is_empty()
        }
        Err(error) => {
            tracing::warn!(%error, "games that are kept no longer could not be let go");
            false
        }
    }
}

/// Deletes games as long as the server runs.
pub(crate) async fn from_time_to_time(rooms: Weak<Rooms>, keep: Keep) {
    let mut more = true;
    loop {
        tokio::time::sleep(if more { BREATH } else { EVERY }).await;
        let Some(rooms) = rooms.upgrade() else { return };
        more = some(&rooms, &keep).await;
    }
}
