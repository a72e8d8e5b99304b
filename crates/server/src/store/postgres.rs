//! What a Postgres has of its own: its settings, how it spells the layout, and where it counts its steps.

use sqlx::AnyConnection;

pub(super) const BEGIN: &str = "BEGIN";

/// What is confirmed is on the disk, whatever the database does for others.
pub(super) const SETTINGS: &str = "SELECT set_config('synchronous_commit', 'on', false) \
                                   WHERE current_setting('synchronous_commit') = 'off'";

/// The layout in this database's words: numbers as wide as SQLite's, and no word for tables it has not.
pub(super) fn spelt(sql: &str) -> String {
    sql.replace("INTEGER", "BIGINT").replace("BLOB", "BYTEA").replace(" WITHOUT ROWID", "")
}

/// How many steps of the layout were taken. Locks the database against other servers that open it now.
pub(super) async fn taken(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::raw_sql("SELECT pg_advisory_xact_lock(1815)").execute(&mut *connection).await?;
    let there: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'layout'",
    )
    .fetch_one(&mut *connection)
    .await?;
    if there == 0 {
        sqlx::raw_sql("CREATE TABLE layout (taken BIGINT NOT NULL)").execute(&mut *connection).await?;
    }
    sqlx::query_scalar("SELECT coalesce(max(taken), 0) FROM layout").fetch_one(&mut *connection).await
}

pub(super) async fn take(connection: &mut AnyConnection, taken: i64) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("DELETE FROM layout").execute(&mut *connection).await?;
    sqlx::query("INSERT INTO layout (taken) VALUES ($1)").bind(taken).execute(&mut *connection).await?;
    Ok(())
}
