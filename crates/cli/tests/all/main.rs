//! What a person types, and what the program answers.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod commands;
mod files;
mod hosting;
mod keeping;
mod serve;
mod support;
mod wrong_inputs;
