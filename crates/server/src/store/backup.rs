//! A whole copy of a file of games, made while a server may have it open.
//!
//! SQLite writes the copy as of one moment. It gets its name only when it is on the disk and was opened and found
//! sound, so a file of that name is always a backup. A game that was damaged already is copied as it is, and named; the
//! others are whole.

use super::check;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a copy holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    pub games: u64,
    pub bytes: u64,
    /// Games that do not fit their sums, each with what is wrong; they were so before the copy.
    pub damaged: Vec<(String, String)>,
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum NotCopied {
    #[error("{}: found no file, expected the games of a grognard; name them with --db", .0.display())]
    NoGames(PathBuf),
    #[error("{}: found something there already, expected a new name: a backup overwrites nothing", .0.display())]
    Taken(PathBuf),
    #[error("{}: the games could not be read ({why}); nothing was copied", games.display())]
    Unreadable { games: PathBuf, why: String },
    #[error("{}: the copy could not be written ({why}); nothing is left of it", copy.display())]
    Unwritten { copy: PathBuf, why: String },
    #[error("{}: the copy was made and is not sound ({why}); nothing is left of it, and the games want a look", copy.display())]
    Unsound { copy: PathBuf, why: String },
}

/// Copies the games as they are at one moment, with everything confirmed before it. The copy is its owner's alone.
///
/// # Errors
/// Where the games cannot be read, the copy cannot be written or is not sound, or the name is taken. Then nothing new
/// is there.
pub async fn backup(games: &Path, copy: &Path) -> Result<Copied, NotCopied> {
    if !games.is_file() {
        return Err(NotCopied::NoGames(games.to_owned()));
    }
    if copy.symlink_metadata().is_ok() {
        return Err(NotCopied::Taken(copy.to_owned()));
    }
    let part = Part::beside(copy).map_err(|error| unwritten(copy, &error))?;
    write(games, &part.0, copy).await?;
    let (games, damaged) =
        inspect(&part.0).await.map_err(|why| NotCopied::Unsound { copy: copy.to_owned(), why })?;
    let bytes = part.finish(copy).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => NotCopied::Taken(copy.to_owned()),
        _ => unwritten(copy, &error),
    })?;
    Ok(Copied { games, bytes, damaged })
}

fn unwritten(copy: &Path, error: &dyn std::fmt::Display) -> NotCopied {
    NotCopied::Unwritten { copy: copy.to_owned(), why: error.to_string() }
}

/// The copy before it has its name; deleted when dropped.
struct Part(PathBuf);

impl Part {
    fn beside(copy: &Path) -> io::Result<Part> {
        let mut name = copy.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(name);
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?;
        Ok(Part(part))
    }

    /// Everything on the disk, then the name, then the name on the disk.
    fn finish(self, copy: &Path) -> io::Result<u64> {
        let file = File::open(&self.0)?;
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        // Unlike renaming, this fails if the name was taken meanwhile.
        match std::fs::hard_link(&self.0, copy) {
            Err(error)
                if error.kind() != io::ErrorKind::AlreadyExists && copy.symlink_metadata().is_err() =>
            {
                // Not every file system can give a file two names.
                std::fs::rename(&self.0, copy)?;
            }
            linked => linked?,
        }
        let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(bytes)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let mut journal = self.0.clone().into_os_string();
        journal.push("-journal");
        let _ = std::fs::remove_file(journal);
    }
}

async fn open(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(false);
    options.busy_timeout(Duration::from_secs(10)).disable_statement_logging().connect().await
}

async fn write(games: &Path, part: &Path, copy: &Path) -> Result<(), NotCopied> {
    let unreadable =
        |error: sqlx::Error| NotCopied::Unreadable { games: games.to_owned(), why: error.to_string() };
    let mut source = open(games).await.map_err(unreadable)?;
    count(&mut source).await.map_err(unreadable)?;
    let name = part.to_str().ok_or_else(|| unwritten(copy, &"its name is not in UTF-8"))?;
    let copied = sqlx::query("VACUUM INTO ?1").bind(name).execute(&mut source).await;
    copied.map_err(|error| unwritten(copy, &error))?;
    source.close().await.map_err(unreadable)
}

async fn count(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(connection).await
}

/// Opens the copy as a server would and reads all of it: how many games it holds and which of them are damaged, or what
/// is wrong with the whole file.
async fn inspect(part: &Path) -> Result<(u64, Vec<(String, String)>), String> {
    let told = |error: sqlx::Error| error.to_string();
    let mut copy = open(part).await.map_err(told)?;
    let found: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut copy).await.map_err(told)?;
    if found != ["ok"] {
        return Err(found.join("; "));
    }
    let astray = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut copy).await.map_err(told)?;
    if !astray.is_empty() {
        return Err(format!("{} lines belong to no game", astray.len()));
    }
    let games = count(&mut copy).await.map_err(told)?;
    copy.close().await.map_err(told)?;
    let damaged = check::damaged(part).await.map_err(|failed| failed.to_string())?;
    Ok((u64::try_from(games).map_err(|error| error.to_string())?, damaged))
}
