//! What tests do to a store that nobody else does.

use super::{Failed, Held, Store};
use rulebook::Book;

impl Store {
    async fn change(&self, id: &str, change: impl FnOnce(&mut Held)) -> Result<(), Failed> {
        let (_, mut held) = self.game(id).await?.ok_or(Failed::Again)?;
        change(&mut held);
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET book = $1, state = $2, sum = $3 WHERE id = $4")
                        .bind(&held.book)
                        .bind(&held.state)
                        .bind(held.sum())
                        .bind(&held.id)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// As if a game had been begun with another rulebook.
    pub(crate) async fn begun_with(&self, id: &str, book: &str) -> Result<(), Failed> {
        self.change(id, |held| held.book = book.to_owned()).await
    }

    /// As if its entries had led elsewhere.
    pub(crate) async fn led_to(&self, id: &str, state: &str) -> Result<(), Failed> {
        self.change(id, |held| held.state = Some(state.to_owned())).await
    }

    pub(crate) async fn keep_a_book(&self, game: &'static str, book: &Book) -> Result<(), Failed> {
        self.keep_book(game, book).await
    }

    /// The next writes find the disk full, until the writer comes back on a new connection.
    pub(crate) async fn leave_no_room(&self) -> Result<(), Failed> {
        self.writer
            .write(|connection| {
                Box::pin(async move {
                    sqlx::query("PRAGMA max_page_count = 1").execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }
}
