//! The plan of a phase: how each brigade carries itself, and who goes to stand on which ground.

use super::captain::Captain;
use super::nearest::post_distance;
use super::odds::worth;
use crate::kit::plan::{Goal, Plan, Post, Stance, Task};
use engine::Side;
use table::{Inches, Point};
use volley::scenario::Objective;
use volley::verdict::{holder, stands_within};
use volley::words::Arm;
use volley::{Unit, UnitId, Volley};

/// How the battle stands for a side.
#[derive(Default)]
pub(super) struct Appraisal {
    /// Turns left, this one counted.
    pub(super) left: u32,
    /// The ground that is ours is not worth more than theirs.
    behind: bool,
    /// Objectives that are not ours.
    pub(super) ground: Vec<Point>,
    /// Who holds each objective.
    holders: Vec<Option<Side>>,
}

impl Captain {
    /// Makes the plan of a phase, or takes up the one he was told.
    pub(super) fn make_plan(&mut self, view: &Volley, side: Side) {
        self.appraisal = appraise(view, side);
        let plan = self.told.clone().unwrap_or_else(|| self.draft(view, side));
        self.plan = match &self.led {
            Some(led) => plan.only(led),
            None => plan,
        };
    }

    /// What he would do, as the battle stands.
    fn draft(&self, view: &Volley, side: Side) -> Plan<String> {
        let (stance, zeal) = self.mood(view, side);
        let mut tasks: Vec<Task<String>> = Vec::new();
        for unit in view.units.iter().filter(|unit| unit.side() == side) {
            let brigade = &unit.profile.brigade;
            if !tasks.iter().any(|task| task.command == *brigade) {
                tasks.push(Task { command: brigade.clone(), stance, goal: Goal::Enemy, zeal });
            }
        }
        Plan { tasks, posts: self.posts(view, side) }
    }

    /// Somebody for each objective: one unit for ground that nobody disputes, more where the enemy is; towards the end
    /// horse and skirmishers too, for whoever stands there denies it to the other.
    fn posts(&self, view: &Volley, side: Side) -> Vec<Post> {
        // Undisputed ground first, then what is worth most.
        let mut wanted: Vec<(bool, u32, usize, usize)> = Vec::new();
        for (n, objective) in view.scenario.objectives.iter().enumerate() {
            let reach = objective.radius.0 + self.sticks.inches(6);
            let foes = view.of(side.enemy()).filter(|(_, unit)| {
                unit.is(Arm::Infantry) && stands_within(unit, objective.at, Inches(reach))
            });
            let foes = foes.count();
            let men = match (self.appraisal.holders[n] == Some(side), foes) {
                (_, 0) => 1,
                (true, foes) => 1 + foes.min(2),
                (false, foes) => 2 + foes.min(3),
            };
            wanted.push((foes > 0, u32::MAX - objective.worth, n, men));
        }
        wanted.sort_unstable();
        let mut posts = Vec::new();
        for (disputed, _, n, men) in wanted {
            send(view, side, &mut posts, n, men, |unit| unit.is(Arm::Infantry));
            let lost = self.appraisal.holders[n] == Some(side.enemy());
            if disputed && self.appraisal.left <= 3 && lost {
                send(view, side, &mut posts, n, 2, |unit| {
                    matches!(unit.arm(), Arm::Cavalry | Arm::Skirmishers)
                });
            }
        }
        posts
    }

    /// The stronger army, or the one that time works against, dares more.
    fn mood(&self, view: &Volley, side: Side) -> (Stance, f64) {
        let Appraisal { left, behind, .. } = self.appraisal;
        if left <= 5 && behind {
            return (Stance::Assault, 2.0);
        }
        let (mut ours, mut theirs) = (1.0, 1.0);
        for (_, unit) in view.on_table() {
            *(if unit.side() == side { &mut ours } else { &mut theirs }) += worth(unit);
        }
        match (ours / theirs, behind) {
            (1.3.., _) => (Stance::Press, 1.0 / 0.7),
            (_, true) if left <= 7 => (Stance::Press, 1.0 / 0.8),
            (1.1.., _) | (_, true) => (Stance::Press, 1.0),
            _ => (Stance::Hold, 1.0 / 1.3),
        }
    }

    /// Whether a unit is his to lead: all are, unless he has a part of the army only.
    pub(super) fn leads(&self, unit: &Unit) -> bool {
        self.leads_brigade(&unit.profile.brigade)
    }

    pub(super) fn leads_brigade(&self, brigade: &str) -> bool {
        self.led.as_ref().is_none_or(|led| led.iter().any(|one| one == brigade))
    }

    /// Whether a unit's brigade goes in, whatever it costs.
    pub(super) fn storms(&self, unit: &Unit) -> bool {
        self.plan.task(&unit.profile.brigade).is_some_and(|task| task.stance == Stance::Assault)
    }

    /// What the enemy's losses count beside a unit's own.
    pub(super) fn zeal(&self, unit: &Unit) -> f64 {
        self.plan.task(&unit.profile.brigade).map_or(1.0, |task| task.zeal)
    }

    /// The ground a unit is sent to.
    pub(super) fn post_of<'v>(&self, view: &'v Volley, id: UnitId) -> Option<&'v Objective> {
        view.scenario.objectives.get(self.plan.post(id)?)
    }
}

fn appraise(view: &Volley, side: Side) -> Appraisal {
    let length = view.scenario.length.unwrap_or(20);
    let mut appraisal = Appraisal { left: (length + 1).saturating_sub(view.turn), ..Appraisal::default() };
    let (mut ours, mut theirs) = (0, 0);
    for objective in &view.scenario.objectives {
        let held = holder(view, objective);
        match held {
            Some(by) if by == side => ours += objective.worth,
            Some(_) => theirs += objective.worth,
            None => {}
        }
        if held != Some(side) {
            appraisal.ground.push(objective.at);
        }
        appraisal.holders.push(held);
    }
    appraisal.behind = ours <= theirs && !view.scenario.objectives.is_empty();
    appraisal
}

/// The nearest units of a kind that have no post yet.
fn send(
    view: &Volley,
    side: Side,
    posts: &mut Vec<Post>,
    objective: usize,
    men: usize,
    kind: impl Fn(&Unit) -> bool,
) {
    let at = view.scenario.objectives[objective].at;
    let has_post = |id: UnitId| posts.iter().any(|post| post.unit == id);
    let mut near: Vec<(i32, UnitId)> = view
        .of(side)
        .filter(|(id, unit)| kind(unit) && !has_post(*id))
        .filter_map(|(id, unit)| Some((post_distance(unit, at)?, id)))
        .collect();
    near.sort_unstable();
    posts.extend(near.into_iter().take(men).map(|(_, unit)| Post { unit, objective }));
}
