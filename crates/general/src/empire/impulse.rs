//! An ME's impulse, one act a question: leaders, marches, fire on whom it hurts most, then charges, the best first.

use super::captain::Captain;
use super::odds::{harm, worth};
use super::plan::is_exhausted;
use crate::kit::accepted;
use crate::kit::plan::Stance;
use empire::me::MeId;
use empire::rules::command::Action;
use empire::rules::{gunnery, musketry, onset};
use empire::words::{Arm, Aspect, Formation, MeOrderKind, Segment};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{GeneralId, Side};
use table::Inches;

/// What a charger thrown back counts beside a target driven off.
const OWN: f64 = 0.5;

/// A charge he has in mind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Charge {
    pub(super) unit: UnitId,
    pub(super) target: UnitId,
    wheel: i32,
    value: f64,
}

/// What he has thought of in the impulse he plays: each unit is looked at once.
#[derive(Default)]
pub(super) struct Impulse {
    of: Option<(u32, MeId, bool)>,
    /// Charges he means to make, the best first, a unit once.
    pub(super) charges: Vec<Charge>,
    /// Units that have been looked at for a march.
    seen: Vec<UnitId>,
}

/// Foot that fires at formed foot so near begins a firefight.
fn is_firefight(view: &Empire, unit: UnitId, target: UnitId) -> bool {
    let (body, aim) = (view.unit(unit), view.unit(target));
    let are_foot = body.arm() == Arm::Infantry && aim.arm() == Arm::Infantry && aim.is_formed();
    let near = view.rules.shared.ends(body.profile.weapon).map_or(Inches::ZERO, |(_, [near, ..])| near);
    are_foot && body.rect().zip(aim.rect()).is_some_and(|(one, two)| one.distance(two) <= near)
}

/// A fresh line, in front, without impetus or mass, and nobody has charged it yet.
fn is_rash(view: &Empire, unit: UnitId, target: UnitId, strikes: Aspect) -> bool {
    let (body, aim) = (view.unit(unit), view.unit(target));
    let is_fresh = aim.formation == Formation::Line
        && aim.arm() == Arm::Infantry
        && aim.in_good_morale()
        && aim.lost() == 0
        && !aim.disordered;
    let has_mass = body.figures >= 2 * aim.figures || aim.impulse.waves > 0;
    is_fresh && strikes == Aspect::Front && !has_mass && !view.me_of(unit).impetus
}

impl Captain {
    pub(super) fn act(&mut self, view: &Empire, side: Side, me: MeId, question: &Question) -> Answer {
        if !self.leads(me) {
            return Answer::No;
        }
        let now = Some((view.hour, me, view.acting.is_some_and(|acting| acting.bonus.is_some())));
        if self.impulse.of != now {
            let charges = self.charges(view, me);
            self.impulse = Impulse { of: now, charges, seen: Vec::new() };
        }
        let segment = view.acting.map_or(Segment::Manoeuvre, |acting| acting.segment);
        if let Some(answer) =
            self.rally(view, side, question).or_else(|| self.drive(view, side, me, question))
        {
            return answer;
        }
        if segment == Segment::Manoeuvre
            && let Some(answer) = self.next_march(view, me, question)
        {
            return answer;
        }
        if segment <= Segment::Fire
            && let Some(answer) = self.next_shot(view, me, question)
        {
            return answer;
        }
        self.next_charge(view, me, question).unwrap_or(Answer::No)
    }

    // ------------------------------------------------------------------- leaders ----

    /// A leader rallies whoever has run: the best first.
    pub(super) fn rally(&self, view: &Empire, side: Side, question: &Question) -> Option<Answer> {
        let mut ran: Vec<UnitId> = view
            .of(side)
            .filter(|(_, unit)| !unit.in_good_morale() && self.leads(unit.me()))
            .map(|(id, _)| id)
            .collect();
        ran.sort_by(|one, two| worth(view.unit(*two)).total_cmp(&worth(view.unit(*one))));
        ran.into_iter().find_map(|unit| self.command(view, side, Action::SnapRally, Some(unit), question))
    }

    /// Impetus before the charge, and for an attack in any case: with it a shaken ME does not fall back.
    fn drive(&self, view: &Empire, side: Side, me: MeId, question: &Question) -> Option<Answer> {
        let attacks = view.me(me).order.as_ref().is_some_and(|order| order.kind == MeOrderKind::Attack);
        let is_wanted = (attacks || !self.impulse.charges.is_empty()) && !view.me(me).impetus;
        is_wanted.then(|| self.command(view, side, Action::GainImpetus, None, question)).flatten()
    }

    fn command(
        &self,
        view: &Empire,
        side: Side,
        action: Action,
        unit: Option<UnitId>,
        question: &Question,
    ) -> Option<Answer> {
        let own = |leader: &GeneralId| {
            view.leader(*leader).is_some_and(|it| it.side == side && it.is_here() && !it.ended)
        };
        view.leader_ids().filter(own).find_map(|leader| {
            let act = Act::Command { leader, action: action.word().to_owned(), unit, to: None };
            accepted(view, question, Answer::Act(act))
        })
    }

    // ------------------------------------------------------------------- charges ----

    /// What a charge must be worth.
    fn least(&self, me: MeId) -> f64 {
        match self.stance(me) {
            Stance::Assault => 0.0,
            Stance::Press => 0.1,
            Stance::Hold => 0.2,
            Stance::Retire => 0.5,
        }
    }

    /// The charges that are worth it now, the best first, each unit once.
    fn charges(&self, view: &Empire, me: MeId) -> Vec<Charge> {
        let mut all: Vec<Charge> = Vec::new();
        for (unit, body) in view.units_of(me) {
            let may = body.is_formed()
                && !body.impulse.acted
                && !body.impulse.fired
                && body.arm() != Arm::Artillery;
            if !may || is_exhausted(view, me) {
                continue;
            }
            let best = onset::targets(view, unit).into_iter().filter_map(|(target, wheel)| {
                let aim = view.unit(target);
                // Horse does not ride at a square.
                if body.arm() == Arm::Cavalry && aim.formation == Formation::Square {
                    return None;
                }
                let value = self.value(view, unit, target, wheel)?;
                (value >= self.least(me)).then_some(Charge { unit, target, wheel, value })
            });
            all.extend(best.max_by(|one, two| one.value.total_cmp(&two.value)));
        }
        all.sort_by(|one, two| two.value.total_cmp(&one.value));
        all
    }

    /// What a charge is worth by its exact odds: the target driven off, or the charger thrown back.
    fn value(&self, view: &Empire, unit: UnitId, target: UnitId, wheel: i32) -> Option<f64> {
        let (body, aim) = (view.unit(unit), view.unit(target));
        let facts = onset::foreseen_by(view, unit, target, wheel, false)?;
        let is_last = view.acting.is_some_and(|acting| acting.segment == Segment::Charge);
        if is_last && is_rash(view, unit, target, facts.charger.strikes) {
            return None;
        }
        let won = facts.hope(&view.rules);
        let gain = if aim.in_good_morale() { worth(aim) } else { 0.4 * worth(aim) };
        Some(won * gain * self.zeal(body.me()) - (1.0 - won) * worth(body) * OWN)
    }

    fn next_charge(&mut self, view: &Empire, me: MeId, question: &Question) -> Option<Answer> {
        self.impulse.charges = self.charges(view, me);
        self.impulse.charges.iter().find_map(|charge| {
            let act = Act::Charge { units: vec![charge.unit], target: charge.target, wheel: charge.wheel };
            accepted(view, question, Answer::Act(act))
        })
    }

    fn will_charge(&self, unit: UnitId) -> bool {
        self.impulse.charges.iter().any(|charge| charge.unit == unit)
    }

    // --------------------------------------------------------------------- marches ----

    fn next_march(&mut self, view: &Empire, me: MeId, question: &Question) -> Option<Answer> {
        // The nearest to the enemy first, so that nobody stands in another's way.
        let mut units: Vec<(i32, UnitId)> = view
            .units_of(me)
            .filter(|(unit, body)| {
                body.in_good_morale()
                    && !body.impulse.acted
                    && !self.will_charge(*unit)
                    && !self.impulse.seen.contains(unit)
            })
            .map(|(unit, _)| (super::march::nearest(view, unit).map_or(i32::MAX, |(gap, _)| gap.0), unit))
            .collect();
        units.sort_unstable();
        units.into_iter().find_map(|(_, unit)| {
            self.impulse.seen.push(unit);
            self.march(view, unit, question)
        })
    }

    // ------------------------------------------------------------------------ fire ----

    /// The shot that takes most, at whoever is to be charged rather than at others.
    fn next_shot(&self, view: &Empire, me: MeId, question: &Question) -> Option<Answer> {
        let mut best: Option<(f64, UnitId, UnitId)> = None;
        for (unit, body) in view.units_of(me) {
            let targets = match body.arm() {
                Arm::Artillery if gunnery::may_fire(body) => gunnery::targets(view, unit),
                Arm::Infantry | Arm::Cavalry if musketry::may_fire(body) && !self.will_charge(unit) => {
                    musketry::targets(view, unit)
                }
                _ => continue,
            };
            let in_column = body.is_formed() && body.formation != Formation::Line;
            for target in targets {
                let is_charged = self.impulse.charges.iter().any(|charge| charge.target == target);
                if in_column && is_firefight(view, unit, target) {
                    continue;
                }
                let value = harm(view, unit, target, false) * if is_charged { 1.5 } else { 1.0 };
                if value > 0.0 && best.is_none_or(|(most, ..)| value > most) {
                    best = Some((value, unit, target));
                }
            }
        }
        let (_, unit, target) = best?;
        accepted(view, question, Answer::Act(Act::Fire { unit, target }))
    }
}
