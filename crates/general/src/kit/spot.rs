//! Places in inches: what a captain reckons with, who needs no thousandths.

use table::{Bearing, Inches, Point, Rect, Vec2};

/// A place in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Spot {
    pub(crate) fn of(point: Point) -> Spot {
        Spot { x: f64::from(point.x) / 1000.0, y: f64::from(point.y) / 1000.0 }
    }

    pub(crate) fn from_vec(at: Vec2) -> Spot {
        Spot { x: at.x / 1000.0, y: at.y / 1000.0 }
    }

    pub(crate) fn point(self) -> Point {
        Point { x: (self.x * 1000.0) as i32, y: (self.y * 1000.0) as i32 }
    }

    pub(crate) fn to(self, other: Spot) -> f64 {
        self.square_to(other).sqrt()
    }

    /// The square of the way to another: enough to tell which of two is nearer.
    pub(crate) fn square_to(self, other: Spot) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        x * x + y * y
    }

    /// Whether another is no farther off than that; quicker than to measure it.
    pub(crate) fn is_within(self, other: Spot, reach: f64) -> bool {
        self.square_to(other) <= reach * reach
    }

    /// So far along the way to another.
    pub(crate) fn toward(self, other: Spot, by: f64) -> Spot {
        let length = self.to(other);
        if length < 1e-6 {
            return self;
        }
        let share = by / length;
        Spot { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    /// The cosine of the angle between a facing and the way to another spot; 0 for all that lies behind.
    pub(crate) fn ahead(self, facing: Spot, other: Spot) -> f64 {
        let along = (other.x - self.x) * facing.x + (other.y - self.y) * facing.y;
        if along <= 0.0 { 0.0 } else { along / self.to(other).max(1e-6) }
    }
}

/// The unit vector of a front.
pub(crate) fn ahead_of(rect: &Rect) -> Spot {
    let Vec2 { x, y } = rect.forward();
    Spot { x, y }
}

/// The unit vector of a bearing.
pub(crate) fn vector(bearing: Bearing) -> Spot {
    let tip = Point { x: 0, y: 0 }.ahead(bearing, Inches(1_000_000));
    Spot { x: f64::from(tip.x) / 1e6, y: f64::from(tip.y) / 1e6 }
}
