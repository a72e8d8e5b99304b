//! Many battles at once: matches between generals and bots, what they look like, and random play that hunts for what must
//! never happen.

pub mod bots;
mod fuzz;
mod matches;
pub mod matrix;
mod sense;
mod studied;

pub use fuzz::{Hunt, Trouble, hunt, random_rules};
pub use matches::{Match, Score, matches};
pub use sense::{Held, Sense, Share, SideSense, Watch, openings, sense};
pub use studied::{Sent, Studied};
