//! What the captain makes of a battle: first he stands in line where his fire tells and owns with one battalion each the
//! ground he reaches no later than the enemy; then he goes for what he has not got, all at once.

use super::captain::Captain;
use super::nearest::post_distance;
use super::plan::brigades;
use crate::kit::plan::{Goal, Part, Plan, Task, Word};
use engine::Side;
use volley::words::Arm;
use volley::{UnitId, Volley};

/// The part of a battle, in hundredths from its end, in which he goes.
const GOES: u32 = 67;

impl Captain {
    /// What he would do, as the battle stands.
    pub(super) fn draft_now(&self, view: &Volley, side: Side) -> Plan<String> {
        let length = view.scenario.length.unwrap_or(20);
        if self.appraisal.left * 100 <= length * GOES {
            return self.draft_going(view, side);
        }
        let owners = self.owners(view, side);
        let mut tasks: Vec<Task<String>> =
            owners.into_iter().map(|(unit, objective)| Task::post(unit, objective)).collect();
        for brigade in brigades(view, side) {
            // Horse and skirmishers go before the line, and guns stay in action as long as it tells.
            tasks.push(Task::new(Part::Horse(brigade.clone()), Word::Press(Goal::Enemy), 1.0));
            tasks.push(Task::new(Part::Open(brigade.clone()), Word::Press(Goal::Enemy), 1.0));
            tasks.push(Task::new(Part::Guns(brigade.clone()), Word::GoWith, 1.0));
            tasks.push(Task::new(Part::All(brigade), Word::Stand, 1.0));
        }
        Plan { tasks, effort: None }
    }

    /// One battalion for each ground that is ours or that it reaches no later than the enemy's foot, the worthiest first.
    pub(super) fn owners(&self, view: &Volley, side: Side) -> Vec<(UnitId, usize)> {
        let mut owners: Vec<(UnitId, usize)> = Vec::new();
        let mut order: Vec<usize> = (0..view.scenario.objectives.len()).collect();
        order.sort_by_key(|n| u32::MAX - view.scenario.objectives[*n].worth);
        for n in order {
            let free = |id: UnitId| !owners.iter().any(|(unit, _)| *unit == id);
            let ours = self.nearest_foot(view, side, n, free);
            let theirs = self.nearest_foot(view, side.enemy(), n, |_| true);
            let is_ours = self.appraisal.holders[n] == Some(side);
            let first = |turns: i32| theirs.is_none_or(|(theirs, ..)| turns <= theirs);
            owners.extend(ours.filter(|(turns, ..)| is_ours || first(*turns)).map(|(.., unit)| (unit, n)));
        }
        owners
    }

    /// The foot of a side that reaches ground soonest: in how many turns, and how far it has to go.
    fn nearest_foot(
        &self,
        view: &Volley,
        side: Side,
        n: usize,
        free: impl Fn(UnitId) -> bool,
    ) -> Option<(i32, i32, UnitId)> {
        let objective = &view.scenario.objectives[n];
        let foot = view.of(side).filter(|(id, unit)| unit.is(Arm::Infantry) && free(*id));
        foot.filter_map(|(id, unit)| {
            let far = post_distance(unit, objective.at)? - objective.radius.0;
            let rate = view.plain_allowance(id).0.max(1);
            Some(((far.max(0) + rate - 1) / rate, far, id))
        })
        .min()
    }
}
