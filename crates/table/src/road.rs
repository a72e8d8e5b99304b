//! Ways along roads, bends and junctions included.

use crate::measure::stored;
use crate::trail::Trail;
use crate::{Feature, Inches, Pose, Shape, Terrain, Vec2};

/// How far off a road something still is on it, in thousandths.
const NEAR: f64 = 500.0;

/// How nearly a road must lead ahead to be taken, and to be gone on along from another's end: cosines.
const AHEAD: f64 = 0.05;
const ROUND: f64 = -0.3;

/// The most pieces of road one way has.
const MOST_PIECES: usize = 64;

/// A way along a road: where it leads, how long it is, and the poses on it.
#[derive(Clone, Debug, PartialEq)]
pub struct RoadWay {
    pub end: Pose,
    /// As long as was wished, or to the road's end.
    pub length: Inches,
    /// Poses no farther apart than half an inch, the end among them.
    pub poses: Vec<Pose>,
}

/// A place on a road and the way on.
#[derive(Clone, Copy)]
struct Place {
    road: usize,
    /// The stretch from its point of this number to the next.
    stretch: usize,
    onward: bool,
    at: Vec2,
}

impl Terrain {
    /// The way along the road that leads most nearly where the pose faces, for something that trails this far behind.
    /// `None` where there is no road within half an inch that leads ahead.
    pub fn along_road(
        &self,
        start: Pose,
        depth: Inches,
        distance: Inches,
        is_road: impl Fn(&Feature) -> bool,
    ) -> Option<RoadWay> {
        let lines: Vec<(usize, Vec<Vec2>, f64)> = self
            .features
            .iter()
            .enumerate()
            .filter(|(_, feature)| is_road(feature))
            .filter_map(|(number, feature)| match &feature.shape {
                Shape::Line { points, width } => {
                    let points = points.iter().map(|&point| point.into()).collect();
                    Some((number, points, width.float() / 2.0))
                }
                Shape::Polygon(_) => None,
            })
            .collect();
        let from = Vec2::from(start.at);
        let heading = start.facing.vector();
        let mut place = best(&lines, from, heading, AHEAD, None)?;
        let wish = distance.float().max(0.0);
        let mut track = vec![from - heading * depth.float(), from];
        let mut left = wish - push(&mut track, place.at, wish);
        for _ in 0..MOST_PIECES {
            if left <= 0.0 {
                break;
            }
            let Some(goal) = goal(&lines, place) else { break };
            left -= push(&mut track, goal, left);
            if left <= 0.0 {
                break;
            }
            let Some(next) = next(&lines, place, goal) else { break };
            left -= push(&mut track, next.at, left);
            place = next;
        }
        let trail = Trail::new(track);
        let first = depth.float();
        let gone = (trail.length() - first).max(0.0);
        let count = stored(libm::ceil(gone / NEAR)).clamp(1, 4096);
        let poses: Vec<Pose> = (1..=count)
            .map(|taken| trail.pose(first + gone * f64::from(taken) / f64::from(count), first))
            .collect();
        let end = poses.last().copied().unwrap_or(start);
        Some(RoadWay { end, length: Inches(stored(libm::floor(gone + 0.5))), poses })
    }
}

/// Adds a point to a track, at most this far on; says how far it went.
fn push(track: &mut Vec<Vec2>, to: Vec2, most: f64) -> f64 {
    let from = track.last().copied().unwrap_or(to);
    let length = (to - from).length();
    if length <= most {
        if length > 0.5 {
            track.push(to);
        }
        return length;
    }
    track.push(from + (to - from) * (most / length));
    most
}

/// The stretch of road at a point that leads most nearly along a heading, and at least so nearly; `other_than`: not on
/// this road.
fn best(
    lines: &[(usize, Vec<Vec2>, f64)],
    from: Vec2,
    heading: Vec2,
    least: f64,
    other_than: Option<usize>,
) -> Option<Place> {
    let mut found: Option<(f64, f64, Place)> = None;
    for (road, points, half) in lines.iter().filter(|(road, ..)| other_than != Some(*road)) {
        for (stretch, ends) in points.windows(2).enumerate() {
            let [a, b] = ends else { continue };
            let along = *b - *a;
            let length = along.length();
            if length <= 0.0 {
                continue;
            }
            let share = ((from - *a).dot(along) / (length * length)).clamp(0.0, 1.0);
            let at = *a + along * share;
            let off = (at - from).length();
            if off > half + NEAR {
                continue;
            }
            for onward in [true, false] {
                let ahead = along.dot(heading) / if onward { length } else { -length };
                // At its end a road leads no farther.
                let over = (onward && share >= 1.0 && stretch + 2 == points.len())
                    || (!onward && share <= 0.0 && stretch == 0);
                let better = found.is_none_or(|(best, near, _)| {
                    ahead > best + 1e-6 || (ahead >= best - 1e-6 && off < near - 0.5)
                });
                if ahead >= least && !over && better {
                    found = Some((ahead, off, Place { road: *road, stretch, onward, at }));
                }
            }
        }
    }
    found.map(|(_, _, place)| place)
}

/// Where the present stretch ends.
fn goal(lines: &[(usize, Vec<Vec2>, f64)], place: Place) -> Option<Vec2> {
    let (_, points, _) = lines.iter().find(|(road, ..)| *road == place.road)?;
    points.get(if place.onward { place.stretch + 1 } else { place.stretch }).copied()
}

/// The stretch after that: the road's next, or another road that goes on from its end.
fn next(lines: &[(usize, Vec<Vec2>, f64)], place: Place, at: Vec2) -> Option<Place> {
    let (_, points, _) = lines.iter().find(|(road, ..)| *road == place.road)?;
    let stretch = if place.onward { Some(place.stretch + 1) } else { place.stretch.checked_sub(1) };
    if let Some(stretch) = stretch.filter(|stretch| stretch + 1 < points.len()) {
        return Some(Place { stretch, at, ..place });
    }
    let (from, to) = (points.get(place.stretch)?, points.get(place.stretch + 1)?);
    let heading = if place.onward { *to - *from } else { *from - *to };
    let heading = heading * (1.0 / heading.length().max(1.0));
    best(lines, at, heading, ROUND, Some(place.road))
}
