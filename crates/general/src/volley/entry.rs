//! Reserves come on at once, side by side from their point of entry.

use super::captain::Captain;
use super::march::accepted;
use table::{Inches, Leg};
use volley::movement::{MarchFacts, allowance, rate_of};
use volley::{Order, Question, UnitId, Volley};

impl Captain {
    pub(super) fn enter(&self, view: &Volley, unit: UnitId, question: &Question) -> Option<Order> {
        let body = view.unit(unit);
        let point = body.pose.map(|_| view.entry_point(unit))?;
        let going = MarchFacts { in_command: true, ..MarchFacts::default() };
        let most = allowance(&view.rules, rate_of(&view.rules, body), &going).inches;
        let step = body.footprint(&view.rules).width.0 + self.sticks.inch / 2;
        let free = view.moves_freely(body);
        for n in 0..9 {
            let aside = (n + 1) / 2 * if n % 2 == 0 { step } else { -step };
            for ahead in [most, most.half()] {
                let along = point + aside;
                let leg = if free {
                    Leg::To(view.on_edge(unit, along).ahead(ahead - Inches(5)))
                } else {
                    Leg::Ahead(ahead)
                };
                let order = Order::Enter { unit, at: Some(along), legs: vec![leg] };
                if let Some(order) = accepted(view, question, order) {
                    return Some(order);
                }
            }
        }
        None
    }
}
