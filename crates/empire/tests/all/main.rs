//! The rules of `empire`, case by case, and what is told of them.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod beside;
mod cases;
mod chances;
mod charge;
mod cheeky;
mod coverage;
mod desk;
mod drills;
mod fights;
mod firefights;
mod foreseen;
mod garrison;
mod going_back;

mod odds;
mod pairs;
mod play;
mod secrets;
mod setup;
mod soundly;
mod stages;
mod tables;
mod too_late;
mod topics;
mod verdict;
