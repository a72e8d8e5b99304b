//! Reading rulesets, and what is said of bad ones.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod faults;
mod forms;
mod never_panics;
mod packed;
mod patches;
mod support;
