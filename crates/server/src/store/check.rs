//! Whether every game of a file fits its sums.

use super::{Failed, GAME, entries_of, kept, sqlite, told};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use std::path::Path;

/// The layout has sums since this step.
const SUMMED: i64 = 2;

/// The games that do not fit them, each with what is wrong.
pub(super) async fn damaged(file: &Path) -> Result<Vec<(String, String)>, Failed> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&sqlite::url(file, sqlite::Missing::Fail)).await?;
    let mut found = Vec::new();
    if sqlite::taken(&mut connection).await? >= SUMMED {
        let ids: Vec<String> =
            sqlx::query_scalar("SELECT id FROM games ORDER BY id").fetch_all(&mut connection).await?;
        for id in ids {
            match whole(&mut connection, &id).await {
                Ok(()) => {}
                Err(Failed::Damaged(what)) => found.push((id, what)),
                Err(failed) => return Err(failed),
            }
        }
    }
    connection.close().await?;
    Ok(found)
}

async fn whole(connection: &mut AnyConnection, id: &str) -> Result<(), Failed> {
    let sql = format!("{GAME} WHERE id = $1");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_one(&mut *connection).await?;
    row.try_get::<String, _>("id")?;
    let (_, held) = kept(&row)?;
    entries_of(connection, &held).await?;
    told::told_of(connection, id).await?;
    Ok(())
}
