//! Games on disk: what they were begun with, and the list of what came from outside since.

use crate::seat::{Player, TokenHashes};
use crate::wrong::Error;
use engine::record::Header;
use engine::{Both, Entry};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Row as _, Sqlite, Transaction};
use std::path::Path;
use std::time::Duration;
use volley::Answer;

/// Each step of the layout, in order; `user_version` says how many have been taken.
const MIGRATIONS: &[&str] = &["
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    setting TEXT NOT NULL,
    salt TEXT NOT NULL,
    begun_by TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    outcome TEXT
) WITHOUT ROWID;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games(id),
    n INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE requests (
    game TEXT NOT NULL REFERENCES games(id),
    request TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game, request)
) WITHOUT ROWID;
"];

/// What a game was set up with, beside its record's header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Setting {
    pub(crate) players: Both<Player>,
    pub(crate) own_dice: bool,
    pub(crate) tokens: TokenHashes,
}

/// A game as it lies in the store, without its entries.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) header: Header,
    pub(crate) setting: Setting,
    pub(crate) salt: String,
}

pub(crate) struct Store {
    pool: SqlitePool,
}

impl Store {
    /// Opens the file, makes it if it is not there, and brings its layout up to date.
    pub(crate) async fn open(path: &Path) -> Result<Store, Error> {
        let fault = |why: String| Error::Storage { place: path.display().to_string(), why };
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(15))
            .connect_with(options)
            .await
            .map_err(|error| fault(error.to_string()))?;
        let store = Store { pool };
        store.migrate().await.map_err(|error| fault(error.to_string()))?;
        Ok(store)
    }

    async fn migrate(&self) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        let taken: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *step).await?;
        let taken = usize::try_from(taken).unwrap_or(0);
        if taken > MIGRATIONS.len() {
            return Err(sqlx::Error::Protocol("the file was written by a newer grognard".to_owned()));
        }
        for sql in &MIGRATIONS[taken..] {
            sqlx::raw_sql(*sql).execute(&mut *step).await?;
        }
        // A pragma takes no parameters; there is one step so far.
        if taken < MIGRATIONS.len() {
            sqlx::raw_sql("PRAGMA user_version = 1").execute(&mut *step).await?;
        }
        step.commit().await
    }

    /// A transaction that holds the right to write from its beginning, so that it never fails halfway for want of it.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        self.pool.begin_with("BEGIN IMMEDIATE").await
    }

    /// Waits until everything is written, and lets go of the file.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    pub(crate) async fn is_well(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Keeps a new game with the entries it was played on by itself.
    pub(crate) async fn create(
        &self,
        kept: &Kept,
        begun_by: &str,
        entries: &[Entry<Answer>],
        outcome: Option<&str>,
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, header, setting, salt, begun_by, created, updated, outcome)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&kept.id)
        .bind(json(&kept.header)?)
        .bind(json(&kept.setting)?)
        .bind(&kept.salt)
        .bind(begun_by)
        .bind(now)
        .bind(now)
        .bind(outcome)
        .execute(&mut *step)
        .await?;
        insert(&mut step, &kept.id, 0, entries).await?;
        step.commit().await
    }

    pub(crate) async fn game(&self, id: &str) -> Result<Option<Kept>, sqlx::Error> {
        let row = sqlx::query("SELECT id, header, setting, salt FROM games WHERE id = ?").bind(id);
        row.fetch_optional(&self.pool).await?.as_ref().map(kept).transpose()
    }

    /// The game that a request has begun.
    pub(crate) async fn begun_by(&self, request: &str) -> Result<Option<Kept>, sqlx::Error> {
        let row = sqlx::query("SELECT id, header, setting, salt FROM games WHERE begun_by = ?").bind(request);
        row.fetch_optional(&self.pool).await?.as_ref().map(kept).transpose()
    }

    pub(crate) async fn entries(&self, id: &str) -> Result<Vec<Entry<Answer>>, sqlx::Error> {
        let rows = sqlx::query("SELECT n, entry FROM entries WHERE game = ? ORDER BY n").bind(id);
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter()
            .enumerate()
            .map(|(i, row)| {
                let n: i64 = row.try_get("n")?;
                if usize::try_from(n) != Ok(i + 1) {
                    return Err(sqlx::Error::Protocol(format!("game {id} lacks entry {}", i + 1)));
                }
                parse(row.try_get("entry")?)
            })
            .collect()
    }

    pub(crate) async fn knows(&self, id: &str, request: &str) -> Result<bool, sqlx::Error> {
        let row = sqlx::query("SELECT 1 FROM requests WHERE game = ? AND request = ?").bind(id).bind(request);
        Ok(row.fetch_optional(&self.pool).await?.is_some())
    }

    /// Keeps the entries that follow the first `before`, all or none. `request` is what they answer, if anything.
    pub(crate) async fn append(
        &self,
        id: &str,
        before: usize,
        entries: &[Entry<Answer>],
        request: Option<&str>,
        outcome: Option<&str>,
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        expect_length(&mut step, id, before).await?;
        insert(&mut step, id, before, entries).await?;
        note(&mut step, id, request, before + entries.len(), outcome, now).await?;
        step.commit().await
    }

    /// Takes back everything after the first `kept` entries.
    pub(crate) async fn take_back(
        &self,
        id: &str,
        before: usize,
        kept: usize,
        request: &str,
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        expect_length(&mut step, id, before).await?;
        sqlx::query("DELETE FROM entries WHERE game = ? AND n > ?")
            .bind(id)
            .bind(as_i64(kept))
            .execute(&mut *step)
            .await?;
        note(&mut step, id, Some(request), kept, None, now).await?;
        step.commit().await
    }
}

/// Another process on the same file would be noticed here, before anything is confirmed.
async fn expect_length(
    step: &mut Transaction<'_, Sqlite>,
    id: &str,
    expected: usize,
) -> Result<(), sqlx::Error> {
    let count: i64 = sqlx::query_scalar("SELECT coalesce(max(n), 0) FROM entries WHERE game = ?")
        .bind(id)
        .fetch_one(&mut **step)
        .await?;
    if count == as_i64(expected) {
        return Ok(());
    }
    Err(sqlx::Error::Protocol(format!("game {id} has {count} entries where {expected} were known")))
}

async fn insert(
    step: &mut Transaction<'_, Sqlite>,
    id: &str,
    before: usize,
    entries: &[Entry<Answer>],
) -> Result<(), sqlx::Error> {
    for (i, entry) in entries.iter().enumerate() {
        sqlx::query("INSERT INTO entries (game, n, entry) VALUES (?, ?, ?)")
            .bind(id)
            .bind(as_i64(before + i + 1))
            .bind(json(entry)?)
            .execute(&mut **step)
            .await?;
    }
    Ok(())
}

async fn note(
    step: &mut Transaction<'_, Sqlite>,
    id: &str,
    request: Option<&str>,
    version: usize,
    outcome: Option<&str>,
    now: i64,
) -> Result<(), sqlx::Error> {
    if let Some(request) = request {
        sqlx::query("INSERT INTO requests (game, request, version) VALUES (?, ?, ?)")
            .bind(id)
            .bind(request)
            .bind(as_i64(version))
            .execute(&mut **step)
            .await?;
    }
    sqlx::query("UPDATE games SET updated = ?, outcome = ? WHERE id = ?")
        .bind(now)
        .bind(outcome)
        .bind(id)
        .execute(&mut **step)
        .await?;
    Ok(())
}

fn kept(row: &sqlx::sqlite::SqliteRow) -> Result<Kept, sqlx::Error> {
    Ok(Kept {
        id: row.try_get("id")?,
        header: parse(row.try_get("header")?)?,
        setting: parse(row.try_get("setting")?)?,
        salt: row.try_get("salt")?,
    })
}

fn json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn as_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
