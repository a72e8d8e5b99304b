//! The d6 battalion game of three playing sheets: A15 (French–Austrian, 15 mm), P7 (French–Prussian) and
//! Br8 (French–British).
//!
//! One file for one topic of the sheet: [`fire`] holds the decisions, `rulesets/volley/fire.toml` the
//! numbers, `cases/volley/fire.toml` how we know. A rule is a function of facts and dice; the steps in
//! [`Volley`] fetch the facts through the umpire and carry the results out.

mod asks;
pub mod battle;
mod bombardment;
pub mod chain;
pub mod charge;
pub mod close;
pub mod command;
mod desk;
pub mod event;
pub mod facts;
pub mod fire;
pub mod formation;
pub mod gallop;
mod game;
mod ids;
pub mod loss;
pub mod melee;
pub mod morale;
pub mod movement;
mod news;
pub mod options;
pub mod outlook;
pub mod overlay;
mod placing;
mod played;
mod position;
mod prompt;
mod question;
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
mod unit;
pub mod verdict;
pub mod words;

pub use event::{Event, What, Working};
pub use game::{Aim, Charge, ChargeState, Contact, Ending, Melee, Outcome, Stage, Volley};
pub use ids::{RULES, RULINGS};
pub use placing::Stop;
pub use question::{Answer, Order, Question, StandChoice};
pub use refusal::{Cite, Refusal};
pub use rules::Rules;
pub use unit::{General, GeneralId, Marker, Profile, Standing, Unit, UnitId, footprint};
