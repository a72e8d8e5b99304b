//! Boxes around things, each as least x, least y, greatest x, greatest y: a quick look at who may be near.

use crate::footprint::TOUCH;
use crate::{Inches, Rect};

/// Whether two boxes come within reach of each other.
#[inline]
pub(crate) fn meet(one: &[f64; 4], two: &[f64; 4], reach: f64) -> bool {
    // One question instead of four: most are far off, and nobody can tell on which side.
    (one[0] <= two[2] + reach)
        & (two[0] <= one[2] + reach)
        & (one[1] <= two[3] + reach)
        & (two[1] <= one[3] + reach)
}

/// The boxes around rectangles, by the numbers of these.
#[derive(Clone, Debug, Default)]
pub struct Boxes(Vec<([f64; 4], usize)>);

impl<'r> FromIterator<(usize, &'r Rect)> for Boxes {
    fn from_iter<I: IntoIterator<Item = (usize, &'r Rect)>>(rects: I) -> Boxes {
        let rects = rects.into_iter();
        let mut boxes = Vec::with_capacity(rects.size_hint().1.unwrap_or_default());
        boxes.extend(rects.map(|(number, rect)| (rect.bounds(), number)));
        Boxes(boxes)
    }
}

impl Boxes {
    /// Moves the nth of them.
    pub fn put(&mut self, nth: usize, rect: &Rect) {
        if let Some((bounds, _)) = self.0.get_mut(nth) {
            *bounds = rect.bounds();
        }
    }

    /// The numbers of those that may be no farther than that from something in a box, in their order: all who are, and
    /// some who are not.
    pub fn near(&self, bounds: [f64; 4], reach: Inches) -> impl Iterator<Item = usize> {
        let reach = reach.float().max(0.0) + 2.0 * TOUCH;
        let [west, south, east, north] = bounds;
        let wide = [west - reach, south - reach, east + reach, north + reach];
        self.0.iter().filter(move |(one, _)| meet(one, &wide, 0.0)).map(|(_, number)| *number)
    }
}
