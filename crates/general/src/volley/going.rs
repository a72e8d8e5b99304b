//! All go, as many as can be had to each ground: what the captain before did from the first turn, and today's does when
//! he has stood long enough.

use super::captain::Captain;
use super::nearest::post_distance;
use super::odds::worth;
use super::plan::brigades;
use crate::kit::plan::{Goal, Part, Plan, Task, Word};
use engine::Side;
use table::Inches;
use volley::verdict::stands_within;
use volley::words::Arm;
use volley::{Unit, UnitId, Volley};

impl Captain {
    /// What he does then, as the battle stands.
    pub(super) fn draft_going(&self, view: &Volley, side: Side) -> Plan<String> {
        let (does, zeal) = self.mood(view, side);
        let posts = self.posts_going(view, side);
        let mut tasks: Vec<Task<String>> =
            posts.into_iter().map(|(unit, objective)| Task::post(unit, objective)).collect();
        for brigade in brigades(view, side) {
            tasks.push(Task::new(Part::All(brigade), does, zeal));
        }
        Plan { tasks, effort: None }
    }

    /// Units for each objective: one for ground that the enemy does not contest, more where he is; towards the end
    /// horse and skirmishers too, since a unit that stands there denies it to the enemy.
    fn posts_going(&self, view: &Volley, side: Side) -> Vec<(UnitId, usize)> {
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

    /// The stronger army, or the one that time works against, dares more; the one that dares least comes on all the
    /// same.
    fn mood(&self, view: &Volley, side: Side) -> (Word, f64) {
        let left = self.appraisal.left;
        let behind = self.appraisal.is_behind;
        if left <= 5 && behind {
            return (Word::Storm(Goal::Enemy), 2.0);
        }
        let (mut ours, mut theirs) = (1.0, 1.0);
        for (_, unit) in view.on_table() {
            *(if unit.side() == side { &mut ours } else { &mut theirs }) += worth(unit);
        }
        let zeal = match (ours / theirs, behind) {
            (1.3.., _) => 1.0 / 0.7,
            (_, true) if left <= 7 => 1.0 / 0.8,
            (1.1.., _) | (_, true) => 1.0,
            _ => 1.0 / 1.3,
        };
        (Word::Press(Goal::Enemy), zeal)
    }
}

/// The nearest units of a kind that have no post yet.
fn send(
    view: &Volley,
    side: Side,
    posts: &mut Vec<(UnitId, usize)>,
    objective: usize,
    men: usize,
    kind: impl Fn(&Unit) -> bool,
) {
    let at = view.scenario.objectives[objective].at;
    let has_post = |id: UnitId| posts.iter().any(|(unit, _)| *unit == id);
    let mut near: Vec<(i32, UnitId)> = view
        .of(side)
        .filter(|(id, unit)| kind(unit) && !has_post(*id))
        .filter_map(|(id, unit)| Some((post_distance(unit, at)?, id)))
        .collect();
    near.sort_unstable();
    posts.extend(near.into_iter().take(men).map(|(_, unit)| (unit, objective)));
}
