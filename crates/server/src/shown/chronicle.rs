//! What the dice of a game were thrown for: the luck of a report is counted from it.

mod orders;
mod volley;

use crate::shown::luck::Trial;
use engine::{Played, Told};

/// A game whose dice can be judged.
pub(crate) trait Chronicle: Played {
    /// What the dice of line `n` were thrown for. Throws for a distance try nothing.
    fn trials(&self, told: &[Told<Self::Event>], n: usize) -> Vec<Trial>;
}
