//! Rulebooks of games that were begun under other numbers than those of this program.

use crate::store::{Failed, Held, Store};
use rulebook::Book;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More of them than this are not kept in memory.
const MOST: usize = 16;

/// Those in use, each read once.
#[derive(Default)]
pub(crate) struct Books(Mutex<BTreeMap<String, Arc<Book>>>);

impl Books {
    /// The rulebook a game was begun with, where it is another than this program's; `None` too for one that cannot be
    /// read.
    pub(crate) async fn of(
        &self,
        store: &Store,
        game: &str,
        held: &Held,
    ) -> Result<Option<Arc<Book>>, Failed> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = known().get(&held.book) {
            return Ok(Some(Arc::clone(book)));
        }
        let Some(files) = store.other_rules(game, &held.book).await? else { return Ok(None) };
        let book = match games::rulebook_from(&files) {
            Ok(book) if book.is_known_as(&held.book) => Arc::new(book),
            Ok(_) => return Err(Failed::Damaged("its rules do not fit their hash".to_owned())),
            Err(error) => {
                tracing::warn!(%error, "rules of an older game cannot be read by this program");
                return Ok(None);
            }
        };
        let mut books = known();
        if books.len() >= MOST {
            books.clear();
        }
        books.insert(held.book.clone(), Arc::clone(&book));
        Ok(Some(book))
    }
}
