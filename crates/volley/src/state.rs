//! The state of a game: plain data, and the little questions all rules ask of it. It knows no rule.
//!
//! `game` is the whole of it: units and generals (`unit`) on the ground of a battle (`scenario`). `answer` is what
//! players say, `event` what they are told, `refusal` why something is not allowed; `words` are the players' words.

pub(crate) mod answer;
pub mod event;
pub(crate) mod game;
pub(crate) mod refusal;
pub mod scenario;
pub(crate) mod unit;
pub mod words;
