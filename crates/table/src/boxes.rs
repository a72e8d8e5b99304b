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

/// Boxes with the numbers of their rectangles, and which of them reach into each strip from south to north and from west to
/// east.
#[derive(Clone, Debug, Default)]
struct Sheaf {
    boxes: Vec<([f64; 4], usize)>,
    columns: [u128; STRIPS],
    rows: [u128; STRIPS],
}

impl Sheaf {
    fn push(&mut self, bounds: [f64; 4], number: usize) {
        self.mark(bounds, 1 << self.boxes.len());
        self.boxes.push((bounds, number));
    }

    /// Adds a box to its strips, or takes it out.
    fn mark(&mut self, [west, south, east, north]: [f64; 4], bit: u128) {
        for column in &mut self.columns[strips(west, east)] {
            *column ^= bit;
        }
        for row in &mut self.rows[strips(south, north)] {
            *row ^= bit;
        }
    }

    fn near(&self, wide: [f64; 4]) -> impl Iterator<Item = usize> {
        let any = |strips: &[u128]| strips.iter().fold(0, |all, one| all | one);
        let [west, south, east, north] = wide;
        let mut left = any(&self.columns[strips(west, east)]) & any(&self.rows[strips(south, north)]);
        let candidates = std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(&self.boxes[place])
        });
        candidates.filter(move |(bounds, _)| meet(bounds, &wide, 0.0)).map(|(_, number)| *number)
    }
}

/// The boxes around rectangles, by the numbers of these.
#[derive(Clone, Debug, Default)]
pub struct Boxes(Vec<Sheaf>);

impl<'r> FromIterator<(usize, &'r Rect)> for Boxes {
    fn from_iter<I: IntoIterator<Item = (usize, &'r Rect)>>(rects: I) -> Boxes {
        let rects = rects.into_iter();
        let most = rects.size_hint().1.unwrap_or_default().min(SHEAF);
        let mut sheaves: Vec<Sheaf> = Vec::with_capacity(1);
        for (number, rect) in rects {
            match sheaves.last_mut() {
                Some(sheaf) if sheaf.boxes.len() < SHEAF => sheaf.push(rect.bounds(), number),
                _ => {
                    let mut sheaf = Sheaf { boxes: Vec::with_capacity(most), ..Sheaf::default() };
                    sheaf.push(rect.bounds(), number);
                    sheaves.push(sheaf);
                }
            }
        }
        Boxes(sheaves)
    }
}

impl Boxes {
    /// Moves the nth of them.
    pub fn put(&mut self, nth: usize, rect: &Rect) {
        let (Some(sheaf), place) = (self.0.get_mut(nth / SHEAF), nth % SHEAF) else { return };
        let Some((before, _)) = sheaf.boxes.get(place).copied() else { return };
        sheaf.mark(before, 1 << place);
        sheaf.mark(rect.bounds(), 1 << place);
        sheaf.boxes[place].0 = rect.bounds();
    }

    /// The boxes of these rectangles: those who stand where they stood cost little.
    #[must_use]
    pub fn renewed<'r>(mut self, rects: impl Iterator<Item = (usize, &'r Rect)> + Clone) -> Boxes {
        let mut count = 0;
        for (nth, (number, rect)) in rects.clone().enumerate() {
            match self.0.get(nth / SHEAF).and_then(|sheaf| sheaf.boxes.get(nth % SHEAF)) {
                Some((before, known)) if *known == number => {
                    if *before != rect.bounds() {
                        self.put(nth, rect);
                    }
                }
                _ => return rects.collect(),
            }
            count = nth + 1;
        }
        let known: usize = self.0.iter().map(|sheaf| sheaf.boxes.len()).sum();
        if known == count { self } else { rects.collect() }
    }

    /// The numbers of those that may be no farther than that from something in a box, in their order: all who are, and
    /// some who are not.
    pub fn near(&self, [west, south, east, north]: [f64; 4], reach: Inches) -> impl Iterator<Item = usize> {
        let reach = reach.float().max(0.0) + 2.0 * TOUCH;
        let wide = [west - reach, south - reach, east + reach, north + reach];
        self.0.iter().flat_map(move |sheaf| sheaf.near(wide))
    }
}
