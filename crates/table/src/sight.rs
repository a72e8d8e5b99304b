//! Lines of sight, arcs of fire and enfilade.

use crate::footprint::TOUCH;
use crate::measure::RADIANS;
use crate::outline::Outline;
use crate::{Inches, Kind, Point, Rect, Terrain, Vec2};
use std::cell::LazyCell;

/// A unit that may stand in the line; the shooter and the target are not among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocker<'b> {
    pub rect: &'b Rect,
    /// It hides the target from those on a hill too, wherever it stands itself.
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
        blockers: impl Iterator<Item = Blocker<'b>>,
    ) -> bool {
        self.line(from, from_rect, target, blockers).is_some()
    }

    /// Where the first such line meets the target; `None` where all are closed.
    pub fn line<'b>(
        &self,
        from: Point,
        from_rect: &Rect,
        target: &Rect,
        blockers: impl Iterator<Item = Blocker<'b>>,
    ) -> Option<Vec2> {
        let from = Vec2::from(from);
        let screens = if self.terrain_blocks { self.screens(from, from_rect, target) } else { Vec::new() };
        let mut in_the_way: Option<Vec<&Rect>> = None;
        let mut blockers = Some(blockers);
        // Mostly the first line is open: units are looked through only once the ground has left a line.
        aims(target, from).into_iter().find(|&aim| {
            if screens.iter().any(|screen| screen.hides(from, aim, self.seen_inside)) {
                return false;
            }
            let near = in_the_way.get_or_insert_with(|| {
                let is_raised = |rect: &Rect| self.terrain.level_at(rect.centre()) > 0;
                let is_high = LazyCell::new(|| is_raised(from_rect) || is_raised(target));
                let blockers = blockers.take().into_iter().flatten();
                let near = blockers.filter(|blocker| may_hide(from, target, blocker.rect));
                let hides = |blocker: &Blocker| blocker.elevated || !*is_high || is_raised(blocker.rect);
                near.filter(hides).map(|blocker| blocker.rect).collect()
            });
            near.iter().all(|rect| rect.clip(from, aim, TOUCH).is_none())
        })
    }

    /// The features that may hide a target.
    fn screens(&self, from: Vec2, from_rect: &Rect, target: &Rect) -> Vec<Screen<'_>> {
        self.terrain
            .hiding_in(target.box_with(from))
            .filter_map(|(feature, outline)| {
                let starts_in = outline.contains(from) || outline.contains(from_rect.centre());
                let is_hill = feature.kind == Kind::Hill;
                // A hill does not hide what is on it.
                let on_it = is_hill && (starts_in || outline.contains(target.centre()));
                (!on_it).then_some(Screen { outline, is_hill, starts_in })
            })
            .collect()
    }
}

/// A feature that may hide a target.
struct Screen<'a> {
    outline: &'a Outline,
    is_hill: bool,
    /// The line starts in it.
    starts_in: bool,
}

impl Screen<'_> {
    /// Whether it closes a line; a target this far inside woods or a village is still seen.
    fn hides(&self, from: Vec2, aim: Vec2, seen_inside: Inches) -> bool {
        let inside: f64 = self.outline.chords(from, aim).iter().map(|(enter, leave)| leave - enter).sum();
        let inside = inside * (aim - from).length();
        if inside <= TOUCH {
            return false;
        }
        match (self.is_hill, self.outline.contains(aim)) {
            (true, ends_in) => !ends_in,
            (false, true) => inside > seen_inside.float() + 0.5,
            (false, false) => !self.starts_in,
        }
    }
}

/// Whether a rectangle may be in any line to the target: all run within the target's radius of the line to its centre.
fn may_hide(from: Vec2, target: &Rect, rect: &Rect) -> bool {
    let along = target.centre() - from;
    let size = along.dot(along).max(1.0);
    let offset = rect.centre() - from;
    let aside = offset - along * (offset.dot(along) / size).clamp(0.0, 1.0);
    let reach = target.radius() + rect.radius();
    aside.dot(aside) <= reach * reach
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
