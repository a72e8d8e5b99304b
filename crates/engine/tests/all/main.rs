//! The floor every game stands on: records, rosters, room and ground, and what is said of them.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod edges;
mod facts;
mod ground;
mod positions;
mod records;
mod rests;
mod room;
mod roster;
mod sentences;
mod sums;
mod wording;
