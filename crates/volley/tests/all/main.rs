//! The rules of `volley`, case by case, and what is told of them.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod case_tables;
mod cases;
mod desk;
mod odds;
mod played;
mod telling;
