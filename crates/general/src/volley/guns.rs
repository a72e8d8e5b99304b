//! Guns: laid in phase 1, brought up and unlimbered in the movement phase.

use super::captain::Captain;
use super::march::accepted;
use super::nearest::within;
use super::shots::{Battery, Field};
use crate::kit::plan::Word;
use engine::Side;
use table::{Bearing, Inches, Point, Pose, Rect, Sight};
use volley::words::Formation;
use volley::{Answer, Order, Question, Unit, UnitId, Volley};

/// How many inches an enemy comes nearer in two turns.
const COMING: i32 = 12;

/// A battery's best facing, and what its shot would be worth.
#[derive(Clone, Copy)]
pub(super) struct Laying {
    pub(super) facing: Bearing,
    pub(super) value: f64,
    pub(super) distance: i32,
}

impl Captain {
    /// Phase 1: one gun after another, each once.
    pub(super) fn adjust(
        &mut self,
        view: &Volley,
        side: Side,
        guns: &[UnitId],
        question: &Question,
    ) -> Answer {
        if self.laid.0 != view.turn || self.laid.1 != Some(side) {
            self.laid = (view.turn, Some(side), Vec::new());
        }
        for &gun in guns {
            if self.laid.2.contains(&gun) || !self.leads(view.unit(gun)) {
                continue;
            }
            self.laid.2.push(gun);
            let Some(order) = self.lay(view, gun) else { continue };
            if let Some(order) = accepted(view, question, order) {
                return Answer::Order(order);
            }
        }
        Answer::No
    }

    fn lay(&mut self, view: &Volley, gun: UnitId) -> Option<Order> {
        let unit = view.unit(gun);
        let pose = unit.pose?;
        let centre = unit.rect()?.centre().stored();
        let (mut battery, field) = (Battery::of(view, gun), self.field(view, gun));
        let best = self.best_laying(view, &mut battery, &field)?;
        if unit.formation == Formation::Limbered {
            let near = best.distance <= self.sticks.stick[1] && best.value > 0.0;
            return near.then_some(Order::Form {
                unit: gun,
                formation: Formation::Unlimbered,
                facing: Some(best.facing),
            });
        }
        let now = self
            .laying(view, &mut battery, &field, centre, pose.facing, None)
            .map_or(0.0, |laying| laying.value);
        (best.value > now * 1.05 + 0.01).then(|| {
            let footprint = unit.footprint(&view.rules);
            Order::Turn { unit: gun, to: Some(Pose::from_centre(centre, best.facing, footprint)) }
        })
    }

    /// The facing that hurts the enemy most from where the gun is.
    fn best_laying(&mut self, view: &Volley, battery: &mut Battery<'_>, field: &Field<'_>) -> Option<Laying> {
        let unit = battery.gun;
        let rect = *unit.rect()?;
        let centre = rect.centre().stored();
        let mut best: Option<Laying> = None;
        for (_, enemy) in view.of(unit.side().enemy()) {
            let Some(to) = enemy.rect() else { continue };
            if rect.centre_distance(to).0 > self.sticks.stick[2] + self.sticks.inches(3) {
                continue;
            }
            let facing = centre.bearing_to(to.centre().stored());
            let better = self.laying(view, battery, field, centre, facing, best.map(|best| best.value));
            best = better.or(best);
        }
        best
    }

    /// What the gun would hit with that facing: the first in its strip, and units behind it. `None` if that is worth no
    /// more than what it hits otherwise.
    fn laying(
        &mut self,
        view: &Volley,
        battery: &mut Battery<'_>,
        field: &Field<'_>,
        centre: Point,
        facing: Bearing,
        otherwise: Option<f64>,
    ) -> Option<Laying> {
        let unit = battery.gun;
        let footprint = unit.footprint_in(&view.rules, Formation::Unlimbered);
        let pose = Pose::from_centre(centre, facing, footprint);
        let rect = Rect::new(pose, footprint);
        let limit = Inches(self.sticks.stick[2]);
        let mut first: Option<(Inches, UnitId, bool)> = None;
        for (id, other, there) in &field.in_the_way {
            // A unit behind the first found so far cannot be the first.
            let limit = first.map_or(limit, |(before, ..)| before);
            let Some(gap) = rect.gap_ahead(limit, there) else { continue };
            if first.is_none_or(|(before, _, _)| gap < before) {
                first = Some((gap, *id, other.side() == unit.side()));
            }
        }
        let (gap, target, friend) = first?;
        if friend || view.in_melee(target) {
            return None;
        }
        let mut value = self.cannonade_value(view, battery, target, gap.0);
        value += self.carried(view, battery, field, &rect, target, gap);
        // A look along the line costs more than to reckon what it is worth.
        let wanted = otherwise.is_none_or(|otherwise| value > otherwise);
        let seen = wanted && self.sees_ground(view, pose, &rect, view.unit(target));
        seen.then_some(Laying { facing, value, distance: gap.0 })
    }

    /// What the shot does beyond its target, friends counted against it.
    fn carried(
        &mut self,
        view: &Volley,
        battery: &mut Battery<'_>,
        field: &Field<'_>,
        rect: &Rect,
        target: UnitId,
        gap: Inches,
    ) -> f64 {
        let depth = Inches(self.sticks.bounce + self.sticks.inches(2));
        let level = |rect: &Rect| view.scenario.terrain.level_at(rect.centre());
        let mut value = 0.0;
        for (id, other, to) in &field.near {
            let Some(at) = rect.gap_ahead(gap + depth, to).filter(|at| *at >= gap && *id != target) else {
                continue;
            };
            let far = to.centre_distance(rect) > gap + depth + Inches(self.sticks.inches(3));
            if far || level(to) != level(rect) {
                continue;
            }
            let worth = self.cannonade_value(view, battery, *id, at.0);
            value += if other.side() == battery.gun.side() { -1.5 * worth } else { worth };
        }
        value
    }

    fn sees_ground(&self, view: &Volley, pose: Pose, rect: &Rect, target: &Unit) -> bool {
        let Some(to) = target.rect() else { return false };
        let sight = Sight {
            terrain: &view.scenario.terrain,
            seen_inside: Inches(self.sticks.inches(2)),
            terrain_blocks: true,
        };
        sight.sees(pose.at, rect, to, std::iter::empty())
    }

    /// Whether a battery in action may leave its place, by its word.
    fn goes_with(&self, id: UnitId) -> bool {
        self.duty(id).is_some_and(|duty| {
            matches!(duty.does, Word::GoWith | Word::Press(_) | Word::Storm(_) | Word::Withdraw)
        })
    }

    /// Whether a battery in action may be limbered: not on the first turn, nor where an enemy may come into its reach in the
    /// next two.
    fn leaves_position(&self, view: &Volley, id: UnitId) -> bool {
        let reach = self.sticks.stick[2] + self.sticks.inches(COMING);
        let coming = |enemy: &Unit| !enemy.is_open() && within(view.unit(id), enemy, reach);
        let awaits = self.appraisal.is_ours_to_wait;
        let is_near = awaits && view.of(view.unit(id).side().enemy()).any(|(_, enemy)| coming(enemy));
        let stays = view.is_first_turn() || is_near || self.has_just_left(view, id, Formation::Limbered);
        self.goes_with(id) && !stays
    }

    /// Movement: stay while there is something to hit, else limber up and go on.
    pub(super) fn move_gun(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        if unit.formation == Formation::Unlimbered && unit.fired_this_turn {
            return None;
        }
        let (mut battery, field) = (Battery::of(view, id), self.field(view, id));
        let best = self.best_laying(view, &mut battery, &field);
        let accepted = |order: Order| accepted(view, question, order);
        let middle = self.sticks.stick[1];
        if unit.formation == Formation::Unlimbered {
            let turns = unit.profile.pounds < 12;
            let lasting = match best {
                Some(best) if turns => best.value > 0.4,
                _ => {
                    let centre = unit.rect()?.centre().stored();
                    let facing = unit.pose?.facing;
                    self.laying(view, &mut battery, &field, centre, facing, None)
                        .is_some_and(|now| now.value > 0.4)
                }
            };
            if self.manner.keeps && !self.leaves_position(view, id) {
                return None;
            }
            // Guns that would be caught limbered stay as they are.
            let near = self.nearest_enemy(view, id).is_some_and(|(d, _)| d < self.sticks.inches(14));
            if lasting || near {
                return None;
            }
            return accepted(Order::Form { unit: id, formation: Formation::Limbered, facing: None });
        }
        if let Some(best) = best
            && best.distance <= middle
            && best.value > 0.4
        {
            if unit.profile.horse_artillery && best.distance > self.sticks.inches(16) {
                // Horse guns come nearer and unlimber for nothing in phase 1.
            } else if let Some(order) = accepted(Order::Form {
                unit: id,
                formation: Formation::Unlimbered,
                facing: Some(best.facing),
            }) {
                return Some(order);
            }
        }
        if self.manner.keeps && !self.goes_with(id) {
            return None;
        }
        let (distance, enemy) = self.nearest_target(view, id)?;
        let stop = self.sticks.inches(15);
        if distance <= stop {
            return None;
        }
        let goal = view.unit(enemy).rect()?.centre().stored();
        self.march_to(view, id, goal, stop, question)
    }
}
