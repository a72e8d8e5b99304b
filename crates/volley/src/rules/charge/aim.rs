//! Where a charge is aimed: the wheel that brings its target onto the lane, and how far off it then is.

use crate::ids::house;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use table::{Footprint, Inches, Leg, MENDED, Pose, Rect, Track};

/// Farther than any charge.
pub(super) const FAR: Inches = Inches::whole(60);

/// The line a charge runs along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChargeLane {
    /// After the wheel.
    pub(crate) start: Pose,
    /// What the wheel took of the move.
    pub(crate) wheel: Inches,
}

/// The line after a wheel; `None` where the unit is not placed.
pub(crate) fn lane_of(game: &Volley, unit: UnitId, wheel: i32) -> Option<ChargeLane> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let footprint = body.footprint(&game.rules);
    if wheel == 0 {
        return Some(ChargeLane { start: pose, wheel: Inches::ZERO });
    }
    let track = Track::new(pose, footprint, &[Leg::Wheel(wheel)]);
    Some(ChargeLane { start: track.end(), wheel: track.length() })
}

/// How far off a target is, straight ahead.
pub(super) fn measured_gap(game: &Volley, unit: UnitId, target: UnitId, start: Option<Pose>) -> Inches {
    let footprint = game.unit(unit).footprint(&game.rules);
    let rect = game.unit(target).rect();
    start
        .zip(rect)
        .and_then(|(start, rect)| table::gap_ahead(start, footprint, FAR, rect))
        .unwrap_or(Inches::ZERO)
}

/// A wheel that brings the target onto the strip, the smallest that was found; for generals and screens.
pub fn aim(game: &Volley, unit: UnitId, target: UnitId) -> Option<i32> {
    Charger::of(game, unit)?.aim(game.unit(target).rect()?)
}

/// The wheel of a charge that cannot be made, toward its target: what is in the way is said of it.
pub fn toward(game: &Volley, unit: UnitId, target: UnitId) -> i32 {
    let charger = Charger::of(game, unit);
    charger.zip(game.unit(target).rect()).map_or(0, |(charger, rect)| charger.toward(rect))
}

/// A unit that may charge, with what all its charges have in common.
pub struct Charger {
    pose: Pose,
    rect: Rect,
    footprint: Footprint,
    most_wheel: i32,
    may_wheel: bool,
    /// Straight ahead without bonus dice.
    pub rate: Inches,
    /// With the best of its dice.
    pub reach: Inches,
}

impl Charger {
    /// `None` where it is not placed.
    pub fn of(game: &Volley, unit: UnitId) -> Option<Charger> {
        let body = game.unit(unit);
        let rate = game.charge_rate(unit, false);
        Some(Charger {
            pose: body.pose?,
            rect: *body.rect()?,
            footprint: body.footprint(&game.rules),
            most_wheel: game.most_wheel(),
            may_wheel: !game.rules.plays(house!("charge.path", "straight")),
            rate,
            reach: rate + game.most_bonus(body),
        })
    }

    /// A wheel that brings that ground onto the strip, the smallest that was found.
    #[inline]
    pub fn aim(&self, target: &Rect) -> Option<i32> {
        // Most are far off.
        if self.rect.may_be_within(target, self.reach) { self.aim_near(target) } else { None }
    }

    fn aim_near(&self, target: &Rect) -> Option<i32> {
        if !self.rect.is_within(target, self.reach) {
            return None;
        }
        if self.rect.gap_ahead(self.reach, target).is_some() {
            return Some(0);
        }
        if !self.may_wheel {
            return None;
        }
        self.wheels(target).find(|wheel| self.meets(*wheel, self.reach, target))
    }

    /// A wheel toward ground that may be out of reach, or off the strip however it wheels.
    fn toward(&self, target: &Rect) -> i32 {
        if !self.may_wheel || self.rect.gap_ahead(FAR, target).is_some() {
            return 0;
        }
        let mut wheels = self.wheels(target);
        let first = wheels.next().unwrap_or(0);
        [first].into_iter().chain(wheels).find(|wheel| self.meets(*wheel, FAR, target)).unwrap_or(first)
    }

    fn meets(&self, wheel: i32, reach: Inches, target: &Rect) -> bool {
        let start = self.pose.wheeled(self.footprint.width, wheel);
        table::gap_ahead(start, self.footprint, reach, target).is_some()
    }

    /// Wheels worth trying: toward the nearest point of the target, then toward its middle.
    fn wheels(&self, target: &Rect) -> impl Iterator<Item = i32> {
        let (pose, most) = (self.pose, self.most_wheel);
        let goals = [target.nearest_point_to(pose.at.into()).stored(), target.centre().stored()];
        goals.into_iter().map(move |goal| pose.wheel_toward(self.footprint.width, goal, most, MENDED))
    }
}
