//! The d10 brigade game: corps orders sealed and sent by courier, initiative, morale checks that loop.
//!
//! | folder | what stands there |
//! |---|---|
//! | `state` | what is on the table, what was said and what happened; it knows no rule |
//! | `charts` | the numbers of the sheet, typed: they stand in `rulesets/orders` |
//! | `rules` | one file for one topic of the sheet, in folders; how we know stands in `cases/orders` |
//! | `doors` | whatever else is asked of a game: its charts, odds, drawings, cases and files |
//!
//! Rules know charts and state, doors know the rules. `question` names what players are asked, and `dispatch` puts the
//! game together.
//!
//! The turn: `rules::turn::sequence` runs the seven steps and calls `orders` (1), `movement`, `charge`, `leaders` and
//! `obedience` (2), `fire` (3 and 4), `melee` (5), and again for the other side (6), `rally` (7).
//! `morale` holds the check that everything leads to.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod charts;
mod dispatch;
mod doors;
mod ids;
pub mod question;
mod rules;
mod state;

pub use charts::Rules;
pub use doors::{battle, situation};
pub use engine::{GeneralId, UnitId};
pub use ids::{RULES, RULINGS};
pub use question::Question;
pub use rules::charge::melee;
pub use rules::command::{leader_loss, leaders};
pub use rules::ground::placing;
pub use rules::movement::{budget, options};
pub use rules::orders::obedience;
pub use rules::turn::{rally, verdict};
pub use rules::{chain, charge, command, fire, ground, morale, movement, orders, outlook};
pub use state::answer::{Act, Answer, Instruction, Pace, Shot};
pub use state::event::{Event, What, Working};
pub use state::game::{Orders, Stage};
pub use state::refusal::{Cite, Refusal};
pub use state::unit::{Corps, CorpsId, Leader, Unit};
pub use state::{answer, event, game, refusal, scenario, unit, words};

/// The rules as the programs find them that are built after this crate.
#[doc(hidden)]
pub static COMPILED: engine::Compiled<Orders> = engine::Compiled::HERE;
