//! Footprints and the oriented rectangles they cover.
//!
//! These are the hot functions: every test between two rectangles first compares their bounding circles.

use serde::{Deserialize, Serialize};

use crate::measure::stored;
use crate::{Bearing, Inches, Point, Pose, Vec2};

/// How deep two rectangles may sink into each other and still only touch, in thousandths.
pub const TOUCH: f64 = 4.0;

/// How far into the side of a strip a thing may reach and still not be in the way, in thousandths.
///
/// Less than `TOUCH`, so that a unit stopped by what is in the way, and then rounded, only touches it.
pub(crate) const GRAZE: f64 = 2.0;

/// The ground a unit takes up: its front and its depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Footprint {
    pub width: Inches,
    pub depth: Inches,
}

impl Footprint {
    /// A footprint of this width and depth.
    #[must_use]
    pub const fn new(width: Inches, depth: Inches) -> Footprint {
        Footprint { width, depth }
    }
}

/// One side of a rectangle, as its unit sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    Front,
    Right,
    Rear,
    Left,
}

/// An oriented rectangle with its axes and corners worked out.
#[derive(Clone, Copy, Debug)]
pub struct Rect {
    centre: Vec2,
    forward: Vec2,
    half_width: f64,
    half_depth: f64,
    radius: f64,
    corners: [Vec2; 4],
}

/// Radius and corners follow from the rest.
impl PartialEq for Rect {
    fn eq(&self, other: &Rect) -> bool {
        (self.centre, self.forward) == (other.centre, other.forward)
            && (self.half_width, self.half_depth) == (other.half_width, other.half_depth)
    }
}

impl Rect {
    /// The ground a footprint covers in a pose; negative sizes count as none.
    #[must_use]
    #[inline]
    pub fn new(pose: Pose, footprint: Footprint) -> Rect {
        let half_depth = footprint.depth.float().max(0.0) / 2.0;
        let forward = pose.facing.vector();
        let centre = Vec2::from(pose.at) - forward * half_depth;
        Rect::spanning(centre, forward, footprint.width.float().max(0.0) / 2.0, half_depth)
    }

    /// A rectangle from its centre, unit forward axis and half sizes.
    #[inline]
    pub(crate) fn spanning(centre: Vec2, forward: Vec2, half_width: f64, half_depth: f64) -> Rect {
        let (ahead, aside) = (forward * half_depth, forward.right() * half_width);
        let (front, rear) = (centre + ahead, centre - ahead);
        let radius = (half_width * half_width + half_depth * half_depth).sqrt();
        Rect {
            centre,
            forward,
            half_width,
            half_depth,
            radius,
            corners: [front - aside, front + aside, rear + aside, rear - aside],
        }
    }

    /// Front left, front right, rear right, rear left.
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        self.corners
    }

    /// Its middle.
    #[must_use]
    #[inline]
    pub fn centre(&self) -> Vec2 {
        self.centre
    }

    /// The middle of its front edge.
    #[must_use]
    pub fn front_centre(&self) -> Vec2 {
        self.centre + self.forward * self.half_depth
    }

    /// The middle of its rear edge.
    pub(crate) fn rear_centre(&self) -> Vec2 {
        self.centre - self.forward * self.half_depth
    }

    /// The bearing its front faces.
    #[must_use]
    pub fn facing(&self) -> Bearing {
        self.forward.bearing()
    }

    /// Half its front, half its depth, in thousandths.
    pub(crate) fn halves(&self) -> (f64, f64) {
        (self.half_width, self.half_depth)
    }

    /// The radius of the circle around it.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The unit vector its front faces along.
    #[must_use]
    pub fn forward(&self) -> Vec2 {
        self.forward
    }

    /// A point as this rectangle sees it: x to its right, y ahead, from its centre.
    pub(crate) fn local(&self, point: Vec2) -> Vec2 {
        let offset = point - self.centre;
        Vec2 { x: offset.dot(self.forward.right()), y: offset.dot(self.forward) }
    }

    /// The table's point for one in this rectangle's own terms.
    fn global(&self, local: Vec2) -> Vec2 {
        self.centre + self.forward.right() * local.x + self.forward * local.y
    }

    /// Whether the bounding circles are farther apart than that.
    #[inline]
    fn is_far(&self, other: &Rect, reach: f64) -> bool {
        let offset = other.centre - self.centre;
        let together = self.radius + other.radius + reach;
        together < 0.0 || offset.dot(offset) > together * together
    }

    /// About how far apart they are: never more than they are, by the circles around them.
    #[must_use]
    #[inline]
    pub fn about(&self, other: &Rect) -> f64 {
        (other.centre - self.centre).length() - self.radius - other.radius
    }

    /// How deep two rectangles sink into each other along the shallowest axis; negative if apart.
    #[inline]
    fn penetration(&self, other: &Rect) -> f64 {
        let offset = other.centre - self.centre;
        let cos = self.forward.dot(other.forward).abs();
        let sin = self.forward.dot(other.forward.right()).abs();
        let on_self = self.half_depth + other.half_depth * cos + other.half_width * sin
            - offset.dot(self.forward).abs();
        let on_self_side = self.half_width + other.half_width * cos + other.half_depth * sin
            - offset.dot(self.forward.right()).abs();
        let on_other = other.half_depth + self.half_depth * cos + self.half_width * sin
            - offset.dot(other.forward).abs();
        let on_other_side = other.half_width + self.half_width * cos + self.half_depth * sin
            - offset.dot(other.forward.right()).abs();
        on_self.min(on_self_side).min(on_other.min(on_other_side))
    }

    /// The edge-to-edge distance before rounding; 0 if they share any ground.
    fn separation(&self, other: &Rect) -> f64 {
        if self.penetration(other) >= 0.0 { 0.0 } else { self.between(other) }
    }

    /// As [`separation`](Self::separation), for two that share no ground.
    fn between(&self, other: &Rect) -> f64 {
        let (theirs, ours) = (self.beyond(&other.corners), other.beyond(&self.corners));
        let least = |[a, b, c, d]: [f64; 4]| least(least(a, b), least(c, d));
        self::least(least(theirs), least(ours)).sqrt()
    }

    /// The squares of how far outside some points lie, all by the same steps side by side; 0 inside.
    #[inline]
    fn beyond<const MANY: usize>(&self, points: &[Vec2; MANY]) -> [f64; MANY] {
        let (centre, ahead, right) = (self.centre, self.forward, self.forward.right());
        let xs = points.map(|point| point.x - centre.x);
        let ys = points.map(|point| point.y - centre.y);
        std::array::from_fn(|n| {
            let x = ((xs[n] * right.x + ys[n] * right.y).abs() - self.half_width).max(0.0);
            let y = ((xs[n] * ahead.x + ys[n] * ahead.y).abs() - self.half_depth).max(0.0);
            x * x + y * y
        })
    }

    /// Whether they share ground deeper than `TOUCH`, so that flush contact is no overlap.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Rect) -> bool {
        !self.is_far(other, -TOUCH) && self.penetration(other) > TOUCH
    }

    /// Whether they are in contact, within `TOUCH`, without overlapping.
    #[must_use]
    pub fn touches(&self, other: &Rect) -> bool {
        !self.is_far(other, TOUCH) && self.penetration(other) <= TOUCH && self.separation(other) <= TOUCH
    }

    /// Edge to edge; 0 if overlapping or touching.
    #[must_use]
    pub fn distance(&self, other: &Rect) -> Inches {
        rounded(self.separation(other))
    }

    /// Whether the edge-to-edge distance may be that or less: a quick look before a measuring.
    #[must_use]
    #[inline]
    pub fn may_be_within(&self, other: &Rect, reach: Inches) -> bool {
        !self.is_far(other, reach.float().max(0.0) + TOUCH)
    }

    /// Whether the edge-to-edge distance is that or less; quicker than measuring it.
    #[must_use]
    #[inline]
    pub fn is_within(&self, other: &Rect, reach: Inches) -> bool {
        self.may_be_within(other, reach)
            && (self.is_plainly_within(other, reach) || self.measured_within(other, reach).is_some())
    }

    /// Whether the circles inside them are near enough that their edges must be too, whatever is measured and rounded.
    #[inline]
    fn is_plainly_within(&self, other: &Rect, reach: Inches) -> bool {
        let inside = |rect: &Rect| least(rect.half_width, rect.half_depth);
        let offset = other.centre - self.centre;
        let together = inside(self) + inside(other) + reach.float() - TOUCH;
        reach >= Inches::ZERO && together > 0.0 && offset.dot(offset) <= together * together
    }

    /// The edge-to-edge distance where it is that or less; `None` without measuring where it is plainly more.
    #[must_use]
    #[inline]
    pub fn distance_within(&self, other: &Rect, reach: Inches) -> Option<Inches> {
        if self.may_be_within(other, reach) { self.measured_within(other, reach) } else { None }
    }

    /// The same of two whose circles are near.
    fn measured_within(&self, other: &Rect, reach: Inches) -> Option<Inches> {
        let sunk = self.penetration(other);
        // Along one of their axes they are farther apart already.
        if -sunk > reach.float().max(0.0) + TOUCH {
            return None;
        }
        let distance = if sunk >= 0.0 { Inches::ZERO } else { rounded(self.between(other)) };
        (distance <= reach).then_some(distance)
    }

    /// Whether the distance to a point may be that or less: a quick look before a measuring.
    #[must_use]
    #[inline]
    pub fn may_be_near(&self, point: Point, reach: Inches) -> bool {
        let offset = Vec2::from(point) - self.centre;
        let together = self.radius + reach.float().max(0.0) + TOUCH;
        offset.dot(offset) <= together * together
    }

    /// Whether its middle is near enough to a point that its edge must be too, whatever is measured and rounded.
    #[must_use]
    #[inline]
    pub fn is_plainly_near(&self, point: Vec2, reach: Inches) -> bool {
        let offset = point - self.centre;
        let within = reach.float() - TOUCH;
        within > 0.0 && offset.dot(offset) <= within * within
    }

    /// Edge to a point; 0 inside.
    #[must_use]
    pub fn distance_to(&self, point: Point) -> Inches {
        let [beyond] = self.beyond(&[point.into()]);
        Inches(stored(beyond.sqrt()))
    }

    /// Centre to centre.
    #[must_use]
    pub fn centre_distance(&self, other: &Rect) -> Inches {
        Inches(stored((other.centre - self.centre).length()))
    }

    /// Whether the point lies in it or on its edge.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.holds(point.into())
    }

    /// Whether the point lies in it or on its edge.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        self.beyond(&[point]) <= [0.25]
    }

    /// The same rectangle with every edge moved in, by thousandths.
    pub(crate) fn shrunk(&self, by: f64) -> Rect {
        Rect::spanning(
            self.centre,
            self.forward,
            (self.half_width - by).max(0.0),
            (self.half_depth - by).max(0.0),
        )
    }

    /// The same rectangle with every edge moved out; a negative distance shrinks it, at most to nothing.
    #[must_use]
    pub fn grown(&self, by: Inches) -> Rect {
        let by = by.float();
        Rect::spanning(
            self.centre,
            self.forward,
            (self.half_width + by).max(0.0),
            (self.half_depth + by).max(0.0),
        )
    }

    /// The point of it, edge or inside, nearest to the given one.
    #[must_use]
    pub fn nearest_point_to(&self, point: Vec2) -> Vec2 {
        let local = self.local(point);
        self.global(Vec2 {
            x: local.x.max(-self.half_width).min(self.half_width),
            y: local.y.max(-self.half_depth).min(self.half_depth),
        })
    }

    /// Least x, least y, greatest x, greatest y.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> [f64; 4] {
        let x = self.half_width * self.forward.y.abs() + self.half_depth * self.forward.x.abs();
        let y = self.half_width * self.forward.x.abs() + self.half_depth * self.forward.y.abs();
        [self.centre.x - x, self.centre.y - y, self.centre.x + x, self.centre.y + y]
    }

    /// The box around it and a point: least x, least y, greatest x, greatest y.
    #[must_use]
    pub fn box_with(&self, point: Vec2) -> [f64; 4] {
        around([self.bounds(), [point.x, point.y, point.x, point.y]].into_iter())
    }

    /// The rectangle that fills a box: least x, least y, greatest x, greatest y.
    #[must_use]
    pub fn filling([west, south, east, north]: [f64; 4]) -> Rect {
        let centre = Vec2 { x: f64::midpoint(west, east), y: f64::midpoint(south, north) };
        Rect::spanning(centre, Vec2 { x: 0.0, y: 1.0 }, (east - west) / 2.0, (north - south) / 2.0)
    }

    /// The box around several: least x, least y, greatest x, greatest y.
    #[must_use]
    pub fn box_around(all: &[Rect]) -> [f64; 4] {
        around(all.iter().map(Rect::bounds))
    }

    /// The box around all the ground it covers when it goes straight ahead, and a little more.
    #[must_use]
    pub fn box_ahead(&self, by: Inches) -> [f64; 4] {
        let way = self.forward() * by.float().max(0.0);
        let [west, south, east, north] = self.bounds();
        let [least, most] =
            [|side: f64| side.min(0.0) - 2.0 * TOUCH, |side: f64| side.max(0.0) + 2.0 * TOUCH];
        [west + least(way.x), south + least(way.y), east + most(way.x), north + most(way.y)]
    }

    /// A rectangle around all the ground it covers while it wheels, by half a turn at most, to where it ends.
    #[must_use]
    pub fn around_wheel(&self, end: &Rect, turn: i32) -> Rect {
        // Each corner goes along an arc, which bulges no farther than this beyond the line from where it was to where it ends.
        let bulge =
            self.radius * 2.0 * (1.0 - Bearing::NORTH.turned(turn.abs() / 2 + 1).vector().y) + 2.0 * TOUCH;
        let (mut least, mut most) = (
            Vec2 { x: -self.half_width, y: -self.half_depth },
            Vec2 { x: self.half_width, y: self.half_depth },
        );
        for corner in end.corners.map(|corner| self.local(corner)) {
            least = Vec2 { x: least.x.min(corner.x), y: least.y.min(corner.y) };
            most = Vec2 { x: most.x.max(corner.x), y: most.y.max(corner.y) };
        }
        let centre = self.global((least + most) * 0.5);
        let half = (most - least) * 0.5;
        Rect::spanning(centre, self.forward, half.x + bulge, half.y + bulge)
    }

    /// Whether it lies whole on a table of this width (x) and depth (y), within `TOUCH`.
    #[must_use]
    pub fn within(&self, width: Inches, depth: Inches) -> bool {
        lies_on(self.bounds(), width, depth)
    }

    /// The face that a straight approach from the point to this rectangle's centre meets first.
    #[must_use]
    pub fn face_hit(&self, from: Vec2) -> Face {
        let local = self.local(from);
        let is_side = local.x.abs() * self.half_depth > local.y.abs() * self.half_width;
        match (is_side, local.x >= 0.0, local.y >= 0.0) {
            (true, true, _) => Face::Right,
            (true, false, _) => Face::Left,
            (false, _, true) => Face::Front,
            (false, _, false) => Face::Rear,
        }
    }

    /// The face of it that looks at another rectangle: the one beyond whose line the other lies farthest, or reaches in least.
    /// And how far it lies beyond that line, in thousandths; negative where it reaches in.
    #[must_use]
    pub fn face_toward(&self, other: &Rect) -> (Face, f64) {
        let offset = self.local(other.centre);
        let cos = self.forward.dot(other.forward).abs();
        let sin = self.forward.dot(other.forward.right()).abs();
        let ahead = offset.y.abs() - self.half_depth - other.half_depth * cos - other.half_width * sin;
        let aside = offset.x.abs() - self.half_width - other.half_width * cos - other.half_depth * sin;
        let face = match (aside > ahead, offset.x >= 0.0, offset.y >= 0.0) {
            (true, true, _) => Face::Right,
            (true, false, _) => Face::Left,
            (false, _, true) => Face::Front,
            (false, _, false) => Face::Rear,
        };
        (face, ahead.max(aside))
    }

    /// Whether the point lies strictly ahead of the straight line through the front edge.
    #[must_use]
    pub fn in_front_of(&self, point: Point) -> bool {
        self.local(point.into()).y > self.half_depth + 0.5
    }

    /// The part of the segment, as fractions of it, inside this rectangle shrunk by a margin.
    pub(crate) fn clip(&self, from: Vec2, to: Vec2, margin: f64) -> Option<(f64, f64)> {
        // Most segments pass far off: both ends beyond the same side of the circle around it.
        let (centre, reach) = (self.centre, self.radius + 1.0);
        if from.x.min(to.x) > centre.x + reach
            || from.x.max(to.x) < centre.x - reach
            || from.y.min(to.y) > centre.y + reach
            || from.y.max(to.y) < centre.y - reach
        {
            return None;
        }
        let (from, to) = (self.local(from), self.local(to));
        // Most of the others miss: both ends beyond the same edge.
        let (x, y) = (self.half_width, self.half_depth);
        if from.x.min(to.x) > x || from.x.max(to.x) < -x || from.y.min(to.y) > y || from.y.max(to.y) < -y {
            return None;
        }
        let first = slab(from.x, to.x, (self.half_width - margin).max(0.0))?;
        let second = slab(from.y, to.y, (self.half_depth - margin).max(0.0))?;
        let (enter, leave) = (first.0.max(second.0), first.1.min(second.1));
        (enter <= leave).then_some((enter, leave))
    }
}

/// Whether a box lies whole on a table of this width (x) and depth (y), within `TOUCH`.
pub(crate) fn lies_on([west, south, east, north]: [f64; 4], width: Inches, depth: Inches) -> bool {
    west >= -TOUCH && south >= -TOUCH && east <= width.float() + TOUCH && north <= depth.float() + TOUCH
}

/// The box around boxes.
pub(crate) fn around(boxes: impl Iterator<Item = [f64; 4]>) -> [f64; 4] {
    boxes.fold([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY], |all, one| {
        [all[0].min(one[0]), all[1].min(one[1]), all[2].max(one[2]), all[3].max(one[3])]
    })
}

/// A distance as it is stored; 0 for rectangles that touch.
fn rounded(apart: f64) -> Inches {
    if apart <= TOUCH { Inches::ZERO } else { Inches(stored(apart)) }
}

/// The lesser of two numbers, in one step.
#[inline]
fn least(one: f64, two: f64) -> f64 {
    if two < one { two } else { one }
}

/// The part of a segment, as fractions of it, with this coordinate between −half and half.
pub(crate) fn slab(from: f64, to: f64, half: f64) -> Option<(f64, f64)> {
    let change = to - from;
    if change.abs() < 1e-9 {
        return (from.abs() <= half).then_some((0.0, 1.0));
    }
    let (one, two) = ((-half - from) / change, (half - from) / change);
    let (enter, leave) = (one.min(two).max(0.0), one.max(two).min(1.0));
    (enter <= leave).then_some((enter, leave))
}

/// The pose with the front edge flush on that face and the front centre on it, as near as may be to a point.
#[must_use]
pub fn flush(charger: Footprint, target: &Rect, face: Face, near: Point) -> Pose {
    let (outward, out, along) = match face {
        Face::Front => (target.forward, target.half_depth, target.half_width),
        Face::Right => (target.forward.right(), target.half_width, target.half_depth),
        Face::Rear => (target.forward * -1.0, target.half_depth, target.half_width),
        Face::Left => (target.forward.right() * -1.0, target.half_width, target.half_depth),
    };
    let middle = target.centre + outward * out;
    let slide = (Vec2::from(near) - middle).dot(outward.right()).max(-along).min(along);
    let pose = Pose { at: (middle + outward.right() * slide).stored(), facing: outward.bearing().opposite() };
    // Rounding may sink a long front a hair too deep.
    if Rect::new(pose, charger).overlaps(target) { pose.back(Inches(1)) } else { pose }
}
