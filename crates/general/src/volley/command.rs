//! Generals: at the head of a charge that pays, with the unit in most danger, else in the middle of their men.

use super::captain::Captain;
use super::march::accepted;
use super::nearest::within;
use super::odds::worth;
use engine::Side;
use table::Point;
use volley::charge::charge_roll;
use volley::command::officer_at;
use volley::morale::Morale;
use volley::words::{Arm, Cover, Test};
use volley::{GeneralId, Order, Question, UnitId, Volley};

/// What a general must save a unit in the next test under fire, that he goes to it.
const NEEDED: f64 = 3.0;

impl Captain {
    /// Before the charges: to the head of a unit whose charge is good with him and not without.
    pub(super) fn lead_charge(
        &mut self,
        view: &Volley,
        side: Side,
        id: GeneralId,
        question: &Question,
    ) -> Option<Order> {
        let (general, from) = self.free(view, side, id)?;
        if self.manner.keeps && general.brigade.is_none() {
            return None;
        }
        let reach = self.sticks.ride;
        let mut best: Option<(f64, UnitId)> = None;
        for (unit, body) in view.of(side) {
            let may = body.is(Arm::Infantry)
                && general.leads(body)
                && !body.acted
                && view.general_with(unit).is_none();
            let near = body.rect().is_some_and(|rect| rect.centre().stored().distance(from).0 <= reach);
            if !may || !near {
                continue;
            }
            let value = self.charge_value_led(view, unit);
            // A battalion that rolls for its charge without him gets him for a good one only.
            let needs_him = charge_roll(&view.rules, body.nation(), body.arm(), false, Cover::None).is_some();
            let least = if needs_him { 1.0 } else { 0.6 };
            if value > least && best.is_none_or(|(most, _)| value > most) {
                best = Some((value, unit));
            }
        }
        self.join(view, id, best?.1, question)
    }

    /// After the moves.
    pub(super) fn ride(
        &mut self,
        view: &Volley,
        side: Side,
        id: GeneralId,
        question: &Question,
    ) -> Option<Order> {
        let (general, from) = self.free(view, side, id)?;
        let mut best: Option<(i64, UnitId)> = None;
        let (mut sum, mut count) = ((0_i64, 0_i64), 0_i64);
        for (unit, body) in view.of(side).filter(|(_, body)| general.leads(body)) {
            let Some(centre) = body.rect().map(|rect| rect.centre().stored()) else { continue };
            sum = (sum.0 + i64::from(centre.x), sum.1 + i64::from(centre.y));
            count += 1;
            let taken = view.general_with(unit).is_some_and(|other| other != id);
            if taken
                || centre.distance(from).0 > self.sticks.ride
                || !matches!(body.arm(), Arm::Infantry | Arm::Cavalry)
            {
                continue;
            }
            let mut score = self.danger(view, unit);
            if score == 0 || (self.manner.keeps && (general.brigade.is_none() || !self.needs_him(view, unit)))
            {
                continue;
            }
            for (_, other) in view.of(side).filter(|(other, body)| *other != unit && general.leads(body)) {
                score += if within(body, other, self.sticks.command) { 2 } else { -3 };
            }
            score += i64::from(general.attached == Some(unit));
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, unit));
            }
        }
        if let Some((score, unit)) = best
            && score > 0
        {
            return if general.attached == Some(unit) { None } else { self.join(view, id, unit, question) };
        }
        if count == 0 {
            return None;
        }
        // In the middle of his men, a little to the rear.
        let home = view.scenario.edges[side].inward().opposite();
        let middle = Point { x: (sum.0 / count) as i32, y: (sum.1 / count) as i32 };
        let terrain = &view.scenario.terrain;
        let to = middle.ahead(home, table::Inches(self.sticks.inches(2)));
        let to = Point { x: to.x.clamp(0, terrain.width.0), y: to.y.clamp(0, terrain.depth.0) };
        let distance = from.distance(to).0;
        if distance < self.sticks.inches(3) && general.attached.is_none() {
            return None;
        }
        let to = if distance <= self.sticks.ride {
            to
        } else {
            from.ahead(from.bearing_to(to), table::Inches(self.sticks.ride - 5))
        };
        accepted(view, question, Order::Ride { general: id, to: Some(to), join: None })
    }

    /// Whether a test that a unit may have to pass matters so much that its general goes to it.
    fn needs_him(&mut self, view: &Volley, id: UnitId) -> bool {
        if view.in_melee(id) || view.charge_of(id).is_some() {
            return true;
        }
        self.gain_by_general(view, id) >= NEEDED
    }

    /// What a general with a unit saves it in the next test under fire.
    fn gain_by_general(&mut self, view: &Volley, id: UnitId) -> f64 {
        let unit = view.unit(id);
        let facts = view.morale_facts(id, Test::Loss);
        let mut harm = |general: bool| {
            let facts = Morale { lost: facts.lost + 1, general, ..facts };
            let nerve = self.memo.nerve(&view.rules, &facts);
            nerve.rout * worth(unit) + nerve.fail * 1.5
        };
        harm(false) - harm(true)
    }

    /// How much a unit needs its general: enemies within a charge or in contact.
    fn danger(&mut self, view: &Volley, id: UnitId) -> i64 {
        let unit = view.unit(id);
        if view.in_melee(id) || view.charge_of(id).is_some() {
            return 8;
        }
        let reach = self.sticks.inches(10);
        // More than three make it no worse.
        let enemies = view.of(unit.side().enemy()).filter(|(_, enemy)| within(unit, enemy, reach));
        let near = enemies.take(3).count() as i64;
        let foot = i64::from(unit.is(Arm::Infantry)) * 2;
        if near > 0 { near + foot + i64::from(unit.lost() / 3).min(3) } else { 0 }
    }

    fn free<'v>(&self, view: &'v Volley, side: Side, id: GeneralId) -> Option<(&'v volley::General, Point)> {
        let leads = |general: &volley::General| match &general.brigade {
            Some(brigade) => self.leads_brigade(brigade),
            None => self.led.is_none(),
        };
        let is_free = |general: &&volley::General| general.side == side && !general.lost && !general.moved;
        let general = view.general(id).filter(|general| is_free(general) && leads(general))?;
        let stuck = general.attached.is_some_and(|unit| view.in_melee(unit));
        if stuck { None } else { Some((general, officer_at(view, id)?)) }
    }

    fn join(&self, view: &Volley, general: GeneralId, unit: UnitId, question: &Question) -> Option<Order> {
        let to = view.unit(unit).rect()?.centre().stored();
        accepted(view, question, Order::Ride { general, to: Some(to), join: Some(unit) })
    }
}
