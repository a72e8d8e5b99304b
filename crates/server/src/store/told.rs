//! What each seat was told of a game when it was last looked at in peace: to be read as it was when a later version of
//! the program cannot play the game again.

use super::rules::{pack, unpack};
use super::{Failed, Held, Store, as_i64, sums};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::Row as _;
use std::collections::BTreeMap;

/// What one seat was told, in the very words of the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Page {
    pub view: Box<RawValue>,
    pub log: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

/// The word under which the position stands among the seats. Nobody is shown it: it has everybody's secrets.
const POSITION: &str = "position";

/// What is kept of a game as it stands.
#[derive(Clone, Debug)]
pub struct Told {
    pub pages: Vec<(&'static str, Page)>,
    /// The text of its state after the last finished step.
    pub position: String,
}

/// The same, as it is read again.
#[derive(Clone, Debug, Default)]
pub struct ReadAgain {
    /// How many entries the game had then.
    pub after: usize,
    pub pages: BTreeMap<String, Page>,
    /// Versions up to 0.1.0 have kept none.
    pub position: Option<String>,
}

/// A row of it as it lies in the store.
#[derive(Clone, Debug)]
pub struct ToldRow {
    seat: &'static str,
    sum: String,
    packed: Vec<u8>,
}

impl Told {
    /// Packs it for the row a game has now. It takes a while: not for a thread on which others wait.
    pub fn rows(&self, held: &Held) -> Result<Vec<ToldRow>, Failed> {
        let mut texts = vec![(POSITION, self.position.clone())];
        for (seat, page) in &self.pages {
            texts.push((*seat, serde_json::to_string(page)?));
        }
        let row = |(seat, text): (&'static str, String)| {
            let sum = sums::of(&[&held.id, seat, &held.n.to_string(), &text]);
            Ok(ToldRow { seat, sum, packed: pack(text.as_bytes())? })
        };
        texts.into_iter().map(row).collect()
    }
}

impl Store {
    /// Keeps what each seat is told of a game as it stands, and the position it could go on from.
    pub async fn tell(&self, held: &Held, rows: Vec<ToldRow>) -> Result<(), Failed> {
        let (id, n) = (held.id.clone(), as_i64(held.n));
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM told WHERE game = $1")
                        .bind(&id)
                        .execute(&mut *connection)
                        .await?;
                    for ToldRow { seat, sum, packed } in rows {
                        sqlx::query(
                            "INSERT INTO told (game, seat, n, told, sum) VALUES ($1, $2, $3, $4, $5)",
                        )
                        .bind(&id)
                        .bind(seat)
                        .bind(n)
                        .bind(packed)
                        .bind(sum)
                        .execute(&mut *connection)
                        .await?;
                    }
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
        let rows = sqlx::query("SELECT seat, n, told, sum FROM told WHERE game = $1 ORDER BY seat").bind(id);
        let mut found = ReadAgain::default();
        for row in rows.fetch_all(&self.pool).await? {
            let (seat, n): (String, i64) = (row.try_get("seat")?, row.try_get("n")?);
            let text = String::from_utf8(unpack(&row.try_get::<Vec<u8>, _>("told")?)?)
                .map_err(|error| Failed::Damaged(error.to_string()))?;
            if sums::of(&[id, &seat, &n.to_string(), &text]) != row.try_get::<String, _>("sum")? {
                return Err(Failed::Damaged(format!("what was told to {seat} does not fit its sum")));
            }
            found.after = usize::try_from(n).unwrap_or(0);
            if seat == POSITION {
                found.position = Some(text);
            } else {
                found.pages.insert(seat, super::parse(&text)?);
            }
        }
        Ok(found)
    }

    /// Games that have moved since what was told of them was kept, and are quiet since.
    pub async fn untold(&self, quiet_since: i64, most: i64) -> Result<Vec<String>, Failed> {
        let rows = sqlx::query_scalar(
            "SELECT id FROM games WHERE told < n AND updated < $1 ORDER BY updated LIMIT $2",
        );
        Ok(rows.bind(quiet_since).bind(most).fetch_all(&self.pool).await?)
    }

    /// Nothing can be told of a game as it stands.
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
