//! The grand-tactical game of manoeuvre elements: an hour of fourteen phases, in which battalions, regiments and batteries
//! fight as parts of divisions.
//!
//! It is being written topic by topic (`topics`, `docs/empire-topics.md`).
//!
//! | folder or file | what stands there |
//! |---|---|
//! | `state` | what is on the table, what was said and what happened; it knows no rule |
//! | `charts` | the numbers, typed, one file a topic: they stand in `rulesets/empire` |
//! | `rules` | one file a topic; how we know stands in `cases/empire` |
//! | `doors` | whatever else is asked of a game: its charts, odds, drawings, cases and files |
//! | `question`, `dispatch` | what players are asked, and the game as umpires know it |
//! | `topics` | which stems of the ledger belong to which topic, and which of them stand |

// A match on a list of words names them all: a new word does not compile until each has said what it makes of it.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod charts;
mod dispatch;
mod doors;
mod ids;
pub mod question;
pub mod rules;
pub mod state;
pub mod topics;

pub use charts::Rules;
pub use doors::desk::Charts;
pub use question::Question;
pub use state::answer::{Act, Answer};
pub use state::event::{Event, What};
pub use state::game::Empire;
pub use state::scenario::{Battle, Scenario};
pub use state::unit::UnitId;
pub use state::{game, me, unit, words};

/// The rules as the programs find them that are built after this crate.
#[cfg(not(test))]
#[doc(hidden)]
pub static COMPILED: engine::Compiled<Empire> = engine::Compiled::HERE;
