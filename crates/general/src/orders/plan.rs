//! The plan of a half-turn: what each corps is to do, and who goes to stand on which ground.

use super::captain::Captain;
use super::mind::{Appraisal, Ground, Mission};
use super::mission::corps_centre;
use crate::kit::plan::{Goal, Part, Plan, Stance, Task, Word};
use crate::kit::spot::Spot;
use engine::Side;
use orders::words::Level;
use orders::{CorpsId, Orders, UnitId};

/// How much his own luck counts where two places are as good.
const LUCK: f64 = 0.3;

impl Captain {
    /// What he would do, as the battle stands.
    pub(crate) fn draft(&self, view: &Orders, side: Side) -> Plan<CorpsId> {
        if self.manner.schooled { self.draft_now(view, side) } else { self.draft_before(view, side) }
    }

    /// As the captain before him would.
    pub(super) fn draft_before(&self, view: &Orders, side: Side) -> Plan<CorpsId> {
        let mut tasks = self.tasks(view, side);
        let missions = self.missions_of(view, side, &tasks);
        let posts = self.posts(view, side, &missions);
        tasks.extend(posts.into_iter().map(|(unit, objective)| Task::post(unit, objective)));
        Plan { tasks, effort: None }
    }

    /// The strongest corps first: each goes for the ground that is worth most to it, as long as others do not.
    fn tasks(&self, view: &Orders, side: Side) -> Vec<Task<CorpsId>> {
        let ground = &self.appraisal.ground;
        let mut taken = vec![0.0_f64; ground.len()];
        let mut corps: Vec<(f64, CorpsId, Spot)> = Vec::new();
        for id in view.corps_ids().filter(|id| view.corps(*id).side == side) {
            if let Some((strength, centre)) = corps_centre(view, id) {
                corps.push((strength, id, centre));
            }
        }
        corps.sort_by(|one, two| two.0.total_cmp(&one.0));
        let mut tasks = Vec::with_capacity(corps.len());
        for (strength, id, centre) in corps {
            if self.is_worn(view, id) {
                tasks.push(Task::new(Part::All(id), Word::Withdraw, 0.7));
                continue;
            }
            let mut best: Option<(f64, usize)> = None;
            for (n, place) in ground.iter().enumerate() {
                let value = self.wants(id, centre, n, place, taken[n]);
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, n));
                }
            }
            tasks.push(match best {
                Some((_, n)) => {
                    taken[n] += strength;
                    self.task_at(id, centre, n, &ground[n])
                }
                None => self.task_against(id),
            });
        }
        tasks
    }

    /// How much a corps is wanted on ground, where others so strong go already. What it is about counts a little more,
    /// so that it does not turn round for next to nothing.
    fn wants(&self, corps: CorpsId, centre: Spot, n: usize, place: &Ground, taken: f64) -> f64 {
        let Appraisal { left, behind, .. } = self.appraisal;
        let far = self.routes.length(centre, place.at);
        let threat = (place.theirs - place.ours).max(0.0);
        let wanted = match (place.is_ours, behind) {
            (true, _) if threat > 0.0 => 1.2,
            (true, false) => 0.8,
            (true, true) => 0.3,
            (false, true) => 1.4,
            (false, false) => 0.7,
        };
        let late = if far / 4.5 > f64::from(left) { 0.3 } else { 1.0 };
        let shared = 1.0 / (1.0 + taken / 20.0);
        let value = place.worth.sqrt() * wanted * late * shared / (10.0 + far);
        let luck = f64::from(self.born.luck[(n + usize::from(corps.0)) % 3]) / 100.0;
        let value = if self.manner.schooled { value * (1.0 + LUCK * (luck - 0.5)) } else { value };
        let is_about_it =
            self.plan.task(&corps).is_some_and(|task| task.does.goal() == Some(Goal::Objective(n)));
        if is_about_it { value * self.temper.constancy } else { value }
    }

    fn task_at(&self, corps: CorpsId, centre: Spot, n: usize, place: &Ground) -> Task<CorpsId> {
        let Appraisal { left, behind, ratio, need, .. } = self.appraisal;
        let far = self.routes.length(centre, place.at);
        let slack = f64::from(left) - far / 4.0 - self.temper.slack;
        let goal = Goal::Objective(n);
        let does = match (place.is_ours, behind) {
            (true, _) => Word::Own(n),
            (false, true) if slack <= 0.0 || ratio > self.temper.bold => Word::Storm(goal),
            (false, true) => Word::Press(goal),
            (false, false) if ratio > 1.3 => Word::Press(goal),
            (false, false) if place.theirs <= 0.0 => Word::Press(goal),
            (false, false) => Word::Own(n),
        };
        let calm = does == Word::Own(n);
        let zeal = if calm { self.temper.calm } else { self.temper.zeal * (1.0 + 1.5 * need) };
        Task::new(Part::All(corps), does, zeal)
    }

    /// No ground to win: the nearest enemies.
    fn task_against(&self, corps: CorpsId) -> Task<CorpsId> {
        let does = if self.appraisal.ratio > 1.1 { Word::Press(Goal::Enemy) } else { Word::Stand };
        Task::new(Part::All(corps), does, 1.0)
    }

    /// Whether a corps had better rally than fight: half of it shaken, and time enough for it.
    fn is_worn(&self, view: &Orders, corps: CorpsId) -> bool {
        if self.appraisal.left <= 3 {
            return false;
        }
        let (mut all, mut worn) = (0, 0);
        for (_, unit) in view.units_of(corps) {
            all += 1;
            worn += i32::from(unit.level <= Level::Disrupted);
        }
        all > 0 && worn * 2 >= all
    }

    /// A unit for each objective that may be had or kept, the worthiest first.
    fn posts(&self, view: &Orders, side: Side, missions: &[Mission]) -> Vec<(UnitId, usize)> {
        let ground = &self.appraisal.ground;
        let mut posts: Vec<(UnitId, usize)> = Vec::new();
        let mut order: Vec<usize> = (0..ground.len()).collect();
        order.sort_by(|one, two| ground[*two].worth.total_cmp(&ground[*one].worth));
        for n in order {
            let place = ground[n];
            let men = match (place.is_ours, place.theirs > 0.0) {
                (_, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            };
            let mut near: Vec<(f64, UnitId)> = Vec::new();
            for (id, unit) in view.of(side) {
                let is_free = unit.arm().is_infantry()
                    && unit.level > Level::Disrupted
                    && !posts.iter().any(|(unit, _)| *unit == id);
                let Some(rect) = unit.rect().filter(|_| is_free) else { continue };
                let Some(mission) = missions.iter().find(|mission| mission.corps == unit.corps()) else {
                    continue;
                };
                let direct = Spot::from_vec(rect.centre()).to(place.at);
                if self.may_go(mission, &place, direct) {
                    near.push((direct, id));
                }
            }
            near.sort_by(|one, two| one.0.total_cmp(&two.0));
            posts.extend(near.into_iter().take(men).map(|(_, unit)| (unit, n)));
        }
        posts
    }

    /// Whether a unit at this distance may be sent to stand on ground.
    fn may_go(&self, mission: &Mission, place: &Ground, direct: f64) -> bool {
        if mission.stance == Stance::Retire {
            return false;
        }
        // A corps that goes elsewhere gives a unit only for ground that the enemy does not contest.
        let elsewhere = mission.goal.to(place.at) > 8.0;
        if elsewhere && (direct > 14.0 || place.theirs > place.ours) {
            return false;
        }
        // Ground counts at the end: until then there is better to do than to stand on it.
        let in_time = direct / 3.5 + self.temper.haste;
        place.is_ours || place.holder.is_none() || f64::from(self.appraisal.left) <= in_time
    }
}
