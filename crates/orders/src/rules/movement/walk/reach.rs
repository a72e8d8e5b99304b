//! How far a unit could go: for searches of a way.

use super::{Purpose, Walk};
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::state::words::Formation;
use table::{Footprint, Inches, Rect};

impl Walk<'_> {
    /// How far the unit can go straight ahead from here, up to `wish`: by its move, the table, the ground and the units
    /// before it. A little short rather than too far.
    pub(crate) fn reach_ahead(&self, wish: Inches) -> Inches {
        if self.formation == Formation::Unlimbered {
            return Inches::ZERO;
        }
        let Some((_, allowance)) = self.allowance(self.formation == Formation::Road) else {
            return Inches::ZERO;
        };
        let here = self.rect();
        let facing = self.pose.facing;
        let mut most = self.left().inches(allowance).min(wish);
        if self.purpose != Purpose::Leave {
            let room = self.game.scenario.terrain.room(&here, facing, most + Inches(1));
            most = if self.purpose == Purpose::Enter { most } else { most.min(room) };
        }
        most = most.min(self.gap_of_units(&here, most));
        if let Some(gap) = ground::gap_ahead(self.game, &here, most) {
            let swept = self.swept(most);
            let (rules, terrain) = (&self.game.rules, &self.game.scenario.terrain);
            let barred = ground::obstacle(rules, terrain, self.formation, &[swept]);
            if barred.is_some() {
                most = most.min(gap - Inches(2));
            }
        }
        most = most.max(Inches::ZERO);
        if most <= Inches::ZERO {
            return most;
        }
        let met = ground::rough_met(self.game, &here, facing, most);
        let affords = |by: i32| {
            let by = Inches(by);
            let rough_so_far = || {
                let so_far = met.iter().filter_map(|inside| inside.until(by)).collect();
                ground::rough_of(self.game, self.formation, so_far, &self.swept(by))
            };
            let rough = if met.is_empty() { Inches::ZERO } else { rough_so_far() };
            self.affords(by, rough, allowance)
        };
        if affords(most.0) {
            return most;
        }
        let (mut low, mut high) = (0, most.0);
        while high - low > 20 {
            let middle = low.midpoint(high);
            if affords(middle) { low = middle } else { high = middle }
        }
        Inches(low)
    }

    fn swept(&self, by: Inches) -> Rect {
        let footprint = self.footprint();
        Rect::new(self.pose.ahead(by), Footprint { depth: footprint.depth + by, ..footprint })
    }

    /// How far before a unit stops it: friends it may not pass, and the separation from enemies.
    fn gap_of_units(&self, here: &Rect, limit: Inches) -> Inches {
        let separation = placing::separation(self.game);
        let footprint = self.footprint();
        let wide = Footprint { width: footprint.width + separation.times(2), ..footprint };
        let wide = Rect::new(self.pose, wide);
        let mut most = limit;
        let bounds = Rect::box_around(&[*here, self.swept(limit.max(Inches::ZERO))]);
        for (id, other, rect) in self.game.units.near(bounds, separation) {
            if id == self.id {
                continue;
            }
            if other.side() == self.unit.side() {
                if self.may_pass(other) || here.overlaps(rect) {
                    continue;
                }
                if let Some(gap) = here.gap_ahead(most, rect) {
                    most = most.min(gap);
                }
            } else if let Some(gap) = wide.gap_ahead(most + separation, rect) {
                most = most.min((gap - separation).max(Inches::ZERO));
            }
        }
        most
    }
}
