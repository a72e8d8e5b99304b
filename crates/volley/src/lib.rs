//! The d6 battalion game of three playing sheets: A15 (French–Austrian, 15 mm), P7 (French–Prussian) and
//! Br8 (French–British).
//!
//! `state` is what a game is, `rules` what the sheet says, one file for one topic, `doors` what others see of it.
//! State knows no rule, and rules know no door. [`question`] names every question, and `game` makes a [`Volley`] an
//! [`engine::Game`].
//!
//! [`fire`] holds the decisions, `rulesets/volley/fire.toml` the numbers, `cases/volley/shooting.toml` how we know. A
//! rule is a function of facts and dice; the steps fetch the facts through the umpire and carry the results out.

mod doors;
mod game;
pub mod question;
mod rules;
mod state;

pub use doors::{battle, overlay};
pub use question::Question;
pub use rules::{
    chain, charge, close, command, facts, fire, formation, gallop, loss, melee, morale, movement, outlook,
    stand, verdict,
};
pub use state::answer::{Answer, Order, StandChoice};
pub use state::event::{Event, What, Working};
pub use state::game::{Aim, Charge, ChargeState, Contact, Ending, Melee, Outcome, Stage, Volley};
use state::ids;
pub use state::ids::{RULES, RULINGS};
pub use state::refusal::{Cite, Refusal};
pub use state::sheet::Rules;
pub use state::unit::{General, GeneralId, Marker, Profile, Standing, Unit, UnitId, footprint};
pub use state::{event, scenario, words};

/// Orders and places that may be given, for those who plan.
pub mod options {
    pub use crate::rules::deployment::{deployment_zone, deploys_in};
    pub use crate::rules::orders::{charges, plain_entry};
}
