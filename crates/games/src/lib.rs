//! The closed list of games, the battles that come with them, and everything that is opened by name or by text.
//!
//! No files are read here: the battles and rules of this binary are built in, and whatever else there is comes from
//! the caller as a [`Source`].
//!
//! ```
//! use engine::Played;
//! let setup = games::Setup::new(games::find("gilly")?);
//! let units = games::with!(setup.kind()?, G => {
//!     let (battle, rules) = setup.open::<G>()?;
//!     G::start(&battle, rules).units_drawn()
//! });
//! assert_eq!(units[0].name, "1/15e légère");
//! assert_eq!(
//!     games::find("gily").unwrap_err().to_string(),
//!     "gily: found no such battle, expected one of barrosa-wheatley, baumersdorf, gilly, hassenhausen-at-eight, \
//!      teugn-outposts, leubnitz, poserna-in-august, salamanca-pakenham, teugn-hausen, vitoria, wagram-davout; did you mean \"gilly\"?"
//! );
//! # Ok::<(), games::Error>(())
//! ```

#![warn(clippy::wildcard_enum_match_arm)]

mod battles;
mod error;
mod kinds;
mod record;
mod setup;

pub use battles::{BattleFile, battles, card, embedded, embedded_of, find};
pub use empire::Empire;
pub use engine::Card as BattleCard;
pub use error::Error;
pub use kinds::Kind;
pub use orders::Orders;
pub use record::{
    Opened, Proved, go_on_from, open_header, open_record, open_record_with, prove_record, record_kind,
    start_of, verify_record, verify_record_while,
};
pub use rulebook::Source;
pub use setup::{Setup, book, go_by, load_file, read_patch, rulebook_from, rules_of};
pub use volley::Volley;
