//! Fire: the shot that costs the enemy most, one after another.

use super::captain::Captain;
use super::odds::{body, worth};
use super::picture::is_at_objective;
use engine::desk::FactSet as _;
use engine::{Fact, Side};
use orders::answer::Targets;
use orders::fire::{self, FireFrom, Firer, Mark, ShelterOf, ShotFacts};
use orders::words::{Aspect, Level};
use orders::{Answer, Orders, Shot, Stage};
use table::Pose;

/// How a unit stood when a shot was weighed.
type Stood = (Option<Pose>, Level, Level, Option<Pose>);

/// Shots weighed in the present fire step.
#[derive(Default)]
pub(crate) struct Volleys {
    of: Option<(u32, Stage, Side)>,
    known: Vec<(Shot, Stood, f64)>,
}

impl Captain {
    pub(crate) fn fire(&mut self, view: &Orders, shots: &[Targets]) -> Answer {
        if self.volleys.of != Some((view.turn, view.stage, view.mover)) {
            self.volleys.of = Some((view.turn, view.stage, view.mover));
            self.volleys.known.clear();
        }
        let mut best: Option<(f64, Shot)> = None;
        for from in shots {
            if !self.leads(view.unit(from.unit).corps()) {
                continue;
            }
            for target in &from.targets {
                let shot = Shot { unit: from.unit, target: *target };
                let value = self.shot_value(view, shot);
                if value > best.map_or(0.0, |(most, _)| most) {
                    best = Some((value, shot));
                }
            }
        }
        // Where no die can hit, no shot is fired.
        best.map_or(Answer::No, |(_, shot)| Answer::Shot(shot))
    }

    fn shot_value(&mut self, view: &Orders, shot: Shot) -> f64 {
        let (firer, target) = (view.unit(shot.unit), view.unit(shot.target));
        let stood = (firer.pose, firer.level, target.level, target.pose);
        if let Some((.., value)) =
            self.volleys.known.iter().find(|(known, was, _)| *known == shot && *was == stood)
        {
            return *value;
        }
        let value = self.weigh_shot(view, shot);
        self.volleys.known.retain(|(known, ..)| *known != shot);
        self.volleys.known.push((shot, stood, value));
        value
    }

    fn weigh_shot(&mut self, view: &Orders, shot: Shot) -> f64 {
        let facts = shot_facts(view, shot);
        let target = body(view, shot.target, None, facts.target.shelter);
        let harm = self.memo.shot(&view.rules, &facts, &target);
        let mut value = harm.loss * worth(view, shot.target);
        // A charger that is driven back does not fight.
        for charge in view.contacts_of(shot.target).filter(|charge| charge.charger == shot.target) {
            value += harm.moved * 1.2 * worth(view, charge.target);
        }
        // An enemy near ground worth having is shot off it.
        if view.unit(shot.target).rect().is_some_and(|rect| is_at_objective(view, rect)) {
            value += harm.moved * 0.5;
        }
        value
    }
}

/// The facts of a shot as they are.
pub(crate) fn shot_facts(view: &Orders, shot: Shot) -> ShotFacts {
    let Shot { unit, target } = shot;
    let (firer, mark) = (view.unit(unit), view.unit(target));
    let garrison = orders::ground::garrison(view, target).is_some();
    let sides = !garrison && !mark.is_square();
    ShotFacts {
        firer: Firer::of(firer),
        target: Mark {
            aspect: if sides { FireFrom { unit, target }.measure(view) } else { Aspect::Front },
            shelter: ShelterOf { unit: target, from: unit, crossed: None }.measure(view),
            garrison,
            ..Mark::of(mark)
        },
        range: fire::range(view, unit, target).unwrap_or_default(),
        rain: view.rain,
        ..ShotFacts::blank()
    }
}
