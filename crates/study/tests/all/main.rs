//! Whole battles: golden hashes and random play.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod bots;
mod captains;
mod deeds;
mod golden;
mod hunt;
mod matrix;
mod retreats;
mod sense;
mod stands;
mod sums;
mod turned;
mod unmet;
