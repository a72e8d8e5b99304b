//! The one task that writes. Changes that come at the same time are written in one transaction, and each is confirmed
//! only when the disk has it.
//!
//! It has one connection. If a transaction fails as a whole, the connection is closed too: what a failed write leaves
//! in it is never used again. The next change opens a new one, so the server works again as soon as the disk or
//! database does.

use super::file::Identity;
use super::{Base, Failed};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// The most changes that are written together.
const MOST_AT_ONCE: usize = 64;
/// The most changes that may wait; a request beyond them waits for room.
const MOST_WAITING: usize = 1024;

/// One change, written whole or not at all.
type Change = Box<
    dyn for<'c> FnOnce(&'c mut AnyConnection) -> Pin<Box<dyn Future<Output = Result<(), Failed>> + Send + 'c>>
        + Send,
>;

struct Job {
    work: Change,
    done: oneshot::Sender<Result<(), Failed>>,
}

/// Where the writer's connections come from.
#[derive(Clone)]
pub(super) struct Database {
    pub(super) base: Base,
    pub(super) url: String,
    pub(super) identity: Identity,
}

impl Database {
    pub(super) async fn connect(&self) -> Result<AnyConnection, Failed> {
        self.identity.check()?;
        let mut connection = AnyConnection::connect(&self.url).await?;
        connection.execute(self.base.settings()).await?;
        Ok(connection)
    }
}

pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(database: Database) -> Writer {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        let task = tokio::spawn(run(database, receiver));
        Writer { jobs: Mutex::new(Some(sender)), task: Mutex::new(Some(task)) }
    }

    /// Returns when it is on the disk, or with the reason why none of it is.
    pub(super) async fn write<W>(&self, work: W) -> Result<(), Failed>
    where
        W: for<'c> FnOnce(
                &'c mut AnyConnection,
            ) -> Pin<Box<dyn Future<Output = Result<(), Failed>> + Send + 'c>>
            + Send
            + 'static,
    {
        let stopped = || Failed::Other("the server is stopping".to_owned());
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(stopped)?;
        let (done, told) = oneshot::channel();
        jobs.send(Job { work: Box::new(work), done }).await.map_err(|_| stopped())?;
        told.await.map_err(|_| stopped())?
    }

    /// Writes what waits, and ends.
    pub(super) async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

async fn run(database: Database, mut jobs: mpsc::Receiver<Job>) {
    let mut kept: Option<AnyConnection> = None;
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        let batch = std::mem::take(&mut batch);
        let opened = match kept.take() {
            Some(connection) => Ok(connection),
            None => database.connect().await,
        };
        let (connection, results) = match opened {
            Err(failed) => (None, Err(failed)),
            Ok(mut connection) => {
                let (works, done): (Vec<Change>, Vec<_>) =
                    batch.into_iter().map(|job| (job.work, job.done)).unzip();
                let written = together(&mut connection, &database, works).await;
                let connection = written.is_ok().then_some(connection);
                tell(done, written);
                kept = connection;
                continue;
            }
        };
        kept = connection;
        tell(batch.into_iter().map(|job| job.done).collect(), results);
    }
    if let Some(connection) = kept {
        let _ = connection.close().await;
    }
}

/// One result for each, or the same failure for all.
fn tell(done: Vec<oneshot::Sender<Result<(), Failed>>>, results: Result<Vec<Result<(), Failed>>, Failed>) {
    match results {
        Ok(results) => {
            for (done, result) in done.into_iter().zip(results) {
                let _ = done.send(result);
            }
        }
        Err(failed) => {
            tracing::error!(cause = %failed, "nothing could be written");
            for done in done {
                let _ = done.send(Err(failed.clone()));
            }
        }
    }
}

/// Writes changes in one transaction; one that fails for a reason of its own leaves the others as they are.
async fn together(
    connection: &mut AnyConnection,
    database: &Database,
    works: Vec<Change>,
) -> Result<Vec<Result<(), Failed>>, Failed> {
    database.identity.check()?;
    connection.execute(database.base.begin()).await?;
    let mut results = Vec::with_capacity(works.len());
    for work in works {
        connection.execute(AssertSqlSafe("SAVEPOINT one".to_owned())).await?;
        match work(connection).await {
            Ok(()) => results.push(Ok(())),
            Err(failed) if failed.is_its_own() => {
                connection.execute(AssertSqlSafe("ROLLBACK TO SAVEPOINT one".to_owned())).await?;
                results.push(Err(failed));
            }
            Err(failed) => return Err(failed),
        }
        connection.execute(AssertSqlSafe("RELEASE SAVEPOINT one".to_owned())).await?;
    }
    connection.execute(AssertSqlSafe("COMMIT".to_owned())).await?;
    // It was written, but perhaps into a file that was deleted or replaced.
    database.identity.check()?;
    Ok(results)
}
