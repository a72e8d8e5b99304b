//! Stretches of ways that were found free, and which unit was found nearest, remembered. A way is searched for, checked
//! and taken: it is walked three times over, with the same questions at its ends. As long as no unit has changed, what
//! was free is free, and the nearest is the same.

use crate::charts::Rules;
use crate::state::answer::Pace;
use crate::state::scenario::Scenario;
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use engine::Side;
use std::sync::{Arc, Mutex};
use table::{Inches, Pose, Rect};

/// How many are kept: enough for one unit that looks about.
const MOST: usize = 24;

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

/// How many answers to who is nearest are kept: where a unit stands, where it would end, and one to spare.
const NEAREST: usize = 3;

/// The nearest enemy and how far off he is.
pub(crate) type Nearest = Option<(UnitId, Inches)>;

/// What was found out last among units that stand as they do: stretches that are free with the inches of each in rough
/// ground, and a side's nearest enemies to some ground.
#[derive(Debug, Default)]
pub struct Trodden {
    found: Mutex<Option<Found>>,
    nearest: Mutex<[Option<(Side, Rect, Nearest)>; NEAREST]>,
}

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
        let found = self.found.lock().ok()?;
        let found = found.as_ref().filter(|found| found.holds_for(under))?;
        found.free.iter().find(|(known, _)| *known == stretch).map(|(_, rough)| *rough)
    }

    pub(crate) fn note(&self, under: Under<'_>, stretch: Stretch, rough: Inches) {
        let Ok(mut found) = self.found.lock() else { return };
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

impl Trodden {
    /// A side's nearest enemy to some ground, from memory or by a look.
    pub(crate) fn nearest(&self, side: Side, ground: &Rect, look: impl FnOnce() -> Nearest) -> Nearest {
        let Ok(mut known) = self.nearest.lock() else { return look() };
        let same = |(of, there, _): &&(Side, Rect, Nearest)| *of == side && there == ground;
        if let Some((.., nearest)) = known.iter().flatten().find(same) {
            return *nearest;
        }
        let nearest = look();
        known.rotate_right(1);
        known[0] = Some((side, *ground, nearest));
        nearest
    }
}

impl Found {
    /// The same house on the same ground.
    fn holds_for(&self, (rules, scenario): Under<'_>) -> bool {
        Arc::ptr_eq(&self.rules, rules) && Arc::ptr_eq(&self.scenario, scenario)
    }
}
