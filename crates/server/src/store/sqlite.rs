//! What a file of SQLite has of its own: its URL, its settings, and where it counts the steps of its layout.

use sqlx::{AnyConnection, AssertSqlSafe};
use std::fmt::Write as _;
use std::path::Path;

/// The right to write is held from the beginning, so that a transaction never fails halfway for want of it.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// What is confirmed is on the disk: every commit waits for it.
pub(super) const SETTINGS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; \
                                   PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";

/// What to do about a file that is not there.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    Make,
    /// After the start: a file that has gone must be noticed.
    Fail,
}

/// The file as the driver wants it named: every byte that is not plain is written as its number.
pub(super) fn url(path: &Path, missing: Missing) -> String {
    let mut url = "sqlite:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() {
            url.push(char::from(*byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url.push_str(match missing {
        Missing::Make => "?mode=rwc",
        Missing::Fail => "?mode=rw",
    });
    url
}

/// How many steps of the layout have been taken.
pub(super) async fn taken(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await
}

pub(super) async fn take(connection: &mut AnyConnection, taken: i64) -> Result<(), sqlx::Error> {
    // A pragma takes no parameters.
    let sql = AssertSqlSafe(format!("PRAGMA user_version = {taken}"));
    sqlx::raw_sql(sql).execute(connection).await?;
    Ok(())
}
