//! What the build script of every game finds.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod conditions;
mod questions;
