//! Many units that stand and move as one, and the rectangle around them.

use crate::measure::stored;
use crate::{Bearing, Footprint, Inches, Pose, Rect, Vec2};

/// Poses held together by a baseline: wherever that goes, each keeps its place beside it.
///
/// They are always worked out from where they stood at first, so a block that goes in many steps ends where it would in
/// one, and back on its first baseline all stand where they stood.
///
/// ```
/// use table::{Bearing, Block, Point, Pose};
/// let pose = |x, y, facing| Pose { at: Point::inches(x, y), facing };
/// // Two battalions side by side, and a third behind them that faces left.
/// let units = vec![pose(20, 10, Bearing::NORTH), pose(26, 10, Bearing::NORTH), pose(23, 7, Bearing::WEST)];
/// let block = Block::new(pose(23, 10, Bearing::NORTH), units);
/// let wheeled: Vec<Pose> = block.at(pose(40, 20, Bearing::EAST)).collect();
/// assert_eq!(wheeled, [pose(40, 23, Bearing::EAST), pose(40, 17, Bearing::EAST), pose(37, 20, Bearing::NORTH)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    baseline: Pose,
    poses: Vec<Pose>,
}

impl Block {
    /// Units that stand so beside a baseline: a point of it, and where it faces.
    #[must_use]
    pub fn new(baseline: Pose, poses: Vec<Pose>) -> Block {
        Block { baseline, poses }
    }

    /// Where it stood at first.
    #[must_use]
    pub fn baseline(&self) -> Pose {
        self.baseline
    }

    /// Where each of them stands when the baseline is there, in the order they were given.
    pub fn at(&self, baseline: Pose) -> impl Iterator<Item = Pose> {
        let from = self.baseline;
        let turn = from.facing.off(baseline.facing);
        // The unit vector of a bearing is its sine and cosine.
        let Vec2 { x: sin, y: cos } = Bearing::NORTH.turned(turn).vector();
        self.poses.iter().map(move |pose| {
            let Vec2 { x, y } = Vec2::from(pose.at) - Vec2::from(from.at);
            let carried = Vec2 { x: x * cos + y * sin, y: y * cos - x * sin };
            Pose { at: (Vec2::from(baseline.at) + carried).stored(), facing: pose.facing.turned(turn) }
        })
    }
}

/// The smallest rectangle along a facing that holds rectangles: where the middle of its front is, how wide and how deep it
/// is. `None` where there are none.
///
/// Its front is the line along the front of the foremost. It is rounded like everything that is kept, so a corner may
/// stand out by less than two thousandths.
#[must_use]
pub fn around<'r>(facing: Bearing, rects: impl IntoIterator<Item = &'r Rect>) -> Option<(Pose, Footprint)> {
    let ahead = facing.vector();
    let aside = ahead.right();
    let mut corners = rects.into_iter().flat_map(Rect::corners);
    let first = corners.next()?;
    let start = [first.dot(aside), first.dot(aside), first.dot(ahead), first.dot(ahead)];
    let [left, right, rear, front] = corners.fold(start, |[left, right, rear, front], corner| {
        let (x, y) = (corner.dot(aside), corner.dot(ahead));
        [left.min(x), right.max(x), rear.min(y), front.max(y)]
    });
    let at = (aside * f64::midpoint(left, right) + ahead * front).stored();
    let size = |least: f64, most: f64| Inches(stored(most - least));
    Some((Pose { at, facing }, Footprint::new(size(left, right), size(rear, front))))
}
