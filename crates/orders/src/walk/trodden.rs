//! Stretches of ways that were found free. Whoever looks for a way, checks it and takes it walks it three times over; as
//! long as no unit has changed, what was free is free.

use super::{Purpose, Walk};
use crate::answer::Pace;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::unit::UnitId;
use crate::words::Formation;
use std::sync::{Arc, Mutex};
use table::{Inches, Pose};

/// So many are kept: those of one unit that looks about.
const MOST: usize = 16;

/// A stretch of a unit's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    from: Pose,
    pace: Pace,
    unit: UnitId,
    formation: Formation,
    purpose: Purpose,
}

/// The last stretches found free among units that stand as they do, and the inches of each in rough ground.
#[derive(Debug, Default)]
pub(crate) struct Trodden(Mutex<Option<Found>>);

#[derive(Debug)]
struct Found {
    rules: Arc<Rules>,
    scenario: Arc<Scenario>,
    free: Vec<(Stretch, Inches)>,
    /// The oldest, once there are enough.
    next: usize,
}

impl Walk<'_> {
    /// The rough inches of a stretch, from memory or by a look.
    ///
    /// # Errors
    /// The refusal where it is not free.
    pub(super) fn trodden(
        &self,
        pace: Pace,
        look: impl FnOnce() -> Result<Inches, Refusal>,
    ) -> Result<Inches, Refusal> {
        let (unit, formation, purpose) = (self.id, self.formation, self.purpose);
        let stretch = Stretch { from: self.pose, pace, unit, formation, purpose };
        let trodden = self.game.units.trodden();
        if let Some(rough) = trodden.recall(self, stretch) {
            return Ok(rough);
        }
        let rough = look()?;
        trodden.note(self, stretch, rough);
        Ok(rough)
    }
}

impl Trodden {
    fn recall(&self, walk: &Walk<'_>, stretch: Stretch) -> Option<Inches> {
        let found = self.0.lock().ok()?;
        let found = found.as_ref().filter(|found| found.holds_for(walk))?;
        found.free.iter().find(|(known, _)| *known == stretch).map(|(_, rough)| *rough)
    }

    fn note(&self, walk: &Walk<'_>, stretch: Stretch, rough: Inches) {
        let Ok(mut found) = self.0.lock() else { return };
        if !found.as_ref().is_some_and(|found| found.holds_for(walk)) {
            *found = Some(Found {
                rules: Arc::clone(&walk.game.rules),
                scenario: Arc::clone(&walk.game.scenario),
                free: Vec::with_capacity(MOST),
                next: 0,
            });
        }
        let Some(found) = found.as_mut() else { return };
        if found.free.len() < MOST {
            found.free.push((stretch, rough));
        } else {
            found.free[found.next] = (stretch, rough);
            found.next = (found.next + 1) % MOST;
        }
    }
}

impl Found {
    /// The same house on the same ground.
    fn holds_for(&self, walk: &Walk<'_>) -> bool {
        Arc::ptr_eq(&self.rules, &walk.game.rules) && Arc::ptr_eq(&self.scenario, &walk.game.scenario)
    }
}
