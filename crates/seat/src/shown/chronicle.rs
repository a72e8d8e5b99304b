//! What the dice of a game were thrown for: the luck of a report is counted from it.

mod empire;
mod orders;
mod volley;

use crate::shown::luck::Trial;
use dice::Aim;
use engine::{Played, Throw, Told};

/// A game whose dice can be judged.
pub trait Chronicle: Played {
    /// What the dice of line `n` were thrown for. Throws for a distance try nothing.
    fn trials(&self, told: &[Told<Self::Event>], n: usize) -> Vec<Trial> {
        let _ = (told, n);
        Vec::new()
    }

    /// What one throw of line `n` decided, in a few words: "hits on 4+", "morale, needs 7 or less".
    fn decides(&self, told: &[Told<Self::Event>], n: usize, throw: &Throw) -> Option<String> {
        let _ = (told, n);
        throw.need.map(|need| on_face("counts", need, throw.pool.sides))
    }

    /// What dice that are still to fall decide, by the event that was told last.
    fn will_decide(&self, last: &Self::Event, aim: Aim) -> Option<String> {
        let _ = (last, aim);
        None
    }
}

/// "hits on 4+"; no face may be enough on a die with so few sides.
fn on_face(what: &str, need: u32, sides: u32) -> String {
    if need > sides { format!("{what}: no face will do") } else { format!("{what} on {need}+") }
}
