//! Lanes of fire: a unit that marches does not halt before its own guns where they have an enemy to fire at.

use super::captain::Captain;
use engine::Side;
use table::{Inches, Rect};
use volley::words::{Arm, Formation};
use volley::{UnitId, Volley};

/// What lies before a battery in action, as far as the nearest enemy there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    gun: UnitId,
    rect: Rect,
    reach: Inches,
}

impl Captain {
    /// The lanes of a side's batteries that have an enemy before them.
    pub(super) fn lanes_of(&self, view: &Volley, side: Side) -> Vec<Lane> {
        let far = Inches(self.sticks.stick[2]);
        let guns = view.of(side).filter(|(_, unit)| {
            self.manner.keeps && unit.is(Arm::Artillery) && unit.formation == Formation::Unlimbered
        });
        let lane = |(gun, unit): (UnitId, &volley::Unit)| {
            let rect = *unit.rect()?;
            let before = view.units.near(rect.box_ahead(far), Inches::ZERO);
            let enemies = before.filter(|(_, other, _)| other.side() != side);
            let reach = enemies.filter_map(|(_, _, there)| rect.gap_ahead(far, there)).min()?;
            Some(Lane { gun, rect, reach })
        };
        guns.filter_map(lane).collect()
    }

    /// Whether a unit that stands so bars a lane.
    pub(super) fn bars_a_lane(&self, id: UnitId, rect: &Rect) -> bool {
        let bars = |lane: &Lane| lane.gun != id && lane.rect.gap_ahead(lane.reach, rect).is_some();
        self.phase.lanes.iter().any(bars)
    }
}
