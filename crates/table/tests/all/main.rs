//! Shapes, distances and ways over the table.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cases;
mod columns;
mod grades;
mod properties;
mod twins;
mod ways;
mod zone;
