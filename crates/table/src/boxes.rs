//! Boxes around things, each as least x, least y, greatest x, greatest y: a quick look at who may be near.

use crate::footprint::TOUCH;
use crate::{Inches, Rect};

/// Whether two boxes come within reach of each other.
#[inline]
pub(crate) fn meet(one: &[f64; 4], two: &[f64; 4], reach: f64) -> bool {
    // Four comparisons without a branch: most boxes are far off, and on which side cannot be predicted.
    (one[0] <= two[2] + reach)
        & (two[0] <= one[2] + reach)
        & (one[1] <= two[3] + reach)
        & (two[1] <= one[3] + reach)
}

/// As [`meet`], with one of the boxes already grown by `reach`. Hot.
#[inline]
fn meet_widened(one: &[f64; 4], two: &[f64; 4]) -> bool {
    (one[0] <= two[2]) & (two[0] <= one[2]) & (one[1] <= two[3]) & (two[1] <= one[3])
}

/// How many strips the table is cut into each way; the last one has no end.
const STRIPS: usize = 32;
/// Strips in a thousandth of an inch: each is three inches wide.
const STRIPS_A_THOUSANDTH: f64 = 1.0 / 3000.0;
/// Boxes in a sheaf: a bit for each.
pub(crate) const SHEAF: usize = u128::BITS as usize;

/// The strip a side of a box lies in.
#[inline]
fn strip(side: f64) -> usize {
    ((side * STRIPS_A_THOUSANDTH) as i32).clamp(0, STRIPS as i32 - 1) as usize
}

/// The strips in which a box begins (west, south) and ends (east, north). One that is nowhere begins after the last strip and
/// ends before the first, and so meets none.
fn strips_of(bounds: [f64; 4]) -> [usize; 4] {
    if bounds == NOWHERE {
        return [STRIPS, STRIPS, 0, 0];
    }
    let [west, south, east, north] = bounds.map(strip);
    [west, south, east + 1, north + 1]
}

/// The box of a thing that is not there.
const NOWHERE: [f64; 4] = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

/// Boxes, and two sets of bits for each strip: the boxes that begin in it or before it (by their west or south side),
/// and those that end in it or after it (by their east or north side). Two boxes meet if each begins before the other
/// ends, in both directions: four lookups, however wide the box asked for.
#[derive(Clone, Debug, Default)]
struct Sheaf {
    boxes: Vec<[f64; 4]>,
    /// West, south, east, north.
    sides: [[u128; STRIPS]; 4],
}

impl Sheaf {
    fn put(&mut self, place: usize, bounds: [f64; 4]) {
        if self.boxes.len() <= place {
            self.boxes.resize(place + 1, NOWHERE);
        }
        let before = std::mem::replace(&mut self.boxes[place], bounds);
        if before != bounds {
            self.mark(strips_of(before), strips_of(bounds), 1 << place);
        }
    }

    /// Takes a box out of the strips it is in no more, and adds it to those it was not in: most stay near where they were.
    fn mark(&mut self, before: [usize; 4], after: [usize; 4], bit: u128) {
        for (strips, (before, after)) in self.sides.iter_mut().zip(before.into_iter().zip(after)) {
            strips[before.min(after)..before.max(after)].iter_mut().for_each(|strip| *strip ^= bit);
        }
    }

    /// A bit for each that may meet a box.
    #[inline]
    fn candidates(&self, wide: &[f64; 4]) -> u128 {
        let [west, south, east, north] = wide.map(strip);
        let [begun_west, begun_south, ended_east, ended_north] = &self.sides;
        begun_west[east] & begun_south[north] & ended_east[west] & ended_north[south]
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

    /// The numbers of units that may be no farther than that from something in a box, in their order: all that are, and
    /// some that are not.
    #[inline]
    pub fn near(&self, bounds: [f64; 4], reach: Inches) -> impl Iterator<Item = usize> {
        self.near_of(bounds, reach, |_| u128::MAX)
    }

    /// Likewise of those alone whose bit in their sheaf is wanted.
    #[inline]
    pub(crate) fn near_of(
        &self,
        [west, south, east, north]: [f64; 4],
        reach: Inches,
        wanted: impl Fn(usize) -> u128,
    ) -> impl Iterator<Item = usize> {
        let reach = reach.float().max(0.0) + 2.0 * TOUCH;
        let wide = [west - reach, south - reach, east + reach, north + reach];
        let boxes = self.0.first().map_or(&[][..], |first| &first.boxes);
        let left = self.0.first().map_or(0, |first| first.candidates(&wide));
        let left = if left == 0 { 0 } else { left & wanted(0) };
        Near { sheaves: &self.0, sheaf: 0, boxes, left, wide, wanted }
    }
}

/// Those near a box, one after another. Hot: so it is written out instead of built of adapters.
struct Near<'b, W> {
    sheaves: &'b [Sheaf],
    /// The number of the sheaf that is looked through, its boxes, and what is left of it.
    sheaf: usize,
    boxes: &'b [[f64; 4]],
    left: u128,
    wide: [f64; 4],
    /// A bit for each that is wanted of a sheaf.
    wanted: W,
}

impl<W: Fn(usize) -> u128> Iterator for Near<'_, W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            while self.left != 0 {
                let place = self.left.trailing_zeros() as usize;
                self.left &= self.left - 1;
                if meet_widened(&self.boxes[place], &self.wide) {
                    return Some(self.sheaf * SHEAF + place);
                }
            }
            if self.sheaf + 1 >= self.sheaves.len() {
                return None;
            }
            self.take_up_the_next();
        }
    }
}

impl<W: Fn(usize) -> u128> Near<'_, W> {
    /// The next sheaf. Few tables have a second one, so it is kept out of the hot loop.
    #[inline(never)]
    fn take_up_the_next(&mut self) {
        self.sheaf += 1;
        let sheaf = &self.sheaves[self.sheaf];
        let next = sheaf.candidates(&self.wide);
        self.left = if next == 0 { 0 } else { next & (self.wanted)(self.sheaf) };
        self.boxes = &sheaf.boxes;
    }
}
