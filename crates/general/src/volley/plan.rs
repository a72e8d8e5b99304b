//! The plan of a phase: how the battle stands, and what each unit is to do by the plan that is carried out.

use super::captain::Captain;
use super::lines::{line_of, lines};
use super::mind::{Appraisal, Duty};
use super::nearest::post_distance;
use crate::kit::plan::{Goal, Part, Plan, Task, Until, Word};
use engine::{Played as _, Side};
use table::Point;
use volley::scenario::Objective;
use volley::words::Arm;
use volley::{Unit, UnitId, Volley};

impl Captain {
    /// Makes the plan of a phase, or takes up the one he was told, and gives each unit its duty.
    pub(super) fn make_plan(&mut self, view: &Volley, side: Side) {
        self.appraisal = appraise(view, side);
        self.look_at_formations(view);
        let (turn, place) = (view.turn, view.phase);
        let made =
            self.memory.made.take().filter(|(of, at, whose, _)| (*of, *at, *whose) == (turn, place, side));
        let made = made.map(|(.., plan)| plan).or_else(|| self.told.clone());
        let plan = made.unwrap_or_else(|| self.draft(view, side));
        self.memory.made = Some((turn, place, side, plan.clone()));
        self.carry_out(view, side, plan);
    }

    /// Goes on by the plan he remembers, when he has been fetched again since he made it.
    pub(super) fn take_up(&mut self, view: &Volley) {
        if !self.duties.is_empty() {
            return;
        }
        if let Some((.., side, plan)) = self.memory.made.clone() {
            self.appraisal = appraise(view, side);
            self.carry_out(view, side, plan);
        }
    }

    fn carry_out(&mut self, view: &Volley, side: Side, plan: Plan<String>) {
        self.plan = match &self.led {
            Some(led) => plan.only(led),
            None => plan,
        };
        self.duties = self.duties_of(view, side);
    }

    /// What he would do, as the battle stands.
    fn draft(&self, view: &Volley, side: Side) -> Plan<String> {
        if self.manner.keeps { self.draft_now(view, side) } else { self.draft_going(view, side) }
    }

    /// What each unit of a side is to do: the first task that fits it and has not run out.
    fn duties_of(&mut self, view: &Volley, side: Side) -> Vec<Option<Duty>> {
        let lines = lines(view, side, self.sticks.inch);
        let holds: Vec<bool> =
            self.plan.tasks.iter().map(|task| self.still_holds(view, side, task.until)).collect();
        let mut own: Option<Plan<String>> = None;
        let mut duties = Vec::with_capacity(view.units.len());
        for id in view.ids() {
            let unit = view.unit(id);
            if unit.side() != side || !self.leads(unit) {
                duties.push(None);
                continue;
            }
            let line = line_of(&lines, id);
            let shot = unit.lost() > 0;
            let is_his = |(n, task): &(usize, &Task<String>)| {
                holds[*n] && !(shot && task.until == Until::Shot) && fits(task, id, unit, line)
            };
            let told = duty(self.plan.tasks.iter().enumerate().filter(is_his).map(|(_, task)| task));
            // Told nothing more, he does as he thinks best.
            let found = told.or_else(|| {
                let own = own.get_or_insert_with(|| self.draft(view, side));
                duty(own.tasks.iter().filter(|task| fits(task, id, unit, line)))
            });
            duties.push(found);
        }
        self.send_owners(view, &mut duties);
        if self.manner.keeps {
            self.relieve(view, side, &mut duties);
        }
        duties
    }

    /// Where several units are told to own the same ground, the nearest goes and the others stand.
    fn send_owners(&self, view: &Volley, duties: &mut [Option<Duty>]) {
        for n in 0..view.scenario.objectives.len() {
            let told = |duty: &Option<Duty>| {
                duty.is_some_and(|duty| duty.does == Word::Own(n) && duty.post.is_none())
            };
            let at = view.scenario.objectives[n].at;
            let nearest = view
                .ids()
                .filter(|id| told(&duties[usize::from(id.0)]) && view.unit(*id).is(Arm::Infantry))
                .filter_map(|id| Some((post_distance(view.unit(id), at)?, id)))
                .min();
            let is_owned = duties.iter().flatten().any(|duty| duty.post == Some(n));
            for id in view.ids() {
                let Some(duty) = duties[usize::from(id.0)].as_mut().filter(|duty| told(&Some(**duty))) else {
                    continue;
                };
                if !is_owned && nearest.is_some_and(|(_, nearest)| nearest == id) {
                    duty.post = Some(n);
                } else {
                    duty.does = Word::Stand;
                }
            }
        }
    }

    /// Whether a task has not run out.
    fn still_holds(&self, view: &Volley, side: Side, until: Until) -> bool {
        match until {
            Until::Left(n) => self.appraisal.left > n,
            Until::Lost(share) => {
                let stand = view.standings();
                stand.strength_lost[side] * 100 < share * stand.strength[side].max(1)
            }
            Until::Taken(n) => self.appraisal.holders.get(n).is_some_and(|holder| *holder != Some(side)),
            // Asked of each unit.
            Until::Shot | Until::End => true,
        }
    }

    /// What a unit is to do, if it is his to lead.
    pub(super) fn duty(&self, id: UnitId) -> Option<Duty> {
        self.duties.get(usize::from(id.0)).copied().flatten()
    }

    /// Whether a unit is his to lead: all are, unless he has a part of the army only.
    pub(super) fn leads(&self, unit: &Unit) -> bool {
        self.leads_brigade(&unit.profile.brigade)
    }

    pub(super) fn leads_brigade(&self, brigade: &str) -> bool {
        self.led.as_ref().is_none_or(|led| led.iter().any(|one| one == brigade))
    }

    /// Whether a unit's brigade goes in, whatever it costs.
    pub(super) fn storms(&self, id: UnitId) -> bool {
        self.duty(id).is_some_and(|duty| duty.storms)
    }

    /// What the enemy's losses count beside a unit's own.
    pub(super) fn zeal(&self, id: UnitId) -> f64 {
        self.duty(id).map_or(1.0, |duty| duty.zeal)
    }

    /// The ground a unit is sent to.
    pub(super) fn post_of<'v>(&self, view: &'v Volley, id: UnitId) -> Option<&'v Objective> {
        let duty = self.duty(id)?;
        let stormed = if let Word::Storm(Goal::Objective(n)) = duty.does { Some(n) } else { None };
        view.scenario.objectives.get(duty.post.or(stormed)?)
    }

    /// The ground about which a unit that goes forward looks for the enemy: its own goal, or the main effort.
    pub(super) fn focus(&self, view: &Volley, id: UnitId) -> Option<Point> {
        let objective = |goal: Option<Goal>| match goal {
            Some(Goal::Objective(n)) => view.scenario.objectives.get(n),
            _ => None,
        };
        let own = self.duty(id).and_then(|duty| objective(duty.does.goal()));
        own.or_else(|| objective(self.plan.effort)).map(|objective| objective.at)
    }
}

/// The brigades of a side in the order of its units.
pub(super) fn brigades(view: &Volley, side: Side) -> Vec<String> {
    let mut brigades: Vec<String> = Vec::new();
    for unit in view.units.iter().filter(|unit| unit.side() == side) {
        if !brigades.contains(&unit.profile.brigade) {
            brigades.push(unit.profile.brigade.clone());
        }
    }
    brigades
}

/// Whether a unit belongs to the part that has a task.
fn fits(task: &Task<String>, id: UnitId, unit: &Unit, line: u8) -> bool {
    let is_part = match &task.who {
        Part::Unit(one) => return *one == id,
        Part::First(_) => unit.is(Arm::Infantry) && line == 0,
        Part::Second(_) => unit.is(Arm::Infantry) && line == 1,
        Part::Reserve(_) => unit.is(Arm::Infantry) && line >= 2,
        Part::Horse(_) => unit.is(Arm::Cavalry),
        Part::Guns(_) => unit.is(Arm::Artillery),
        Part::Open(_) => unit.is(Arm::Skirmishers),
        Part::All(_) => true,
    };
    is_part && task.who.command() == Some(&unit.profile.brigade)
}

/// The duty that tasks make for a unit they fit, the first one first: what is said to it alone goes before what is said to
/// its part, and does not take it out of that.
fn duty<'t>(mut tasks: impl Iterator<Item = &'t Task<String>>) -> Option<Duty> {
    let first = tasks.next()?;
    let alone = matches!(first.who, Part::Unit(_));
    let part = if alone { tasks.find(|task| task.who.command().is_some()).unwrap_or(first) } else { first };
    let post = if alone { first.does.owned() } else { None };
    let storms = matches!(part.does, Word::Storm(_));
    Some(Duty { does: first.does, post, storms, zeal: part.zeal })
}

fn appraise(view: &Volley, side: Side) -> Appraisal {
    let mut appraisal =
        Appraisal { left: (view.length() + 1).saturating_sub(view.turn), ..Appraisal::default() };
    let (mut ours, mut theirs) = (0, 0);
    for (objective, held) in view.scenario.objectives.iter().zip(view.holders()) {
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
    appraisal.is_behind = ours <= theirs && !view.scenario.objectives.is_empty();
    let all: u32 = view.scenario.objectives.iter().map(|objective| objective.worth).sum();
    appraisal.is_ours_to_wait = match view.scenario.attacker {
        Some(attacker) => attacker != side && ours * 2 >= all,
        None => ours * 2 > all,
    };
    appraisal
}
