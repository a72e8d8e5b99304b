//! The outline of a terrain feature, worked out for testing: a polygon, or the bands of a line.

use crate::boxes;
use crate::footprint::{GRAZE, TOUCH, around, slab};
use crate::measure::stored;
use crate::{Inches, Rect, Shape, Vec2};

/// How much farther a quick look at boxes reaches than the long one after it, in thousandths: more than that one forgives and
/// rounds.
const SPARE: f64 = 0.5;

/// A feature's outline with its bounding box: least x, least y, greatest x, greatest y.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    bounds: [f64; 4],
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Polygon(Vec<Vec2>),
    Bands(Vec<Band>),
}

/// A stretch of a line, and the box around it.
#[derive(Clone, Debug)]
struct Band {
    rect: Rect,
    bounds: [f64; 4],
}

impl Outline {
    pub(crate) fn new(shape: &Shape) -> Outline {
        match shape {
            Shape::Polygon(points) => {
                let points: Vec<Vec2> = points.iter().map(|&point| point.into()).collect();
                Outline {
                    bounds: around(points.iter().map(|point| [point.x, point.y, point.x, point.y])),
                    body: Body::Polygon(points),
                }
            }
            Shape::Line { points, width } => {
                let points: Vec<Vec2> = points.iter().map(|&point| point.into()).collect();
                let bands = bands(&points, width.float().max(0.0) / 2.0);
                Outline { bounds: around(bands.iter().map(|band| band.bounds)), body: Body::Bands(bands) }
            }
        }
    }

    /// The boxes around its pieces: one around a polygon, one around each stretch of a line. What meets none of them
    /// meets none of it.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = [f64; 4]> {
        let (whole, bands): (_, &[Band]) = match &self.body {
            Body::Polygon(_) => (Some(self.bounds), &[]),
            Body::Bands(bands) => (None, bands),
        };
        whole.into_iter().chain(bands.iter().map(|band| band.bounds))
    }

    /// Whether the two boxes come within reach of each other.
    pub(crate) fn is_near(&self, bounds: [f64; 4], reach: f64) -> bool {
        boxes::meet(&self.bounds, &bounds, reach)
    }

    /// Whether any part of the rectangle lies in it, deeper than `TOUCH`.
    pub(crate) fn overlaps(&self, rect: &Rect) -> bool {
        let bounds = rect.bounds();
        self.is_near(bounds, 0.0)
            && match &self.body {
                Body::Polygon(points) => {
                    edges(points).any(|(from, to)| rect.clip(from, to, TOUCH).is_some())
                        || is_inside(points, rect.centre())
                }
                Body::Bands(bands) => bands
                    .iter()
                    .any(|band| boxes::meet(&band.bounds, &bounds, 0.0) && band.rect.overlaps(rect)),
            }
    }

    /// Whether the rectangle lies whole in it, within `TOUCH`.
    pub(crate) fn holds(&self, rect: &Rect) -> bool {
        let corners = rect.corners();
        self.is_near(rect.bounds(), 0.0)
            && match &self.body {
                Body::Polygon(points) => {
                    let inner = rect.shrunk(TOUCH);
                    inner.corners().iter().all(|&corner| is_inside(points, corner))
                        && !edges(points).any(|(from, to)| rect.clip(from, to, TOUCH).is_some())
                }
                Body::Bands(bands) => {
                    bands.iter().any(|band| corners.iter().all(|&corner| band.rect.holds(corner)))
                }
            }
    }

    /// Whether the point lies in it.
    pub(crate) fn contains(&self, point: Vec2) -> bool {
        self.is_near([point.x, point.y, point.x, point.y], SPARE)
            && match &self.body {
                Body::Polygon(points) => is_inside(points, point),
                Body::Bands(bands) => bands.iter().any(|band| band.rect.holds(point)),
            }
    }

    /// Whether the point lies in it or no farther off than that.
    pub(crate) fn is_within(&self, point: Vec2, reach: f64) -> bool {
        self.may_be_within(point, reach)
            && match &self.body {
                Body::Polygon(points) => {
                    is_inside(points, point)
                        || edges(points)
                            .any(|(from, to)| (nearest_on(from, to, point) - point).length() <= reach)
                }
                Body::Bands(bands) => {
                    let here = [point.x, point.y, point.x, point.y];
                    let mut near =
                        bands.iter().filter(|band| boxes::meet(&band.bounds, &here, reach + SPARE));
                    // A point inside, or on the edge but for rounding, lies within any reach, whatever is measured from
                    // it to itself.
                    near.any(|band| {
                        let gap = || (band.rect.nearest_point_to(point) - point).length();
                        band.rect.holds(point) || gap() <= reach
                    })
                }
            }
    }

    /// Whether a point may be as near as that: a quick look before a long one.
    #[inline]
    pub(crate) fn may_be_within(&self, point: Vec2, reach: f64) -> bool {
        self.is_near([point.x, point.y, point.x, point.y], reach + SPARE)
    }

    /// Whether any part of it comes as near as that to the rectangle.
    pub(crate) fn is_near_rect(&self, rect: &Rect, reach: Inches) -> bool {
        self.is_near(rect.bounds(), reach.float())
            && match &self.body {
                Body::Polygon(_) => self.overlaps(&rect.grown(reach)),
                Body::Bands(bands) => bands.iter().any(|band| band.rect.is_within(rect, reach)),
            }
    }

    /// The parts of a segment inside it, as fractions of the segment in ascending order.
    pub(crate) fn chords(&self, from: Vec2, to: Vec2) -> Vec<(f64, f64)> {
        let bounds = [from.x.min(to.x), from.y.min(to.y), from.x.max(to.x), from.y.max(to.y)];
        if !self.is_near(bounds, 0.0) {
            return Vec::new();
        }
        match &self.body {
            Body::Polygon(points) => {
                let mut cuts: Vec<f64> =
                    edges(points).filter_map(|edge| crossing((from, to), edge)).collect();
                if cuts.is_empty() {
                    return if is_inside(points, from) { vec![(0.0, 1.0)] } else { Vec::new() };
                }
                cuts.extend([0.0, 1.0]);
                cuts.sort_by(f64::total_cmp);
                let pairs = cuts.iter().copied().zip(cuts.iter().copied().skip(1));
                let inside = |(enter, leave): &(f64, f64)| {
                    enter < leave && is_inside(points, from + (to - from) * f64::midpoint(*enter, *leave))
                };
                let mut parts: Vec<(f64, f64)> = pairs.filter(inside).collect();
                join(&mut parts);
                parts
            }
            Body::Bands(bands) => {
                let near = bands.iter().filter(|band| boxes::meet(&band.bounds, &bounds, GRAZE));
                let mut parts: Vec<(f64, f64)> =
                    near.filter_map(|band| band.rect.clip(from, to, 0.0)).collect();
                parts.sort_by(|one, two| one.0.total_cmp(&two.0));
                join(&mut parts);
                parts
            }
        }
    }

    /// How far ahead of the rectangle's front its strip first meets this; the caller has seen that it does not stand in it.
    pub(crate) fn gap_before(&self, rect: &Rect, limit: Inches) -> Option<Inches> {
        match &self.body {
            Body::Polygon(points) => {
                let (half_width, half_depth) = rect.halves();
                let half = (half_width - GRAZE).max(0.0);
                let met = edges(points).filter_map(|(from, to)| {
                    let (from, to) = (rect.local(from), rect.local(to));
                    let (enter, leave) = slab(from.x, to.x, half)?;
                    let ahead = [enter, leave].map(|share| from.y + (to.y - from.y) * share - half_depth);
                    (ahead[0].max(ahead[1]) >= -TOUCH).then_some(ahead[0].min(ahead[1]).max(0.0))
                });
                let least = met.fold(f64::INFINITY, f64::min);
                (least <= limit.float()).then(|| Inches(stored(libm::floor(least + 1e-6))))
            }
            Body::Bands(bands) => bands.iter().filter_map(|band| rect.gap_ahead(limit, &band.rect)).min(),
        }
    }
}

/// One rectangle for each stretch of a line, lengthened at the bends so that no notch is left.
fn bands(points: &[Vec2], half_width: f64) -> Vec<Band> {
    let band = |rect: Rect| Band { rect, bounds: rect.bounds() };
    if let [only] = points {
        return vec![band(Rect::spanning(*only, Vec2 { x: 0.0, y: 1.0 }, half_width, half_width))];
    }
    let last = points.len().saturating_sub(2);
    points
        .iter()
        .zip(points.iter().skip(1))
        .enumerate()
        .filter_map(|(place, (&from, &to))| {
            let length = (to - from).length();
            if length <= 0.0 {
                return None;
            }
            let forward = (to - from) * (1.0 / length);
            let before = if place > 0 { half_width } else { 0.0 };
            let after = if place < last { half_width } else { 0.0 };
            let centre = from + forward * ((length + after - before) / 2.0);
            Some(band(Rect::spanning(centre, forward, half_width, (length + before + after) / 2.0)))
        })
        .collect()
}

/// The edges of a closed polygon.
fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let next = |n: usize| if n == points.len() { 0 } else { n };
    points.iter().enumerate().map(move |(n, from)| (*from, points[next(n + 1)]))
}

/// Whether a ray from the point crosses the polygon's edge an odd number of times.
fn is_inside(points: &[Vec2], point: Vec2) -> bool {
    edges(points).fold(false, |inside, (from, to)| {
        let is_level = (from.y > point.y) != (to.y > point.y);
        inside != (is_level && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y))
    })
}

/// Where, as a fraction of the first, two segments cross.
fn crossing(line: (Vec2, Vec2), edge: (Vec2, Vec2)) -> Option<f64> {
    let (along, side, offset) = (line.1 - line.0, edge.1 - edge.0, edge.0 - line.0);
    let across = along.dot(side.right());
    if across.abs() < 1e-9 {
        return None;
    }
    let on_line = offset.dot(side.right()) / across;
    let on_edge = offset.dot(along.right()) / across;
    ((0.0..=1.0).contains(&on_line) && (-1e-9..=1.0 + 1e-9).contains(&on_edge)).then_some(on_line)
}

/// The point of a segment nearest to another.
fn nearest_on(from: Vec2, to: Vec2, point: Vec2) -> Vec2 {
    let along = to - from;
    let size = along.dot(along);
    let share = if size > 0.0 { ((point - from).dot(along) / size).clamp(0.0, 1.0) } else { 0.0 };
    from + along * share
}

/// Joins those of some ascending stretches that meet.
pub(crate) fn join(parts: &mut Vec<(f64, f64)>) {
    parts.dedup_by(|next, last| {
        let meets = next.0 <= last.1;
        if meets {
            last.1 = last.1.max(next.1);
        }
        meets
    });
}
