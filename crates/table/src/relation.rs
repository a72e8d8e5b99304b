//! How one rectangle lies to another: beside it, ahead of it, how far its far side is.

use crate::footprint::{GRAZE, TOUCH, slab};
use crate::{Face, Inches, Point, Pose, Rect, Vec2};

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

    /// Whether the straight line between two points crosses it, deeper than `TOUCH`.
    #[must_use]
    pub fn is_crossed(&self, from: Vec2, to: Vec2) -> bool {
        let (along, offset) = (to - from, self.centre() - from);
        let aside = offset.dot(along.right());
        // Most lines that come near it pass by the circle around it.
        aside * aside <= self.radius() * self.radius() * along.dot(along)
            && self.clip(from, to, TOUCH).is_some()
    }

    /// In which of the four quarters around its centre a point lies, each 45 degrees to either side of straight ahead,
    /// right, behind and left. On the line between two it lies ahead or behind.
    #[must_use]
    pub fn quarter_of(&self, point: Point) -> Face {
        let local = self.local(point.into());
        // Positions are whole thousandths: a spot meant to be on the line may be one off.
        match (local.x.abs() > local.y.abs() + 1.0, local.x >= 0.0, local.y >= 0.0) {
            (true, true, _) => Face::Right,
            (true, false, _) => Face::Left,
            (false, _, true) => Face::Front,
            (false, _, false) => Face::Rear,
        }
    }

    /// The face of the other that this one's front meets first straight ahead; of two that meet at a corner, the one
    /// more square to its way. `None` if its strip misses the other.
    #[must_use]
    pub fn face_met(&self, other: &Rect) -> Option<Face> {
        let (half_width, half_depth) = self.halves();
        let half = (half_width - GRAZE).max(0.0);
        let [a, b, c, d] = other.corners().map(|corner| self.local(corner));
        let heading = self.forward();
        let faces = [(Face::Front, a, b), (Face::Right, b, c), (Face::Rear, c, d), (Face::Left, d, a)];
        let outward = |face: Face| -> Vec2 {
            match face {
                Face::Front => other.forward(),
                Face::Right => other.forward().right(),
                Face::Rear => other.forward() * -1.0,
                Face::Left => other.forward().right() * -1.0,
            }
        };
        let mut best: Option<(f64, f64, Face)> = None;
        for (face, from, to) in faces {
            let against = outward(face).dot(heading);
            let Some((enter, leave)) = slab(from.x, to.x, half).filter(|_| against < -1e-6) else { continue };
            let gap = [enter, leave]
                .into_iter()
                .map(|share| from.y + (to.y - from.y) * share - half_depth)
                .fold(f64::INFINITY, f64::min);
            let better = best.is_none_or(|(least, most, _)| {
                gap < least - TOUCH || (gap <= least + TOUCH && against < most)
            });
            if gap >= -TOUCH && better {
                best = Some((gap, against, face));
            }
        }
        best.map(|(_, _, face)| face)
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
