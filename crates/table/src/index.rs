//! Which rectangles lie near: a grid of buckets, each a set of bits, so that answers come in ascending order.

use crate::{Inches, Rect};

/// The most cells along one side of the grid.
const MOST_CELLS: usize = 64;

/// A grid over rectangles.
#[derive(Clone, Debug)]
pub struct Index {
    rects: Vec<Rect>,
    west: f64,
    south: f64,
    cell: f64,
    columns: usize,
    rows: usize,
    /// Words of bits for each cell.
    words: usize,
    bits: Vec<u64>,
}

impl Index {
    /// A grid of cells so wide; they widen if the rectangles are scattered too far for them.
    #[must_use]
    pub fn new(rects: &[Rect], cell: Inches) -> Index {
        let [west, south, east, north] = rects
            .iter()
            .map(Rect::bounds)
            .fold([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY], |all, one| {
                [all[0].min(one[0]), all[1].min(one[1]), all[2].max(one[2]), all[3].max(one[3])]
            });
        if rects.is_empty() {
            return Index {
                rects: Vec::new(),
                west: 0.0,
                south: 0.0,
                cell: 1.0,
                columns: 0,
                rows: 0,
                words: 0,
                bits: Vec::new(),
            };
        }
        let cell = cell.float().max((east - west).max(north - south) / MOST_CELLS as f64).max(1.0);
        let words = rects.len().div_ceil(64);
        let mut index = Index {
            rects: rects.to_vec(),
            west,
            south,
            cell,
            columns: MOST_CELLS,
            rows: MOST_CELLS,
            words,
            bits: Vec::new(),
        };
        index.columns = index.place(east - west, MOST_CELLS) + 1;
        index.rows = index.place(north - south, MOST_CELLS) + 1;
        index.bits = vec![0; index.columns * index.rows * words];
        for (number, rect) in rects.iter().enumerate() {
            for cell in index.cells(rect.bounds()) {
                if let Some(word) = index.bits.get_mut(cell * words + number / 64) {
                    *word |= 1 << (number % 64);
                }
            }
        }
        index
    }

    /// The numbers of the rectangles no farther than that from this one, edge to edge, ascending.
    pub fn near<'a>(&'a self, rect: &Rect, reach: Inches) -> impl Iterator<Item = usize> + 'a {
        let rect = *rect;
        let [west, south, east, north] = rect.bounds();
        let margin = reach.float().max(0.0) + 8.0;
        let bounds = [west - margin, south - margin, east + margin, north + margin];
        (0..self.words).flat_map(move |word| {
            let mut bits = self
                .cells(bounds)
                .fold(0, |bits, cell| bits | self.bits.get(cell * self.words + word).copied().unwrap_or(0));
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                bits &= bits.checked_sub(1)?;
                Some(word * 64 + bit as usize)
            })
            .filter(move |&number| self.rects.get(number).is_some_and(|other| other.is_within(&rect, reach)))
        })
    }

    /// The cells a box covers; boxes beyond the grid fall into its border.
    fn cells(&self, bounds: [f64; 4]) -> impl Iterator<Item = usize> + use<> {
        let (first_column, last_column) = (
            self.place(bounds[0] - self.west, self.columns),
            self.place(bounds[2] - self.west, self.columns),
        );
        let (first_row, last_row) =
            (self.place(bounds[1] - self.south, self.rows), self.place(bounds[3] - self.south, self.rows));
        let columns = self.columns;
        (first_row..=last_row)
            .flat_map(move |row| (first_column..=last_column).map(move |column| row * columns + column))
    }

    /// The column or row a distance falls into, kept on the grid.
    fn place(&self, distance: f64, count: usize) -> usize {
        ((distance / self.cell).max(0.0) as usize).min(count.saturating_sub(1))
    }
}
