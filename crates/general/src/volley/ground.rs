//! The last turns: a step onto ground that is not ours yet, round a unit that stands before it.

use super::captain::Captain;
use super::nearest::post_distance;
use table::{Inches, Point, Rect, Track};
use volley::scenario::Objective;
use volley::verdict::{holder, reaches, stands_within};
use volley::{Order, Question, UnitId, Volley};

/// In how many turns before the end units are taken from whatever else they do.
const LAST_TURNS: u32 = 2;

impl Captain {
    /// A march that ends on an objective that the enemy holds or neither side does, for a unit that holds none itself.
    pub(super) fn take_ground(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        if self.appraisal.left > LAST_TURNS {
            return None;
        }
        let unit = view.unit(id);
        let stands_on = |objective: &Objective| stands_within(unit, objective.at, objective.radius);
        if view.scenario.objectives.iter().any(stands_on) {
            return None;
        }
        let reach = view.plain_allowance(id).0;
        for objective in &view.scenario.objectives {
            let short = post_distance(unit, objective.at)? - objective.radius.0;
            if short > reach || holder(view, objective) == Some(unit.side()) {
                continue;
            }
            for goal in goals(unit.pose?.at, objective, self.sticks.inch) {
                let order = self.march_to(view, id, goal, view.separation().0, question);
                if let Some(order) = order.filter(|order| ends_on(view, id, order, objective)) {
                    return Some(order);
                }
            }
        }
        None
    }
}

/// The middle of the ground, its near rim, and its flanks as seen from a point.
fn goals(from: Point, objective: &Objective, inch: i32) -> [Point; 5] {
    let toward = from.bearing_to(objective.at);
    let inside = (objective.radius.0 - inch / 2).max(0);
    let flank = |turn: i32, by: i32| objective.at.ahead(toward.turned(turn), Inches(by));
    [
        objective.at,
        flank(16_384, inside),
        flank(-16_384, inside),
        flank(16_384, inside / 2),
        flank(-16_384, inside / 2),
    ]
}

fn ends_on(view: &Volley, id: UnitId, order: &Order, objective: &Objective) -> bool {
    let unit = view.unit(id);
    let (Order::March { legs, .. }, Some(pose)) = (order, unit.pose) else { return false };
    let footprint = unit.footprint(&view.rules);
    let end = Rect::new(Track::new(pose, footprint, legs).end(), footprint);
    reaches(&end, objective.at, objective.radius)
}
