//! SQLite's log is copied into its file beside the players, not while they wait.
//!
//! By itself SQLite copies after a commit, when the log has grown: whoever made that commit waits for all that others
//! have written. So another connection copies the bulk from time to time, which holds nobody up; the writer then copies
//! the little that has come meanwhile, after which the log begins anew.

use super::writer::Place;
use sqlx::{AnyConnection, AssertSqlSafe, Executor as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often the log is looked at.
const EVERY: Duration = Duration::from_millis(500);
/// A log of so many bytes is copied.
const LARGE: u64 = 1 << 20;

/// Where the log lies, and whether its bulk has just been copied.
#[derive(Clone)]
pub(super) struct Log {
    path: PathBuf,
    copied: Arc<AtomicBool>,
}

impl Log {
    pub(super) fn new(path: PathBuf) -> Log {
        Log { path, copied: Arc::default() }
    }

    /// Copies the bulk of the log whenever it has grown, until the server stops.
    pub(super) async fn copy_from_time_to_time(self, place: Place) {
        let mut kept: Option<AnyConnection> = None;
        loop {
            tokio::time::sleep(EVERY).await;
            let large = std::fs::metadata(&self.path).is_ok_and(|log| log.len() > LARGE);
            if !large || self.copied.load(Ordering::Relaxed) {
                continue;
            }
            let connection = match kept.take() {
                Some(connection) => Ok(connection),
                None => place.connect().await,
            };
            // Where it fails the log grows until SQLite copies it by itself: nothing is lost.
            let Ok(mut connection) = connection else { continue };
            if copy(&mut connection).await.is_ok() {
                self.copied.store(true, Ordering::Relaxed);
                kept = Some(connection);
            }
        }
    }

    /// The writer copies the rest, if there is little of it.
    pub(super) async fn finish(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.copied.swap(false, Ordering::Relaxed) { copy(connection).await } else { Ok(()) }
    }
}

async fn copy(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    connection.execute(AssertSqlSafe("PRAGMA wal_checkpoint(PASSIVE)".to_owned())).await.map(drop)
}
