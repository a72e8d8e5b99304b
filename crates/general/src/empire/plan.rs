//! The plan of an hour: how each ME carries itself.

use super::captain::Captain;
use super::ground::is_wanted;
use super::odds::size;
use crate::kit::plan::{Goal, Part, Plan, Stance, Task, Word};
use empire::Empire;
use empire::me::MeId;
use empire::rules::hour::verdict::{self, is_at};
use empire::words::Fatigue;
use engine::{Played, Side};

/// How weak beside the enemy an ME must be, when it is shaken or tired, to go back.
const WEAKER: f64 = 0.5;
/// Hours from the end in which the side that is behind goes in.
const LATE: u32 = 2;

/// When a plan was made: the hour, whose, and in whose impulse.
pub(super) type Moment = (u32, Side, Option<(MeId, bool)>);

impl Captain {
    /// Makes the plan of an hour once, or takes up the one he was told; he looks again at each impulse of his own, for ground
    /// may have become empty and a battalion worn.
    pub(super) fn make_plan(&mut self, view: &Empire, side: Side) {
        // Fetched again since he made one, he goes on from that.
        let before = self.planned.or_else(|| self.memory.made.as_ref().map(|(moment, _)| *moment));
        let now = self.now(view, side, before);
        if self.planned == Some(now) {
            return;
        }
        self.planned = Some(now);
        if self.memory.moods.0 != Some((view.hour, side)) {
            self.memory.moods = (Some((view.hour, side)), self.moods(view, side));
        }
        let own = if self.manner.schooled { self.draft_now(view, side) } else { self.draft(view, side) };
        let made = self.memory.made.take().filter(|(moment, _)| *moment == now);
        let made = made.map(|(_, plan)| plan).or_else(|| self.told.clone());
        let plan = made.unwrap_or_else(|| own.clone());
        self.memory.made = Some((now, plan.clone()));
        self.plan = match &self.led {
            Some(led) => plan.only(led),
            None => plan,
        };
        if self.manner.schooled {
            self.duties = self.duties_of(view, side, &own);
        }
    }

    /// The moment for which a plan is made. In the enemy's impulses the last one holds.
    fn now(&self, view: &Empire, side: Side, planned: Option<Moment>) -> Moment {
        let acting = view.acting.filter(|acting| acting.side == side && self.manner.schooled);
        let impulse = acting.and_then(|acting| Some((acting.me?, acting.bonus.is_some())));
        match planned {
            Some((hour, of, before)) if (hour, of) == (view.hour, side) => (hour, of, impulse.or(before)),
            _ => (view.hour, side, impulse),
        }
    }

    /// What he does as the battle stands: how each ME carries itself, and who walks onto which ground.
    fn draft_now(&self, view: &Empire, side: Side) -> Plan<MeId> {
        let mut tasks: Vec<Task<MeId>> = posts(view, side);
        let wanted = (0..view.scenario.objectives.len()).find(|n| is_wanted(view, side, *n));
        for mood in &self.memory.moods.1 {
            let mut task = *mood;
            // Ground that is not his and has none of his men on it is walked onto.
            if let Some(n) = wanted {
                task.does = match task.does {
                    Word::Stand => Word::Own(n),
                    Word::Press(_) => Word::Press(Goal::Objective(n)),
                    Word::Storm(_) => Word::Storm(Goal::Objective(n)),
                    other @ (Word::Own(_)
                    | Word::Support
                    | Word::Withdraw
                    | Word::Keep
                    | Word::Deny(_)
                    | Word::HuntGuns
                    | Word::HuntWorn
                    | Word::Stay
                    | Word::GoWith) => other,
                };
            }
            tasks.push(task);
        }
        Plan { tasks, effort: None }
    }

    fn draft(&self, view: &Empire, side: Side) -> Plan<MeId> {
        Plan { tasks: self.moods(view, side), effort: None }
    }

    /// How each ME of a side carries itself for an hour.
    fn moods(&self, view: &Empire, side: Side) -> Vec<Task<MeId>> {
        let mine = view.mes_of(side).filter(|me| view.units_of(*me).next().is_some());
        mine.map(|me| self.mood(view, side, me)).collect()
    }

    fn mood(&self, view: &Empire, side: Side, me: MeId) -> Task<MeId> {
        let foes: Vec<MeId> = view.engagements_of(me).map(|pair| pair.of(side.enemy())).collect();
        let ratio = strength(view, std::iter::once(me)) / strength(view, foes.into_iter()).max(0.1);
        let decision = view.decision();
        let left = decision.turns.saturating_sub(view.hour);
        let behind = verdict::lead(view, side) <= 0;
        let body = view.me(me);
        let is_worn = body.shaken || body.fatigue >= Fatigue::Tired;
        let (does, zeal) = match () {
            () if body.broken || verdict::is_spent(view, me) || (ratio < WEAKER && is_worn && !behind) => {
                (Word::Withdraw, 0.7)
            }
            () if behind && left < LATE => (Word::Storm(Goal::Enemy), 1.6),
            () if behind || ratio >= self.stronger() => (Word::Press(Goal::Enemy), self.manner.zeal),
            () => (Word::Stand, 1.0),
        };
        Task::new(Part::All(me), does, zeal * (1.0 - self.manner.by_nature.zeal * self.born.strays()))
    }

    /// How many times as strong as the enemy he must be to go at him.
    fn stronger(&self) -> f64 {
        self.manner.stronger + self.manner.by_nature.stronger * self.born.strays()
    }

    pub(super) fn stance(&self, me: MeId) -> Stance {
        self.plan.task(&me).map_or(Stance::Hold, |task| task.does.stance())
    }

    /// An ME's strength against all the enemy's.
    pub(super) fn ratio(&self, view: &Empire, side: Side, me: MeId) -> f64 {
        strength(view, std::iter::once(me)) / strength(view, view.mes_of(side.enemy())).max(0.1)
    }

    pub(super) fn zeal(&self, me: MeId) -> f64 {
        self.plan.task(&me).map_or(1.0, |task| task.zeal)
    }
}

pub(super) fn is_exhausted(view: &Empire, me: MeId) -> bool {
    view.me(me).fatigue >= Fatigue::Exhausted
}

/// The last two hours, in which ground decides.
pub(super) fn is_late(view: &Empire) -> bool {
    view.decision().turns.saturating_sub(view.hour) < LATE
}

fn strength(view: &Empire, mes: impl Iterator<Item = MeId>) -> f64 {
    mes.flat_map(|me| view.units_of(me))
        .filter(|(_, unit)| unit.in_good_morale())
        .map(|(_, unit)| size(unit))
        .sum()
}

/// In the last hours a unit that stands alone on ground stays there.
fn posts(view: &Empire, side: Side) -> Vec<Task<MeId>> {
    let ground = (0..view.scenario.objectives.len()).filter(|_| is_late(view));
    let alone = ground.filter_map(|n| {
        let mut there = view.of(side).map(|(id, _)| id).filter(|id| is_at(view, *id, n));
        let first = there.next()?;
        there.next().is_none().then(|| Task::post(first, n))
    });
    alone.collect()
}
