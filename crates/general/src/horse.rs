//! Cavalry between charges: near enough to charge next turn, away from squares and muskets.

use crate::captain::Captain;
use crate::odds::worth;
use table::Inches;
use volley::words::{Arm, Formation};
use volley::{Order, Question, UnitId, Volley};

impl Captain {
    pub(crate) fn move_horse(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let rect = *unit.rect()?;
        let (nearest, enemy) = self.nearest_enemy(view, id)?;
        if unit.figures <= 2 && unit.profile.figures > 4 {
            return if nearest < self.sticks.inches(20) { self.fall_back(view, id, question) } else { None };
        }
        if unit.formation == Formation::Column
            && nearest < self.sticks.inches(24)
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        let base = view.plain_allowance(id).0;
        let mut best: Option<(f64, UnitId, i32)> = None;
        for (foe, body) in view.of(unit.side().enemy()) {
            let Some(there) = body.rect() else { continue };
            let distance = there.distance(&rect).0;
            let gain = match body.arm() {
                Arm::Cavalry => self.clash_value(view, id, foe, 0).max(0.0),
                Arm::Artillery => worth(body) * 0.8,
                Arm::Infantry => worth(body) * self.ridden_down(view, id, foe),
                Arm::Skirmishers => worth(body) * 0.2,
            };
            let score = gain / (1.0 + f64::from(distance) / f64::from(base + 7_000));
            if best.is_none_or(|(most, _, _)| score > most) {
                best = Some((score, foe, distance));
            }
        }
        let spot = view.unit(enemy).rect()?.centre().stored();
        let Some((_, foe, distance)) = best.filter(|(score, _, _)| *score > 0.5) else {
            return if nearest < self.sticks.inches(20) { self.face(view, id, spot, question) } else { None };
        };
        let goal = view.unit(foe).rect()?.centre().stored();
        // Seven inches of dice on the average: a charge from there gets in more often than not.
        let stand_off = (base + 5_000).max(self.sticks.shoot + self.sticks.inch);
        if distance > stand_off {
            let pose = unit.pose?;
            let reach = pose.at.distance(goal).0 - (stand_off - 1_000);
            let there = pose.at.ahead(pose.at.bearing_to(goal), Inches(reach.max(0)));
            let short = self.sticks.shoot + self.sticks.inch;
            if let Some(order) = self.march_to(view, id, there, short, question) {
                return Some(order);
            }
        }
        self.face(view, id, goal, question)
    }
}
