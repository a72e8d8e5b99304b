//! Carrying out a plan: what a task means for the units of a corps.

use super::captain::Captain;
use super::charts::level_worth;
use super::mind::{Ground, Mission};
use super::odds::worth;
use crate::kit::plan::{Goal, Part, Plan, Stance, Task};
use crate::kit::spot::Spot;
use engine::{Edge, Side};
use orders::{CorpsId, Orders, UnitId};
use table::Inches;

impl Captain {
    /// Makes the plan of a half-turn once, or takes up the one he was told.
    pub(crate) fn make_plan(&mut self, view: &Orders, side: Side) {
        self.look(view, side);
        let now = Some((view.turn, view.mover, side));
        if self.planned == now {
            return;
        }
        self.planned = now;
        self.appraisal = self.appraise(view, side);
        let made = self.memory.made.take().filter(|(turn, mover, of, _)| Some((*turn, *mover, *of)) == now);
        let made = made.map(|(.., plan)| plan).or_else(|| self.told.clone());
        let plan = made.unwrap_or_else(|| self.draft(view, side));
        self.memory.made = Some((view.turn, view.mover, side, plan.clone()));
        self.carry_out(view, side, plan);
    }

    /// Goes on by the plan he remembers, when he has been fetched again since he made it.
    pub(super) fn take_up(&mut self, view: &Orders) {
        if self.planned.is_some() {
            return;
        }
        if let Some((turn, mover, side, plan)) = self.memory.made.clone() {
            self.planned = Some((turn, mover, side));
            self.look(view, side);
            self.appraisal = self.appraise(view, side);
            self.carry_out(view, side, plan);
        }
    }

    fn carry_out(&mut self, view: &Orders, side: Side, plan: Plan<CorpsId>) {
        let plan = match &self.led {
            Some(led) => plan.only(led),
            None => plan,
        };
        if self.manner.schooled {
            self.plan = plan;
            self.duties = self.duties_of(view, side);
            self.missions = self.missions_by_duty(view, side);
        } else {
            self.execute(view, side, plan);
        }
    }

    /// From now on this is what he does.
    fn execute(&mut self, view: &Orders, side: Side, plan: Plan<CorpsId>) {
        self.missions = self.missions_of(view, side, &plan.tasks);
        self.plan = plan;
    }

    pub(crate) fn missions_of(&self, view: &Orders, side: Side, tasks: &[Task<CorpsId>]) -> Vec<Mission> {
        let is_ours = |corps: &CorpsId| view.get_corps(*corps).is_some_and(|corps| corps.side == side);
        // What parts of a corps are to do is not heard: the whole of it does one thing.
        let whole = tasks.iter().filter(|task| matches!(&task.who, Part::All(corps) if is_ours(corps)));
        whole.filter_map(|task| self.mission_of(view, side, task)).collect()
    }

    fn mission_of(&self, view: &Orders, side: Side, task: &Task<CorpsId>) -> Option<Mission> {
        let corps = *task.who.command()?;
        let (_, centre) = corps_centre(view, corps)?;
        let (stance, towards) = (task.does.stance(), task.does.goal());
        let nearest = || self.picture.nearest(centre).map_or(centre, |(_, foe)| foe.at);
        let goal = match towards {
            Some(Goal::Objective(n)) => self.appraisal.ground.get(n).map_or(centre, |ground| ground.at),
            Some(Goal::Enemy) => nearest(),
            None => refuge(view, side, centre, nearest()),
        };
        let pull = match (stance, towards) {
            (Stance::Hold, Some(Goal::Enemy)) => 0.0,
            (Stance::Hold, _) => self.temper.hold,
            (Stance::Press, _) => self.temper.press,
            (Stance::Assault, _) if self.appraisal.urgent => self.temper.dash,
            (Stance::Assault, _) => self.temper.assault,
            (Stance::Retire, _) => self.temper.retire,
        };
        Some(Mission { corps, stance, goal, pull, centre, zeal: task.zeal })
    }

    /// Whether a corps is his to lead: all are, unless he has a part of the army only.
    pub(crate) fn leads(&self, corps: CorpsId) -> bool {
        self.led.as_ref().is_none_or(|led| led.contains(&corps))
    }

    pub(crate) fn mission(&self, corps: CorpsId) -> Option<&Mission> {
        self.missions.iter().find(|mission| mission.corps == corps)
    }

    /// The ground a unit is sent to.
    pub(crate) fn post(&self, unit: UnitId) -> Option<&Ground> {
        self.appraisal.ground.get(self.plan.post(unit)?)
    }

    /// What the enemy's losses count beside a unit's own.
    pub(crate) fn zeal(&self, view: &Orders, unit: UnitId) -> f64 {
        if self.manner.schooled {
            return self.duty(unit).map_or(1.0, |duty| duty.zeal);
        }
        self.mission(view.unit(unit).corps()).map_or(1.0, |mission| mission.zeal)
    }
}

/// The middle of a corps' steady units, and its strength.
pub(crate) fn corps_centre(view: &Orders, corps: CorpsId) -> Option<(f64, Spot)> {
    let (mut x, mut y, mut count, mut strength) = (0.0, 0.0, 0.0, 0.0);
    for (id, unit) in view.units_of(corps) {
        let Some(rect) = unit.rect() else { continue };
        let weight = if unit.in_panic() { 0.05 } else { 1.0 };
        let at = Spot::from_vec(rect.centre());
        x += at.x * weight;
        y += at.y * weight;
        count += weight;
        strength += worth(view, id) * level_worth(unit.level);
    }
    (count > 0.0).then(|| (strength, Spot { x: x / count, y: y / count }))
}

/// Where a corps goes to rally: two inches from its own edge, and aside from the nearest enemy.
pub(super) fn refuge(view: &Orders, side: Side, centre: Spot, foe: Spot) -> Spot {
    let size = |inches: Inches| f64::from(inches.0) / 1000.0;
    let (width, depth) = (size(view.scenario.terrain.width), size(view.scenario.terrain.depth));
    let along = |own: f64, foe: f64, end: f64| (own + (own - foe).clamp(-8.0, 8.0)).clamp(2.0, end - 2.0);
    let (x, y) = (along(centre.x, foe.x, width), along(centre.y, foe.y, depth));
    match view.scenario.edges[side] {
        Edge::South => Spot { x, y: 2.0 },
        Edge::North => Spot { x, y: depth - 2.0 },
        Edge::West => Spot { x: 2.0, y },
        Edge::East => Spot { x: width - 2.0, y },
    }
}
