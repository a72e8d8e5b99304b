//! Moves: wheels, straight legs, and the ground they sweep.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

use crate::footprint::{GRAZE, TOUCH, around, slab};
use crate::measure::{RADIANS, stored};
use crate::{Bearing, Footprint, Inches, Point, Pose, Rect, Vec2};

/// How far any corner moves between two rectangles of a sweep, in thousandths.
const SWEEP: f64 = 250.0;

/// The most rectangles one leg is swept with, or poses it is walked in.
const MOST_STEPS: i32 = 4096;

/// One leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    /// A wheel in 65536ths of a turn, at most a whole one: positive clockwise on the right front corner, negative on the left.
    Wheel(i32),
    /// Straight ahead; a negative distance counts as none.
    Ahead(Inches),
    /// Straight back, facing kept; a negative distance counts as none.
    Back(Inches),
    /// Straight to a pose with free facing, as skirmishers and generals move.
    To(Pose),
}

/// A leg as walked.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    from: Pose,
    to: Pose,
    leg: Leg,
    length: f64,
}

/// A walked path: where it ends, how long it is and what ground it sweeps.
#[derive(Clone, Debug)]
pub struct Track {
    start: Pose,
    footprint: Footprint,
    spans: Vec<Span>,
    /// The box around all that it sweeps, and a little more.
    bounds: [f64; 4],
    /// Worked out when the first base lies in that box: mostly none does.
    sweeps: OnceCell<Vec<Rect>>,
}

impl Track {
    /// Walks the legs in order from a pose.
    #[must_use]
    pub fn new(start: Pose, footprint: Footprint, legs: &[Leg]) -> Track {
        let spans = Vec::with_capacity(legs.len());
        let bounds = Rect::new(start, footprint).bounds();
        let mut track = Track { start, footprint, spans, bounds, sweeps: OnceCell::new() };
        for &leg in legs {
            track.walk(leg);
        }
        track
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Pose {
        self.spans.last().map_or(self.start, |span| span.to)
    }

    /// Its length: a wheel counts the outer corner's arc, a free leg the straight way of the front centre.
    #[must_use]
    pub fn length(&self) -> Inches {
        Inches(stored(self.spans.iter().map(|span| span.length).sum()))
    }

    /// All wheels together, left and right alike, in 65536ths.
    #[must_use]
    pub fn wheeled(&self) -> i32 {
        self.spans.iter().fold(0, |sum, span| match span.leg {
            Leg::Wheel(turn) => sum.saturating_add(turn.saturating_abs()),
            Leg::Ahead(_) | Leg::Back(_) | Leg::To(_) => sum,
        })
    }

    /// Whether any leg goes straight back.
    #[must_use]
    pub fn backwards(&self) -> bool {
        self.spans.iter().any(|span| matches!(span.leg, Leg::Back(_)))
    }

    /// Rectangles that together cover the swept ground, the start included.
    #[must_use]
    pub fn sweeps(&self) -> &[Rect] {
        self.sweeps.get_or_init(|| {
            let mut sweeps = Vec::new();
            for span in &self.spans {
                self.sweep(span, &mut sweeps);
            }
            if sweeps.is_empty() {
                sweeps.push(Rect::new(self.start, self.footprint));
            }
            sweeps
        })
    }

    /// A box around all of that, and a little more: what is not in it needs no closer look.
    #[must_use]
    pub fn bounds(&self) -> [f64; 4] {
        self.bounds
    }

    /// Whether the swept ground overlaps the rectangle.
    #[must_use]
    pub fn first_hit(&self, other: &Rect) -> bool {
        let ([west, south, east, north], theirs) = (self.bounds, other.bounds());
        let is_near = west < theirs[2] && theirs[0] < east && south < theirs[3] && theirs[1] < north;
        is_near && self.sweeps().iter().any(|sweep| sweep.overlaps(other))
    }

    /// Poses along the path no farther apart than a step, the start and every leg's end among them.
    pub fn poses(&self, step: Inches) -> impl Iterator<Item = Pose> + '_ {
        let step = if step.0 > 0 { step.float() } else { SWEEP };
        std::iter::once(self.start).chain(self.spans.iter().flat_map(move |span| {
            let count = steps(span.length, step);
            (1..=count).map(move |taken| span.pose(self.footprint.width, taken, count))
        }))
    }

    /// Adds one leg to the path.
    fn walk(&mut self, leg: Leg) {
        let from = self.end();
        let leg = match leg {
            Leg::Wheel(turn) => Leg::Wheel(turn.clamp(-65536, 65536)),
            Leg::Ahead(distance) => Leg::Ahead(distance.max(Inches::ZERO)),
            Leg::Back(distance) => Leg::Back(distance.max(Inches::ZERO)),
            Leg::To(_) => leg,
        };
        let (to, length, turn) = match leg {
            Leg::Wheel(turn) => {
                (from.wheeled(self.footprint.width, turn), arc(self.footprint.width, turn), turn)
            }
            Leg::Ahead(distance) => (from.ahead(distance), distance.float(), 0),
            Leg::Back(distance) => (from.back(distance), distance.float(), 0),
            Leg::To(pose) => {
                let length = (Vec2::from(pose.at) - Vec2::from(from.at)).length();
                (pose, length, from.facing.off(pose.facing))
            }
        };
        self.spans.push(Span { from, to, leg, length });
        let end = Rect::new(to, self.footprint);
        // No corner of a unit that turns is farther than this from the straight line to where it ends.
        let turn = f64::from(turn) * RADIANS;
        let bulge = 2.0 * end.radius() * turn * turn / 8.0 + 2.0 * TOUCH;
        let [west, south, east, north] = around([self.bounds, end.bounds()].into_iter());
        self.bounds = [west - bulge, south - bulge, east + bulge, north + bulge];
    }

    /// Covers a leg with rectangles.
    fn sweep(&self, span: &Span, sweeps: &mut Vec<Rect>) {
        let Span { from, to, leg, .. } = *span;
        match leg {
            Leg::Wheel(turn) => self.sweep_wheel(from, to, turn, sweeps),
            Leg::Ahead(distance) | Leg::Back(distance) => {
                let front = if matches!(leg, Leg::Ahead(_)) { to } else { from };
                let depth = self.footprint.depth.max(Inches::ZERO) + distance;
                sweeps.push(Rect::new(front, Footprint { depth, ..self.footprint }));
            }
            Leg::To(_) => self.sweep_free(span, sweeps),
        }
    }

    /// Covers a wheel with rectangles turned about its pivot.
    fn sweep_wheel(&self, from: Pose, to: Pose, turn: i32, sweeps: &mut Vec<Rect>) {
        let start = Rect::new(from, self.footprint);
        let (half_width, half_depth) = start.halves();
        let count = steps(
            (half_width * half_width + half_depth * half_depth).sqrt()
                * 2.0
                * f64::from(turn).abs()
                * RADIANS,
            SWEEP,
        );
        let side = half_width * f64::from(turn.signum());
        let pivot = Vec2::from(from.at) + start.forward().right() * side;
        let (sin, cos) = libm::sincos(f64::from(turn) * RADIANS / f64::from(count));
        let mut forward = start.forward();
        // Its start, its steps, and a leg that follows.
        sweeps.reserve(count as usize + 2);
        if sweeps.is_empty() {
            sweeps.push(start);
        }
        for _ in 1..count {
            forward = Vec2 { x: forward.x * cos + forward.y * sin, y: forward.y * cos - forward.x * sin };
            let centre = pivot - forward.right() * side - forward * half_depth;
            sweeps.push(Rect::spanning(centre, forward, half_width, half_depth));
        }
        sweeps.push(Rect::new(to, self.footprint));
    }

    /// Covers a free leg with rectangles between its two poses.
    fn sweep_free(&self, span: &Span, sweeps: &mut Vec<Rect>) {
        let start = Rect::new(span.from, self.footprint);
        let (half_width, half_depth) = start.halves();
        let arm = (half_width * half_width + 4.0 * half_depth * half_depth).sqrt();
        let turn = f64::from(span.from.facing.off(span.to.facing)).abs() * RADIANS;
        let count = steps(span.length + arm * turn, SWEEP);
        sweeps.reserve(count as usize + 1);
        if sweeps.is_empty() {
            sweeps.push(start);
        }
        for taken in 1..=count {
            sweeps.push(Rect::new(span.pose(self.footprint.width, taken, count), self.footprint));
        }
    }
}

impl Span {
    /// The pose after `taken` of `count` equal steps.
    fn pose(&self, width: Inches, taken: i32, count: i32) -> Pose {
        if taken >= count {
            return self.to;
        }
        match self.leg {
            Leg::Wheel(turn) => self.from.wheeled(width, part(turn, taken, count)),
            Leg::Ahead(distance) => self.from.ahead(Inches(part(distance.0, taken, count))),
            Leg::Back(distance) => self.from.back(Inches(part(distance.0, taken, count))),
            Leg::To(to) => {
                let (from, share) = (Vec2::from(self.from.at), f64::from(taken) / f64::from(count));
                let at: Point = (from + (Vec2::from(to.at) - from) * share).stored();
                let facing: Bearing =
                    self.from.facing.turned(part(self.from.facing.off(to.facing), taken, count));
                Pose { at, facing }
            }
        }
    }
}

/// That share of a whole number.
fn part(whole: i32, taken: i32, count: i32) -> i32 {
    stored(f64::from(whole) * f64::from(taken) / f64::from(count))
}

/// How many equal steps, each no longer than one given, make up a length; at least one.
fn steps(length: f64, step: f64) -> i32 {
    stored(libm::ceil(length / step)).clamp(1, MOST_STEPS)
}

/// The length of the outer corner's arc in a wheel, in thousandths.
pub(crate) fn arc(width: Inches, turn: i32) -> f64 {
    width.float().max(0.0) * f64::from(turn).abs() * RADIANS
}

/// How far the outer corner of a front of this width travels in a wheel.
#[must_use]
pub fn wheel_length(width: Inches, turn: i32) -> Inches {
    Inches(stored(arc(width, turn)))
}

/// How far straight ahead before the front strip first meets the rectangle; 0 if in contact and in the way, `None` if clear to the limit.
#[must_use]
pub fn gap_ahead(start: Pose, footprint: Footprint, limit: Inches, other: &Rect) -> Option<Inches> {
    Rect::new(start, footprint).gap_ahead(limit, other)
}

impl Rect {
    /// How far straight ahead of its front edge its strip first meets the other, as [`gap_ahead`].
    #[must_use]
    #[inline]
    pub fn gap_ahead(&self, limit: Inches, other: &Rect) -> Option<Inches> {
        // Most lie aside or behind.
        let (half_width, half_depth) = self.halves();
        let (middle, radius) = (self.local(other.centre()), other.radius());
        let nearest = middle.y - half_depth - radius;
        let is_clear = (middle.x.abs() > half_width + radius)
            | (nearest > limit.float())
            | (nearest + 2.0 * radius < -TOUCH);
        if is_clear { None } else { self.gap_before(limit, other) }
    }

    /// The same of one that may be in the way.
    #[inline(never)]
    fn gap_before(&self, limit: Inches, other: &Rect) -> Option<Inches> {
        let (half_width, half_depth) = self.halves();
        // A rectangle that only grazes the strip's side is not in the way.
        let half = (half_width - GRAZE).max(0.0);
        let [a, b, c, d] = other.corners().map(|corner| self.local(corner));
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            if let Some((enter, leave)) = slab(from.x, to.x, half) {
                let ahead = [enter, leave].map(|share| from.y + (to.y - from.y) * share - half_depth);
                (least, most) = (least.min(ahead[0]).min(ahead[1]), most.max(ahead[0]).max(ahead[1]));
            }
        }
        // What ends at the front line lies behind it, unless it is a thin thing lying along it.
        let is_met = least <= limit.float().max(0.0) && (most > TOUCH || least >= -TOUCH);
        is_met.then(|| Inches(stored(libm::floor(least.max(0.0) + 1e-6))))
    }
}

/// Where something lies that a strip straight ahead does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Nothing of it is before the front edge.
    Behind,
    /// How far it lies to the left of the strip.
    Left(Inches),
    Right(Inches),
}

impl Rect {
    /// Where the other lies, if its strip straight ahead of its front edge does not meet it however long it is.
    #[must_use]
    pub fn aside(&self, other: &Rect) -> Option<Aside> {
        if self.gap_ahead(Inches(i32::MAX), other).is_some() {
            return None;
        }
        let (half_width, half_depth) = self.halves();
        // Only what lies before the front edge counts.
        let front = half_depth + TOUCH;
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let [a, b, c, d] = other.corners().map(|corner| self.local(corner));
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            if (from.y > front) != (to.y > front) {
                let x = from.x + (to.x - from.x) * (front - from.y) / (to.y - from.y);
                (least, most) = (least.min(x), most.max(x));
            }
            if from.y > front {
                (least, most) = (least.min(from.x), most.max(from.x));
            }
        }
        let half = half_width - GRAZE;
        // Whatever is not met is off by something.
        let off = |by: f64| Inches(stored(libm::ceil(by.max(1.0))));
        Some(if least > most {
            Aside::Behind
        } else if least + most > 0.0 {
            Aside::Right(off(least - half))
        } else {
            Aside::Left(off(-half - most))
        })
    }
}

/// The strip of this width and length straight ahead of a pose.
#[must_use]
pub fn strip_ahead(start: Pose, width: Inches, length: Inches) -> Rect {
    let half_depth = length.float().max(0.0) / 2.0;
    let forward = start.facing.vector();
    Rect::spanning(
        Vec2::from(start.at) + forward * half_depth,
        forward,
        width.float().max(0.0) / 2.0,
        half_depth,
    )
}
