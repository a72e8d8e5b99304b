//! What each seat was told of a game when it was last quiet: to be shown unchanged when a later version of the program
//! cannot play the game.
//!
//! Seats are told much of the same: it is kept once (`store::deduplicated`), and packed as a whole.

use super::deduplicated::Deduplicated;
use super::rules::{pack_small, unpack};
use super::{Failed, Held, Store, as_i64, sums};
use seat::{Page, Told};
use serde_json::{Map, Value};
use sqlx::{AnyConnection, Row as _};
use std::collections::BTreeMap;

/// The key under which the position is stored among the seats' pages. Never shown: it has both sides' secrets.
const POSITION: &str = "position";

/// The key under which all of it is stored. Versions up to 0.1.0 kept each seat's by itself.
const ALL: &str = "all";

/// In bytes, before it is packed. Nothing larger is kept, since nothing larger could be read again.
pub const LARGEST: usize = 64 << 20;

/// What was told, as read back.
#[derive(Clone, Debug, Default)]
pub struct ReadAgain {
    /// How many entries the game had then.
    pub after: usize,
    pub pages: BTreeMap<String, Page>,
    /// Versions up to 0.1.0 have kept none.
    pub position: Option<String>,
}

/// What is kept of a game as it lies in the store.
#[derive(Clone, Debug)]
pub struct ToldRow {
    sum: String,
    packed: Vec<u8>,
}

impl ToldRow {
    /// In bytes.
    pub fn size(&self) -> usize {
        self.packed.len()
    }

    /// Packs what was told for the row a game has now. It takes long: not for an async thread.
    ///
    /// # Errors
    /// There is too much of it.
    pub fn of(told: &Told, held: &Held) -> Result<ToldRow, Failed> {
        ToldRow::of_at_most(told, held, LARGEST)
    }

    /// As [`of`](Self::of), with another limit.
    ///
    /// # Errors
    /// There is too much of it.
    pub fn of_at_most(told: &Told, held: &Held, largest: usize) -> Result<ToldRow, Failed> {
        let mut all = Map::new();
        for (seat, page) in &told.pages {
            all.insert((*seat).to_owned(), serde_json::to_value(page)?);
        }
        all.insert(POSITION.to_owned(), Value::String(told.position.clone()));
        let text = serde_json::to_string(&Deduplicated::of(&Value::Object(all)))?;
        if text.len() > largest {
            let size = text.len();
            return Err(Failed::TooLarge(format!(
                "what was told is {size} bytes, more than {largest} bytes"
            )));
        }
        let sum = sums::of(&[&held.id, ALL, &held.n.to_string(), &text]);
        Ok(ToldRow { sum, packed: pack_small(text.as_bytes())? })
    }
}

impl Store {
    /// Keeps what each seat is told of a game as it stands, and the position it could go on from.
    pub async fn tell(&self, held: &Held, row: ToldRow) -> Result<(), Failed> {
        let (id, n) = (held.id.clone(), as_i64(held.n));
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM told WHERE game = $1")
                        .bind(&id)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query("INSERT INTO told (game, seat, n, told, sum) VALUES ($1, $2, $3, $4, $5)")
                        .bind(&id)
                        .bind(ALL)
                        .bind(n)
                        .bind(row.packed)
                        .bind(row.sum)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query("UPDATE games SET told = $1 WHERE id = $2")
                        .bind(n)
                        .bind(&id)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// What the seats were told, and after how many entries.
    pub async fn told(&self, id: &str) -> Result<ReadAgain, Failed> {
        told_of(&mut *self.pool.acquire().await?, id).await
    }

    /// Games that have moved since what was told of them was kept, but not since `quiet_since`.
    pub async fn untold(&self, quiet_since: i64, most: i64) -> Result<Vec<String>, Failed> {
        let rows = sqlx::query_scalar(
            "SELECT id FROM games WHERE told < n AND updated < $1 ORDER BY updated LIMIT $2",
        );
        Ok(rows.bind(quiet_since).bind(most).fetch_all(&self.pool).await?)
    }

    /// Notes that there is nothing to be told of a game as it stands, so that it is not tried again.
    pub(crate) async fn leave_untold(&self, id: &str) -> Result<(), Failed> {
        let id = id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET told = n WHERE id = $1")
                        .bind(id)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}

pub(super) async fn told_of(connection: &mut AnyConnection, id: &str) -> Result<ReadAgain, Failed> {
    let rows = sqlx::query("SELECT seat, n, told, sum FROM told WHERE game = $1 ORDER BY seat").bind(id);
    let mut found = ReadAgain::default();
    for row in rows.fetch_all(connection).await? {
        let (seat, n): (String, i64) = (row.try_get("seat")?, row.try_get("n")?);
        let text = String::from_utf8(unpack(&row.try_get::<Vec<u8>, _>("told")?, LARGEST)?)
            .map_err(|error| Failed::Damaged(error.to_string()))?;
        if sums::of(&[id, &seat, &n.to_string(), &text]) != row.try_get::<String, _>("sum")? {
            let whose = if seat == ALL { "the seats" } else { &seat };
            return Err(Failed::Damaged(format!("what was told to {whose} does not fit its sum")));
        }
        found.after = usize::try_from(n).unwrap_or(0);
        match &*seat {
            ALL => {
                let Value::Object(all) = super::parse::<Deduplicated>(&text)?.whole()? else { continue };
                for (seat, told) in all {
                    match told {
                        Value::String(position) => found.position = Some(position),
                        page => drop(found.pages.insert(seat, super::parse(&page.to_string())?)),
                    }
                }
            }
            POSITION => found.position = Some(text),
            _ => drop(found.pages.insert(seat, super::parse(&text)?)),
        }
    }
    Ok(found)
}
