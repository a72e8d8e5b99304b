//! What each seat was told of a game when it was last looked at in peace: to be read as it was when a later version of
//! the program cannot play the game again.

use super::rules::{pack, unpack};
use super::{Failed, Held, Store, as_i64, sums};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::Row as _;

/// What one seat was told, in the very words of the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Page {
    pub(crate) view: Box<RawValue>,
    pub(crate) log: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) report: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<String>,
}

impl Store {
    /// Keeps what each seat is told of a game as it stands.
    pub(crate) async fn tell(&self, held: &Held, pages: Vec<(&'static str, Page)>) -> Result<(), Failed> {
        let mut rows = Vec::with_capacity(pages.len());
        for (seat, page) in pages {
            let text = serde_json::to_string(&page)?;
            rows.push((
                seat,
                sums::of(&[&held.id, seat, &held.n.to_string(), &text]),
                pack(text.as_bytes())?,
            ));
        }
        let (id, n) = (held.id.clone(), as_i64(held.n));
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM told WHERE game = $1")
                        .bind(&id)
                        .execute(&mut *connection)
                        .await?;
                    for (seat, sum, told) in rows {
                        sqlx::query(
                            "INSERT INTO told (game, seat, n, told, sum) VALUES ($1, $2, $3, $4, $5)",
                        )
                        .bind(&id)
                        .bind(seat)
                        .bind(n)
                        .bind(told)
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

    /// What the seats were told, each after so many entries.
    pub(crate) async fn told(&self, id: &str) -> Result<Vec<(String, usize, Page)>, Failed> {
        let rows = sqlx::query("SELECT seat, n, told, sum FROM told WHERE game = $1 ORDER BY seat").bind(id);
        let mut pages = Vec::new();
        for row in rows.fetch_all(&self.pool).await? {
            let (seat, n): (String, i64) = (row.try_get("seat")?, row.try_get("n")?);
            let text = String::from_utf8(unpack(&row.try_get::<Vec<u8>, _>("told")?)?)
                .map_err(|error| Failed::Damaged(error.to_string()))?;
            if sums::of(&[id, &seat, &n.to_string(), &text]) != row.try_get::<String, _>("sum")? {
                return Err(Failed::Damaged(format!("what was told to {seat} does not fit its sum")));
            }
            pages.push((seat, usize::try_from(n).unwrap_or(0), super::parse(&text)?));
        }
        Ok(pages)
    }

    /// Games that have moved since what was told of them was kept, and are quiet since.
    pub(crate) async fn untold(&self, quiet_since: i64, most: i64) -> Result<Vec<String>, Failed> {
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
