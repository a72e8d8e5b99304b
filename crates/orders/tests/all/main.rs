//! The rules of `orders`, case by case, and what is told of them.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod book;
mod budget;
mod cases;
mod desk;
mod movement;
mod odds;
mod played;
mod random;
mod reinforcements;
mod secrets;
mod shots;
mod telling;
