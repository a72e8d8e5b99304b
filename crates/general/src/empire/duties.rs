//! What each unit is to do by the plan that is carried out.

use super::captain::Captain;
use crate::kit::duty::{Duty, Kind};
use crate::kit::lines::{Cover, line_of, lines};
use crate::kit::plan::{Goal, Plan, Stance, Task, Until, Word};
use crate::kit::spot::{Spot, vector};
use empire::me::MeId;
use empire::rules::hour::verdict::is_at;
use empire::words::Arm;
use empire::{Empire, UnitId};
use engine::{Played as _, Side};

/// Battalions that stand one behind another.
const COVER: Cover = Cover { least: 1.5, depth: 18.0, aside: 4.0 };

impl Captain {
    /// The first task that fits it and has not run out, for each unit of a side.
    pub(super) fn duties_of(&self, view: &Empire, side: Side, own: &Plan<MeId>) -> Vec<Option<Duty>> {
        let lines = lines_of(view, side);
        let left = (view.decision().turns + 1).saturating_sub(view.hour);
        let is_open = |task: &Task<MeId>| task.until.still_holds(view, side, left, &view.holders);
        let open: Vec<&Task<MeId>> = self.plan.tasks.iter().filter(|task| is_open(task)).collect();
        let mut duties = Vec::with_capacity(view.units.len());
        for (n, unit) in view.units.iter().enumerate() {
            let id = UnitId(n as u16);
            if unit.side() != side || !self.leads(unit.me()) {
                duties.push(None);
                continue;
            }
            let kind = match unit.arm() {
                Arm::Infantry => Kind::Foot(line_of(&lines, id)),
                Arm::Cavalry => Kind::Horse,
                Arm::Artillery => Kind::Guns,
            };
            let fits = |task: &&Task<MeId>| task.who.has(id, &unit.me(), kind);
            let has_run_out = |task: &Task<MeId>| task.until == Until::Shot && unit.lost() > 0;
            let told = Duty::of(open.iter().copied().filter(|task| fits(task) && !has_run_out(task)));
            // Told nothing more, it is led as he thinks best.
            duties.push(told.or_else(|| Duty::of(own.tasks.iter().filter(fits))));
        }
        duties
    }

    /// What a unit is to do, if it is his to lead.
    pub(super) fn duty(&self, unit: UnitId) -> Option<Duty> {
        self.duties.get(usize::from(unit.0)).copied().flatten()
    }

    /// How a unit carries itself.
    pub(super) fn carries(&self, view: &Empire, unit: UnitId) -> Stance {
        match self.duty(unit).filter(|_| self.manner.schooled) {
            Some(_) => self.word(view, unit).map_or(Stance::Hold, Word::stance),
            None => self.stance(view.unit(unit).me()),
        }
    }

    /// The word a unit goes by. A unit on the way to its post does as the others of its ME.
    pub(super) fn word(&self, view: &Empire, unit: UnitId) -> Option<Word> {
        let duty = self.duty(unit)?;
        let is_on_the_way = duty.post.is_some_and(|n| !is_at(view, unit, n));
        let others = || self.plan.task(&view.unit(unit).me()).map(|task| task.does);
        Some(is_on_the_way.then(others).flatten().unwrap_or(duty.does))
    }

    /// What the enemy's losses count beside a unit's own.
    pub(super) fn zeal_of(&self, view: &Empire, unit: UnitId) -> f64 {
        match self.duty(unit).filter(|_| self.manner.schooled) {
            Some(duty) => duty.zeal,
            None => self.zeal(view.unit(unit).me()),
        }
    }

    /// The ground a unit makes for.
    pub(super) fn goal(&self, unit: UnitId) -> Option<usize> {
        let duty = self.duty(unit)?;
        let of = |goal: Option<Goal>| match goal {
            Some(Goal::Objective(n)) => Some(n),
            _ => None,
        };
        duty.post.or_else(|| of(duty.does.goal())).or_else(|| of(self.plan.effort))
    }
}

/// How many lines stand before each battalion of a side.
fn lines_of(view: &Empire, side: Side) -> Vec<(UnitId, u8)> {
    let ahead = vector(view.scenario.edges[side].inward());
    let foot: Vec<(UnitId, Spot)> = view
        .of(side)
        .filter(|(_, unit)| unit.arm() == Arm::Infantry && unit.in_good_morale())
        .filter_map(|(id, unit)| Some((id, Spot::from_vec(unit.rect()?.centre()))))
        .collect();
    lines(&foot, ahead, COVER)
}
