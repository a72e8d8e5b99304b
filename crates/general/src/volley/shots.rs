//! Whom to shoot at: the most expected hits, weighed by what they hurt.

use super::captain::Captain;
use super::odds::{figure_worth, mean_hits, worth};
use engine::Fact;
use table::{Inches, Rect};
use volley::facts::{Enfiladed, may_be_enfiladed, stops_shot};
use volley::fire::{Cannonade, Target, Volleys, cannon_dice, cannon_need, volley_dice, volley_need};
use volley::words::{Arm, Band, Test};
use volley::{Answer, Unit, UnitId, Volley};

/// A unit and the ground it covers.
type OnTable<'v> = (UnitId, &'v Unit, &'v Rect);

/// A battery, and what its shots are worth as far as they were looked at.
pub(super) struct Battery<'v> {
    pub(super) id: UnitId,
    pub(super) gun: &'v Unit,
    /// By target and range.
    shots: Vec<(UnitId, Band, f64)>,
}

/// Those about a battery.
pub(super) struct Field<'v> {
    /// Units that may be in its reach however it turns, itself among them.
    pub(super) near: Vec<OnTable<'v>>,
    /// Those of them who stop a shot.
    pub(super) in_the_way: Vec<OnTable<'v>>,
}

impl<'v> Battery<'v> {
    /// None of its shots looked at yet.
    pub(super) fn of(view: &'v Volley, id: UnitId) -> Battery<'v> {
        Battery { id, gun: view.unit(id), shots: Vec::new() }
    }
}

impl Captain {
    /// What one figure lost means for a unit: more when the next test may break it.
    pub(super) fn hit_worth(&mut self, view: &Volley, id: UnitId) -> f64 {
        let unit = view.unit(id);
        let mut facts = view.morale_facts(id, Test::Artillery);
        facts.lost += 2;
        let nerve = self.memo.nerve(&view.rules, &facts);
        figure_worth(unit)
            + nerve.rout * worth(unit) * 0.3
            + nerve.fail * 0.5
            + if unit.figures <= 3 { worth(unit) * 0.15 } else { 0.0 }
    }

    /// Phases 3 and 8.
    pub(super) fn choose_volley(&mut self, view: &Volley, shooter: UnitId, targets: &[UnitId]) -> Answer {
        let unit = view.unit(shooter);
        let guns = unit.is(Arm::Artillery);
        let best = targets.iter().copied().max_by_key(|id| {
            let shot = Volleys::of(view, shooter, unit.figures, self.target(view, shooter, *id));
            let hits =
                mean_hits(volley_dice(&view.rules, unit.figures, guns), volley_need(&view.rules, &shot).face);
            let charging = view.charge_of(*id).is_some();
            let weight = self.hit_worth(view, *id) * if charging { 1.5 } else { 1.0 };
            (hits * weight * 1000.0) as i64
        });
        best.map_or(Answer::No, Answer::Unit)
    }

    /// Phase 1.
    pub(super) fn choose_cannonade(&mut self, view: &Volley, battery: UnitId, targets: &[UnitId]) -> Answer {
        let mut battery = Battery::of(view, battery);
        let best = targets.iter().copied().max_by_key(|id| {
            let distance = view.distance(battery.id, *id).0;
            (self.cannonade_value(view, &mut battery, *id, distance) * 1000.0) as i64
        });
        best.map_or(Answer::No, Answer::Unit)
    }

    /// The units about a battery.
    pub(super) fn field<'v>(&self, view: &'v Volley, id: UnitId) -> Field<'v> {
        let here = view.unit(id).rect();
        let reach = Inches(self.sticks.stick[2] + self.sticks.bounce + self.sticks.inches(5));
        let placed = view.on_table().filter_map(|(other, unit)| Some((other, unit, unit.rect()?)));
        let is_near = |rect: &Rect| here.is_some_and(|here| here.may_be_within(rect, reach));
        let mut near = Vec::with_capacity(view.units.len());
        near.extend(placed.filter(|(_, _, rect)| is_near(rect)));
        let mut in_the_way = near.clone();
        in_the_way.retain(|(other, unit, _)| *other != id && stops_shot(unit));
        Field { near, in_the_way }
    }

    /// What a battery's shot at a unit at this distance is worth.
    pub(super) fn cannonade_value(
        &mut self,
        view: &Volley,
        battery: &mut Battery<'_>,
        id: UnitId,
        distance: i32,
    ) -> f64 {
        let [close, middle, long] = self.sticks.stick;
        let band = match distance {
            d if d <= close => Band::Close,
            d if d <= middle => Band::Middle,
            d if d <= long => Band::Long,
            _ => return 0.0,
        };
        let known = battery.shots.iter().find(|(unit, at, _)| *unit == id && *at == band);
        if let Some((_, _, value)) = known {
            return *value;
        }
        let gun = battery.gun;
        let target = self.target(view, battery.id, id);
        let shot = Cannonade::of(view, battery.id, (gun.figures, band), target);
        let value = mean_hits(cannon_dice(&view.rules, gun.figures), cannon_need(&view.rules, &shot).face)
            * self.hit_worth(view, id);
        battery.shots.push((id, band, value));
        value
    }

    /// The facts of a target for the tables.
    pub(super) fn target(&self, view: &Volley, shooter: UnitId, target: UnitId) -> Target {
        let enfiladed = may_be_enfiladed(view.unit(target)) && Enfiladed { shooter, target }.measure(view);
        Target { enfiladed, ..Target::of(view, target, view.cover(target)) }
    }
}
