//! The computer generals and the staff, in every game of the list.
//! One program for all of them: compiling the games once more for each is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod garrisons;
mod hidden;
mod kit;
mod marshal;
mod minds;
mod must_not;
mod nations;
mod odds;
mod order_words;
mod plans;
mod players;
mod said;
mod staff;
mod words;
mod words_of_empire;
