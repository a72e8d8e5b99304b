//! A way of straight stretches, and what stands on it: roads and march columns.

use crate::{Bearing, Point, Pose, Vec2};

/// A line of points with the way to each.
pub(crate) struct Trail {
    points: Vec<Vec2>,
    gone: Vec<f64>,
}

impl Trail {
    pub(crate) fn new(points: Vec<Vec2>) -> Trail {
        let mut gone = Vec::with_capacity(points.len());
        let mut sum = 0.0;
        for (place, point) in points.iter().enumerate() {
            if let Some(before) = place.checked_sub(1).and_then(|place| points.get(place)) {
                sum += (*point - *before).length();
            }
            gone.push(sum);
        }
        Trail { points, gone }
    }

    pub(crate) fn length(&self) -> f64 {
        self.gone.last().copied().unwrap_or(0.0)
    }

    pub(crate) fn at(&self, way: f64) -> Vec2 {
        let after = self.gone.iter().position(|gone| *gone >= way).unwrap_or(self.points.len() - 1).max(1);
        let (from, to) = (self.points[after - 1], self.points[after]);
        let length = (to - from).length();
        let share = if length > 0.0 { (way - self.gone[after - 1]) / length } else { 0.0 };
        from + (to - from) * share.clamp(0.0, 1.0)
    }

    /// The front at this point of the way, with the rear `depth` behind it on the trail.
    pub(crate) fn pose(&self, way: f64, depth: f64) -> Pose {
        let (front, rear) = (self.at(way), self.at((way - depth).max(0.0)));
        let at: Point = front.stored();
        let facing: Bearing = (front - rear).bearing();
        Pose { at, facing }
    }
}
