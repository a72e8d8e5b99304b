//! Seats that change hands, in the store.

use super::{Kept, Raw, Store, hold, insert, json, kept};

impl Store {
    /// Keeps who sits where now, with the entries that follow the first `before` because of it; all or nothing.
    /// Somebody else who has changed the seats meanwhile would be noticed here.
    pub(crate) async fn reseat(
        &self,
        now: &Kept,
        was: &Kept,
        before: usize,
        entries: &[Raw],
        outcome: Option<&str>,
        date: i64,
    ) -> Result<(), sqlx::Error> {
        let mut step = self.begin().await?;
        hold(&mut step, &now.id, before, outcome, date).await?;
        let row = sqlx::query("SELECT id, header, setting, salt FROM games WHERE id = $1").bind(&now.id);
        let found = kept(&row.fetch_one(&mut *step).await?)?;
        if found.setting != was.setting || found.header != was.header {
            return Err(sqlx::Error::Protocol(format!(
                "the seats of game {} have changed meanwhile",
                now.id
            )));
        }
        sqlx::query("UPDATE games SET header = $1, setting = $2 WHERE id = $3")
            .bind(json(&now.header)?)
            .bind(json(&now.setting)?)
            .bind(&now.id)
            .execute(&mut *step)
            .await?;
        insert(&mut step, &now.id, before, entries).await?;
        step.commit().await
    }
}
