//! What is on the table, what was said and what happened. It knows no rule.

pub mod answer;
pub mod corps;
pub mod event;
pub mod game;
pub mod leader;
pub mod me;
pub mod scenario;
pub mod stage;
pub mod structure;
pub mod unit;
pub mod words;
