//! Who is how near.

use super::captain::Captain;
use table::{Inches, Point};
use volley::verdict::gap_to;
use volley::words::Arm;
use volley::{Unit, UnitId, Volley};

impl Captain {
    pub(super) fn nearest_enemy(&self, view: &Volley, id: UnitId) -> Option<(i32, UnitId)> {
        nearest(view, view.unit(id))
    }

    /// The nearest enemy that foot and guns go for: anything but horse.
    pub(super) fn nearest_target(&self, view: &Volley, id: UnitId) -> Option<(i32, UnitId)> {
        let unit = view.unit(id);
        nearest_of(view, unit, |enemy| !enemy.is(Arm::Cavalry) && !enemy.is_open())
            .or_else(|| nearest(view, unit))
    }
}

/// Whether two units are within `reach` of each other.
pub(super) fn within(a: &Unit, b: &Unit, reach: i32) -> bool {
    a.rect().zip(b.rect()).is_some_and(|(a, b)| a.is_within(b, Inches(reach)))
}

/// How far a unit is from a place, by its nearest part.
pub(super) fn post_distance(unit: &Unit, at: Point) -> Option<i32> {
    Some(gap_to(unit.rect()?, at).0)
}

/// The nearest enemy.
pub(super) fn nearest(view: &Volley, unit: &Unit) -> Option<(i32, UnitId)> {
    nearest_of(view, unit, |_| true)
}

/// The nearest enemy of a kind; of equally near ones the first. Only an enemy that may be nearer than the best is
/// measured.
fn nearest_of(view: &Volley, unit: &Unit, kind: impl Fn(&Unit) -> bool) -> Option<(i32, UnitId)> {
    let rect = unit.rect()?;
    let mut best: Option<(i32, UnitId)> = None;
    for (id, enemy) in view.of(unit.side().enemy()).filter(|(_, enemy)| kind(enemy)) {
        let least = best.map_or(i32::MAX, |(least, _)| least);
        let Some(there) = enemy.rect() else { continue };
        if let Some(distance) = there.distance_within(rect, Inches(least))
            && distance.0 < least
        {
            best = Some((distance.0, id));
        }
    }
    best
}
