//! The game of manoeuvre elements as it is studied.

use super::{Sent, Studied, accepted, legs, ways};
use empire::rules::fire::gunnery;
use empire::rules::ground::measure::{enemies_near, is_in_arc, line_of_fire};
use empire::words::Arm;
use empire::{Act, Answer, Empire, Event, Question, What};
use engine::{Side, UnitId};
use table::{Inches, Point};

/// As far as any unit marches in an hour; how far each may, the rules say.
const FAR: Inches = Inches::whole(16);

impl Studied for Empire {
    fn in_action(event: &Event) -> Vec<UnitId> {
        match &event.what {
            What::Fires { unit, .. }
            | What::GunsFire { unit, .. }
            | What::Bombards { unit, .. }
            | What::Charges { unit, .. }
            | What::Countercharges { unit, .. } => vec![*unit],
            What::FirefightBegins { unit, target }
            | What::FirefightGoesOn { unit, target }
            | What::CloseAction { unit, target, .. } => vec![*unit, *target],
            _ => Vec::new(),
        }
    }

    fn is_masked(&self, battery: UnitId) -> bool {
        let body = self.unit(battery);
        if !gunnery::is_in_action(body) || !gunnery::targets(self, battery).is_empty() {
            return false;
        }
        let Some((_, [_, _, far])) = self.rules.shared.ends(body.profile.weapon) else { return false };
        let near = enemies_near(self, battery, far).into_iter().map(|(_, enemy)| enemy);
        let mut ahead = near.filter(|enemy| is_in_arc(self, battery, *enemy));
        ahead.any(|enemy| {
            let line = line_of_fire(self, battery, enemy);
            line.open && !line.over.is_empty()
        })
    }

    fn sent(answer: &Answer) -> Sent {
        let Answer::Act(act) = answer else { return Sent::NoUnit };
        match act {
            Act::Manoeuvre { units, .. } => units.first().map_or(Sent::NoUnit, |unit| Sent::Marches(*unit)),
            Act::Charge { units, .. } => units.first().map_or(Sent::NoUnit, |unit| Sent::Charges(*unit)),
            Act::Form { unit, legs, .. } if legs.is_empty() => Sent::Forms(*unit),
            Act::Form { unit, .. }
            | Act::Relocate { unit, .. }
            | Act::Gallop { unit, .. }
            | Act::Prolong { unit, .. } => Sent::Marches(*unit),
            // A leader rallies or drives on the unit he is with: no unit is sent.
            Act::Command { .. } | Act::Begin { .. } | Act::Fire { .. } | Act::FireAtWill => Sent::NoUnit,
        }
    }

    fn at_hand(&self, question: &Question, _: Side) -> Vec<UnitId> {
        let Question::Impulse(ask) = question else { return Vec::new() };
        let own =
            self.units_of(ask.me).filter(|(_, unit)| unit.arm() != Arm::Artillery && !unit.impulse.acted);
        own.map(|(id, _)| id).collect()
    }

    fn toward(&self, question: &Question, id: UnitId, to: Point) -> Option<Answer> {
        let unit = self.unit(id);
        let pose = unit.pose?;
        match ways(pose, to, FAR) {
            Some(ways) => {
                let marches = ways.into_iter().map(|(wheel, ahead)| {
                    Answer::Act(Act::Manoeuvre { units: vec![id], legs: legs(wheel, ahead), bonus: false })
                });
                accepted(self, question, marches)
            }
            None => {
                let facing = Some(pose.at.bearing_to(to));
                let form =
                    Act::Form { unit: id, formation: unit.formation, facing, onto: None, legs: vec![] };
                accepted(self, question, [Answer::Act(form)])
            }
        }
    }
}
