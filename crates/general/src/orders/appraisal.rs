//! How the battle stands for a side: time, strength and ground, looked at once a half-turn.

use super::captain::Captain;
use super::charts::level_worth;
use super::mind::{Appraisal, Ground};
use super::odds::worth;
use crate::kit::spot::Spot;
use engine::{Played as _, Side};
use orders::{Orders, Unit, UnitId};

/// A unit no farther from an objective than this, beyond its rim, counts there.
const NEAR: f64 = 10.0;

impl Captain {
    pub(crate) fn appraise(&self, view: &Orders, side: Side) -> Appraisal {
        let left = (view.length() + 1).saturating_sub(view.turn);
        let bodies = bodies(view, side);
        let ground = ground(view, side, &bodies);
        let (mut ours, mut theirs) = (0.0, 0.0);
        for place in &ground {
            match place.holder {
                Some(holder) if holder == side => ours += place.worth,
                Some(_) => theirs += place.worth,
                None => {}
            }
        }
        let behind = ours < theirs || (ours <= theirs && strain(view, side) >= strain(view, side.enemy()));
        let late = ((self.temper.late - f64::from(left)) / 4.0).clamp(0.0, 1.0);
        Appraisal {
            left,
            behind,
            urgent: behind && left <= 4,
            need: if behind { late } else { 0.0 },
            ratio: ratio(&bodies),
            ground,
        }
    }

    /// What a point of ground is worth now: the nearer the end, the more.
    pub(crate) fn ground_fever(&self) -> f64 {
        match self.appraisal.left {
            0..=2 => self.temper.prize * if self.appraisal.urgent { 2.0 } else { 1.0 },
            3..=4 => self.temper.prize * 0.6,
            _ => self.temper.prize * 0.25,
        }
    }
}

/// The strength of a unit, where it stands and whose it is.
struct Body {
    strength: f64,
    at: Spot,
    is_ours: bool,
    is_steady: bool,
}

fn bodies(view: &Orders, side: Side) -> Vec<Body> {
    let body = |(id, unit): (UnitId, &Unit)| {
        let at = unit.rect().map(|rect| Spot::from_vec(rect.centre()));
        Body {
            strength: worth(view, id) * level_worth(unit.level),
            at: at.unwrap_or_default(),
            is_ours: unit.side() == side,
            is_steady: at.is_some() && !unit.in_panic(),
        }
    };
    let mut bodies = Vec::with_capacity(view.units.len());
    bodies.extend(view.on_table().map(body));
    bodies
}

fn ground(view: &Orders, side: Side, bodies: &[Body]) -> Vec<Ground> {
    let mut all = Vec::with_capacity(view.scenario.objectives.len());
    for (n, objective) in view.scenario.objectives.iter().enumerate() {
        let at = Spot::of(objective.at);
        let radius = f64::from(objective.radius.0) / 1000.0;
        let (mut ours, mut theirs) = (0.0, 0.0);
        for body in bodies.iter().filter(|body| body.is_steady && body.at.to(at) <= radius + NEAR) {
            *(if body.is_ours { &mut ours } else { &mut theirs }) += body.strength;
        }
        let holder = orders::verdict::holder(view, n);
        let worth = f64::from(objective.worth);
        all.push(Ground { at, radius, worth, holder, is_ours: holder == Some(side), ours, theirs });
    }
    all
}

/// Our strength on the table beside the enemy's.
fn ratio(bodies: &[Body]) -> f64 {
    let (mut ours, mut theirs) = (1.0, 1.0);
    for body in bodies {
        *(if body.is_ours { &mut ours } else { &mut theirs }) += body.strength;
    }
    ours / theirs
}

/// How near a side is to breaking: routed and in panic, beside all it began with.
fn strain(view: &Orders, side: Side) -> f64 {
    f64::from(orders::verdict::broken(view, side)) / f64::from(view.starting_units[side].max(1))
}
