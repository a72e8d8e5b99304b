//! The closed list of games. A new game is a variant, its place in [`Kind::ALL`] and an arm of [`with!`](crate::with):
//! whatever else there is goes through these.

use crate::book;
use engine::Played;
use rulebook::Book;
use serde::{Serialize, Serializer};

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Volley,
    Orders,
    Empire,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Volley, Kind::Orders, Kind::Empire];
}

/// Runs generic code for the game of a kind: `games::with!(kind, G => play::<G>(args))`.
///
/// This is the one place where a game's name becomes its type. Whatever runs long runs inside, for that game alone.
#[macro_export]
macro_rules! with {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::Kind::Volley => {
                type $game = $crate::Volley;
                $body
            }
            $crate::Kind::Orders => {
                type $game = $crate::Orders;
                $body
            }
            $crate::Kind::Empire => {
                type $game = $crate::Empire;
                $body
            }
        }
    };
}

impl Kind {
    /// The game's word, as battle files and records have it.
    pub fn word(self) -> &'static str {
        with!(self, G => G::word())
    }

    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Every game with its word.
    pub fn words() -> Vec<(&'static str, Kind)> {
        Kind::ALL.into_iter().map(|kind| (kind.word(), kind)).collect()
    }

    /// The kind of a game of the list.
    ///
    /// # Panics
    /// Where the game is not on the list.
    pub fn of<G: Played>() -> Kind {
        Kind::from_word(G::word()).unwrap_or_else(|| panic!("{} is not on the list of games", G::word()))
    }

    /// Its rules in this run: see [`book`].
    pub fn book(self) -> &'static Book {
        with!(self, G => book::<G>())
    }

    /// The words of its sheets.
    pub fn sheets(self) -> &'static [&'static str] {
        with!(self, G => G::spec().sheets)
    }

    /// Every sheet of every game. No two have the same word.
    pub fn all_sheets() -> Vec<(&'static str, Kind)> {
        let of_game = |kind: Kind| kind.sheets().iter().map(move |sheet| (*sheet, kind));
        Kind::ALL.into_iter().flat_map(of_game).collect()
    }

    /// The game that has a sheet.
    pub fn with_sheet(word: &str) -> Option<Kind> {
        Kind::all_sheets().into_iter().find(|(sheet, _)| *sheet == word).map(|(_, kind)| kind)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
