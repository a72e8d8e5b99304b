//! Reserves come on at once, side by side from their point of entry.

use super::captain::Captain;
use super::march::accepted;
use engine::Side;
use table::{Inches, Leg, Point, Pose};
use volley::movement::{Going, allowance, rate_of};
use volley::{Order, Question, UnitId, Volley};

impl Captain {
    pub(super) fn enter(
        &self,
        view: &Volley,
        side: Side,
        unit: UnitId,
        question: &Question,
    ) -> Option<Order> {
        let body = view.unit(unit);
        let point = body.pose?.at.x;
        let going = Going { in_command: true, ..Going::default() };
        let most = allowance(&view.rules, rate_of(&view.rules, body), &going).inches;
        let step = body.footprint(&view.rules).width.0 + self.sticks.inch / 2;
        let edge = view.scenario.edges[side];
        let free = view.moves_freely(body);
        for n in 0..9 {
            let aside = (n + 1) / 2 * if n % 2 == 0 { step } else { -step };
            for ahead in [most, most.half()] {
                let x = point + aside;
                let leg = if free {
                    let start = Pose {
                        at: Point { x, y: edge.y(view.scenario.terrain.depth) },
                        facing: edge.inward(),
                    };
                    Leg::To(start.ahead(ahead - Inches(5)))
                } else {
                    Leg::Ahead(ahead)
                };
                let order = Order::Enter { unit, at: Some(x), legs: vec![leg] };
                if let Some(order) = accepted(view, question, order) {
                    return Some(order);
                }
            }
        }
        None
    }
}
