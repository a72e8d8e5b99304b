//! Dice, their exact odds, and seeds that can be checked.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod chains;
mod chances;
mod named;
mod odds;
mod seeds;
mod streams;
