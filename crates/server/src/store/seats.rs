//! Seats that change hands, in the store.

use super::{Failed, Held, Kept, Lines, Raw, Reached, Store, hold, json, staffed, sums};
use engine::Side;
use sqlx::AnyConnection;

/// The cards of a game's seats, as they are listed.
///
/// A game that goes on from another has the same seats and cards. The list has each card once, pointing to the newer
/// game.
pub(super) struct Cards {
    cards: Vec<String>,
    listed: &'static str,
}

impl Cards {
    pub(super) fn of(kept: &Kept) -> Cards {
        let chairs = &kept.setting.tokens.chairs.of;
        let cards = Side::BOTH.iter().flat_map(|side| &chairs[*side].cards);
        let listed = match kept.setting.going_on.game {
            None => {
                "INSERT INTO cards (card, game) VALUES ($1, $2) \
                 ON CONFLICT (card) DO UPDATE SET game = excluded.game"
            }
            Some(_) => "INSERT INTO cards (card, game) VALUES ($1, $2) ON CONFLICT (card) DO NOTHING",
        };
        Cards { cards: cards.map(|card| card.found_by.clone()).collect(), listed }
    }

    pub(super) async fn insert(self, connection: &mut AnyConnection, game: &str) -> Result<(), Failed> {
        for card in self.cards {
            sqlx::query(self.listed).bind(card).bind(game.to_owned()).execute(&mut *connection).await?;
        }
        Ok(())
    }
}

impl Store {
    /// Keeps who sits where now, with the entries that follow from it; all or nothing. Fails if the row was changed
    /// meanwhile.
    pub(crate) async fn reseat(
        &self,
        held: &Held,
        kept: &Kept,
        entries: &[Raw],
        reached: Reached,
        now: i64,
    ) -> Result<Held, Failed> {
        let header = json(&kept.header)?;
        let setting = staffed(&json(&kept.setting)?, reached.staff)?;
        let begun_by: String = sqlx::query_scalar("SELECT begun_by FROM games WHERE id = $1")
            .bind(&kept.id)
            .fetch_one(&self.pool)
            .await?;
        let lines = Lines::after(held, entries)?;
        let mut after = Held {
            begun: sums::begun(&kept.id, &header, &kept.salt, &begun_by),
            setting,
            outcome: reached.outcome.map(str::to_owned),
            state: reached.state,
            ..held.clone()
        };
        lines.end(&mut after);
        let (before, reseated) = (held.clone(), after.clone());
        let cards = Cards::of(kept);
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    // Taking a seat does not count as a move.
                    hold(connection, &before, &reseated, false, now).await?;
                    sqlx::query("UPDATE games SET header = $1 WHERE id = $2")
                        .bind(header)
                        .bind(&reseated.id)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query("DELETE FROM cards WHERE game = $1")
                        .bind(&reseated.id)
                        .execute(&mut *connection)
                        .await?;
                    cards.insert(connection, &reseated.id).await?;
                    lines.insert(connection, &reseated.id).await
                })
            })
            .await?;
        Ok(after)
    }

    /// The game whose seat has this card, as the list has it; whether the card still opens it, the game's row says.
    pub(crate) async fn game_of_card(&self, card: &str) -> Result<Option<String>, Failed> {
        let row = sqlx::query_scalar("SELECT game FROM cards WHERE card = $1").bind(card);
        Ok(row.fetch_optional(&self.pool).await?)
    }
}
