//! Whether the store works, for `/health`. Looking writes as much as a move, so one look serves all who ask within
//! seconds.

use crate::machine;
use crate::store::{Failed, Store};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// A finding this recent is told again.
const FRESH: Duration = Duration::from_secs(5);

/// The last finding, and when it was.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Result<(), Failed>)>>);

impl Health {
    /// Callers who ask during a look wait for its finding.
    pub(crate) async fn of(&self, store: &Store) -> Result<(), Failed> {
        let mut last = self.0.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < FRESH
        {
            return found.clone();
        }
        let found = store.pulse(machine::date()).await;
        *last = Some((Instant::now(), found.clone()));
        found
    }
}
