//! Games on disk: what they were begun with, and the list of what came from outside since.
//!
//! The same tables and the same SQL in a file of SQLite and in a Postgres; what differs has a file for each.
//! Everything read is checked against its sum; everything written goes through one [`Writer`].

pub(crate) mod backup;
pub(crate) mod book;
mod check;
pub(crate) mod cleanup;
pub(crate) mod db;
mod deduplicated;
mod expiry;
mod failed;
mod file;
pub(crate) mod going_on;
pub(crate) mod health;
mod layout;
pub(crate) mod lock;
mod permissions;
mod postgres;
mod rules;
mod seats;
mod sqlite;
mod sums;
mod told;
mod writer;

use crate::seats::secret::{self, TokenHashes};
use crate::store::db::Db;
use crate::store::going_on::GoingOn;
use crate::wrong::Error;
use engine::Both;
use engine::record::Header;
pub use failed::Failed;
use file::Identity;
use seat::Player;
use seat::{Begun, Raw, Staffed};
use seats::Cards;
use serde::{Deserialize, Serialize};
use sqlite::Missing;
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Executor as _, Row as _};
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
pub use sums::Held;
pub use told::{LARGEST as LARGEST_TOLD, ReadAgain, ToldRow};
use writer::{Database, Writer};

/// How long a connection to the database is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);
/// How many entries are written with one statement.
const ENTRIES_AT_ONCE: usize = 100;
/// How many of the last requests that changed it a game remembers.
const REQUESTS_REMEMBERED: i64 = 1000;
/// Bytes that [`Store::pulse`] writes to see whether there is room for a move: half of them was the largest entry seen
/// (a captain's answer).
const BALLAST: usize = 64 << 10;
/// The seconds between two noted looks at a game, at least.
pub(crate) const LOOKS_NOTED: u64 = 3600;

/// What a game was set up with, beside its record's header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Setting {
    pub players: Both<Player>,
    pub own_dice: bool,
    pub tokens: TokenHashes,
    /// The hash of the record that the game was brought as: it is not played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded: Option<String>,
    /// For a battle that this program cannot play any further: where it goes on, and where it came from.
    #[serde(default, skip_serializing_if = "GoingOn::is_empty")]
    pub going_on: GoingOn,
    /// What each seat has given out of hand.
    #[serde(default, skip_serializing_if = "none_is_led")]
    pub staff: Both<Staffed>,
}

fn none_is_led(staff: &Both<Staffed>) -> bool {
    staff.french.is_empty() && staff.allied.is_empty()
}

/// A game as it lies in the store, without its entries.
#[derive(Clone, Debug)]
pub struct Kept {
    pub id: String,
    pub header: Header,
    pub setting: Setting,
    pub salt: String,
}

impl Kept {
    /// What the game itself is told of how it was begun.
    pub(crate) fn begun(&self) -> Begun {
        let Setting { players, own_dice, uploaded, going_on, staff, tokens: _ } = self.setting.clone();
        Begun {
            id: self.id.clone(),
            header: self.header.clone(),
            players,
            own_dice,
            uploaded: uploaded.is_some(),
            gone_on_from: going_on.from.clone(),
            staff,
            seating: self.seating(),
            going_on: going_on.agreed(),
            salt: self.salt.clone(),
        }
    }
}

/// A request that changed a game: its seat, its id, and the hash of what it asked for.
#[derive(Clone, Debug)]
pub struct Request {
    pub seat: &'static str,
    pub id: String,
    pub body: String,
}

/// Where a change has led: the winner's word if it ended the battle, the hash of the state, and what the seats have given
/// out of hand, where that is known.
#[derive(Clone, Debug)]
pub struct Reached {
    pub outcome: Option<&'static str>,
    pub state: Option<String>,
    pub staff: Option<Both<Staffed>>,
}

/// A game's setting as JSON, with what its seats have given out of hand now.
fn staffed(setting: &str, staff: Option<Both<Staffed>>) -> Result<String, Failed> {
    let Some(staff) = staff else { return Ok(setting.to_owned()) };
    let was: Setting = parse(setting)?;
    if was.staff == staff { Ok(setting.to_owned()) } else { json(&Setting { staff, ..was }) }
}

pub struct Store {
    base: Base,
    pool: AnyPool,
    writer: Writer,
    /// Kept open as long as the server runs: when the last connection closes, SQLite deletes the log beside the file,
    /// and a new log would look like a file put in the old one's place.
    first: Mutex<Option<AnyConnection>>,
}

#[derive(Clone, Copy)]
enum Base {
    Sqlite,
    Postgres,
}

impl Base {
    fn begin(self) -> &'static str {
        match self {
            Base::Sqlite => sqlite::BEGIN,
            Base::Postgres => postgres::BEGIN,
        }
    }

    fn settings(self) -> &'static str {
        match self {
            Base::Sqlite => sqlite::SETTINGS,
            Base::Postgres => postgres::SETTINGS,
        }
    }
}

impl Store {
    /// Opens the database and brings its tables up to date.
    pub(crate) async fn open(db: &Db) -> Result<Store, Error> {
        sqlx::any::install_default_drivers();
        if let Db::File(path) = db {
            permissions::make(path);
        }
        let opened = async {
            let (base, made, url) = match db {
                Db::File(path) => {
                    (Base::Sqlite, sqlite::url(path, Missing::Make), sqlite::url(path, Missing::Fail))
                }
                Db::Postgres(url) => (Base::Postgres, url.in_full().to_owned(), url.in_full().to_owned()),
            };
            // First a connection by itself: a pool would try again and again, and not say what is wrong.
            let first = async {
                let mut first = AnyConnection::connect(&made).await?;
                first.execute(base.settings()).await?;
                Ok::<AnyConnection, Failed>(first)
            };
            let waited = tokio::time::timeout(PATIENCE, first).await;
            let mut first = waited.map_err(|_| Failed::from(sqlx::Error::PoolTimedOut))??;
            // Without a time limit: a large database of an older version takes long to be given its sums.
            migrate(base, &mut first).await?;
            let identity = match db {
                Db::File(path) => Identity::of(path)?,
                Db::Postgres(_) => Identity::default(),
            };
            let store =
                Store { first: Mutex::new(Some(first)), ..connect(Database { base, url, identity }).await? };
            store.keep_rules().await?;
            Ok::<Store, Failed>(store)
        };
        opened.await.map_err(|failed| db.fault(&failed))
    }

    /// Waits until everything is written, and closes the database.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(first) = first {
            let _ = first.close().await;
        }
    }

    /// Runs a statement on the writer's own connection. For tests: they do to a database what else only time and disks
    /// do.
    ///
    /// # Errors
    /// What the database says of it.
    pub async fn on_writer(&self, sql: &'static str) -> Result<(), Failed> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(sql).execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Writes something, reads it back, and says what is wrong if that fails. It is as large as the largest move and
    /// never twice the same, since a full disk may still have room for a line but not for a move.
    pub async fn pulse(&self, now: i64) -> Result<(), Failed> {
        let ballast = secret::random::<BALLAST>().map_err(|wrong| Failed::Other(format!("{wrong:?}")))?;
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE pulse SET at = $1, ballast = $2")
                        .bind(now)
                        .bind(ballast.to_vec())
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await?;
        if self.last_pulse().await? >= now {
            Ok(())
        } else {
            Err(Failed::Other("what was written is not there".to_owned()))
        }
    }

    /// When something was last written by [`pulse`](Store::pulse).
    pub async fn last_pulse(&self) -> Result<i64, Failed> {
        Ok(sqlx::query_scalar("SELECT at FROM pulse").fetch_one(&self.pool).await?)
    }

    /// Keeps a new game with the entries it has at its beginning.
    pub async fn create(
        &self,
        kept: &Kept,
        begun_by: &str,
        entries: &[Raw],
        reached: Reached,
        now: i64,
    ) -> Result<Held, Failed> {
        let (header, setting) = (json(&kept.header)?, json(&kept.setting)?);
        let setting = staffed(&setting, reached.staff)?;
        let mut held = Held {
            id: kept.id.clone(),
            begun: sums::begun(&kept.id, &header, &kept.salt, begun_by),
            setting,
            outcome: reached.outcome.map(str::to_owned),
            n: 0,
            tail: sums::first(&kept.id),
            state: reached.state,
            book: rules::at_hand(&kept.header.game),
        };
        let lines = Lines::after(&held, entries)?;
        lines.end(&mut held);
        let cards = Cards::of(kept);
        let (salt, begun_by, after) = (kept.salt.clone(), begun_by.to_owned(), held.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO games (id, header, setting, salt, begun_by, created, updated, outcome, n, tail, \
                         state, book, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                    )
                    .bind(&held.id)
                    .bind(header)
                    .bind(&held.setting)
                    .bind(salt)
                    .bind(begun_by)
                    .bind(now)
                    .bind(now)
                    .bind(&held.outcome)
                    .bind(as_i64(held.n))
                    .bind(&held.tail)
                    .bind(&held.state)
                    .bind(&held.book)
                    .bind(held.sum())
                    .execute(&mut *connection)
                    .await?;
                    cards.insert(connection, &held.id).await?;
                    lines.insert(connection, &held.id).await
                })
            })
            .await?;
        Ok(after)
    }

    pub async fn game(&self, id: &str) -> Result<Option<(Kept, Held)>, Failed> {
        let sql = format!("{GAME} WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(kept).transpose()
    }

    /// The game that a request began.
    pub(crate) async fn begun_by(&self, request: &str) -> Result<Option<Kept>, Failed> {
        let sql = format!("{GAME} WHERE begun_by = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(request).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(kept).transpose()?.map(|(kept, _)| kept))
    }

    /// The entries of a game: as many as its row says, each fitting its sum.
    pub async fn entries(&self, held: &Held) -> Result<Vec<Raw>, Failed> {
        entries_of(&mut *self.pool.acquire().await?, held).await
    }

    /// The hash of what a seat's request of this id asked for, if it was applied; empty where an older version did not
    /// note it.
    pub async fn known(&self, game: &str, seat: &str, request: &str) -> Result<Option<String>, Failed> {
        let row = sqlx::query_scalar(
            "SELECT body FROM requests WHERE game = $1 AND request = $2 AND (seat = $3 OR seat = '')",
        );
        Ok(row.bind(game).bind(request).bind(seat).fetch_optional(&self.pool).await?)
    }

    /// Appends entries, all or none. `request` is the request they answer, if any.
    pub async fn append(
        &self,
        held: &Held,
        entries: &[Raw],
        request: Option<Request>,
        reached: Reached,
        now: i64,
    ) -> Result<Held, Failed> {
        let lines = Lines::after(held, entries)?;
        let mut after = held.clone();
        lines.end(&mut after);
        after.outcome = reached.outcome.map(str::to_owned);
        after.state = reached.state;
        after.setting = staffed(&held.setting, reached.staff)?;
        let (before, now_held) = (held.clone(), after.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    hold(connection, &before, &now_held, request.is_some(), now).await?;
                    lines.insert(connection, &now_held.id).await?;
                    note(connection, &now_held.id, request).await
                })
            })
            .await?;
        Ok(after)
    }

    /// Takes back everything after the first `kept` entries.
    pub async fn take_back(
        &self,
        held: &Held,
        kept: usize,
        request: Request,
        reached: Reached,
        now: i64,
    ) -> Result<Held, Failed> {
        let tail = if kept == 0 {
            sums::first(&held.id)
        } else {
            sqlx::query_scalar("SELECT sum FROM entries WHERE game = $1 AND n = $2")
                .bind(&held.id)
                .bind(as_i64(kept))
                .fetch_one(&self.pool)
                .await?
        };
        let after = Held {
            n: kept,
            tail,
            outcome: reached.outcome.map(str::to_owned),
            state: reached.state,
            setting: staffed(&held.setting, reached.staff)?,
            ..held.clone()
        };
        let (before, now_held) = (held.clone(), after.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    hold(connection, &before, &now_held, true, now).await?;
                    for taken_back in [
                        "DELETE FROM entries WHERE game = $1 AND n > $2",
                        // What was told of entries that were taken back is not true.
                        "DELETE FROM told WHERE game = $1 AND n > $2",
                    ] {
                        sqlx::query(taken_back)
                            .bind(&now_held.id)
                            .bind(as_i64(kept))
                            .execute(&mut *connection)
                            .await?;
                    }
                    note(connection, &now_held.id, Some(request)).await
                })
            })
            .await?;
        Ok(after)
    }

    /// Notes that the game was looked at, at most once in [`LOOKS_NOTED`] seconds.
    pub(crate) async fn note_look(&self, id: &str, now: i64) -> Result<(), Failed> {
        let id = id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET opened = $1 WHERE id = $2 AND opened < $3")
                        .bind(now)
                        .bind(id)
                        .bind(now - i64::try_from(LOOKS_NOTED).unwrap_or(0))
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}

/// What is read of a game's row, and what its sum is made of.
const GAME: &str =
    "SELECT id, header, setting, salt, begun_by, outcome, n, tail, state, book, sum FROM games";

async fn migrate(base: Base, connection: &mut AnyConnection) -> Result<(), Failed> {
    connection.execute(base.begin()).await?;
    let taken = match base {
        Base::Sqlite => sqlite::taken(connection).await?,
        Base::Postgres => postgres::taken(connection).await?,
    };
    let taken = usize::try_from(taken).unwrap_or(0);
    let Some(missing) = layout::STEPS.get(taken..) else {
        return Err(Failed::Other("it was written by a newer grognard".to_owned()));
    };
    for (i, step) in missing.iter().enumerate() {
        let sql = match base {
            Base::Sqlite => (*step).to_owned(),
            Base::Postgres => postgres::spelt(step),
        };
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *connection).await?;
        layout::after(taken + i, connection, &|game| rules::at_hand(game)).await?;
    }
    if !missing.is_empty() {
        let taken = as_i64(layout::STEPS.len());
        match base {
            Base::Sqlite => sqlite::take(connection, taken).await?,
            Base::Postgres => postgres::take(connection, taken).await?,
        }
    }
    // Something is written each time, so that a database that cannot be written to is noticed at the start.
    sqlx::query("UPDATE pulse SET at = at + 1").execute(&mut *connection).await?;
    connection.execute(AssertSqlSafe("COMMIT".to_owned())).await?;
    Ok(())
}

async fn connect(database: Database) -> Result<Store, Failed> {
    let most = match database.base {
        Base::Sqlite => 4,
        Base::Postgres => 8,
    };
    let (settings, identity) = (database.base.settings(), database.identity.clone());
    let pool = AnyPoolOptions::new()
        .min_connections(1)
        .max_connections(most)
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(settings).await.map(|_| ()) })
        })
        // A connection to a file that was deleted or replaced would show games that are gone.
        .before_acquire(move |_, _| {
            let same = identity.check().is_ok();
            Box::pin(async move { Ok(same) })
        })
        .connect(&database.url)
        .await?;
    Ok(Store { base: database.base, pool, writer: Writer::start(database), first: Mutex::default() })
}

/// Writes down where a game stands now, if its row still says what was known of it. If another server has the same
/// games, that is noticed here, before anything is confirmed.
async fn hold(
    connection: &mut AnyConnection,
    before: &Held,
    after: &Held,
    by_a_person: bool,
    now: i64,
) -> Result<(), Failed> {
    let done = sqlx::query(
        "UPDATE games SET updated = $1, outcome = $2, n = $3, tail = $4, state = $5, sum = $6, moved = moved + $7, \
         setting = $8, told = -1 WHERE id = $9 AND n = $10 AND tail = $11 AND sum = $12",
    )
    .bind(now)
    .bind(&after.outcome)
    .bind(as_i64(after.n))
    .bind(&after.tail)
    .bind(&after.state)
    .bind(after.sum())
    .bind(i64::from(by_a_person))
    .bind(&after.setting)
    .bind(&before.id)
    .bind(as_i64(before.n))
    .bind(&before.tail)
    .bind(before.sum())
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(());
    }
    Err(Failed::Overtaken(format!("game {} is not at entry {} any more", before.id, before.n)))
}

/// Entries as they are stored.
struct Lines {
    before: usize,
    texts: Vec<String>,
    sums: Vec<String>,
}

impl Lines {
    fn after(held: &Held, entries: &[Raw]) -> Result<Lines, Failed> {
        let texts = entries.iter().map(json).collect::<Result<Vec<String>, Failed>>()?;
        let sums = held.sums_of(&texts);
        Ok(Lines { before: held.n, texts, sums })
    }

    /// Moves `held` to the last of them.
    fn end(&self, held: &mut Held) {
        held.n = self.before + self.texts.len();
        if let Some(last) = self.sums.last() {
            held.tail.clone_from(last);
        }
    }

    async fn insert(self, connection: &mut AnyConnection, id: &str) -> Result<(), Failed> {
        let mut n = self.before;
        let mut lines = self.texts.into_iter().zip(self.sums).peekable();
        while lines.peek().is_some() {
            let some: Vec<(String, String)> = lines.by_ref().take(ENTRIES_AT_ONCE).collect();
            let mut sql = "INSERT INTO entries (game, n, entry, sum) VALUES ".to_owned();
            for i in 0..some.len() {
                let comma = if i == 0 { "" } else { ", " };
                let _ = write!(sql, "{comma}($1, ${}, ${}, ${})", 3 * i + 2, 3 * i + 3, 3 * i + 4);
            }
            let mut row = sqlx::query(AssertSqlSafe(sql)).bind(id.to_owned());
            for (entry, sum) in some {
                n += 1;
                row = row.bind(as_i64(n)).bind(entry).bind(sum);
            }
            row.execute(&mut *connection).await?;
        }
        Ok(())
    }
}

/// Writes down which request a change answered; fails if that request is there already.
async fn note(connection: &mut AnyConnection, game: &str, request: Option<Request>) -> Result<(), Failed> {
    let Some(Request { seat, id, body }) = request else { return Ok(()) };
    sqlx::query(
        "INSERT INTO requests (game, seat, request, body, at) \
         VALUES ($1, $2, $3, $4, (SELECT moved FROM games WHERE id = $1))",
    )
    .bind(game.to_owned())
    .bind(seat)
    .bind(id)
    .bind(body)
    .execute(&mut *connection)
    .await?;
    // Requests so old are not sent again; they are deleted at every hundredth move.
    sqlx::query(
        "DELETE FROM requests WHERE game = $1 AND at <= (SELECT moved FROM games WHERE id = $1) - $2 \
         AND (SELECT moved FROM games WHERE id = $1) % 100 = 0",
    )
    .bind(game.to_owned())
    .bind(REQUESTS_REMEMBERED)
    .execute(connection)
    .await?;
    Ok(())
}

async fn entries_of(connection: &mut AnyConnection, held: &Held) -> Result<Vec<Raw>, Failed> {
    let rows = sqlx::query("SELECT n, entry, sum FROM entries WHERE game = $1 ORDER BY n").bind(&held.id);
    let rows = rows.fetch_all(connection).await?;
    let mut found: Vec<(i64, &str, &str)> = Vec::with_capacity(rows.len());
    for row in &rows {
        found.push((row.try_get("n")?, row.try_get("entry")?, row.try_get("sum")?));
    }
    let (n, tail) = sums::follow(&held.id, found.iter().copied())?;
    if (n, tail.as_str()) != (held.n, held.tail.as_str()) {
        return Err(Failed::Damaged(format!("{n} entries are there and {} were written", held.n)));
    }
    let entry = |(i, (_, entry, _)): (usize, &(i64, &str, &str))| {
        serde_json::from_str(entry)
            .map_err(|error| Failed::Damaged(format!("entry {} cannot be read: {error}", i + 1)))
    };
    found.iter().enumerate().map(entry).collect()
}

/// A game's row, if it fits its sum.
fn kept(row: &AnyRow) -> Result<(Kept, Held), Failed> {
    let text = |name: &str| row.try_get::<String, _>(name);
    let (id, header, salt) = (text("id")?, text("header")?, text("salt")?);
    let held = Held {
        begun: sums::begun(&id, &header, &salt, &text("begun_by")?),
        setting: text("setting")?,
        outcome: row.try_get("outcome")?,
        n: usize::try_from(row.try_get::<i64, _>("n")?).unwrap_or(usize::MAX),
        tail: text("tail")?,
        state: row.try_get("state")?,
        book: text("book")?,
        id: id.clone(),
    };
    if held.sum() != text("sum")? {
        return Err(Failed::Damaged("its first row does not fit its sum".to_owned()));
    }
    let kept = Kept { id, header: parse(&header)?, setting: parse(&held.setting)?, salt };
    Ok((kept, held))
}

fn json(value: &impl Serialize) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|error| Failed::Other(error.to_string()))
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Failed> {
    Ok(serde_json::from_str(text)?)
}

fn as_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
