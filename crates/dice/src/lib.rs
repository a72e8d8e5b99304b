//! Dice: what a rule asks for, who throws, and every way they can fall.
//!
//! A rule never draws a random number. It asks its umpire, through [`Dice`], for the hits of a pool, for
//! a reading of its total, of dice told apart by name, or of two throws against each other. A seeded [`Stream`] answers in a simulation, typed or recorded faces in play and
//! replay, [`Tally`] with every distinguishable fall and its exact chance.
//! [`Chain`] strings rules together and keeps their odds small.
//! Knows no game.
#![allow(clippy::float_arithmetic, reason = "chances may be floats; faces and counts never are")]

mod chain;
mod chance;
mod every_face;
mod fair;
mod named;
mod pool;
mod spread;
mod stream;
mod tally;
mod test;
mod throws;

pub use chain::{Chain, Once, Procedure, Stages};
pub use chance::{Chance, Weight};
pub use every_face::EveryFace;
pub use fair::{Commitment, Seed};
pub use pool::{Dice, Pool, d6};
pub use spread::{Known, Merged, Number, Placed, Shelf, Spread, add_to, at_place, pair};
pub use stream::Stream;
pub use tally::{Odds, Tally};
pub use test::{Asks, Changes, Part, Test};
pub use throws::{Aim, Fault, Script, Throws};
