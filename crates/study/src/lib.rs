//! Many battles at once: matches between generals, and random play that hunts for what must never happen.

mod fuzz;
mod matches;

pub use fuzz::{Hunt, Trouble, hunt, random_rules};
pub use matches::{Score, matches};
