//! Moves toward a place: the wheel worked out, the way ahead measured, a few shorter ways if that is refused.

use super::captain::Captain;
use super::nearest::{nearest, within};
use crate::kit::{self, wheel_to};
use table::{Bearing, Inches, Leg, Point, Pose, Rect};
use volley::words::{Arm, Formation};
use volley::{Answer, Order, Question, Unit, UnitId, Volley};

/// A sixth of a half turn: how far a unit looks to either side when its way is barred.
const ASIDE: i32 = 65_536 * 25 / 360;
/// Beyond this a unit turns on the spot instead of wheeling.
const ABOUT: i32 = 65_536 * 75 / 360;

/// A unit that storms and is this near, in inches, minds no lane of fire.
const CLOSE: i32 = 7;

/// A way to go: a wheel, a straight leg, and how near the goal it ends.
#[derive(Clone, Copy)]
struct Way {
    wheel: i32,
    /// What the wheel takes of the move.
    cost: i32,
    ahead: i32,
    left: i32,
}

impl Captain {
    /// A march toward a point that stops this far short of the nearest enemy ahead.
    pub(super) fn march_to(
        &mut self,
        view: &Volley,
        id: UnitId,
        goal: Point,
        short: i32,
        question: &Question,
    ) -> Option<Order> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let footprint = unit.footprint(&view.rules);
        if view.moves_freely(unit) {
            return self.walk_to(view, id, goal, question);
        }
        let off = pose.facing.off(pose.at.bearing_to(goal));
        if off.abs() > ABOUT && !unit.formation.is_closed() {
            let facing = Some(pose.at.bearing_to(goal));
            let order = Order::Form { unit: id, formation: unit.formation, facing };
            if let Some(order) = accepted(view, question, order) {
                return Some(order);
            }
        }
        let plain = view.plain_allowance(id).0;
        if plain <= 0 {
            return None;
        }
        let allowance = self.doubled(view, unit, plain);
        let straight = wheel_to(pose, footprint, goal, view.most_wheel());
        let mut way = self.way(view, id, goal, short, straight, allowance);
        if way.ahead < allowance / 4 && way.left > self.sticks.inches(3) {
            for wheel in [straight + ASIDE, straight - ASIDE] {
                let wheel = wheel.clamp(-view.most_wheel(), view.most_wheel());
                let other = self.way(view, id, goal, short, wheel, allowance);
                if other.left + self.sticks.inch / 2 < way.left {
                    way = other;
                }
            }
        }
        if !self.phase.lanes.is_empty() && unit.is(Arm::Infantry) && !self.closes_in(view, id, goal) {
            way = self.beside_lanes(view, id, goal, way, |wheel| {
                self.way(view, id, goal, short, wheel, allowance)
            })?;
        }
        if way.ahead < self.sticks.inch / 3 && way.wheel.abs() < 900 {
            return None;
        }
        // The whole way; then what a unit slowed by the ground or by lack of command has; then half of that.
        for most in [allowance, plain / 2, plain / 4] {
            let ahead = way.ahead.min(most - way.cost);
            if most < allowance && ahead >= way.ahead {
                continue;
            }
            if ahead < 0 {
                break;
            }
            if let Some(order) = accepted(view, question, legs(id, way.wheel, ahead)) {
                return Some(order);
            }
        }
        None
    }

    /// Whether a unit that storms is near enough to its goal that nothing holds it up.
    fn closes_in(&self, view: &Volley, id: UnitId, goal: Point) -> bool {
        let near = Inches(self.sticks.inches(CLOSE));
        self.storms(id) && view.unit(id).pose.is_some_and(|pose| pose.at.distance(goal) <= near)
    }

    /// A way that does not end before our own guns: this one, a little aside, or shorter; `None`: there is none, and who
    /// stands free had better stay.
    fn beside_lanes(
        &self,
        view: &Volley,
        id: UnitId,
        goal: Point,
        way: Way,
        other: impl Fn(i32) -> Way,
    ) -> Option<Way> {
        let unit = view.unit(id);
        let (pose, footprint) = (unit.pose?, unit.footprint(&view.rules));
        let end = |way: &Way| {
            Rect::new(pose.wheeled(footprint.width, way.wheel).ahead(Inches(way.ahead)), footprint)
        };
        if !self.bars_a_lane(id, &end(&way)) {
            return Some(way);
        }
        let wheels = [way.wheel, way.wheel + ASIDE, way.wheel - ASIDE];
        let ways = wheels.into_iter().map(|wheel| other(wheel.clamp(-view.most_wheel(), view.most_wheel())));
        let cut = ways.flat_map(|way| {
            [(1, 1), (2, 3), (1, 3)].map(|(part, of)| Way { ahead: way.ahead * part / of, ..way })
        });
        let clear = cut.filter(|way| !self.bars_a_lane(id, &end(way)));
        let left = |way: &Way| end(way).centre().stored().distance(goal).0;
        let best = clear.min_by_key(left);
        best.or_else(|| unit.rect().is_some_and(|rect| self.bars_a_lane(id, rect)).then_some(way))
    }

    /// Double where the enemy is far, as long as the whole way stays far from him.
    fn doubled(&self, view: &Volley, unit: &Unit, plain: i32) -> i32 {
        let is_near = |enemy: &Unit| within(unit, enemy, self.sticks.double + plain);
        if view.is_first_turn()
            || self.sticks.double == 0
            || view.of(unit.side().enemy()).any(|(_, enemy)| is_near(enemy))
        {
            return plain;
        }
        nearest(view, unit)
            .map_or(plain, |(nearest, _)| (plain * 2).min(nearest - self.sticks.double - 50).max(plain))
    }

    /// How far a unit gets along one wheel.
    fn way(&self, view: &Volley, id: UnitId, goal: Point, short: i32, wheel: i32, allowance: i32) -> Way {
        let unit = view.unit(id);
        let footprint = unit.footprint(&view.rules);
        let pose = unit.pose.unwrap_or_default();
        let radius = footprint.width.0.max(1);
        let most = (i64::from(allowance) * 10_430 / i64::from(radius)) as i32;
        let wheel = wheel.clamp(-most, most);
        let cost = arc(radius, wheel);
        let start = pose.wheeled(footprint.width, wheel);
        let distance = start.at.distance(goal).0;
        let mut ahead = (allowance - cost).min(distance).max(0);
        let rect = Rect::new(start, footprint);
        let separation = view.separation().0;
        let before = rect.box_ahead(Inches(ahead + short.max(separation)));
        for (other_id, other, there) in view.units.near(before, Inches::ZERO) {
            if other_id == id {
                continue;
            }
            let enemy = other.side() != unit.side();
            let passes = !enemy && (other.is_open() || other.is(Arm::Artillery));
            if passes {
                continue;
            }
            let margin = match (enemy, other.is_open()) {
                (false, _) => 0,
                (true, true) => separation,
                (true, false) => short.max(separation),
            };
            let Some(gap) = rect.gap_ahead(Inches(ahead + margin), there) else { continue };
            ahead = ahead.min((gap.0 - margin - 10).max(0));
        }
        let end = start.ahead(Inches(ahead));
        Way { wheel, cost, ahead, left: end.at.distance(goal).0 }
    }

    /// Skirmishers go where they like.
    fn walk_to(&self, view: &Volley, id: UnitId, goal: Point, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let distance = pose.at.distance(goal).0;
        if distance < self.sticks.inch / 3 {
            return None;
        }
        let bearing = pose.at.bearing_to(goal);
        let allowance = view.plain_allowance(id).0;
        [(allowance, 0), (allowance, 6_000), (allowance, -6_000), (allowance / 2, 0)].into_iter().find_map(
            |(most, aside)| {
                let at = pose.at.ahead(bearing.turned(aside), Inches(distance.min(most - 5)));
                let leg = Leg::To(Pose { at, facing: pose.facing });
                accepted(view, question, Order::March { unit: id, legs: vec![leg] })
            },
        )
    }

    /// Straight back, out of harm's way.
    pub(super) fn fall_back(&self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let most = view.plain_allowance(id).half();
        [most, most.half()].into_iter().filter(|by| by.0 > 200).find_map(|by| {
            let order = if view.moves_freely(unit) {
                let home = view.scenario.edges[unit.side()].inward().opposite();
                let pose = unit.pose?;
                Order::March {
                    unit: id,
                    legs: vec![Leg::To(Pose { at: pose.at.ahead(home, by.times(2)), ..pose })],
                }
            } else {
                Order::March { unit: id, legs: vec![Leg::Back(by)] }
            };
            accepted(view, question, order)
        })
    }

    /// A wheel on the spot toward a point, or an about-turn.
    pub(super) fn face(&self, view: &Volley, id: UnitId, goal: Point, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let off = pose.facing.off(pose.at.bearing_to(goal));
        if off.abs() < 2_500 || unit.formation.is_closed() || unit.is_open() {
            return None;
        }
        if off.abs() <= view.most_wheel() {
            let footprint = unit.footprint(&view.rules);
            let most =
                (i64::from(view.plain_allowance(id).0) * 10_430 / i64::from(footprint.width.0.max(1))) as i32;
            let wheel = wheel_to(pose, footprint, goal, view.most_wheel()).clamp(-most, most);
            if let Some(order) = accepted(view, question, legs(id, wheel, 0)) {
                return Some(order);
            }
        }
        let facing: Option<Bearing> = Some(pose.at.bearing_to(goal));
        accepted(view, question, Order::Form { unit: id, formation: unit.formation, facing })
    }

    /// A change of formation that is allowed.
    pub(super) fn form(
        &self,
        view: &Volley,
        id: UnitId,
        formation: Formation,
        question: &Question,
    ) -> Option<Order> {
        if self.has_just_left(view, id, formation) {
            return None;
        }
        accepted(view, question, Order::Form { unit: id, formation, facing: None })
    }
}

/// The order, if the rules take it.
pub(super) fn accepted(view: &Volley, question: &Question, order: Order) -> Option<Order> {
    match kit::accepted(view, question, Answer::Order(order)) {
        Some(Answer::Order(order)) => Some(order),
        _ => None,
    }
}

fn legs(unit: UnitId, wheel: i32, ahead: i32) -> Order {
    let mut legs = Vec::with_capacity(2);
    if wheel.abs() > 60 {
        legs.push(Leg::Wheel(wheel));
    }
    if ahead > 0 || legs.is_empty() {
        legs.push(Leg::Ahead(Inches(ahead)));
    }
    Order::March { unit, legs }
}

/// What a wheel takes of a move, rounded up.
pub(super) fn arc(radius: i32, wheel: i32) -> i32 {
    // A full turn is 2π radii: 6283186 millionths of one over 65536.
    let millionths = i64::from(radius) * i64::from(wheel.abs()) * 6_283_186 / 65_536;
    (millionths / 1_000_000) as i32 + 2
}
