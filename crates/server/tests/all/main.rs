//! The server as its callers see it, and what they do not see of it.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod api;
mod common;
mod costs;
mod crowds;
mod dropped;
mod facts;
mod generated;
mod inside;
mod kept;
mod live;
mod marshal;
mod odds;
mod operator;
mod placing;
mod plans;
mod reach;
mod records;
mod report;
mod sealed;
mod slow;
mod stores;
mod told;
mod warned;

/// The program's own: the tests spend a tenth of their time in it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;
