//! The API from end to end, on a file of its own.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;
mod doors;
mod invitations;
mod looking_up;
mod playing;
mod salts;
mod seats;
mod sheets;
