//! Charges: what one would be worth by exact odds, and the best of them.

use super::captain::Captain;
use super::march::{accepted, arc};
use super::odds::{Meeting, figure_worth, mean_hits, two_dice_reach, worth};
use engine::Fact;
use engine::desk::FactSet as _;
use table::{Inches, Pose, Rect};
use volley::charge::{
    Charger, charge_roll, may_be_supported, may_support, never_charges, no_infantry_at_horse,
};
use volley::facts::{CanSupport, InFlank};
use volley::fire::{Target, Volleys, volley_dice, volley_need};
use volley::formation::open_enough;
use volley::melee::{RideResult, ride_result};
use volley::morale::Morale;
use volley::shooting::is_armed;
use volley::stand::{may_counter_charge, tests_to_stand};
use volley::words::{Arm, Cover, Formation, Test};
use volley::{Order, Question, UnitId, Volley};

/// A charge that is weighed.
#[derive(Clone, Copy)]
struct Idea {
    value: f64,
    target: UnitId,
    wheel: i32,
}

/// Horse that may charge, whatever its target.
#[derive(Clone, Copy)]
struct Rider {
    id: UnitId,
    /// What a figure of its own is worth.
    own: f64,
    /// The chance that it is recalled.
    comes_back: f64,
}

impl Captain {
    /// The best charge of a unit that is worth more than `least`.
    pub(super) fn best_charge(
        &mut self,
        view: &Volley,
        id: UnitId,
        least: f64,
        question: &Question,
    ) -> Option<Order> {
        // The three best, the best first.
        let mut best: [Option<Idea>; 3] = [None; 3];
        for idea in self.ideas(view, id, view.has_general(id)) {
            let mut idea = Some(idea).filter(|idea| idea.value > least + self.after_failure(id, idea.target));
            for place in &mut best {
                let better = match (&idea, &place) {
                    (Some(new), Some(old)) => new.value > old.value,
                    (Some(_), None) => true,
                    (None, _) => false,
                };
                if better {
                    std::mem::swap(place, &mut idea);
                }
            }
        }
        best.into_iter().flatten().find_map(|idea| {
            accepted(view, question, Order::Charge { unit: id, target: idea.target, wheel: idea.wheel })
        })
    }

    /// What its best charge would be worth with a general at its head. Every general of the brigade wants to know.
    pub(super) fn charge_value_led(&mut self, view: &Volley, id: UnitId) -> f64 {
        if let Some((_, known)) = self.phase.led.iter().find(|(unit, _)| *unit == id) {
            return *known;
        }
        let best = self.ideas(view, id, true).into_iter().fold(0.0, |best, idea| idea.value.max(best));
        self.phase.led.push((id, best));
        best
    }

    /// All charges a unit could think of, each with its worth.
    fn ideas(&mut self, view: &Volley, id: UnitId, led: bool) -> Vec<Idea> {
        let unit = view.unit(id);
        let mut ideas = Vec::new();
        let horse = match unit.arm() {
            Arm::Cavalry => true,
            Arm::Infantry => false,
            Arm::Skirmishers | Arm::Artillery => return ideas,
        };
        if !horse && never_charges(&view.rules, unit.nation(), unit.arm(), unit.formation).is_some() {
            return ideas;
        }
        let (Some(charger), Some(pose)) = (Charger::of(view, id), unit.pose) else { return ideas };
        let footprint = unit.footprint(&view.rules);
        // Several targets of one ride are met by the same wheel.
        let mut rides: Vec<(i32, f64)> = Vec::new();
        let mut rider: Option<Rider> = None;
        let near = unit.rect().into_iter().flat_map(|rect| view.units.near(rect.bounds(), charger.reach));
        for (target, enemy, there) in near.filter(|(_, other, _)| other.side() != unit.side()) {
            if !self.is_prey(id, enemy) {
                continue;
            }
            if no_infantry_at_horse(&view.rules, unit.arm(), enemy.arm()) || (!horse && view.in_melee(target))
            {
                continue;
            }
            let Some(wheel) = charger.aim(there) else { continue };
            let known = rides.iter().find(|(known, _)| *known == wheel).map(|(_, value)| *value);
            let value = known.or_else(|| {
                let line = pose.wheeled(footprint.width, wheel);
                let cost = Inches(arc(footprint.width.0, wheel));
                if !horse {
                    return self.assault_value(view, id, target, line, (charger.rate - cost).0, led);
                }
                let rider = *rider.get_or_insert_with(|| self.rider(view, id));
                let value = self.ride_value(view, &rider, line, charger.rate - cost, charger.reach - cost);
                rides.push((wheel, value));
                Some(value)
            });
            ideas.extend(value.map(|value| Idea { value, target, wheel }));
        }
        ideas
    }

    // ------------------------------------------------------------------ horse ----

    /// All units on the strip, nearest first, each with the chance to get so far.
    fn ride_value(&mut self, view: &Volley, rider: &Rider, line: Pose, base: Inches, limit: Inches) -> f64 {
        let Rider { id, own, comes_back } = *rider;
        let unit = view.unit(id);
        let footprint = unit.footprint(&view.rules);
        let rect = Rect::new(line, footprint);
        let mut met: [(i32, UnitId); 6] = [(i32::MAX, id); 6];
        let mut stop = i32::MAX;
        for (other_id, other, there) in view.units.near(rect.box_ahead(limit), Inches::ZERO) {
            if other_id == id {
                continue;
            }
            let Some(gap) = rect.gap_ahead(limit, there) else { continue };
            if other.side() == unit.side() {
                if matches!(other.arm(), Arm::Infantry | Arm::Cavalry) {
                    stop = stop.min(gap.0);
                }
                continue;
            }
            let mut new = (gap.0, other_id);
            for place in &mut met {
                if new < *place {
                    std::mem::swap(place, &mut new);
                }
            }
        }
        let hard = |feature: &table::Feature| feature.class.difficult || feature.class.impassable;
        if let Some(at) = view.scenario.terrain.first_ahead(line, footprint, limit, hard) {
            stop = stop.min(at.0);
        }
        let lanes = met.into_iter().take_while(|(gap, _)| *gap < stop);
        let mut value = 0.0;
        let mut first = true;
        let mut passed = 0.0;
        for (gap, foe) in lanes {
            let chance = two_dice_reach((gap - base.0 + 999).div_euclid(1000));
            if chance <= 0.0 {
                break;
            }
            if first {
                // Short of all of them it stands before the enemy's muskets.
                value -= (1.0 - chance) * 2.5;
                first = false;
            }
            if view.unit(foe).is_open() {
                value += chance * 0.3 * worth(view.unit(foe));
                continue;
            }
            let charged = self.fights_for(view, foe);
            if view.unit(charged).is(Arm::Cavalry) {
                value += chance * self.clash_value(view, id, charged, 0);
                break;
            }
            let gun = if charged == foe { 0.0 } else { worth(view.unit(foe)) };
            let (lost, gain) = match view.unit(charged).arm() {
                Arm::Artillery => (0.4, worth(view.unit(charged))),
                Arm::Infantry | Arm::Skirmishers | Arm::Cavalry => {
                    let down = self.ridden_down(view, id, charged);
                    passed += chance * (1.0 - down);
                    ((1.0 - down) * 0.9 + 0.3, down * (worth(view.unit(charged)) + gun) + (1.0 - down) * 0.5)
                }
            };
            value += chance * (gain - lost * own);
        }
        if first {
            return -1.0;
        }
        // Beyond a square it must come back, and may not.
        value - passed.min(1.0) * (1.0 - comes_back) * 2.0 * own - 0.5
    }

    fn rider(&mut self, view: &Volley, id: UnitId) -> Rider {
        let comes_back = self.memo.nerve(&view.rules, &view.morale_facts(id, Test::Recall)).pass;
        Rider { id, own: self.hit_worth(view, id).max(1.2), comes_back }
    }

    /// The unit that takes the charge on guns.
    fn fights_for(&self, view: &Volley, foe: UnitId) -> UnitId {
        if !may_be_supported(view, foe) {
            return foe;
        }
        let near = CanSupport { gun: foe }.measure(view);
        near.into_iter().find(|id| may_support(view, foe, *id)).unwrap_or(foe)
    }

    /// The chance that infantry is destroyed by this horse, once reached.
    pub(super) fn ridden_down(&mut self, view: &Volley, horse: UnitId, foot: UnitId) -> f64 {
        let flank = InFlank { from: view.unit(horse).pose, charger: horse, target: foot }.measure(view);
        self.caught(view, foot, flank)
    }

    /// The chance that infantry does not close up in time.
    fn caught(&mut self, view: &Volley, foot: UnitId, flank: bool) -> f64 {
        let unit = view.unit(foot);
        let fortified = view.cover(foot) == Cover::Fortification;
        let (row, _) = ride_result(&view.rules, unit.arm(), unit.formation, fortified);
        if row == RideResult::PassesThrough {
            return 0.0;
        }
        self.caught_in(view, foot, unit.formation, flank)
    }

    /// The same, were it in that open formation.
    pub(super) fn caught_in(
        &mut self,
        view: &Volley,
        foot: UnitId,
        formation: Formation,
        flank: bool,
    ) -> f64 {
        if !open_enough(view, view.unit(foot)) {
            return 1.0;
        }
        let facts = Morale { flank, formation, ..view.morale_facts(foot, Test::Stand) };
        1.0 - self.memo.meeting(&view.rules, &facts, Arm::Cavalry).closed
    }

    // ------------------------------------------------------------------- foot ----

    /// Fire on the way in, the test to close, the test to stand, a round of melee.
    fn assault_value(
        &mut self,
        view: &Volley,
        id: UnitId,
        target: UnitId,
        line: Pose,
        base: i32,
        led: bool,
    ) -> Option<f64> {
        let unit = view.unit(id);
        let enemy = view.unit(target);
        let gap = table::gap_ahead(line, unit.footprint(&view.rules), Inches(base), enemy.rect()?)?;
        if enemy.is_open() {
            // They run; the ground is won, and that is all.
            return Some(if gap.0 < base / 2 { 0.6 } else { 0.2 });
        }
        let flank = InFlank { from: unit.pose, charger: id, target }.measure(view);
        let charged = self.fights_for(view, target);
        let foe = view.unit(charged);
        let (dice, face) = self.defensive_fire(view, id, target);
        let close = Morale { general: led, ..view.morale_facts(id, Test::Close) };
        let stand: Option<Meeting> = tests_to_stand(&view.rules, foe.side(), foe.arm(), false).then(|| {
            let facts = Morale { flank, ..view.morale_facts(charged, Test::Stand) };
            self.memo.meeting(&view.rules, &facts, Arm::Infantry)
        });
        let guns = if foe.is(Arm::Artillery) || charged != target { worth(enemy) } else { 0.0 };
        let mean = mean_hits(dice, face);
        // The melee of a column that has lost what it will lose on the average.
        let melee = match stand {
            None if foe.is(Arm::Artillery) => 0.0,
            Some(stand) if stand.lets_in * (worth(foe) + guns) + stand.routs * (worth(foe) + guns) < 0.8 => {
                return None;
            }
            _ => self.clash_value(view, id, charged, (mean + 0.5) as u32),
        };
        let inside = match stand {
            None if foe.is(Arm::Artillery) => guns,
            None => melee,
            Some(stand) => {
                let counter = may_counter_charge(&view.rules, foe.nation(), foe.formation);
                let held = if counter { melee.min(-1.2) } else { -1.2 };
                stand.routs * (worth(foe) + guns)
                    + stand.lets_in * (melee + guns * 0.3)
                    + stand.holds_off * held
            }
        };
        let mut value = 0.0;
        let hit = mean_hits(1, face);
        let mut chance = power(1.0 - hit, dice);
        for hits in 0..=dice {
            if hits > 0 {
                let ratio = if hit < 1.0 { hit / (1.0 - hit) } else { 0.0 };
                chance *= ratio * f64::from(dice - hits + 1) / f64::from(hits);
            }
            if chance < 0.01 {
                continue;
            }
            let facts = Morale { lost: close.lost + hits, ..close };
            let closing = self.memo.closing(&view.rules, &facts, hits > 0);
            let lost = f64::from(hits) * figure_worth(unit) * 1.2
                + closing.breaks * worth(unit)
                + closing.stops * 1.5;
            value += chance * (closing.goes_in * inside - lost);
        }
        // The cover is looked up only where it matters.
        let (nation, arm) = (unit.nation(), unit.arm());
        if charge_roll(&view.rules, nation, arm, led, Cover::None).is_some()
            && let Some(need) = charge_roll(&view.rules, nation, arm, led, view.cover(target))
        {
            value *= mean_hits(1, need);
        }
        Some(value)
    }

    /// Dice that will be thrown at a charging column, and the face they need.
    fn defensive_fire(&mut self, view: &Volley, id: UnitId, target: UnitId) -> (u32, u32) {
        let body = view.unit(target);
        let Some(at) = body.rect() else { return (0, 7) };
        let mut dice = 0;
        let reach = Inches(self.sticks.shoot);
        let near = view.units.near(at.bounds(), reach);
        for (other_id, other, there) in near.filter(|(_, other, _)| other.side() == body.side()) {
            let guns = other.is(Arm::Artillery);
            if !is_armed(&view.rules, other.arm(), other.formation) || view.in_melee(other_id) {
                continue;
            }
            if other_id == target {
                dice += volley_dice(&view.rules, other.figures, guns);
            } else if there.is_within(at, reach) {
                dice += volley_dice(&view.rules, other.figures, guns) / 2;
            }
        }
        let shot_at = Target { enfiladed: false, ..self.target(view, target, id) };
        let shot = Volleys { target: shot_at, ..Volleys::blank() };
        (dice, volley_need(&view.rules, &shot).face)
    }
}

fn power(base: f64, times: u32) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}
