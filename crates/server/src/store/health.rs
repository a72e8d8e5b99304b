//! How the store is, for whoever asks: to look writes as much as a move, so it is not done for each who does.

use crate::guard::machine;
use crate::store::{Failed, Store};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// What was found so short a time ago is told again.
const FRESH: Duration = Duration::from_secs(5);

/// What was found when it was last looked at.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Result<(), Failed>)>>);

impl Health {
    /// Those who ask while it is looked at wait for what is found.
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
