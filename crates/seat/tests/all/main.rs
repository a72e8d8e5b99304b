//! What a seat is made of, piece by piece; what it is shown is tested where it is asked for, at the server.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod battles;
mod causes;
mod chances;
mod luck;
mod numbers;
mod staffed;
mod turning;
