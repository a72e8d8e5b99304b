//! Features one by one: which lie under a rectangle, and how much of a straight way lies in each.

use crate::measure::stored;
use crate::outline::{Outline, join};
use crate::{Bearing, Feature, Inches, Kinds, Point, Rect, Terrain, Vec2};
use std::cell::LazyCell;

/// How far apart the points of a way are looked at, in thousandths.
const LOOK: f64 = 250.0;

/// What part of a straight way lies in one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// The feature's number.
    pub feature: usize,
    /// Shares of the way, ascending.
    parts: Vec<(f64, f64)>,
    way: f64,
}

impl Inside {
    /// How much of the way it is.
    #[must_use]
    pub fn length(&self) -> Inches {
        Inches(stored(self.parts.iter().map(|(enter, leave)| leave - enter).sum::<f64>() * self.way))
    }

    /// The same for the first inches of the way; `None` if the feature lies beyond them.
    #[must_use]
    pub fn until(&self, by: Inches) -> Option<Inside> {
        let way = by.float();
        let share = self.way / way;
        let parts = self.parts.iter().map(|(enter, leave)| (enter * share, (leave * share).min(1.0)));
        let parts: Vec<(f64, f64)> = parts.take_while(|(enter, leave)| enter < leave).collect();
        (!parts.is_empty()).then_some(Inside { feature: self.feature, parts, way })
    }

    /// Whether the way begins in the feature.
    #[must_use]
    pub fn from_the_start(&self) -> bool {
        self.parts.first().is_some_and(|(enter, _)| enter * self.way < 1.0)
    }

    /// How much of the way lies in any of them.
    #[must_use]
    pub fn together(all: &[Inside]) -> Inches {
        match all {
            [] => Inches::ZERO,
            [only] => only.length(),
            [first, ..] => {
                let whole = joined(all.iter().flat_map(|one| one.parts.iter().copied()).collect());
                Inches(stored(whole.iter().map(|(enter, leave)| leave - enter).sum::<f64>() * first.way))
            }
        }
    }
}

/// Sorts stretches and joins those that meet.
fn joined(mut parts: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    parts.sort_by(|one, two| one.0.total_cmp(&two.0));
    join(&mut parts);
    parts
}

impl Terrain {
    /// The features any part of the rectangle lies in, with their numbers.
    pub fn touched<'t, 'r>(
        &'t self,
        rect: &'r Rect,
    ) -> impl Iterator<Item = (usize, &'t Feature)> + use<'t, 'r> {
        let near = self.outlined_near(rect.bounds(), Inches::ZERO);
        near.filter(move |(.., outline)| outline.overlaps(rect)).map(|(number, feature, _)| (number, feature))
    }

    /// Likewise of those features of some kinds that are wanted, which is asked first where it is quicker than to look.
    pub fn touched_of<'t, 'r>(
        &'t self,
        kinds: Kinds,
        rect: &'r Rect,
        wanted: impl Fn(&Feature) -> bool + 'r,
    ) -> impl Iterator<Item = (usize, &'t Feature)> {
        let near = self.outlined_of(kinds, rect.bounds(), Inches::ZERO);
        near.filter(move |(_, feature, outline)| wanted(feature) && outline.overlaps(rect))
            .map(|(number, feature, _)| (number, feature))
    }

    /// The wanted features that may reach into a box, with their numbers: a quick look before a long one.
    pub fn near(
        &self,
        bounds: [f64; 4],
        wanted: impl Fn(&Feature) -> bool,
    ) -> impl Iterator<Item = (usize, &Feature)> {
        self.near_of(Kinds::ALL, bounds, wanted)
    }

    /// Likewise of some kinds.
    pub fn near_of(
        &self,
        kinds: Kinds,
        bounds: [f64; 4],
        wanted: impl Fn(&Feature) -> bool,
    ) -> impl Iterator<Item = (usize, &Feature)> {
        let near = self.outlined_of(kinds, bounds, Inches::ZERO);
        near.filter(move |(_, feature, _)| wanted(feature)).map(|(number, feature, _)| (number, feature))
    }

    /// Whether any part of the rectangle lies in the feature.
    #[must_use]
    pub fn touches(&self, feature: usize, rect: &Rect) -> bool {
        self.outlines.get(feature).is_some_and(|outline| outline.overlaps(rect))
    }

    /// Whether a point lies in the feature.
    #[must_use]
    pub fn is_in(&self, feature: usize, point: Point) -> bool {
        self.outlines.get(feature).is_some_and(|outline| outline.is_within(point.into(), 0.0))
    }

    /// Whether the rectangle lies whole in the feature.
    #[must_use]
    pub fn holds(&self, feature: usize, rect: &Rect) -> bool {
        self.outlines.get(feature).is_some_and(|outline| outline.holds(rect))
    }

    /// Whether a point lies on a wanted feature, or no farther off than that.
    pub fn is_on(&self, point: Point, reach: Inches, wanted: impl Fn(&Feature) -> bool) -> bool {
        let point = Vec2::from(point);
        self.outlined_near([point.x, point.y, point.x, point.y], reach)
            .any(|(_, feature, outline)| wanted(feature) && outline.is_within(point, reach.float()))
    }

    /// Whether a point that is being worked out lies on a feature of those kinds, or no farther off than that.
    fn is_at(&self, point: Vec2, reach: Inches, kinds: Kinds) -> bool {
        self.outlined_of(kinds, [point.x, point.y, point.x, point.y], reach)
            .any(|(_, _, outline)| outline.is_within(point, reach.float()))
    }

    /// Whether the whole centre-line of some ground, from the middle of its front to that of its rear, is on wanted features
    /// or no farther off than that; it is looked at in steps of the same length.
    pub fn keeps_to(&self, ground: &Rect, reach: Inches, wanted: impl Fn(&Feature) -> bool) -> bool {
        let [left, right, rear_right, rear_left] = ground.corners().map(|corner| corner.stored());
        let middle = |one: Point, two: Point| Point { x: one.x.midpoint(two.x), y: one.y.midpoint(two.y) };
        let (front, rear) = (middle(left, right), middle(rear_left, rear_right));
        let (length, back) = (front.distance(rear), front.bearing_to(rear));
        let steps = (length.0 / reach.0.max(1)).max(1);
        (0..=steps)
            .map(|taken| front.ahead(back, Inches(length.0 * taken / steps)))
            .all(|at| self.is_on(at, reach, &wanted))
    }

    /// How much of the straight line between two points lies in wanted features, each counted by itself.
    pub fn crossed(&self, from: Point, to: Point, wanted: impl Fn(&Feature) -> bool) -> Inches {
        self.crossed_of(Kinds::ALL, from, to, wanted)
    }

    /// Likewise of some kinds.
    pub fn crossed_of(
        &self,
        kinds: Kinds,
        from: Point,
        to: Point,
        wanted: impl Fn(&Feature) -> bool,
    ) -> Inches {
        let (from, to) = (Vec2::from(from), Vec2::from(to));
        let length = (to - from).length();
        let bounds = [from.x.min(to.x), from.y.min(to.y), from.x.max(to.x), from.y.max(to.y)];
        let near = self.outlined_of(kinds, bounds, Inches::ZERO);
        let inside = near.filter(|(_, feature, _)| wanted(feature)).flat_map(|(.., outline)| {
            outline.chords(from, to).into_iter().map(|(enter, leave)| leave - enter)
        });
        Inches(stored(inside.sum::<f64>() * length))
    }

    /// What a rectangle meets that goes straight along a bearing, facing kept: for each wanted feature the part of the
    /// way on which the leading edge, looked at in its corners and its middle, is inside.
    pub fn met(
        &self,
        start: &Rect,
        along: Bearing,
        by: Inches,
        wanted: impl Fn(&Feature) -> bool,
    ) -> Vec<Inside> {
        self.met_of(Kinds::ALL, start, along, by, wanted)
    }

    /// Likewise of some kinds.
    pub fn met_of(
        &self,
        kinds: Kinds,
        start: &Rect,
        along: Bearing,
        by: Inches,
        wanted: impl Fn(&Feature) -> bool,
    ) -> Vec<Inside> {
        let way = by.float().max(0.0);
        let step = along.vector() * way;
        let [west, south, east, north] = start.bounds();
        let bounds = [
            west + step.x.min(0.0),
            south + step.y.min(0.0),
            east + step.x.max(0.0),
            north + step.y.max(0.0),
        ];
        let near = self.outlined_of(kinds, bounds, Inches::ZERO);
        let leading = LazyCell::new(|| leading(start, along));
        near.filter(|(_, feature, _)| wanted(feature))
            .filter_map(|(number, _, outline)| {
                let parts = leading
                    .iter()
                    .flat_map(|point| outline.chords(*point, *point + step))
                    .filter(|(enter, leave)| enter < leave);
                let parts = joined(parts.collect());
                (!parts.is_empty()).then_some(Inside { feature: number, parts, way })
            })
            .collect()
    }

    /// Whether all that the centre-line of a rectangle has of a feature lies on what carries over it, or no farther off
    /// than that. A rectangle that only has its side in the feature must have its centre there.
    #[must_use]
    pub fn carries(&self, feature: usize, rect: &Rect, reach: Inches, by: Kinds) -> bool {
        let Some(outline) = self.outlines.get(feature) else { return false };
        // Whatever carries any point of the centre-line is near the whole of it.
        let near = self.outlined_of(by, rect.bounds(), reach + Inches(1));
        let carriers: Vec<&Outline> = near.map(|(.., outline)| outline).collect();
        if carriers.is_empty() {
            return false;
        }
        let is_carried = |point: Vec2| carriers.iter().any(|carrier| carrier.is_within(point, reach.float()));
        let (front, rear) = (rect.front_centre(), rect.rear_centre());
        let chords = outline.chords(rear, front);
        if chords.is_empty() {
            return is_carried(rect.centre());
        }
        let length = (front - rear).length();
        chords.into_iter().all(|(enter, leave)| {
            let count = (((leave - enter) * length / LOOK) as i32).clamp(1, 400);
            (0..=count).all(|taken| {
                let share = enter + (leave - enter) * f64::from(taken) / f64::from(count);
                is_carried(rear + (front - rear) * share)
            })
        })
    }

    /// Whether the centre-line of a rectangle crosses the feature's outline only on what carries over it, or no farther off
    /// than that; what lies between does not matter. A rectangle that only has its side in it must have its centre there.
    #[must_use]
    pub fn enters(&self, feature: usize, rect: &Rect, reach: Inches, by: Kinds) -> bool {
        let Some(outline) = self.outlines.get(feature) else { return false };
        let is_carried = |point: Vec2| self.is_at(point, reach, by);
        let (front, rear) = (rect.front_centre(), rect.rear_centre());
        let chords = outline.chords(rear, front);
        let at = |share: f64| rear + (front - rear) * share;
        if chords.iter().all(|(enter, leave)| *enter <= 0.0 && *leave >= 1.0) {
            return is_carried(rect.centre());
        }
        chords.into_iter().all(|(enter, leave)| {
            (enter <= 0.0 || is_carried(at(enter))) && (leave >= 1.0 || is_carried(at(leave)))
        })
    }

    /// How far straight ahead until the rectangle's front strip meets the feature; 0 if any part stands in it.
    #[must_use]
    pub fn gap_to(&self, feature: usize, start: &Rect, limit: Inches) -> Option<Inches> {
        let outline = self.outlines.get(feature)?;
        if outline.overlaps(start) { Some(Inches::ZERO) } else { outline.gap_before(start, limit) }
    }

    /// How far a rectangle can go straight along a bearing and stay whole on the table.
    #[must_use]
    pub fn room(&self, rect: &Rect, along: Bearing, limit: Inches) -> Inches {
        let forward = along.vector();
        let axis = |at: f64, step: f64, end: f64| match step {
            step if step > 1e-9 => (end - at) / step,
            step if step < -1e-9 => at / -step,
            _ => f64::INFINITY,
        };
        let least = rect.corners().into_iter().fold(limit.float(), |least, corner| {
            least.min(axis(corner.x, forward.x, self.width.float())).min(axis(
                corner.y,
                forward.y,
                self.depth.float(),
            ))
        });
        Inches(stored(libm::floor(least.max(0.0))))
    }
}

/// The points of the edge that leads when a rectangle goes that way: its corners and its middle.
fn leading(rect: &Rect, along: Bearing) -> Vec<Vec2> {
    let [left, right, rear_right, rear_left] = rect.corners();
    match rect.facing().off(along) {
        0 => vec![left, rect.front_centre(), right],
        -32768 | 32767 => vec![rear_left, rect.rear_centre(), rear_right],
        _ => vec![left, right, rear_right, rear_left, rect.centre()],
    }
}
