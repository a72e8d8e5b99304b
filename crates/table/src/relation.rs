//! How one rectangle lies to another: beside it, ahead of it, how far its far side is.

use crate::{Inches, Pose, Rect};

impl Rect {
    /// Whether the other lies to a flank: some part of it neither ahead of the front nor behind the rear.
    #[must_use]
    pub fn has_beside(&self, other: &Rect) -> bool {
        let (_, half_depth) = self.halves();
        let ys = other.corners().map(|corner| self.local(corner).y);
        let low = ys.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        high > -half_depth && low < half_depth
    }

    /// Whether the other lies wholly ahead of this one's front edge.
    #[must_use]
    pub fn has_wholly_ahead(&self, other: &Rect) -> bool {
        let (_, half_depth) = self.halves();
        other.corners().iter().all(|corner| self.local(*corner).y >= half_depth - 4.0)
    }
}

impl Pose {
    /// How far ahead of the pose the far side of a rectangle lies.
    #[must_use]
    pub fn far_side(self, rect: &Rect) -> Inches {
        let forward = self.facing.vector();
        let ahead = rect.corners().map(|corner| (corner - self.at.into()).dot(forward));
        Inches(crate::measure::stored(ahead.into_iter().fold(f64::NEG_INFINITY, f64::max)))
    }
}
