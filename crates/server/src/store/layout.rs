//! The tables, step by step, in the words of SQLite; and what a step does that words cannot.

use super::{Failed, sums};
use sqlx::{AnyConnection, Row as _};

/// Every table that has rows of a game, with the column that says of which; the one that others refer to last.
pub(super) const OF_A_GAME: [(&str, &str); 5] =
    [("entries", "game"), ("requests", "game"), ("told", "game"), ("cards", "game"), ("games", "id")];

/// Each step of the layout, in order.
pub(super) const STEPS: &[&str] = &[
    "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    setting TEXT NOT NULL,
    salt TEXT NOT NULL,
    begun_by TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    outcome TEXT
) WITHOUT ROWID;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games(id),
    n INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE requests (
    game TEXT NOT NULL REFERENCES games(id),
    request TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game, request)
) WITHOUT ROWID;
",
    // Sums over everything; rules kept by their hash; what was told; requests by seat, with what they asked for.
    "
ALTER TABLE games ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN tail TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN state TEXT;
ALTER TABLE games ADD COLUMN book TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN told INTEGER NOT NULL DEFAULT -1;
ALTER TABLE entries ADD COLUMN sum TEXT NOT NULL DEFAULT '';
CREATE TABLE rules (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    files BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE told (
    game TEXT NOT NULL REFERENCES games(id),
    seat TEXT NOT NULL,
    n INTEGER NOT NULL,
    told BLOB NOT NULL,
    sum TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE pulse (
    at INTEGER NOT NULL
);
INSERT INTO pulse (at) VALUES (0);
ALTER TABLE requests RENAME TO requests_before;
CREATE TABLE requests (
    game TEXT NOT NULL REFERENCES games(id),
    seat TEXT NOT NULL,
    request TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seat, request)
) WITHOUT ROWID;
INSERT INTO requests (game, seat, request, body) SELECT game, '', request, '' FROM requests_before;
UPDATE games SET opened = updated, moved = (SELECT count(*) FROM requests WHERE requests.game = games.id);
DROP TABLE requests_before;
",
    // The how many-th change of its game a request was: old ones are forgotten.
    "
ALTER TABLE requests ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
",
    // By its card a seat is found on another device; and something as large as a move, by which it is tried whether there
    // is room for one.
    "
CREATE TABLE cards (
    card TEXT PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games(id)
) WITHOUT ROWID;
CREATE INDEX cards_of_games ON cards (game);
ALTER TABLE pulse ADD COLUMN ballast BLOB;
",
];

/// What belongs to a step beside its SQL. `book` tells the hash of the rulebook of a game at hand.
pub(super) async fn after(
    step: usize,
    connection: &mut AnyConnection,
    book: &(dyn Fn(&str) -> String + Sync),
) -> Result<(), Failed> {
    match step {
        1 => sum_up(connection, book).await,
        _ => Ok(()),
    }
}

/// Games stored by earlier versions get their sums, and count as begun with the rules at hand: whether that is so shows
/// when they are opened, by the hash in their header.
async fn sum_up(
    connection: &mut AnyConnection,
    book: &(dyn Fn(&str) -> String + Sync),
) -> Result<(), Failed> {
    let games = sqlx::query("SELECT id, header, setting, salt, begun_by, outcome FROM games")
        .fetch_all(&mut *connection)
        .await?;
    for game in games {
        let text = |name: &str| game.try_get::<String, _>(name);
        let (id, header) = (text("id")?, text("header")?);
        let word: serde_json::Value = serde_json::from_str(&header).unwrap_or_default();
        let rows = sqlx::query("SELECT n, entry FROM entries WHERE game = $1 ORDER BY n")
            .bind(&id)
            .fetch_all(&mut *connection)
            .await?;
        let entries: Vec<String> =
            rows.iter().map(|row| row.try_get::<String, _>("entry")).collect::<Result<_, _>>()?;
        let mut held = sums::Held {
            begun: sums::begun(&id, &header, &text("salt")?, &text("begun_by")?),
            setting: text("setting")?,
            outcome: game.try_get("outcome")?,
            n: entries.len(),
            tail: sums::first(&id),
            state: None,
            book: book(word["game"].as_str().unwrap_or_default()),
            id,
        };
        let sums = held.sums_of(&entries);
        for (row, sum) in rows.iter().zip(&sums) {
            sqlx::query("UPDATE entries SET sum = $1 WHERE game = $2 AND n = $3")
                .bind(sum)
                .bind(&held.id)
                .bind(row.try_get::<i64, _>("n")?)
                .execute(&mut *connection)
                .await?;
        }
        if let Some(last) = sums.last() {
            held.tail.clone_from(last);
        }
        sqlx::query("UPDATE games SET n = $1, tail = $2, book = $3, sum = $4 WHERE id = $5")
            .bind(super::as_i64(held.n))
            .bind(&held.tail)
            .bind(&held.book)
            .bind(held.sum())
            .bind(&held.id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
