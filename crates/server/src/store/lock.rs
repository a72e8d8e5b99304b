//! One server for one database: a second one is turned away before it touches anything.
//!
//! Games are kept in memory too, so two servers with one database would refuse each other's moves. The lock belongs to
//! the running program and is free again however that ends. A backup does not need it.

use crate::store::db::Db;
use crate::wrong::Error;
use sqlx::{AnyConnection, Connection as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A Postgres needs a moment to see that a server which held its games has died.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(150);

/// The right to serve the games of one database, until dropped.
pub(crate) struct ServerLock {
    _lock: Lock,
}

enum Lock {
    Files { _held: Vec<File> },
    Postgres { _held: AnyConnection },
}

impl ServerLock {
    /// # Errors
    /// Another server has these games, or it cannot be found out.
    pub(crate) async fn at(db: &Db) -> Result<ServerLock, Error> {
        let lock = match db {
            Db::File(path) => lock_file(db, path)?,
            Db::Postgres(url) => lock_within(db, url.in_full()).await?,
        };
        Ok(ServerLock { _lock: lock })
    }
}

/// The file of the games itself, by whichever name it is called: a lock beside it could be removed, and would not be found
/// from another folder. SQLite's own locks, which a process loses where it closes the file, are of another kind on Linux
/// and taken later, and ours is given up after them; elsewhere the two kinds are one, and only a file beside the games is
/// locked. It is everywhere, because a server of 0.1.0 knows no other lock.
fn lock_file(db: &Db, path: &Path) -> Result<Lock, Error> {
    if path.is_dir() {
        return Err(db.fault(&std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let games = cfg!(target_os = "linux").then(|| path.to_owned());
    let held = games.into_iter().map(|games| locked(db, &games)).collect::<Result<Vec<File>, Error>>();
    let mut held = held?;
    held.push(locked(db, &lock_of(path))?);
    Ok(Lock::Files { _held: held })
}

fn locked(db: &Db, name: &Path) -> Result<File, Error> {
    let opened =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(name);
    let file = opened.map_err(|error| db.fault(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Served { place: db.to_string() }),
        Err(TryLockError::Error(error)) => Err(db.fault(&error)),
    }
}

/// `games.sqlite.lock`, whatever other name the file is called by.
fn lock_of(path: &Path) -> PathBuf {
    let mut name = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}

/// A lock of the database, held by a connection that does nothing else.
async fn lock_within(db: &Db, url: &str) -> Result<Lock, Error> {
    sqlx::any::install_default_drivers();
    let opened = tokio::time::timeout(crate::store::PATIENCE, AnyConnection::connect(url)).await;
    let opened = opened.unwrap_or(Err(sqlx::Error::PoolTimedOut));
    let mut held = opened.map_err(|error| db.fault(&error))?;
    // Without these a database would wait hours for a server whose machine has lost its power.
    let watched = "SELECT set_config('tcp_keepalives_idle', '20', false), \
                   set_config('tcp_keepalives_interval', '5', false), \
                   set_config('tcp_keepalives_count', '4', false)";
    sqlx::query(watched).execute(&mut held).await.map_err(|error| db.fault(&error))?;
    for _ in 0..TRIES {
        let ours: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock(1815, hashtext(current_schema()))")
            .fetch_one(&mut held)
            .await
            .map_err(|error| db.fault(&error))?;
        if ours {
            return Ok(Lock::Postgres { _held: held });
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
    Err(Error::Served { place: db.to_string() })
}
