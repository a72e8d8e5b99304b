//! Whole battles: golden hashes and random play.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod deeds;
mod golden;
mod hunt;
mod retreats;
mod sums;
mod turned;
mod unmet;
