//! Lines of sight, arcs of fire and enfilade.

use crate::footprint::TOUCH;
use crate::measure::RADIANS;
use crate::{Inches, Kind, Point, Rect, Terrain, Vec2};

/// A unit that may stand in the line; the shooter and the target are not among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocker {
    pub rect: Rect,
    pub elevated: bool,
}

/// What is needed to tell whether one thing sees another.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub terrain: &'a Terrain,
    /// How far inside woods or a village a target may be seen.
    pub seen_inside: Inches,
    /// Whether the ground blocks sight at all.
    pub terrain_blocks: bool,
}

impl Sight<'_> {
    /// Whether a straight line runs clear from the point to any part of the target.
    ///
    /// Lines are tried to its nearest point, corners, edge middles and centre.
    pub fn sees<'b>(
        &self,
        from: Point,
        from_rect: &Rect,
        target: &Rect,
        blockers: impl Iterator<Item = &'b Blocker>,
    ) -> bool {
        self.line(from, from_rect, target, blockers).is_some()
    }

    /// Where the first such line meets the target; `None` where all are closed.
    pub fn line<'b>(
        &self,
        from: Point,
        from_rect: &Rect,
        target: &Rect,
        blockers: impl Iterator<Item = &'b Blocker>,
    ) -> Option<Vec2> {
        let from = Vec2::from(from);
        let mut open = aims(target, from).map(Some);
        if self.terrain_blocks {
            self.close_by_ground(from, from_rect, target, &mut open);
        }
        if open.iter().all(Option::is_none) {
            return None;
        }
        let is_high =
            self.terrain.level_at(from_rect.centre()) > 0 || self.terrain.level_at(target.centre()) > 0;
        let along = target.centre() - from;
        let size = along.dot(along).max(1.0);
        for blocker in blockers.filter(|blocker| blocker.elevated || !is_high) {
            // All lines run within the target's radius of the line to its centre.
            let offset = blocker.rect.centre() - from;
            let aside = offset - along * (offset.dot(along) / size).clamp(0.0, 1.0);
            let reach = target.radius() + blocker.rect.radius();
            if aside.dot(aside) > reach * reach {
                continue;
            }
            for aim in &mut open {
                *aim = aim.filter(|&aim| blocker.rect.clip(from, aim, TOUCH).is_none());
            }
            if open.iter().all(Option::is_none) {
                return None;
            }
        }
        open.into_iter().flatten().next()
    }

    /// Closes the lines that the ground blocks.
    fn close_by_ground(&self, from: Vec2, from_rect: &Rect, target: &Rect, open: &mut [Option<Vec2>]) {
        let [west, south, east, north] = target.bounds();
        let bounds = [west.min(from.x), south.min(from.y), east.max(from.x), north.max(from.y)];
        for (feature, outline) in self
            .terrain
            .outlined()
            .filter(|(feature, outline)| feature.class.blocks_sight && outline.is_near(bounds, 0.0))
        {
            let starts_in = outline.contains(from) || outline.contains(from_rect.centre());
            let is_hill = feature.kind == Kind::Hill;
            if is_hill && (starts_in || outline.contains(target.centre())) {
                continue;
            }
            for line in open.iter_mut() {
                *line = line.filter(|&aim| {
                    let inside: f64 =
                        outline.chords(from, aim).iter().map(|(enter, leave)| leave - enter).sum();
                    let inside = inside * (aim - from).length();
                    let ends_in = outline.contains(aim);
                    inside <= TOUCH
                        || match (is_hill, starts_in, ends_in) {
                            (true, ..) => ends_in,
                            (false, _, true) => inside <= self.seen_inside.float() + 0.5,
                            (false, starts_in, false) => starts_in,
                        }
                });
            }
        }
    }
}

/// The points of a target that lines are drawn to, the nearest first.
fn aims(target: &Rect, from: Vec2) -> [Vec2; 10] {
    let [a, b, c, d] = target.corners();
    let middle = |one: Vec2, two: Vec2| (one + two) * 0.5;
    [
        target.nearest_point_to(from),
        a,
        b,
        c,
        d,
        middle(a, b),
        middle(b, c),
        middle(c, d),
        middle(d, a),
        target.centre(),
    ]
}

/// Whether the shooter's centre lies within that angle, in 65536ths, of the line's own left-right axis.
#[must_use]
pub fn enfilades(shooter_centre: Point, line: &Rect, within: i32) -> bool {
    let local = line.local(shooter_centre.into());
    libm::atan2(local.y.abs(), local.x.abs()) <= (f64::from(within) + 0.5) * RADIANS
}

/// Whether any part of the target lies ahead between lines drawn outward from both front corners at that angle, in 65536ths.
#[must_use]
pub fn in_arc(shooter: &Rect, target: &Rect, half_angle: i32) -> bool {
    let (half_width, half_depth) = shooter.halves();
    let (sin, cos) = libm::sincos(f64::from(half_angle.clamp(0, 32768)) * RADIANS);
    let corners = target.corners().map(|corner| {
        let local = shooter.local(corner);
        // What only touches the line of the front is not ahead of it.
        Vec2 { x: local.x, y: local.y - half_depth - 0.5 }
    });
    let ahead = |point: Vec2| point.y;
    // How far each corner lies inside the right and the left line.
    let right = |point: Vec2| point.y * sin - (point.x - half_width) * cos;
    let left = |point: Vec2| point.y * sin + (point.x + half_width) * cos;
    if half_angle >= 32768 {
        return true;
    }
    if half_angle > 16384 {
        // What lies outside is the wedge behind the front and both lines, which has no dents: a target is out only if all of it is.
        return corners
            .iter()
            .any(|&corner| ahead(corner) >= 0.0 || right(corner) >= 0.0 || left(corner) >= 0.0);
    }
    if corners.iter().any(|&corner| ahead(corner) >= 0.0 && right(corner) >= 0.0 && left(corner) >= 0.0) {
        return true;
    }
    let misses = |measure: &dyn Fn(Vec2) -> f64| corners.iter().all(|&corner| measure(corner) < 0.0);
    if misses(&ahead) || misses(&right) || misses(&left) {
        return false;
    }
    !clipped(&clipped(&clipped(&corners, ahead), right), left).is_empty()
}

/// A dentless polygon cut down to where the measure is not negative.
fn clipped(points: &[Vec2], measure: impl Fn(Vec2) -> f64) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(points.len() + 2);
    for (&from, &to) in points.iter().zip(points.iter().cycle().skip(1)) {
        let (here, there) = (measure(from), measure(to));
        if here >= 0.0 {
            kept.push(from);
        }
        if (here < 0.0) != (there < 0.0) {
            kept.push(from + (to - from) * (here / (here - there)));
        }
    }
    kept
}
