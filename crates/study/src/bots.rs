//! Bots: players of a few lines who try to exploit a level. None of them plans; each does one thing, and leaves whatever
//! it does not mind (targets, tests, retreats) to the captain.
//!
//! They see their side's view and give answers that the rules take. No page offers them; `grognard match` knows them.

mod bot;
mod list;
pub mod planned;

use crate::Studied;
use bot::Bot;
use general::General;
pub use list::{ALL, About};
use planned::Planned;

/// The general or bot of that name, with luck of its own; or the captain who carries out a marshal's plan of that number.
pub fn by_name<G: Studied>(name: &str, seed: u64) -> Option<General<G>> {
    if let Some(about) = ALL.iter().find(|about| about.name == name) {
        return Some(General::new(Bot::<G>::new(about.does)));
    }
    match Planned::<G>::named(name) {
        Some(planned) => Some(General::new(planned)),
        None => general::by_name(name, seed),
    }
}
