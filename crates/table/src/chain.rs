//! A march column: units one behind another along the way its head has come.

use crate::trail::Trail;
use crate::{Bearing, Inches, Point, Pose, Vec2};
use serde::{Deserialize, Serialize};

/// The way of a column: its head, and the bends behind it.
///
/// ```
/// use table::{Bearing, Chain, Inches, Link, Point, Pose};
/// let mut column = Chain::new(Pose { at: Point::inches(10, 10), facing: Bearing::NORTH });
/// column.go_to(Point::inches(16, 10));
/// let link = Link { depth: Inches::whole(2), way: Inches::whole(3) };
/// let poses = column.poses(&[link; 4]);
/// // Two have turned the corner after their head, two are still to come.
/// assert_eq!((poses[1].at, poses[1].facing), (Point::inches(13, 10), Bearing::EAST));
/// assert_eq!((poses[3].at, poses[3].facing), (Point::inches(10, 7), Bearing::NORTH));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    head: Pose,
    /// Where the head has turned, the last turn last.
    bends: Vec<Point>,
    /// Where the way led before the first of them: behind it the column stands straight.
    tail: Bearing,
}

/// A unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// From its front to its back.
    pub depth: Inches,
    /// How much of the way it takes up, the gap behind it included.
    pub way: Inches,
}

impl Chain {
    /// A column that stands straight behind its head.
    #[must_use]
    pub fn new(head: Pose) -> Chain {
        Chain { head, bends: Vec::new(), tail: head.facing }
    }

    #[must_use]
    pub fn head(&self) -> Pose {
        self.head
    }

    /// The head goes straight to a point, and all others after it; says how far that is.
    pub fn go_to(&mut self, to: Point) -> Inches {
        let from = self.head.at;
        if to == from {
            return Inches::ZERO;
        }
        let facing = from.bearing_to(to);
        if facing != self.head.facing {
            self.bends.push(from);
        }
        self.head = Pose { at: to, facing };
        from.distance(to)
    }

    /// Forgets the bends behind the tail of a column of that length.
    pub fn cut(&mut self, length: Inches) {
        let (mut from, mut behind) = (self.head.at, 0);
        for n in (1..self.bends.len()).rev() {
            behind += i64::from(from.distance(self.bends[n]).0);
            from = self.bends[n];
            if behind > i64::from(length.0) {
                self.tail = self.bends[n - 1].bearing_to(from);
                self.bends.drain(..n);
                return;
            }
        }
    }

    /// Where units stand that follow each other so, the first with the head.
    #[must_use]
    pub fn poses(&self, links: &[Link]) -> Vec<Pose> {
        let needed = |link: &Link| link.way.float().max(0.0) + link.depth.float().max(1.0);
        let trail = self.trail(links.iter().map(needed).sum());
        let mut behind = 0.0;
        let mut poses = Vec::with_capacity(links.len());
        for link in links {
            poses.push(stand(&trail, behind, link.depth.float().max(1.0)));
            behind += link.way.float().max(0.0);
        }
        poses
    }

    /// The way from the head back, at least this long.
    fn trail(&self, length: f64) -> Trail {
        let first = Vec2::from(self.bends.first().copied().unwrap_or(self.head.at));
        let bends = self.bends.iter().rev().map(|bend| Vec2::from(*bend));
        let end = first - self.tail.vector() * (length + 1.0);
        Trail::new([self.head.at.into()].into_iter().chain(bends).chain([end]).collect())
    }
}

/// The front at `behind` the head, the rear at `depth` behind that; where the way comes back to itself, along the
/// stretch it is on.
fn stand(trail: &Trail, behind: f64, depth: f64) -> Pose {
    let front = trail.at(behind);
    let along = |depth: f64| front - trail.at(behind + depth);
    let whole = along(depth);
    let along = if whole.length() < 1.0 { along(1.0) } else { whole };
    Pose { at: front.stored(), facing: along.bearing() }
}
