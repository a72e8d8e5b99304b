//! What a captain remembers of how his units were formed, so that none goes to and fro.

use engine::UnitId;
use serde::{Deserialize, Serialize};

/// For this many turns a formation is not taken up again.
const STEADY: u32 = 2;

/// How each unit is formed, and what it gave up in the last turns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Steady<F> {
    now: Vec<F>,
    left: Vec<(UnitId, F, u32)>,
}

impl<F> Default for Steady<F> {
    fn default() -> Steady<F> {
        Steady { now: Vec::new(), left: Vec::new() }
    }
}

impl<F: Copy + PartialEq> Steady<F> {
    /// Takes note of how all units are formed, by their numbers.
    pub(crate) fn look(&mut self, turn: u32, formations: impl Iterator<Item = F>) {
        for (n, formation) in formations.enumerate() {
            match self.now.get_mut(n) {
                None => self.now.push(formation),
                Some(now) if *now != formation => {
                    let before = std::mem::replace(now, formation);
                    self.left.push((UnitId(n as u16), before, turn));
                }
                Some(_) => {}
            }
        }
        self.left.retain(|(.., left)| left + STEADY >= turn);
    }

    /// Whether a unit came out of a formation so lately that it had better not go back to it.
    pub(crate) fn has_just_left(&self, id: UnitId, formation: F) -> bool {
        self.left.iter().any(|(unit, before, _)| *unit == id && *before == formation)
    }

    /// Whether a unit has changed its formation in the last turns.
    pub(crate) fn has_changed(&self, id: UnitId) -> bool {
        self.left.iter().any(|(unit, ..)| *unit == id)
    }
}
