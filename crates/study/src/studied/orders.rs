//! The game of orders as it is studied.

use super::{Sent, Studied, accepted, ways};
use engine::{Side, UnitId};
use orders::fire::check_shot;
use orders::words::Formation;
use orders::{Act, Answer, Event, Orders, Pace, Question, Shot, What};
use table::{Inches, Point};

/// The rule against firing over friends.
const OVERHEAD: &str = "orders.fire.no-overhead";
/// As far as any unit marches in a turn; how far each may, the rules say.
const FAR: Inches = Inches::whole(16);

impl Studied for Orders {
    fn in_action(event: &Event) -> Vec<UnitId> {
        match &event.what {
            What::Fires { unit, .. } | What::Charges { unit, .. } => vec![*unit],
            What::MeleeRound { a, b, .. } => vec![*a, *b],
            _ => Vec::new(),
        }
    }

    fn is_masked(&self, battery: UnitId) -> bool {
        let side = self.unit(battery).side();
        let mut is_barred = false;
        for (target, _) in self.of(side.enemy()) {
            match check_shot(self, side, Shot { unit: battery, target }) {
                Ok(()) => return false,
                Err(refusal) => is_barred |= refusal.cites.id() == OVERHEAD,
            }
        }
        is_barred
    }

    fn sent(answer: &Answer) -> Sent {
        match answer {
            Answer::Act(act) => match act {
                Act::March { unit, paces } => {
                    let stays = |pace: &Pace| matches!(pace, Pace::Form(_) | Pace::Face(_) | Pace::Wheel(_));
                    if paces.iter().all(stays) { Sent::Forms(*unit) } else { Sent::Marches(*unit) }
                }
                Act::Rouse { unit }
                | Act::ForceMarch { unit }
                | Act::Enter { unit, .. }
                | Act::Leave { unit, .. } => Sent::Marches(*unit),
                Act::Charge { unit, .. } => Sent::Charges(*unit),
                Act::Ride { .. } => Sent::Leads,
            },
            Answer::Instruct(_) => Sent::Leads,
            _ => Sent::NoUnit,
        }
    }

    fn at_hand(&self, question: &Question, side: Side) -> Vec<UnitId> {
        let Question::Move(ask) = question else { return Vec::new() };
        let free = |id: &UnitId| {
            let unit = self.unit(*id);
            !unit.acted && !unit.arm().is_artillery() && ask.only.is_none_or(|only| only == *id)
        };
        self.of(side).map(|(id, _)| id).filter(free).collect()
    }

    fn toward(&self, question: &Question, id: UnitId, to: Point) -> Option<Answer> {
        let unit = self.unit(id);
        let pose = unit.pose?;
        let march = |paces| Answer::Act(Act::March { unit: id, paces });
        let bearing = pose.at.bearing_to(to);
        let Some(ways) = ways(pose, to, FAR) else {
            return accepted(self, question, [march(vec![Pace::Face(bearing)])]);
        };
        // A column goes farther than a line.
        let form = (unit.formation == Formation::Line).then_some(Pace::Form(Formation::Column));
        let marches = ways.into_iter().flat_map(|(wheel, ahead)| {
            let wheel = (wheel.abs() > 300).then_some(Pace::Wheel(wheel));
            let way = wheel.into_iter().chain([Pace::Ahead(ahead)]).collect::<Vec<_>>();
            let formed = form.map(|form| [form].into_iter().chain(way.clone()).collect::<Vec<_>>());
            formed.into_iter().chain([way]).map(march)
        });
        accepted(self, question, marches)
    }
}
