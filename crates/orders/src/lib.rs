//! The d10 brigade game: corps orders sealed and sent by courier, initiative, morale checks that loop.
//!
//! One file for one topic of the sheet; the numbers stand in `rulesets/orders`, how we know in `cases/orders`.
//! The turn: [`sequence`] runs the seven steps and calls `orders` (1), `movement`, `charge`, `leaders` and `obedience`
//! (2), `fire` (3 and 4), `melee` (5), and again for the other side (6), `rally` (7).
//! `morale` holds the check that everything leads to.

pub mod answer;
pub mod battle;
pub mod budget;
pub mod chain;
pub mod charge;
pub mod command;
mod course;
pub mod desk;
pub mod event;
pub mod fire;
pub mod game;
pub mod ground;
mod hasty_square;
mod ids;
pub mod leader_loss;
pub mod leaders;
mod luck;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod obedience;
pub mod options;
pub mod orders;
pub mod outlook;
mod overlay;
pub mod placing;
mod played;
mod position;
mod prospect;
mod pursuit;
pub mod question;
pub mod rally;
pub mod refusal;
pub mod rules;
pub mod scenario;
mod sequence;
pub mod situation;
mod sound;
pub mod unit;
pub mod units;
pub mod verdict;
mod walk;
pub mod words;

pub use answer::{Act, Answer, Instruction, Pace, Shot};
pub use engine::{GeneralId, UnitId};
pub use event::{Event, What, Working};
pub use game::{Orders, Stage};
pub use ids::{RULES, RULINGS};
pub use question::Question;
pub use refusal::{Cite, Refusal};
pub use rules::Rules;
pub use unit::{Corps, CorpsId, Leader, Unit};
