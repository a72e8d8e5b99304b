//! Which games are deleted after a time, and how much the database holds.

use super::layout::OF_A_GAME;
use super::{Base, Failed, Store};
use crate::limits::settings::Keep;
use sqlx::{AssertSqlSafe, Row as _};
use std::time::Duration;

/// How many are deleted in one lot: moves must be written too.
const AT_ONCE: i64 = 100;

/// A record that was brought has its hash in its setting.
const UPLOADED: &str = "setting LIKE '%\"uploaded\":\"%'";
/// No move was ever confirmed: the count says so, and the list of requests.
const NEVER_MOVED: &str = "moved = 0 AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.game = games.id)";
const LAST_OPENED: &str = "CASE WHEN opened > created THEN opened ELSE created END";

impl Store {
    /// Deletes some of the games whose time has passed, and says which; as long as there were any, there may be more.
    pub(crate) async fn expire(&self, keep: &Keep, now: i64) -> Result<Vec<String>, Failed> {
        let mut gone = Vec::new();
        for (which, since, after) in kept_no_longer(keep) {
            let before = now.saturating_sub(i64::try_from(after.as_secs()).unwrap_or(i64::MAX));
            let which = format!("{which} AND {since} <= $1");
            let sql = format!("SELECT id FROM games WHERE {which} LIMIT {AT_ONCE}");
            let rows = sqlx::query(AssertSqlSafe(sql)).bind(before).fetch_all(&self.pool).await?;
            for row in &rows {
                let id: String = row.try_get("id")?;
                if self.delete(&id, &which, before).await? {
                    gone.push(id);
                }
            }
        }
        Ok(gone)
    }

    /// Deletes a game with all its rows, if its time has still passed.
    async fn delete(&self, id: &str, which: &str, before: i64) -> Result<bool, Failed> {
        // From here a change to the game waits, and then finds it gone.
        let held = format!("UPDATE games SET updated = updated WHERE {which} AND id = $2");
        let id = id.to_owned();
        let gone = self.writer.write(move |connection| {
            Box::pin(async move {
                let held =
                    sqlx::query(AssertSqlSafe(held)).bind(before).bind(&id).execute(&mut *connection).await?;
                if held.rows_affected() == 0 {
                    return Err(Failed::Overtaken("it is kept after all".to_owned()));
                }
                for (table, column) in OF_A_GAME {
                    let sql = format!("DELETE FROM {table} WHERE {column} = $1");
                    sqlx::query(AssertSqlSafe(sql)).bind(&id).execute(&mut *connection).await?;
                }
                Ok(())
            })
        });
        match gone.await {
            Ok(()) => Ok(true),
            Err(Failed::Overtaken(_)) => Ok(false),
            Err(failed) => Err(failed),
        }
    }

    /// How many bytes the games take. What was deleted in a file of SQLite is free for new games and does not count; a
    /// Postgres counts it until it is vacuumed.
    pub(crate) async fn bytes(&self) -> Result<u64, Failed> {
        let sql = match self.base {
            Base::Sqlite => {
                "SELECT (page_count - freelist_count) * page_size AS bytes
                 FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            }
            Base::Postgres => {
                "SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS BIGINT) AS bytes FROM pg_class
                 WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)"
            }
        };
        let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&self.pool).await?;
        Ok(u64::try_from(bytes).unwrap_or(0))
    }
}

/// Which games go, from when their time counts, and how long it is.
fn kept_no_longer(keep: &Keep) -> Vec<(String, &'static str, Duration)> {
    let last = "CASE WHEN opened > updated THEN opened ELSE updated END";
    let rules = [
        (format!("{NEVER_MOVED} AND opened = 0"), "created", keep.never_opened),
        (format!("{NEVER_MOVED} AND outcome IS NULL AND NOT ({UPLOADED})"), LAST_OPENED, keep.never_moved),
        (UPLOADED.to_owned(), LAST_OPENED, keep.records),
        ("1 = 1".to_owned(), last, keep.games),
    ];
    rules.into_iter().filter_map(|(which, since, after)| Some((which, since, after?))).collect()
}
