//! The state of a game: plain data, and the little questions everybody asks of it. It knows no rule.
//!
//! `game` is the whole of it, made of units (`unit`) on the ground of a battle (`scenario`), under a sheet of numbers
//! (`sheet`). `answer` is what players say, `event` what they are told, `refusal` why something is not allowed.

pub(crate) mod answer;
pub mod event;
pub(crate) mod game;
pub(crate) mod ids;
pub(crate) mod refusal;
pub mod scenario;
pub(crate) mod sheet;
pub(crate) mod unit;
pub mod words;
