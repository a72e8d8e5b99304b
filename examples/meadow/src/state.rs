//! What is on the table, what was said and what happened. It knows no rule.

pub(crate) mod answer;
pub(crate) mod event;
pub(crate) mod game;
