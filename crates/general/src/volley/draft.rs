//! What the captain makes of a battle. A side that has the greater part of the ground waits for the enemy: in line
//! where its fire tells, its second line behind it, one battalion on each ground; in the last turns it comes out as
//! well. A side that has not goes, when its guns have worked or no more time is left: each brigade for the ground it is
//! nearest to, all at once.

use super::captain::Captain;
use super::nearest::post_distance;
use super::odds::worth;
use super::plan::brigades;
use crate::kit::plan::{Goal, Part, Plan, Task, Word};
use engine::Side;
use volley::words::Arm;
use volley::{UnitId, Volley};

/// Before this turn his horse and skirmishers may be kept back, as his luck has it.
const BEGINNING: u32 = 2;
/// Turns that a fight for ground takes beyond the march.
const FIGHT: u32 = 4;
/// In the last turns a side that waited comes out as well: an enemy who has not come by now means to come too late to
/// be thrown back.
const LAST: u32 = 5;
/// A side with this many times the enemy's strength goes, whatever ground it has.
const STRONGER: f64 = 1.5;
/// What the enemy's losses count beside his own when he goes.
const ZEAL: f64 = 2.0;

impl Captain {
    /// What he would do, as the battle stands.
    pub(super) fn draft_now(&self, view: &Volley, side: Side) -> Plan<String> {
        if self.goes(view, side) { self.draft_attack(view, side) } else { self.draft_standing(view, side) }
    }

    /// Whether it is time to go: the enemy is so worn that nothing holds him; or the ground that is held is not for him, and his
    /// guns have worked as long as he lets them, or the march leaves no more time.
    fn goes(&self, view: &Volley, side: Side) -> bool {
        if self.strength(view, side) >= STRONGER * self.strength(view, side.enemy()) {
            return true;
        }
        if self.appraisal.is_ours_to_wait {
            return self.appraisal.left <= LAST;
        }
        // The side that is attacked does not let its guns work first: it comes before the attacker is settled.
        let is_attacked = view.scenario.attacker.is_some_and(|attacker| attacker != side);
        let softens = if is_attacked { 0 } else { self.temper.softens };
        view.turn > softens || self.appraisal.left <= self.march(view, side) + FIGHT
    }

    /// What a side has left on the table.
    fn strength(&self, view: &Volley, side: Side) -> f64 {
        view.of(side).map(|(_, unit)| worth(unit)).sum::<f64>() + 1.0
    }

    /// Turns that the nearest foot needs to the ground that is not ours.
    fn march(&self, view: &Volley, side: Side) -> u32 {
        let ground = (0..view.scenario.objectives.len()).filter(|n| self.appraisal.holders[*n] != Some(side));
        let turns =
            ground.filter_map(|n| self.nearest_foot(view, side, n, |_| true)).map(|(turns, ..)| turns);
        turns.max().unwrap_or(0).max(0) as u32
    }

    /// In line where it shoots, the second line behind it, guns in action, ground owned.
    fn draft_standing(&self, view: &Volley, side: Side) -> Plan<String> {
        let waits = self.appraisal.is_ours_to_wait;
        let mut owners = self.owners(view, side);
        // A side that has enough ground stays in line.
        owners.retain(|(_, n)| !waits || self.appraisal.holders[*n] == Some(side));
        let mut tasks = posted(owners);
        let begins = view.turn < BEGINNING;
        let word = |goes: bool| if goes || !begins { Word::Press(Goal::Enemy) } else { Word::Stand };
        for brigade in brigades(view, side) {
            let parts = [
                (Part::Horse(brigade.clone()), word(self.temper.rides_out)),
                (Part::Open(brigade.clone()), word(self.temper.screens)),
                (Part::Guns(brigade.clone()), if waits { Word::Stay } else { Word::GoWith }),
                (Part::Second(brigade.clone()), Word::Support),
                (Part::Reserve(brigade.clone()), Word::Support),
                (Part::All(brigade), Word::Stand),
            ];
            tasks.extend(parts.map(|(who, does)| Task::new(who, does, 1.0)));
        }
        Plan { tasks, effort: None }
    }

    /// Every brigade goes in at once, for the ground that is wanted.
    fn draft_attack(&self, view: &Volley, side: Side) -> Plan<String> {
        let mut tasks = posted(self.owners(view, side));
        let begins = view.turn < BEGINNING;
        let all = brigades(view, side);
        // The first is never late; nor is any in a fight of two brigades.
        let late = self.temper.lot as usize % all.len().max(1);
        let is_late = |n: usize| begins && all.len() > 2 && n == late && n > 0;
        for (n, brigade) in all.iter().cloned().enumerate() {
            if is_late(n) {
                tasks.push(Task::new(Part::All(brigade), Word::Stand, 1.0));
                continue;
            }
            let goal = self.nearest_wanted(view, side, &brigade);
            let horse = if self.temper.rides_out || !begins { self.temper.horse } else { Word::Stand };
            tasks.push(Task::new(Part::Horse(brigade.clone()), horse, 1.0));
            if self.temper.screens && begins {
                tasks.push(Task::new(Part::Open(brigade.clone()), Word::Press(Goal::Enemy), 1.0));
            }
            tasks.push(Task::new(Part::Guns(brigade.clone()), Word::GoWith, 1.0));
            tasks.push(Task::new(Part::All(brigade), Word::Storm(goal), ZEAL));
        }
        Plan { tasks, effort: None }
    }

    /// The ground that is not ours and nearest to a brigade; the enemy where there is none.
    fn nearest_wanted(&self, view: &Volley, side: Side, brigade: &str) -> Goal {
        let ground = (0..view.scenario.objectives.len()).filter(|n| self.appraisal.holders[*n] != Some(side));
        let far = |n: usize| {
            let at = view.scenario.objectives[n].at;
            let own = |unit: &volley::Unit| unit.is(Arm::Infantry) && unit.profile.brigade == brigade;
            view.of(side).filter(|(_, unit)| own(unit)).filter_map(|(_, unit)| post_distance(unit, at)).min()
        };
        let nearest = ground.filter_map(|n| Some((far(n)?, n))).min();
        nearest.map_or(Goal::Enemy, |(_, n)| Goal::Objective(n))
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

/// Which unit walks onto which ground, as tasks.
fn posted(owners: Vec<(UnitId, usize)>) -> Vec<Task<String>> {
    owners.into_iter().map(|(unit, objective)| Task::post(unit, objective)).collect()
}
