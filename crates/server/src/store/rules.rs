//! The rulebooks that games were begun with, each stored once by its hash: a game goes on under its own numbers when
//! the program's have changed.

use super::{Failed, Store};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use games::Kind;
use rulebook::{Book, Source};
use sqlx::Row as _;
use std::io::Read as _;

/// No rulebook of ours takes a tenth of it.
const LARGEST: usize = 16 << 20;

/// Whether a hash is that of the rulebook this program goes by, in this format or the earlier one.
fn is_at_hand(game: &str, hash: &str) -> bool {
    Kind::from_word(game).is_some_and(|kind| kind.book().is_known_as(hash))
}

/// The hash of the rulebook of a game that this program goes by; empty for a game it does not know.
pub(super) fn at_hand(game: &str) -> String {
    Kind::from_word(game).map_or(String::new(), |kind| kind.book().hash_hex())
}

impl Store {
    /// Puts the rulebooks of this program beside the games.
    pub(super) async fn keep_rules(&self) -> Result<(), Failed> {
        for kind in Kind::ALL {
            self.keep_book(kind.word(), kind.book()).await?;
        }
        Ok(())
    }

    pub async fn keep_book(&self, game: &'static str, book: &Book) -> Result<(), Failed> {
        let hash = book.hash_hex();
        let files: Vec<(&str, &str)> = book.sources.iter().map(|file| (&*file.name, &*file.text)).collect();
        let packed = pack(&serde_json::to_vec(&files)?)?;
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let there: Option<String> = sqlx::query_scalar("SELECT hash FROM rules WHERE hash = $1")
                        .bind(&hash)
                        .fetch_optional(&mut *connection)
                        .await?;
                    if there.is_none() {
                        sqlx::query("INSERT INTO rules (hash, game, files) VALUES ($1, $2, $3)")
                            .bind(hash)
                            .bind(game)
                            .bind(packed)
                            .execute(connection)
                            .await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// The files of a rulebook; `None` where it is that of this program, or was never kept.
    pub(crate) async fn other_rules(&self, game: &str, hash: &str) -> Result<Option<Vec<Source>>, Failed> {
        if is_at_hand(game, hash) {
            return Ok(None);
        }
        let row = sqlx::query("SELECT files FROM rules WHERE hash = $1").bind(hash);
        let Some(row) = row.fetch_optional(&self.pool).await? else { return Ok(None) };
        let files: Vec<(String, String)> =
            serde_json::from_slice(&unpack(&row.try_get::<Vec<u8>, _>("files")?, LARGEST)?)?;
        Ok(Some(files.into_iter().map(|(name, text)| Source::new(name, text)).collect()))
    }
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, Failed> {
    packed(bytes, Compression::fast())
}

/// It takes longer, and what comes of it is kept for long.
pub(super) fn pack_small(bytes: &[u8]) -> Result<Vec<u8>, Failed> {
    packed(bytes, Compression::best())
}

fn packed(bytes: &[u8], how: Compression) -> Result<Vec<u8>, Failed> {
    let mut packed = Vec::new();
    DeflateEncoder::new(bytes, how)
        .read_to_end(&mut packed)
        .map_err(|error| Failed::Other(error.to_string()))?;
    Ok(packed)
}

pub(super) fn unpack(packed: &[u8], largest: usize) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed)
        .take(largest as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failed::Damaged(error.to_string()))?;
    if bytes.len() > largest {
        return Err(Failed::Damaged(format!("unpacked it is more than {largest} bytes")));
    }
    Ok(bytes)
}
