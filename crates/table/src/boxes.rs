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

/// So many strips the table is cut into each way; whatever lies beyond the last is in the last.
const STRIPS: usize = 16;
/// How wide a strip is, in thousandths.
const STRIP: f64 = 6000.0;
/// So many boxes lie in a sheaf: a bit for each.
const SHEAF: usize = u128::BITS as usize;

/// The strips from one side of a box to the other.
#[inline]
fn strips(least: f64, most: f64) -> std::ops::RangeInclusive<usize> {
    let strip = |side: f64| ((side / STRIP) as i32).clamp(0, STRIPS as i32 - 1) as usize;
    strip(least)..=strip(most)
}

/// The box of whatever is not there.
const NOWHERE: [f64; 4] = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

/// Boxes, and which of them reach into each strip from south to north and from west to east.
#[derive(Clone, Debug, Default)]
struct Sheaf {
    boxes: Vec<[f64; 4]>,
    columns: [u128; STRIPS],
    rows: [u128; STRIPS],
}

impl Sheaf {
    fn put(&mut self, place: usize, bounds: [f64; 4]) {
        if self.boxes.len() <= place {
            self.boxes.resize(place + 1, NOWHERE);
        }
        let before = std::mem::replace(&mut self.boxes[place], bounds);
        if before != bounds {
            self.mark(before, 1 << place);
            self.mark(bounds, 1 << place);
        }
    }

    /// Adds a box to its strips, or takes it out.
    fn mark(&mut self, bounds: [f64; 4], bit: u128) {
        if bounds == NOWHERE {
            return;
        }
        let [west, south, east, north] = bounds;
        for column in &mut self.columns[strips(west, east)] {
            *column ^= bit;
        }
        for row in &mut self.rows[strips(south, north)] {
            *row ^= bit;
        }
    }

    /// The places of those that meet a box.
    fn near(&self, wide: [f64; 4]) -> impl Iterator<Item = usize> {
        let any = |strips: &[u128]| strips.iter().fold(0, |all, one| all | one);
        let [west, south, east, north] = wide;
        let mut left = any(&self.columns[strips(west, east)]) & any(&self.rows[strips(south, north)]);
        let candidates = std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(place)
        });
        candidates.filter(move |place| meet(&self.boxes[*place], &wide, 0.0))
    }
}

/// The boxes around rectangles, by the numbers of these.
#[derive(Clone, Debug, Default)]
pub struct Boxes(Vec<Sheaf>);

impl<'r> FromIterator<(usize, &'r Rect)> for Boxes {
    fn from_iter<I: IntoIterator<Item = (usize, &'r Rect)>>(rects: I) -> Boxes {
        rects.into_iter().map(|(number, rect)| (number, rect.bounds())).collect()
    }
}

impl FromIterator<(usize, [f64; 4])> for Boxes {
    fn from_iter<I: IntoIterator<Item = (usize, [f64; 4])>>(all: I) -> Boxes {
        let mut boxes = Boxes::default();
        for (number, bounds) in all {
            boxes.place(number, bounds);
        }
        boxes
    }
}

impl Boxes {
    /// Puts the box of that number around a rectangle; `None`: it is nowhere.
    pub fn put(&mut self, number: usize, rect: Option<&Rect>) {
        self.place(number, rect.map_or(NOWHERE, Rect::bounds));
    }

    fn place(&mut self, number: usize, bounds: [f64; 4]) {
        let sheaf = number / SHEAF;
        if self.0.len() <= sheaf {
            self.0.resize(sheaf + 1, Sheaf::default());
        }
        self.0[sheaf].put(number % SHEAF, bounds);
    }

    /// The numbers of those that may be no farther than that from something in a box, in their order: all who are, and
    /// some who are not.
    pub fn near(&self, [west, south, east, north]: [f64; 4], reach: Inches) -> impl Iterator<Item = usize> {
        let reach = reach.float().max(0.0) + 2.0 * TOUCH;
        let wide = [west - reach, south - reach, east + reach, north + reach];
        let sheaves = self.0.iter().enumerate();
        sheaves.flat_map(move |(n, sheaf)| sheaf.near(wide).map(move |place| n * SHEAF + place))
    }
}
