//! An ME's impulse, one act a question: leaders, marches, fire on whom it hurts most, then charges, the best first.

use super::captain::Captain;
use super::ground::{has_support, is_last_guard};
use super::odds::{duel, harm, onslaught};
use super::plan::is_exhausted;
use crate::kit::accepted;
use crate::kit::plan::Stance;
use empire::me::MeId;
use empire::rules::charge::chain::Coming;
use empire::rules::charge::onset;
use empire::rules::command::Action;
use empire::rules::fire::{firefight, gunnery, musketry};
use empire::rules::hour::verdict::is_at;
use empire::unit::Unit;
use empire::words::{Ammunition, Arm, Aspect, Formation, MeOrderKind, Segment};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{GeneralId, Side};
use table::Pose;

/// A firefight is opened that is worth this: the enemy would open it else. It comes before other fire, for both are in it.
const LEAST_DUEL: f64 = -0.1;
const OPENS: f64 = 0.2;
/// A volley that takes less is kept: the first tells most, and ammunition runs low.
const LEAST_VOLLEY: f64 = 0.02;
/// What the losses of an enemy on ground that is wanted count, times others'.
const PRIZE: f64 = 1.5;

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
    /// What shots were worth when they were last looked at.
    shots: Vec<(Mark, Option<f64>)>,
}

/// What a shot rests on, of the firer and the target, as far as it changes in an impulse: if that is the same, he need
/// not think about the shot again.
#[derive(PartialEq)]
struct Mark([Seen; 2]);

#[derive(PartialEq)]
struct Seen {
    unit: UnitId,
    strength: [u32; 3],
    flags: [bool; 3],
    ammunition: Ammunition,
    formation: Formation,
    pose: Option<Pose>,
}

impl Mark {
    fn of(view: &Empire, unit: UnitId, target: UnitId) -> Mark {
        Mark([unit, target].map(|unit| {
            let it = view.unit(unit);
            Seen {
                unit,
                strength: [it.figures, it.horses, it.impulse.lost],
                flags: [it.has_fired, it.disordered, it.in_good_morale()],
                ammunition: it.ammunition,
                formation: it.formation,
                pose: it.pose,
            }
        }))
    }
}

/// A charge at a fresh line from the front, without impetus or mass, before any other unit has charged it.
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
            let charges = self.charges(view, me, false);
            self.impulse = Impulse { of: now, charges, ..Impulse::default() };
        }
        let segment = view.acting.map_or(Segment::Manoeuvre, |acting| acting.segment);
        let leads = self.rally(view, side, question).or_else(|| self.drive(view, side, me, question));
        if let Some(answer) = leads.or_else(|| self.resupply(view, side, me, question)) {
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

    /// A leader rallies units that have run: the best first.
    pub(super) fn rally(&self, view: &Empire, side: Side, question: &Question) -> Option<Answer> {
        let mut ran: Vec<UnitId> = view
            .of(side)
            .filter(|(_, unit)| !unit.in_good_morale() && self.leads(unit.me()))
            .map(|(id, _)| id)
            .collect();
        ran.sort_by(|one, two| {
            self.scales.worth(view.unit(*two)).total_cmp(&self.scales.worth(view.unit(*one)))
        });
        ran.into_iter().find_map(|unit| self.command(view, side, Action::SnapRally, Some(unit), question))
    }

    /// Impetus before the charge, and for an attack in any case: with it a shaken ME does not fall back.
    fn drive(&self, view: &Empire, side: Side, me: MeId, question: &Question) -> Option<Answer> {
        let attacks = view.me(me).order.as_ref().is_some_and(|order| order.kind == MeOrderKind::Attack);
        let is_wanted = (attacks || !self.impulse.charges.is_empty()) && !view.me(me).impetus;
        is_wanted.then(|| self.command(view, side, Action::GainImpetus, None, question)).flatten()
    }

    /// Ammunition for units that have run low: their fire is worth little, and they weaken their ME's morale.
    fn resupply(&self, view: &Empire, side: Side, me: MeId, question: &Question) -> Option<Answer> {
        let low = |unit: &Unit| unit.in_good_morale() && unit.ammunition != Ammunition::Normal;
        let mut short: Vec<(Arm, UnitId)> =
            view.units_of(me).filter(|(_, unit)| low(unit)).map(|(id, unit)| (unit.arm(), id)).collect();
        // Guns first: they fire every hour.
        short.sort_by_key(|(arm, _)| *arm != Arm::Artillery);
        short
            .into_iter()
            .find_map(|(_, unit)| self.command(view, side, Action::Resupply, Some(unit), question))
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
    fn least(&self, view: &Empire, unit: UnitId) -> f64 {
        let by_stance = match self.carries(view, unit) {
            Stance::Assault => -0.1,
            Stance::Press => self.manner.presses,
            Stance::Hold => 0.1,
            Stance::Retire => 0.5,
        };
        by_stance + self.manner.by_nature.least * self.born.strays()
    }

    /// Whether a unit may charge another by its word.
    fn may_charge(&self, view: &Empire, unit: UnitId, target: UnitId) -> bool {
        let Some(duty) = self.duty(unit).filter(|_| self.manner.schooled) else { return true };
        let keeps_ground = duty.post.is_some_and(|n| is_at(view, unit, n));
        let word = self.word(view, unit).unwrap_or(duty.does);
        !keeps_ground && super::words::is_game(word, view.unit(target))
    }

    /// The charges that are worth it, the best first, each unit once. `now`: they are to be made, and what fire and leaders could do
    /// for them is done.
    fn charges(&self, view: &Empire, me: MeId, now: bool) -> Vec<Charge> {
        let mut all: Vec<Charge> = Vec::new();
        for (unit, body) in view.units_of(me) {
            let may = body.is_formed()
                && !body.impulse.acted
                && !body.impulse.fired
                && body.arm() != Arm::Artillery;
            if !may || is_exhausted(view, me) {
                continue;
            }
            let targets = onset::targets(view, unit);
            // No charge by foot without support, or by foot that alone keeps guns.
            let is_foot = body.arm() == Arm::Infantry;
            if targets.is_empty() || (is_foot && (!has_support(view, unit) || is_last_guard(view, unit))) {
                continue;
            }
            let best = targets.into_iter().filter_map(|(target, wheel)| {
                let aim = view.unit(target);
                if !self.may_charge(view, unit, target) {
                    return None;
                }
                // Horse does not ride at a square.
                if body.arm() == Arm::Cavalry && aim.formation == Formation::Square {
                    return None;
                }
                let value = self.value(view, unit, (target, wheel), now)?;
                (value >= self.least(view, unit)).then_some(Charge { unit, target, wheel, value })
            });
            let best = best.max_by(|one, two| one.value.total_cmp(&two.value));
            // Who takes more by his fire fires, but not who storms.
            let storms = self.manner.schooled && self.carries(view, unit) == Stance::Assault;
            let shot = if storms { 0.0 } else { self.best_shot(view, unit) };
            all.extend(best.filter(|best| best.value >= self.least(view, unit) + shot));
        }
        all.sort_by(|one, two| two.value.total_cmp(&one.value));
        all
    }

    /// What a charge is worth by its exact odds.
    fn value(&self, view: &Empire, unit: UnitId, (target, wheel): (UnitId, i32), now: bool) -> Option<f64> {
        let facts = onset::foreseen_by(view, unit, target, wheel, onset::Occasion::Impulse)?;
        if now && is_rash(view, unit, target, facts.charger.strikes) {
            return None;
        }
        let coming = Coming { facts, course: facts.start() };
        Some(onslaught(&self.scales, view, &coming, unit, target, self.zeal_at(view, unit, target)))
    }

    /// What the enemy's losses count beside its own: more if it stands on ground that is wanted.
    fn zeal_at(&self, view: &Empire, unit: UnitId, target: UnitId) -> f64 {
        let body = view.unit(unit);
        let held = |n: usize| view.holders.get(n).copied().flatten() == Some(body.side());
        let wanted = (0..view.scenario.objectives.len()).any(|n| !held(n) && is_at(view, target, n));
        self.zeal_of(view, unit) * if wanted { PRIZE } else { 1.0 }
    }

    /// What the best shot of a unit is worth that does not charge.
    fn best_shot(&self, view: &Empire, unit: UnitId) -> f64 {
        let body = view.unit(unit);
        if body.arm() == Arm::Artillery || !musketry::may_fire(body) {
            return 0.0;
        }
        let shots =
            musketry::targets(view, unit).into_iter().filter_map(|target| self.shot(view, unit, target));
        shots.fold(0.0, f64::max)
    }

    /// What a shot is worth; `None`: it is not fired.
    fn shot(&self, view: &Empire, unit: UnitId, target: UnitId) -> Option<f64> {
        let body = view.unit(unit);
        let in_column = body.is_formed() && body.formation != Formation::Line;
        if let Some(facts) = firefight::foreseen(view, unit, target) {
            let value = duel(&self.scales, view, &facts, unit, target, self.zeal_at(view, unit, target));
            return (value > LEAST_DUEL && !in_column).then_some(value + OPENS);
        }
        let least = if body.arm() == Arm::Artillery { 0.0 } else { LEAST_VOLLEY };
        let value = harm(&self.scales, view, unit, target, false);
        let prize = self.zeal_at(view, unit, target) / self.zeal_of(view, unit);
        Some(value * prize).filter(|_| value > least)
    }

    fn next_charge(&mut self, view: &Empire, me: MeId, question: &Question) -> Option<Answer> {
        self.impulse.charges = self.charges(view, me, true);
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
        // The nearest to the enemy first, so that none stands in another's way.
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

    /// The shot that takes most, preferring targets that are to be charged.
    fn next_shot(&mut self, view: &Empire, me: MeId, question: &Question) -> Option<Answer> {
        let mut best: Option<(f64, UnitId, UnitId)> = None;
        for (unit, body) in view.units_of(me) {
            if body.impulse.acted && !body.impulse.may_fire {
                continue;
            }
            let targets = match body.arm() {
                Arm::Artillery if gunnery::may_fire(body) => gunnery::targets(view, unit),
                Arm::Infantry | Arm::Cavalry if musketry::may_fire(body) && !self.will_charge(unit) => {
                    musketry::targets(view, unit)
                }
                Arm::Infantry | Arm::Cavalry | Arm::Artillery => continue,
            };
            for target in targets {
                let is_charged = self.impulse.charges.iter().any(|charge| charge.target == target);
                let Some(value) = self.known_shot(view, unit, target) else { continue };
                let value = value * if is_charged { 1.5 } else { 1.0 };
                if best.is_none_or(|(most, ..)| value > most) {
                    best = Some((value, unit, target));
                }
            }
        }
        let (_, unit, target) = best?;
        accepted(view, question, Answer::Act(Act::Fire { unit, target }))
    }

    /// What a shot is worth, looked at again only where something has changed.
    fn known_shot(&mut self, view: &Empire, unit: UnitId, target: UnitId) -> Option<f64> {
        let mark = Mark::of(view, unit, target);
        if let Some((_, value)) = self.impulse.shots.iter().find(|(known, _)| *known == mark) {
            return *value;
        }
        let value = self.shot(view, unit, target);
        self.impulse.shots.push((mark, value));
        value
    }
}
