//! What each unit is to do by the plan that is carried out, and what that makes of its corps.

use super::captain::Captain;
use super::mind::Mission;
use super::mission::{corps_centre, refuge};
use crate::kit::duty::{Duty, Kind};
use crate::kit::lines::{Cover, line_of, lines};
use crate::kit::plan::{Goal, Plan, Stance, Task, Until, Word};
use crate::kit::spot::{Spot, vector};
use engine::{Played as _, Side};
use orders::words::Level;
use orders::{CorpsId, Orders, UnitId};

/// Brigades that stand one behind another.
const COVER: Cover = Cover { least: 0.8, depth: 9.0, aside: 1.3 };

impl Captain {
    /// The first task that fits it and has not run out, for each unit of a side.
    pub(super) fn duties_of(&self, view: &Orders, side: Side) -> Vec<Option<Duty>> {
        let lines = lines_of(view, side);
        let holders = view.holders();
        let left = self.appraisal.left;
        let holds: Vec<bool> =
            self.plan.tasks.iter().map(|task| task.until.still_holds(view, side, left, &holders)).collect();
        let mut own: Option<Plan<CorpsId>> = None;
        let mut duties = Vec::with_capacity(view.units.len());
        for id in view.ids() {
            let unit = view.unit(id);
            if unit.side() != side || !self.leads(unit.corps()) {
                duties.push(None);
                continue;
            }
            let kind = kind(view, id, &lines);
            let fits = |task: &&Task<CorpsId>| task.who.has(id, &unit.corps(), kind);
            let hit = unit.level < Level::Firm;
            let is_his = |(n, task): &(usize, &Task<CorpsId>)| {
                holds[*n] && !(hit && task.until == Until::Shot) && fits(task)
            };
            let told = Duty::of(self.plan.tasks.iter().enumerate().filter(is_his).map(|(_, task)| task));
            // Told nothing more, it is led as he thinks best.
            let found = told.or_else(|| {
                let own = own.get_or_insert_with(|| self.draft(view, side));
                Duty::of(own.tasks.iter().filter(fits))
            });
            duties.push(found);
        }
        self.send_owners(view, &mut duties);
        duties
    }

    /// Where several units are told to own the same ground, the nearest goes onto it and the others hold it from where
    /// they are.
    fn send_owners(&self, view: &Orders, duties: &mut [Option<Duty>]) {
        for (n, ground) in self.appraisal.ground.iter().enumerate() {
            let told = |duty: &Option<Duty>| {
                duty.is_some_and(|duty| duty.does == Word::Own(n) && duty.post.is_none())
            };
            if !duties.iter().any(told) {
                continue;
            }
            let far = |id: UnitId| Some(Spot::from_vec(view.unit(id).rect()?.centre()).to(ground.at));
            let is_owned = duties.iter().flatten().any(|duty| duty.post == Some(n));
            let fit = |id: &UnitId| {
                let unit = view.unit(*id);
                told(&duties[usize::from(id.0)]) && unit.arm().is_infantry() && unit.level > Level::Panic
            };
            let nearest = view
                .ids()
                .filter(fit)
                .filter_map(|id| Some((far(id)?, id)))
                .min_by(|one, two| one.0.total_cmp(&two.0))
                .map(|(_, id)| id);
            for id in view.ids() {
                let Some(duty) = duties[usize::from(id.0)].as_mut().filter(|duty| told(&Some(**duty))) else {
                    continue;
                };
                if !is_owned && nearest == Some(id) {
                    duty.post = Some(n);
                }
            }
        }
    }

    /// What a unit is to do, if it is his to lead.
    pub(super) fn duty(&self, id: UnitId) -> Option<Duty> {
        self.duties.get(usize::from(id.0)).copied().flatten()
    }

    /// What the duties of its units make of each corps: it goes as most of its foot goes.
    pub(super) fn missions_by_duty(&self, view: &Orders, side: Side) -> Vec<Mission> {
        let own = view.corps_ids().filter(|id| view.corps(*id).side == side && self.leads(*id));
        own.filter_map(|id| self.mission_by_duty(view, side, id)).collect()
    }

    fn mission_by_duty(&self, view: &Orders, side: Side, corps: CorpsId) -> Option<Mission> {
        let (_, centre) = corps_centre(view, corps)?;
        let mut counts = [0_usize; 4];
        let (mut goals, mut zeal): (Vec<Spot>, f64) = (Vec::new(), 0.0);
        let mut all = 0_usize;
        for (id, unit) in view.units_of(corps) {
            let Some(duty) = self.duty(id) else { continue };
            zeal = zeal.max(duty.zeal);
            if unit.arm().is_artillery() {
                continue;
            }
            all += 1;
            let stance = if duty.post.is_some() { Stance::Press } else { duty.does.stance() };
            counts[stance as usize] += 1;
            if matches!(stance, Stance::Press | Stance::Assault) {
                goals.extend(self.goal_of(view, id, &duty));
            }
        }
        let of = |stance: Stance| counts[stance as usize];
        let stance = if of(Stance::Retire) * 2 > all {
            Stance::Retire
        } else if of(Stance::Assault) * 2 >= all && all > 0 {
            Stance::Assault
        } else if of(Stance::Press) + of(Stance::Assault) > 0 {
            Stance::Press
        } else {
            Stance::Hold
        };
        let nearest = || self.picture.nearest(centre).map_or(centre, |(_, foe)| foe.at);
        let goal = match stance {
            Stance::Retire => refuge(view, side, centre, nearest()),
            Stance::Hold => centre,
            Stance::Press | Stance::Assault => {
                let many = goals.len().max(1) as f64;
                let sum =
                    goals.iter().fold(Spot::default(), |sum, at| Spot { x: sum.x + at.x, y: sum.y + at.y });
                if goals.is_empty() { centre } else { Spot { x: sum.x / many, y: sum.y / many } }
            }
        };
        Some(Mission { corps, stance, goal, pull: 0.0, centre, zeal })
    }

    /// Where a unit's word leads it.
    pub(super) fn goal_of(&self, view: &Orders, id: UnitId, duty: &Duty) -> Option<Spot> {
        let at = Spot::from_vec(view.unit(id).rect()?.centre());
        let objective = |n: usize| self.appraisal.ground.get(n).map(|ground| ground.at);
        if let Some(post) = duty.post {
            return objective(post);
        }
        let wanted = match duty.does.goal()? {
            Goal::Enemy => self.plan.effort.unwrap_or(Goal::Enemy),
            goal @ Goal::Objective(_) => goal,
        };
        match wanted {
            Goal::Objective(n) => objective(n),
            Goal::Enemy => self.picture.nearest(at).map(|(_, foe)| foe.at),
        }
    }
}

/// How many lines stand before each brigade of foot.
fn lines_of(view: &Orders, side: Side) -> Vec<(UnitId, u8)> {
    let ahead = vector(view.scenario.edges[side].inward());
    let foot: Vec<(UnitId, Spot)> = view
        .of(side)
        .filter(|(_, unit)| unit.arm().is_infantry() && !unit.in_panic())
        .filter_map(|(id, unit)| Some((id, Spot::from_vec(unit.rect()?.centre()))))
        .collect();
    lines(&foot, ahead, COVER)
}

fn kind(view: &Orders, id: UnitId, lines: &[(UnitId, u8)]) -> Kind {
    let arm = view.unit(id).arm();
    if arm.is_artillery() {
        Kind::Guns
    } else if arm.is_cavalry() {
        Kind::Horse
    } else {
        Kind::Foot(line_of(lines, id))
    }
}
