//! The closed list of games, the battles that come with them, and everything that is opened by name or by text.
//!
//! No files are read here: the battles and rules of this binary are built in, and whatever else there is comes from
//! the caller as a [`Source`].
//!
//! ```
//! let setup = games::Setup::new(games::find("gilly")?);
//! let (battle, rules) = setup.open()?;
//! let game = battle.begin(rules);
//! assert_eq!(game.name(volley::UnitId(0)), "1/15e légère");
//! assert_eq!(
//!     games::find("gily").unwrap_err().to_string(),
//!     "gily: found no such battle, expected one of barrosa-wheatley, gilly, teugn-outposts, leubnitz, \
//!      salamanca-pakenham, teugn-hausen; did you mean \"gilly\"?"
//! );
//! # Ok::<(), games::Error>(())
//! ```

mod battles;
mod error;
mod record;
mod setup;

pub use battles::{BattleCard, BattleFile, battles, card, embedded, find};
pub use error::Error;
pub use record::{open_record, open_record_with, start, verify_record};
pub use rulebook::Source;
pub use setup::{Setup, go_by, load_file, read_patch, rulebook, rulebook_from, rules_of};

use serde::Serialize;

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Volley,
}

impl Kind {
    pub const ALL: [Kind; 1] = [Kind::Volley];

    pub const fn word(self) -> &'static str {
        match self {
            Kind::Volley => "volley",
        }
    }

    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
