//! Games that go after a time, and how much the store holds.

use super::{Base, Store};
use crate::limits::Keep;
use sqlx::{Any, AssertSqlSafe, Row as _, Transaction};
use std::time::Duration;

/// Every table beside `games` that has rows of a game, in its column `game`. They go with it.
const OF_A_GAME: &[&str] = &["entries", "requests"];
/// So many games go at once: others want to write too.
const AT_ONCE: i64 = 100;
/// How exactly it is known when somebody last opened a game.
const OPENED_EVERY: i64 = 3600;

/// A record that was brought along has its hash among its setting.
const UPLOADED: &str = "setting LIKE '%\"uploaded\":\"%'";
/// Nobody has ever confirmed anything: the count says so, and the list of requests.
const NOBODY_MOVED: &str = "moved = 0 AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.game = games.id)";
const LAST_OPENED: &str = "CASE WHEN opened > created THEN opened ELSE created END";

impl Store {
    /// Notes that somebody has opened a game.
    pub(crate) async fn opened(&self, id: &str, now: i64) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE games SET opened = $1 WHERE id = $2 AND opened <= $3")
            .bind(now)
            .bind(id)
            .bind(now - OPENED_EVERY)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Deletes some of the games that are kept no longer, and says which; as long as any went there may be more.
    pub(crate) async fn expire(&self, keep: &Keep, now: i64) -> Result<Vec<String>, sqlx::Error> {
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

    /// Deletes a game with all that belongs to it, if it still is one of those.
    async fn delete(&self, id: &str, which: &str, before: i64) -> Result<bool, sqlx::Error> {
        let mut step = self.begin().await?;
        // Whoever wants to change the game now waits, and then finds none.
        let held = format!("UPDATE games SET updated = updated WHERE {which} AND id = $2");
        let held = sqlx::query(AssertSqlSafe(held)).bind(before).bind(id).execute(&mut *step).await?;
        if held.rows_affected() == 0 {
            step.rollback().await?;
            return Ok(false);
        }
        for table in OF_A_GAME {
            delete_from(&mut step, &format!("DELETE FROM {table} WHERE game = $1"), id).await?;
        }
        delete_from(&mut step, "DELETE FROM games WHERE id = $1", id).await?;
        step.commit().await?;
        Ok(true)
    }

    /// How many bytes the games take. What was deleted in a file of SQLite is free for new games and does not count; a
    /// Postgres counts it until it is vacuumed.
    pub(crate) async fn bytes(&self) -> Result<u64, sqlx::Error> {
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

/// Which games go, since when that is reckoned, and how long after.
fn kept_no_longer(keep: &Keep) -> Vec<(String, &'static str, Duration)> {
    let last = "CASE WHEN opened > updated THEN opened ELSE updated END";
    let rules = [
        (format!("{NOBODY_MOVED} AND opened = 0"), "created", keep.never_opened),
        (format!("{NOBODY_MOVED} AND outcome IS NULL AND NOT ({UPLOADED})"), LAST_OPENED, keep.never_moved),
        (UPLOADED.to_owned(), LAST_OPENED, keep.records),
        ("1 = 1".to_owned(), last, keep.games),
    ];
    rules.into_iter().filter_map(|(which, since, after)| Some((which, since, after?))).collect()
}

async fn delete_from(step: &mut Transaction<'_, Any>, sql: &str, id: &str) -> Result<(), sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql.to_owned())).bind(id).execute(&mut **step).await?;
    Ok(())
}
