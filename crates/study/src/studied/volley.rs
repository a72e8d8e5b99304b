//! The volley game as it is studied.

use super::{Sent, Studied, accepted, legs, ways};
use engine::{Side, UnitId};
use table::{Inches, Leg, Point};
use volley::words::{Arm, Silence};
use volley::{Answer, Event, Order, Question, Volley, What, options};

fn is_step(leg: &Leg) -> bool {
    !matches!(leg, Leg::Wheel(_) | Leg::Ahead(Inches(0)))
}

impl Studied for Volley {
    fn in_action(event: &Event) -> Vec<UnitId> {
        match &event.what {
            What::Fires { battery, .. } => vec![*battery],
            What::Shoots { unit, .. } | What::Charges { unit, .. } | What::CounterCharges { unit, .. } => {
                vec![*unit]
            }
            What::MeleeRound { a, b, .. } => vec![*a, *b],
            _ => Vec::new(),
        }
    }

    fn is_masked(&self, battery: UnitId) -> bool {
        options::silence(self, battery).is_some_and(|silence| silence.why == Silence::Friends)
    }

    fn sent(answer: &Answer) -> Sent {
        let Answer::Order(order) = answer else { return Sent::NoUnit };
        match order {
            // Wheels alone are no way.
            Order::March { unit, legs } if !legs.iter().any(is_step) => Sent::Forms(*unit),
            Order::March { unit, .. } | Order::Enter { unit, .. } => Sent::Marches(*unit),
            Order::Charge { unit, .. } => Sent::Charges(*unit),
            Order::Form { unit, .. } => Sent::Forms(*unit),
            Order::Ride { .. } => Sent::Leads,
            Order::FallBack { unit, by, .. } if by.0 > 0 => Sent::FallsBack(*unit),
            Order::Turn { .. } | Order::FallBack { .. } | Order::Place { .. } => Sent::NoUnit,
        }
    }

    fn at_hand(&self, question: &Question, side: Side) -> Vec<UnitId> {
        let Question::NextOrder(_) = question else { return Vec::new() };
        let free =
            self.of(side).filter(|(_, unit)| !unit.acted && unit.halted == 0 && !unit.is(Arm::Artillery));
        free.map(|(id, _)| id).collect()
    }

    fn toward(&self, question: &Question, id: UnitId, to: Point) -> Option<Answer> {
        let unit = self.unit(id);
        let pose = unit.pose?;
        // At the double, where the rules let it.
        let most = self.plain_allowance(id).times(2);
        let order = |order| Answer::Order(order);
        match ways(pose, to, most) {
            Some(ways) => {
                let limit = self.most_wheel();
                let marches = ways.into_iter().map(|(wheel, ahead)| {
                    order(Order::March { unit: id, legs: legs(wheel.clamp(-limit, limit), ahead) })
                });
                accepted(self, question, marches)
            }
            None => {
                let (formation, facing) = (unit.formation, Some(pose.at.bearing_to(to)));
                accepted(self, question, [order(Order::Form { unit: id, formation, facing })])
            }
        }
    }
}
