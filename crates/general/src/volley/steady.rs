//! What a captain remembers of his own doings, so that none of his units goes to and fro: formations, and charges that
//! failed.

use super::captain::Captain;
use serde::{Deserialize, Serialize};
use volley::words::Formation;
use volley::{UnitId, Volley};

/// For this many turns a formation is not given up again for the one before it.
const STEADY: u32 = 2;
/// How many turns a charge is remembered.
const REMEMBERED: u32 = 2;
/// How much more than usual a charge must be worth to be tried again while it is remembered.
const AGAIN: f64 = 2.0;

/// How a unit was formed when it was last looked at.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Formed {
    now: Formation,
    /// What it was before that, lately, and the turns it changed in.
    before: [Option<(Formation, u32)>; 3],
}

impl Formed {
    fn changed(&mut self, to: Formation, turn: u32) {
        let [one, two, _] = self.before;
        self.before = [Some((self.now, turn)), one, two];
        self.now = to;
    }
}

impl Captain {
    /// Takes note of how all units are formed, once in each phase of orders.
    pub(super) fn look_at_formations(&mut self, view: &Volley) {
        for (n, unit) in view.units.iter().enumerate() {
            match self.memory.formed.get_mut(n) {
                None => self.memory.formed.push(Formed { now: unit.formation, before: [None; 3] }),
                Some(known) if known.now != unit.formation => known.changed(unit.formation, view.turn),
                Some(_) => {}
            }
        }
        self.memory.charged.retain(|(.., turn)| turn + REMEMBERED >= view.turn);
    }

    /// Takes note of an order for a change.
    pub(super) fn note_change(&mut self, view: &Volley, id: UnitId, formation: Formation) {
        let now = view.unit(id).formation;
        if let Some(known) = self.memory.formed.get_mut(usize::from(id.0)).filter(|_| now != formation) {
            known.changed(formation, view.turn);
        }
    }

    /// Whether a unit came out of a formation so lately that it had better not go back to it.
    pub(super) fn has_just_left(&self, view: &Volley, id: UnitId, formation: Formation) -> bool {
        let left = |(before, turn): &(Formation, u32)| *before == formation && view.turn <= turn + STEADY;
        let known = self.memory.formed.get(usize::from(id.0));
        self.manner.keeps && known.is_some_and(|known| known.before.iter().flatten().any(left))
    }

    /// What a charge must be worth more because the same was tried lately.
    pub(super) fn after_failure(&self, id: UnitId, target: UnitId) -> f64 {
        let tried = self.memory.charged.iter().any(|(unit, other, _)| *unit == id && *other == target);
        if tried && self.manner.keeps { AGAIN } else { 0.0 }
    }
}
