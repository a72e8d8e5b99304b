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

#[cfg(test)]
mod tests {
    use crate::{Bearing, EIGHTH, Footprint, Inches, Point, Pose, Rect, in_arc};

    fn line(facing: Bearing) -> Rect {
        let footprint = Footprint::new(Inches::whole(6), Inches::mils(1500));
        Rect::new(Pose { at: Point::inches(20, 20), facing }, footprint)
    }

    fn speck(at: Point) -> Rect {
        let footprint = Footprint::new(Inches(2), Inches(2));
        Rect::new(Pose::from_centre(at, Bearing::NORTH, footprint), footprint)
    }

    #[test]
    fn the_ring_is_everywhere_as_far_as_it_says() {
        for degrees in [0, 33, 180, 271] {
            let line = line(Bearing::degrees(degrees));
            for point in line.around(Inches::whole(4)) {
                let off = (line.distance(&speck(point)).0 - 4000).abs();
                assert!(off <= 4, "{point:?} is {off} off");
            }
        }
    }

    #[test]
    fn the_fan_ends_at_the_range_and_keeps_within_the_arc() {
        for degrees in [0, 120, 315] {
            let line = line(Bearing::degrees(degrees));
            let fan = line.fan(EIGHTH, Inches::ZERO, Inches::whole(4));
            for point in &fan {
                assert!(line.distance(&speck(*point)) <= Inches(4004), "{point:?}");
                assert!(in_arc(&line, &speck(*point), EIGHTH + 64), "{point:?}");
            }
            let band = line.fan(EIGHTH, Inches::whole(2), Inches::whole(4));
            assert!(band.iter().all(|point| line.distance(&speck(*point)) >= Inches(1996)));
        }
    }
}
