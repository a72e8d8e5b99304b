//! What the captain makes of a battle: he stands where standing wins, owns with one battalion each the ground he reaches
//! first, and goes for the rest when the march needs it or the odds say so; then all at once.

use super::captain::Captain;
use super::nearest::post_distance;
use super::odds::worth;
use super::plan::brigades;
use crate::kit::plan::{Goal, Part, Plan, Task, Word};
use engine::{Played as _, Side};
use table::Inches;
use volley::verdict::stands_within;
use volley::words::Arm;
use volley::{UnitId, Volley};

/// One piece of ground, as both sides stand to it.
struct Ground {
    n: usize,
    worth: u32,
    holder: Option<Side>,
    /// Our nearest battalion that has no other post, and how far it and the enemy's nearest have to go.
    near: Option<(i32, UnitId)>,
    theirs: i32,
    /// Their foot about it.
    foes: usize,
}

impl Captain {
    /// What he would do, as the battle stands.
    pub(super) fn draft_now(&self, view: &Volley, side: Side) -> Plan<String> {
        let left = self.appraisal.left;
        let mut posts: Vec<(UnitId, usize)> = Vec::new();
        let mut order: Vec<usize> = (0..view.scenario.objectives.len()).collect();
        order.sort_by_key(|n| u32::MAX - view.scenario.objectives[*n].worth);
        let mut balance = 0_i64;
        let mut wanted: Vec<Ground> = Vec::new();
        for n in order {
            let ground = self.ground_at(view, side, n, &posts);
            let ours = ground.holder == Some(side);
            let first = ground.near.is_some_and(|(near, _)| near <= ground.theirs);
            let goes = ground.near.filter(|_| ours || first);
            if let Some((_, unit)) = goes {
                posts.push((unit, n));
            }
            let kept = if ours || (goes.is_some() && ground.holder.is_none() && ground.foes == 0) {
                1
            } else if ground.holder.is_some() || (ground.near.is_none() && ground.theirs < i32::MAX) {
                -1
            } else {
                0
            };
            balance += kept * i64::from(ground.worth);
            if kept < 1 {
                wanted.push(ground);
            }
        }
        let stand = view.standings();
        let losses = |of: Side| i64::from(stand.strength_lost[of]) * i64::from(stand.strength[of.enemy()]);
        let wins = balance > 0 || (balance == 0 && losses(side) < losses(side.enemy()));
        let (mut ours, mut theirs) = (1.0, 1.0);
        for (_, unit) in view.on_table() {
            *(if unit.side() == side { &mut ours } else { &mut theirs }) += worth(unit);
        }
        let ratio = ours / theirs;
        let turns = |ground: &Ground| {
            let unit = ground.near.map(|(far, id)| (far, view.plain_allowance(id).0.max(1)));
            unit.map_or(1, |(far, rate)| (far.max(0) + rate - 1) / rate) as u32
        };
        let goal = wanted.first().map_or(Goal::Enemy, |ground| Goal::Objective(ground.n));
        let march = wanted.iter().map(turns).min().unwrap_or(0);
        let (does, zeal) = if !wins && left <= march.max(1) + self.manner.late {
            (Word::Storm(goal), 2.0)
        } else if ratio >= self.manner.bold {
            (Word::Press(goal), 1.0 / 0.7)
        } else {
            (Word::Stand, 1.0)
        };
        if matches!(does, Word::Storm(_)) {
            for ground in &wanted {
                self.send_many(view, side, &mut posts, ground);
            }
        }
        let mut tasks: Vec<Task<String>> =
            posts.into_iter().map(|(unit, objective)| Task::post(unit, objective)).collect();
        tasks.extend(
            brigades(view, side).into_iter().map(|brigade| Task::new(Part::All(brigade), does, zeal)),
        );
        Plan { tasks, effort: None }
    }

    fn ground_at(&self, view: &Volley, side: Side, n: usize, posts: &[(UnitId, usize)]) -> Ground {
        let objective = &view.scenario.objectives[n];
        let nearest = |side: Side, free: &dyn Fn(UnitId) -> bool| {
            view.of(side)
                .filter(|(id, unit)| unit.is(Arm::Infantry) && free(*id))
                .filter_map(|(id, unit)| Some((post_distance(unit, objective.at)?, id)))
                .min()
        };
        let free = |id: UnitId| !posts.iter().any(|(unit, _)| *unit == id);
        let reach = Inches(objective.radius.0 + self.sticks.inches(6));
        let is_near =
            |unit: &volley::Unit| unit.is(Arm::Infantry) && stands_within(unit, objective.at, reach);
        Ground {
            n,
            worth: objective.worth,
            holder: self.appraisal.holders[n],
            near: nearest(side, &free),
            theirs: nearest(side.enemy(), &|_| true).map_or(i32::MAX, |(far, _)| far),
            foes: view.of(side.enemy()).filter(|(_, unit)| is_near(unit)).count(),
        }
    }

    /// As many as ground needs that is to be taken from the enemy.
    fn send_many(&self, view: &Volley, side: Side, posts: &mut Vec<(UnitId, usize)>, ground: &Ground) {
        let at = view.scenario.objectives[ground.n].at;
        let mut near: Vec<(i32, UnitId)> = view
            .of(side)
            .filter(|(id, unit)| !unit.is(Arm::Artillery) && !posts.iter().any(|(other, _)| other == id))
            .filter_map(|(id, unit)| Some((post_distance(unit, at)?, id)))
            .collect();
        near.sort_unstable();
        posts.extend(near.into_iter().take(2 + ground.foes.min(3)).map(|(_, unit)| (unit, ground.n)));
    }
}
