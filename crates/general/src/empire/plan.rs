//! The plan of an hour: how each ME carries itself.

use super::captain::Captain;
use super::odds::size;
use crate::kit::plan::{Goal, Part, Plan, Stance, Task, Word};
use empire::me::MeId;
use empire::words::{Arm, Fatigue, Place};
use empire::{Empire, rules::verdict};
use engine::{Played, Side};

/// So much stronger than the enemy an ME works its way forward, though it is ahead.
const STRONGER: f64 = 1.3;
/// So much weaker, and shaken or tired, it goes back.
const WEAKER: f64 = 0.5;
/// Hours from the end in which whoever is behind goes in.
const LATE: u32 = 2;

impl Captain {
    /// Makes the plan of an hour once, or takes up the one he was told.
    pub(super) fn make_plan(&mut self, view: &Empire, side: Side) {
        if self.planned == Some((view.hour, side)) {
            return;
        }
        self.planned = Some((view.hour, side));
        let plan = self.told.clone().unwrap_or_else(|| draft(view, side));
        self.plan = match &self.led {
            Some(led) => plan.only(led),
            None => plan,
        };
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

fn draft(view: &Empire, side: Side) -> Plan<MeId> {
    let mine = view.mes_of(side).filter(|me| view.units_of(*me).next().is_some());
    Plan { tasks: mine.map(|me| task(view, side, me)).collect(), effort: None }
}

fn strength(view: &Empire, mes: impl Iterator<Item = MeId>) -> f64 {
    mes.flat_map(|me| view.units_of(me))
        .filter(|(_, unit)| unit.in_good_morale())
        .map(|(_, unit)| size(unit))
        .sum()
}

/// By how much a side would be ahead in points if the hour ended now: who alone is on ground holds it, else it stays with
/// whoever held it last.
pub(super) fn lead(view: &Empire, side: Side) -> i32 {
    let holder = |n: usize| {
        let is = |side: Side| view.of(side).any(|(id, _)| super::ground::is_at(view, id, n));
        match (is(Side::French), is(Side::Allied)) {
            (true, false) => Some(Side::French),
            (false, true) => Some(Side::Allied),
            _ => view.holders.get(n).copied().flatten(),
        }
    };
    let sign = |of: Option<Side>| of.map_or(0, |of| if of == side { 1 } else { -1 });
    let worth = |n: u32| i32::try_from(n).unwrap_or(0);
    let ground: i32 = view
        .scenario
        .objectives
        .iter()
        .enumerate()
        .map(|(n, place)| worth(place.worth) * sign(holder(n)))
        .sum();
    let taken = view.units.iter().filter(|unit| unit.arm() == Arm::Artillery && unit.place == Place::Lost);
    let guns: i32 =
        taken.map(|unit| worth(view.scenario.worth.battery) * sign(Some(unit.side().enemy()))).sum();
    ground + guns
}

fn task(view: &Empire, side: Side, me: MeId) -> Task<MeId> {
    let foes: Vec<MeId> = view.engagements_of(me).map(|pair| pair.of(side.enemy())).collect();
    let ratio = strength(view, std::iter::once(me)) / strength(view, foes.into_iter()).max(0.1);
    let decision = view.decision();
    let left = decision.turns.saturating_sub(view.hour);
    let behind = lead(view, side) <= 0;
    let body = view.me(me);
    let is_worn = body.shaken || body.fatigue >= Fatigue::Tired;
    let (does, zeal) = match () {
        () if body.broken || verdict::is_spent(view, me) || (ratio < WEAKER && is_worn && !behind) => {
            (Word::Withdraw, 0.7)
        }
        () if behind && left < LATE => (Word::Storm(Goal::Enemy), 1.6),
        () if behind || ratio >= STRONGER => (Word::Press(Goal::Enemy), 1.2),
        () => (Word::Stand, 1.0),
    };
    Task::new(Part::All(me), does, zeal)
}
