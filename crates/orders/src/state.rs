//! What is on the table, what players say and what happens. It knows no rule.

pub(crate) mod aims;
pub mod answer;
pub mod event;
pub mod game;
pub mod refusal;
pub mod scenario;
pub(crate) mod trodden;
pub mod unit;
pub mod words;
