//! Stretches of ways that were found free. Whoever looks for a way, checks it and takes it walks it three times over; as
//! long as no unit has changed, what was free is free.

use crate::charts::Rules;
use crate::state::answer::Pace;
use crate::state::scenario::Scenario;
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use std::sync::{Arc, Mutex};
use table::{Inches, Pose};

/// So many are kept: those of one unit that looks about.
const MOST: usize = 16;

/// What a way is for: it decides what may be in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    March,
    /// Enemies may be come near to.
    Charge,
    /// It begins beyond the edge.
    Enter,
    /// It ends beyond the edge.
    Leave,
}

/// A stretch of a unit's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) from: Pose,
    pub(crate) pace: Pace,
    pub(crate) unit: UnitId,
    pub(crate) formation: Formation,
    pub(crate) purpose: Purpose,
}

/// The house and the ground a way was found free by.
pub(crate) type Under<'g> = (&'g Arc<Rules>, &'g Arc<Scenario>);

/// The last stretches found free among units that stand as they do, and the inches of each in rough ground.
#[derive(Debug, Default)]
pub struct Trodden(Mutex<Option<Found>>);

#[derive(Debug)]
struct Found {
    rules: Arc<Rules>,
    scenario: Arc<Scenario>,
    free: Vec<(Stretch, Inches)>,
    /// The oldest, once there are enough.
    next: usize,
}

impl Trodden {
    pub(crate) fn recall(&self, under: Under<'_>, stretch: Stretch) -> Option<Inches> {
        let found = self.0.lock().ok()?;
        let found = found.as_ref().filter(|found| found.holds_for(under))?;
        found.free.iter().find(|(known, _)| *known == stretch).map(|(_, rough)| *rough)
    }

    pub(crate) fn note(&self, under: Under<'_>, stretch: Stretch, rough: Inches) {
        let Ok(mut found) = self.0.lock() else { return };
        if !found.as_ref().is_some_and(|found| found.holds_for(under)) {
            *found = Some(Found {
                rules: Arc::clone(under.0),
                scenario: Arc::clone(under.1),
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
    fn holds_for(&self, (rules, scenario): Under<'_>) -> bool {
        Arc::ptr_eq(&self.rules, rules) && Arc::ptr_eq(&self.scenario, scenario)
    }
}
