//! The d6 battalion game of three playing sheets: A15 (French–Austrian, 15 mm), P7 (French–Prussian) and
//! Br8 (French–British).
//!
//! One file for one topic of the sheet: [`fire`] holds the decisions, `rulesets/volley/fire.toml` the
//! numbers, `cases/volley/fire.toml` how we know. A rule is a function of facts and dice; the steps in
//! [`Volley`] fetch the facts through the umpire and carry the results out.

mod answer;
mod artillery_morale;
mod asking;
pub mod battle;
mod bombardment;
pub mod chain;
pub mod charge;
pub mod close;
pub mod command;
mod deployment;
mod desk;
pub mod event;
pub mod facts;
pub mod fire;
mod foreseen;
pub mod formation;
pub mod gallop;
mod game;
mod ids;
pub mod loss;
pub mod melee;
pub mod morale;
pub mod movement;
mod orders;
pub mod outlook;
pub mod overlay;
mod placing;
mod played;
mod position;
pub mod question;
mod recall;
mod refusal;
mod removal;
mod reserves;
pub mod rules;
pub mod scenario;
mod sequence;
mod shooting;
mod situation;
mod skirmishers;
mod sound;
pub mod stand;
mod testing;
mod unit;
pub mod verdict;
pub mod words;

pub use answer::{Answer, Order, StandChoice};
pub use event::{Event, What, Working};
pub use game::{Aim, Charge, ChargeState, Contact, Ending, Melee, Outcome, Stage, Volley};
pub use ids::{RULES, RULINGS};
pub use placing::Stop;
pub use question::Question;
pub use refusal::{Cite, Refusal};
pub use rules::Rules;
pub use unit::{General, GeneralId, Marker, Profile, Standing, Unit, UnitId, footprint};

/// Orders and places that may be given, for those who plan.
pub mod options {
    pub use crate::deployment::{deployment_zone, deploys_in};
    pub use crate::orders::{charges, plain_entry};
}
