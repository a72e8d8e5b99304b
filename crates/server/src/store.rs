//! Games on disk: what they were begun with, and the list of what came from outside since.
//!
//! The same tables and the same SQL in a file of SQLite and in a Postgres; what differs has a file for each.

mod expiry;
mod postgres;
mod private;
mod sqlite;

use crate::db::Db;
use crate::seat::{Player, TokenHashes};
use crate::wrong::Error;
use engine::record::Header;
use engine::{Both, Entry};
use serde::{Deserialize, Serialize};
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Executor as _, Row as _, Transaction,
};
use std::fmt::Write as _;
use std::time::Duration;

/// What came from outside, whatever the game: its answers are JSON here.
pub(crate) type Raw = Entry<serde_json::Value>;

/// How long a database may take to let somebody in.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);
/// So many entries are written with one statement.
const ENTRIES_AT_ONCE: usize = 100;

/// Each step of the layout, in order, in the words of SQLite.
const MIGRATIONS: &[&str] = &[
    "
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
",
    // How often persons have changed a game, and when somebody last opened it: both were so before they were counted.
    "
ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
UPDATE games SET opened = updated, moved = (SELECT count(*) FROM requests WHERE requests.game = games.id);
",
];

/// What a game was set up with, beside its record's header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Setting {
    pub(crate) players: Both<Player>,
    pub(crate) own_dice: bool,
    pub(crate) tokens: TokenHashes,
    /// The game was brought in as a record, whose hash this is: nobody plays on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uploaded: Option<String>,
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
    pool: AnyPool,
    base: Base,
}

#[derive(Clone, Copy)]
enum Base {
    Sqlite,
    Postgres,
}

impl Store {
    /// Opens the place of games and brings its layout up to date.
    pub(crate) async fn open(db: &Db) -> Result<Store, Error> {
        sqlx::any::install_default_drivers();
        let opened = match db {
            Db::File(path) => {
                private::make(path);
                connect(Base::Sqlite, &sqlite::url(path)).await
            }
            Db::Postgres(url) => connect(Base::Postgres, url.in_full()).await,
        };
        let store = opened.map_err(|error| db.fault(&error))?;
        store.migrate().await.map_err(|error| db.fault(&error))?;
        Ok(store)
    }

    async fn migrate(&self) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        let taken = match self.base {
            Base::Sqlite => sqlite::taken(&mut step).await?,
            Base::Postgres => postgres::taken(&mut step).await?,
        };
        let taken = usize::try_from(taken).unwrap_or(0);
        let Some(missing) = MIGRATIONS.get(taken..) else {
            return Err(sqlx::Error::Protocol("it was written by a newer grognard".to_owned()));
        };
        for sql in missing {
            let sql = match self.base {
                Base::Sqlite => (*sql).to_owned(),
                Base::Postgres => postgres::spelt(sql),
            };
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *step).await?;
        }
        if !missing.is_empty() {
            let taken = as_i64(MIGRATIONS.len());
            match self.base {
                Base::Sqlite => sqlite::take(&mut step, taken).await?,
                Base::Postgres => postgres::take(&mut step, taken).await?,
            }
        }
        step.commit().await
    }

    async fn begin(&self) -> Result<Transaction<'static, Any>, sqlx::Error> {
        let begin = match self.base {
            Base::Sqlite => sqlite::BEGIN,
            Base::Postgres => postgres::BEGIN,
        };
        self.pool.begin_with(begin).await
    }

    /// Waits until everything is written, and lets go of it.
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
        entries: &[Raw],
        outcome: Option<&str>,
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, header, setting, salt, begun_by, created, updated, outcome)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
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
        let row = sqlx::query("SELECT id, header, setting, salt FROM games WHERE id = $1").bind(id);
        row.fetch_optional(&self.pool).await?.as_ref().map(kept).transpose()
    }

    /// The game that a request has begun.
    pub(crate) async fn begun_by(&self, request: &str) -> Result<Option<Kept>, sqlx::Error> {
        let row =
            sqlx::query("SELECT id, header, setting, salt FROM games WHERE begun_by = $1").bind(request);
        row.fetch_optional(&self.pool).await?.as_ref().map(kept).transpose()
    }

    pub(crate) async fn entries(&self, id: &str) -> Result<Vec<Raw>, sqlx::Error> {
        let rows = sqlx::query("SELECT n, entry FROM entries WHERE game = $1 ORDER BY n").bind(id);
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
        let row =
            sqlx::query("SELECT 1 FROM requests WHERE game = $1 AND request = $2").bind(id).bind(request);
        Ok(row.fetch_optional(&self.pool).await?.is_some())
    }

    /// Keeps the entries that follow the first `before`, all or none. `request` is what they answer, if anything.
    pub(crate) async fn append(
        &self,
        id: &str,
        before: usize,
        entries: &[Raw],
        request: Option<&str>,
        outcome: Option<&str>,
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        hold(&mut step, id, before, outcome, now).await?;
        insert(&mut step, id, before, entries).await?;
        if let Some(request) = request {
            note(&mut step, id, request, before + entries.len()).await?;
        }
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
        hold(&mut step, id, before, None, now).await?;
        sqlx::query("DELETE FROM entries WHERE game = $1 AND n > $2")
            .bind(id)
            .bind(as_i64(kept))
            .execute(&mut *step)
            .await?;
        note(&mut step, id, request, kept).await?;
        step.commit().await
    }
}

async fn connect(base: Base, url: &str) -> Result<Store, sqlx::Error> {
    let (settings, most) = match base {
        Base::Sqlite => (sqlite::SETTINGS, 4),
        Base::Postgres => (postgres::SETTINGS, 8),
    };
    // Once by itself: a pool would try again and again, and then not say what is wrong.
    let first = async {
        let mut first = AnyConnection::connect(url).await?;
        first.execute(settings).await?;
        first.close().await
    };
    tokio::time::timeout(PATIENCE, first).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    let pool = AnyPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(settings).await.map(|_| ()) })
        })
        .connect(url)
        .await?;
    Ok(Store { pool, base })
}

/// Dates a game, which keeps everybody else from changing it until all is written. Another process at the same games
/// would be noticed here, before anything is confirmed.
async fn hold(
    step: &mut Transaction<'_, Any>,
    id: &str,
    expected: usize,
    outcome: Option<&str>,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE games SET updated = $1, outcome = $2 WHERE id = $3")
        .bind(now)
        .bind(outcome)
        .bind(id)
        .execute(&mut **step)
        .await?;
    let count: i64 = sqlx::query_scalar("SELECT coalesce(max(n), 0) FROM entries WHERE game = $1")
        .bind(id)
        .fetch_one(&mut **step)
        .await?;
    if count == as_i64(expected) {
        return Ok(());
    }
    Err(sqlx::Error::Protocol(format!("game {id} has {count} entries where {expected} were known")))
}

async fn insert(
    step: &mut Transaction<'_, Any>,
    id: &str,
    before: usize,
    entries: &[Raw],
) -> Result<(), sqlx::Error> {
    let mut n = before;
    for entries in entries.chunks(ENTRIES_AT_ONCE) {
        let mut sql = "INSERT INTO entries (game, n, entry) VALUES ".to_owned();
        for i in 0..entries.len() {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(sql, "{comma}($1, ${}, ${})", 2 * i + 2, 2 * i + 3);
        }
        let mut row = sqlx::query(AssertSqlSafe(sql)).bind(id);
        for entry in entries {
            n += 1;
            row = row.bind(as_i64(n)).bind(json(entry)?);
        }
        row.execute(&mut **step).await?;
    }
    Ok(())
}

/// Writes down which request has brought a game to a version. It fails where the request has come before.
async fn note(
    step: &mut Transaction<'_, Any>,
    id: &str,
    request: &str,
    version: usize,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO requests (game, request, version) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(request)
        .bind(as_i64(version))
        .execute(&mut **step)
        .await?;
    sqlx::query("UPDATE games SET moved = moved + 1 WHERE id = $1").bind(id).execute(&mut **step).await?;
    Ok(())
}

fn kept(row: &AnyRow) -> Result<Kept, sqlx::Error> {
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
