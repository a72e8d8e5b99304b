//! The d6 battalion game of three playing sheets: A15 (French–Austrian, 15 mm), P7 (French–Prussian) and
//! Br8 (French–British).
//!
//! | folder or file | what stands there |
//! |---|---|
//! | `state` | what is on the table, what was said and what happened; it knows no rule |
//! | `charts` | the numbers of a sheet, typed: they stand in `rulesets/volley` |
//! | `rules` | one file for one topic of the sheet; how we know stands in `cases/volley` |
//! | `doors` | whatever else is asked of a game: its charts, odds, drawings, cases and files |
//! | `question`, `dispatch` | every question by its word, and the game as umpires know it |
//!
//! A rule is a function of facts and dice; the steps of play fetch the facts through the umpire and carry the results
//! out. Rules know charts and state, doors know the rules.

// A match on a list of words names them all: a new word does not compile until each has said what it makes of it.
#![warn(clippy::wildcard_enum_match_arm)]

mod charts;
mod dispatch;
mod doors;
mod ids;
pub mod question;
mod rules;
mod state;

pub use charts::Rules;
pub use doors::{battle, overlay};
pub use ids::{RULES, RULINGS};
pub use question::Question;
pub use rules::charge::{close, gallop, stand};
pub use rules::fire::shooting;
pub use rules::ground::facts;
pub use rules::melee::loss;
pub use rules::orders::{command, formation, movement};
pub use rules::turn::verdict;
pub use rules::{chain, charge, fire, melee, morale, outlook};
pub use state::answer::{Answer, Order, StandChoice};
pub use state::event::{Event, What, Working};
pub use state::game::{Aim, Charge, ChargeState, Contact, Ending, Melee, Outcome, Stage, Volley};
pub use state::refusal::{Cite, Refusal};
pub use state::unit::{General, GeneralId, Marker, Profile, Standing, Unit, UnitId, footprint};
pub use state::{event, scenario, words};

/// Orders and places that may be given, for those who plan.
pub mod options {
    pub use crate::rules::fire::bombardment::{aim_asked, silence};
    pub use crate::rules::orders::{about, charges, least_march, plain_entry};
    pub use crate::rules::turn::deployment::{deployment_zone, deploys_in};
    pub use crate::rules::turn::reserves::reserve_need;
}

/// The rules as the programs find them that are built after this crate.
#[cfg(not(test))]
#[doc(hidden)]
pub static COMPILED: engine::Compiled<Volley> = engine::Compiled::HERE;
