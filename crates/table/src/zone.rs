//! Outlines of what lies within a distance of a rectangle, for those who draw what a rule measures.

use crate::measure::RADIANS;
use crate::{Bearing, Inches, Point, Rect, Vec2};

/// Points a quarter turn is drawn with.
const QUARTER: i32 = 8;

impl Rect {
    /// The ring round everything within a distance of it.
    #[must_use]
    pub fn around(&self, distance: Inches) -> Vec<Point> {
        let by = distance.float().max(0.0);
        let quarter = |corner: usize| {
            // Front left, front right, rear right, rear left, and so clockwise.
            let from = self.facing().turned(-16384 + 16384 * corner as i32);
            bend(self.corners()[corner], from, 16384, by)
        };
        (0..4).flat_map(quarter).collect()
    }

    /// What lies between two distances ahead of its front, between lines drawn outward from both front corners at that
    /// angle, in 65536ths and at most a quarter turn.
    #[must_use]
    pub fn fan(&self, half_angle: i32, from: Inches, to: Inches) -> Vec<Point> {
        let angle = half_angle.clamp(0, 16384);
        let [left, right, ..] = self.corners();
        let edge = |by: f64| {
            let mut points = bend(left, self.facing().turned(-angle), angle, by);
            points.extend(bend(right, self.facing(), angle, by));
            points
        };
        let mut outline = edge(to.float().max(0.0));
        if from > Inches::ZERO {
            outline.extend(edge(from.float()).into_iter().rev());
        } else {
            outline.extend([right.stored(), left.stored()]);
        }
        outline
    }
}

/// A bend about a corner, clockwise from a bearing.
fn bend(corner: Vec2, from: Bearing, angle: i32, radius: f64) -> Vec<Point> {
    let steps = (QUARTER * angle / 16384).max(1);
    let start = f64::from(from.0) * RADIANS;
    let point = |step: i32| {
        let (sin, cos) =
            libm::sincos(start + f64::from(angle) * RADIANS * f64::from(step) / f64::from(steps));
        (corner + Vec2 { x: sin, y: cos } * radius).stored()
    };
    (0..=steps).map(point).collect()
}
