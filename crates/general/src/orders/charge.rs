//! Charges: whom, with what odds, and whether that is worth it.

use super::captain::Captain;
use super::charts::Nerve;
use super::march::accepted;
use super::odds::{body, worth};
use super::picture::{Foe, GUN_ARC, charge_reach};
use crate::kit::spot::Spot;
use engine::Fact;
use engine::desk::FactSet as _;
use orders::chain::ChargeFacts;
use orders::charge::{RoomForSquare, aim_in_reach, aspect, may_try_square};
use orders::fire::{Firer, Mark, ShelterOf, ShotFacts};
use orders::words::{Arm, Formation, Level, Shelter};
use orders::{Act, Answer, Orders, Question, UnitId, ground};
use table::Inches;

impl Captain {
    /// The best charge of a unit that it may make, if one is worth it.
    pub(crate) fn best_charge(
        &mut self,
        view: &Orders,
        id: UnitId,
        question: &Question,
    ) -> Option<(f64, Answer)> {
        let unit = view.unit(id);
        if unit.acted
            || unit.arm().is_artillery()
            || unit.in_panic()
            || !unit.on_table()
            || view.in_contact(id)
        {
            return None;
        }
        if matches!(unit.formation, Formation::Road) || orders::obedience::may_charge(view, id).is_err() {
            return None;
        }
        let at = Spot::from_vec(unit.rect()?.centre());
        let reach = charge_reach(&self.charts, unit.arm(), unit.formation) * self.budget(view, id) + 1.2;
        let mut near: Vec<(f64, UnitId)> = Vec::new();
        for foe in &self.picture.foes {
            if at.is_within(foe.at, reach + 1.0)
                && view.unit(foe.id).on_table()
                && self.lets_charge(view, id, foe.id)
            {
                let guess = self.guess(view, id, foe, foe.has_before_it(at));
                if guess > -0.2 || (self.appraisal.urgent && foe.holds_objective()) {
                    near.push((guess, foe.id));
                }
            }
        }
        near.sort_by(|one, two| two.0.total_cmp(&one.0));
        let mut best: Option<(f64, UnitId, Answer)> = None;
        for (_, target) in near.into_iter().take(3) {
            // Odds of a charge that cannot be made are of no use.
            let Some(wheel) = aim_in_reach(view, id, target) else { continue };
            let act = Act::Charge { unit: id, target, wheel, form: None };
            let Some(answer) = accepted(view, question, act) else { continue };
            let Some(value) = self.weigh_charge(view, id, at, target) else { continue };
            if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                best = Some((value, target, answer));
            }
        }
        let (value, target, answer) = best?;
        (value >= self.least_charge(target)).then_some((value, answer))
    }

    /// What a charge must be worth; where the battle is lost otherwise, much less.
    fn least_charge(&self, target: UnitId) -> f64 {
        let wanted = self.picture.foe(target).is_some_and(|foe| foe.holds_objective());
        match (self.appraisal.urgent, wanted, self.appraisal.left) {
            (true, true, ..=2) => -3.0,
            _ => self.temper.least - self.appraisal.need * if wanted { 1.0 } else { 0.5 },
        }
    }

    /// A first guess at what a charge brings, at the foe's front or into his flank.
    pub(crate) fn guess(&self, view: &Orders, id: UnitId, foe: &Foe, front: bool) -> f64 {
        let unit = view.unit(id);
        let nerve = Nerve { troop: unit.troop(), level: unit.level, bonus: 0 };
        let mut advantage = self.charts.strength(&nerve) - self.charts.strength(&foe.nerve);
        let square = matches!(foe.formation, Formation::Square | Formation::HastySquare);
        let shock = &self.charts.shock;
        if unit.arm() == Arm::HeavyCavalry {
            advantage += shock.heavy;
        }
        if unit.arm().is_cavalry() {
            advantage += match foe.formation {
                Formation::Square => shock.horse_on_square,
                Formation::HastySquare => shock.horse_on_hasty_square,
                Formation::Column | Formation::Line | Formation::Road | Formation::Unlimbered => {
                    if foe.arm.is_artillery() {
                        shock.horse_on_guns
                    } else if foe.arm.is_infantry() && !foe.footing.rough && foe.is_steady() {
                        -2
                    } else {
                        0
                    }
                }
            };
        }
        if foe.footing.rough {
            advantage += shock.into_rough;
        }
        if foe.footing.garrison.is_none() && !square && !front {
            advantage += shock.in_flank;
        } else if foe.is_steady() {
            // It fires first.
            advantage -= match foe.formation {
                Formation::Unlimbered => 5,
                Formation::Line => 2,
                Formation::Column | Formation::Road | Formation::Square | Formation::HastySquare => {
                    i32::from(!foe.arm.is_artillery())
                }
            };
        }
        let [ours, theirs] = self.charts.round(advantage, &nerve, &foe.nerve);
        let ground = if foe.holds_objective() { 0.4 * self.ground_fever() } else { 0.0 };
        theirs * foe.worth * self.zeal(view, id) - ours * worth(view, id) + ground
    }

    /// What a charge is worth, by its exact odds.
    fn weigh_charge(&mut self, view: &Orders, id: UnitId, at: Spot, target: UnitId) -> Option<f64> {
        let foe = self.picture.foe(target)?.clone();
        let facts = self.charge_facts(view, id, at, &foe);
        let clash = self.memo.charge(&view.rules, &facts);
        let own = worth(view, id);
        let mut value = clash.theirs * foe.worth * self.zeal(view, id) - clash.ours * own;
        if foe.holds_objective() {
            value += clash.won * self.ground_fever();
        }
        value -= self.further_fire(&foe, target) * own * 0.5;
        Some(value)
    }

    fn charge_facts(&self, view: &Orders, id: UnitId, at: Spot, foe: &Foe) -> ChargeFacts {
        let unit = view.unit(id);
        let target = view.unit(foe.id);
        let from = unit.pose.map(|pose| pose.at).unwrap_or_default();
        let crossed = ground::crosses_line(view, from, foe.id);
        let shelter = ShelterOf { unit: foe.id, from: id, crossed: Some(crossed) }.measure(view);
        let hit = aspect(view, foe.id, at.point());
        let tries_square = may_try_square(view, id, foe.id) && RoomForSquare { unit: foe.id }.measure(view);
        let target_body = body(view, foe.id, None, shelter);
        let facing_us = foe.has_before_it(at) || target.is_square();
        let loaded = !target.arm().is_artillery() || target.formation == Formation::Unlimbered;
        ChargeFacts {
            charger: body(view, id, None, Shelter::Open),
            target: target_body,
            hit,
            tries_square,
            target_fires: facing_us && loaded && !target.in_panic(),
            support: [self.support(view, id, foe), None, None, None],
            rain: view.rain,
            ..ChargeFacts::blank()
        }
    }

    /// The most dangerous other shot at a charger in contact with that foe.
    fn support(&self, view: &Orders, id: UnitId, target: &Foe) -> Option<ShotFacts> {
        let unit = view.unit(id);
        let mut best: Option<(f64, ShotFacts)> = None;
        for foe in &self.picture.foes {
            let range = (foe.at.to(target.at) - 0.8).max(0.5);
            if foe.id == target.id || !foe.is_firing_gun() || foe.at.ahead(foe.facing, target.at) < GUN_ARC {
                continue;
            }
            let Some(gun) = foe.gun.filter(|gun| range <= self.charts.reach(*gun)) else { continue };
            let checks = self.charts.gun_checks(gun, foe.nerve.troop, range, 0);
            if best.as_ref().is_some_and(|(most, _)| checks <= *most) {
                continue;
            }
            let (firer, target) = (Firer::of(view.unit(foe.id)), Mark::of(unit));
            let range = Inches::whole(range.ceil() as i32);
            let shot = ShotFacts { firer, target, range, rain: view.rain, ..ShotFacts::blank() };
            best = Some((checks, shot));
        }
        best.map(|(_, shot)| shot)
    }

    /// Checks from still other guns, beyond the first.
    fn further_fire(&self, target: &Foe, id: UnitId) -> f64 {
        let mut checks = 0.0;
        let mut most = 0.0_f64;
        for foe in &self.picture.foes {
            let range = (foe.at.to(target.at) - 0.8).max(0.5);
            if foe.id == id || !foe.is_firing_gun() || foe.at.ahead(foe.facing, target.at) < GUN_ARC {
                continue;
            }
            let Some(gun) = foe.gun.filter(|gun| range <= self.charts.reach(*gun)) else { continue };
            let each = self.charts.gun_checks(gun, foe.nerve.troop, range, 0);
            checks += each;
            most = most.max(each);
        }
        checks - most
    }

    /// Whether a unit is fit to be led into a charge.
    pub(crate) fn is_shaken(&self, view: &Orders, id: UnitId) -> bool {
        view.unit(id).level <= Level::Disrupted
    }
}
