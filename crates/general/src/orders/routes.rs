//! The way to a place where rivers and walls bar the straight one: by which bridge or ford.

use super::picture::Spot;
use orders::scenario::Scenario;
use orders::{Orders, Rules};
use table::{Feature, Kind, Point, Shape};

/// A bridge or ford from end to end.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    ends: [Spot; 2],
}

#[derive(Default)]
pub(crate) struct Routes {
    /// The boxes around everything that nobody can pass, piece by piece: west, south, east, north.
    bars: Vec<[f64; 4]>,
    crossings: Vec<Crossing>,
}

/// How near the line of a crossing a unit goes straight over it.
const ON: f64 = 0.45;
/// What a way is longer for each part of it that is barred too.
const ASTRAY: f64 = 60.0;

impl Routes {
    pub(crate) fn of(rules: &Rules, scenario: &Scenario) -> Routes {
        let features = &scenario.terrain.features;
        let bars = |feature: &Feature| rules.class_of(feature).impassable;
        let boxes: Vec<[f64; 4]> = features.iter().filter(|feature| bars(feature)).flat_map(boxes).collect();
        if boxes.is_empty() {
            return Routes::default();
        }
        let leads_over = |feature: &&Feature| {
            let line = matches!(feature.kind, Kind::Bridge | Kind::Ford | Kind::Road);
            match (&feature.shape, line) {
                (Shape::Line { points, .. }, true) => points
                    .windows(2)
                    .any(|pair| scenario.terrain.crossed(pair[0], pair[1], bars) > table::Inches::ZERO),
                _ => false,
            }
        };
        let mut crossings: Vec<Crossing> = Vec::new();
        for feature in features.iter().filter(leads_over) {
            let Shape::Line { points, .. } = &feature.shape else { continue };
            for pair in points.windows(2) {
                if scenario.terrain.crossed(pair[0], pair[1], bars) <= table::Inches::ZERO {
                    continue;
                }
                let ends = [Spot::of(pair[0]), Spot::of(pair[1])];
                let middle = ends[0].toward(ends[1], ends[0].to(ends[1]) / 2.0);
                // A road over a bridge that is drawn too is the same crossing.
                let known = |other: &Crossing| {
                    let half = other.ends[0].to(other.ends[1]) / 2.0;
                    other.ends[0].toward(other.ends[1], half).to(middle) < 1.5
                };
                if feature.kind == Kind::Road && features.iter().any(|f| f.kind == Kind::Bridge) {
                    continue;
                }
                if !crossings.iter().any(known) {
                    crossings.push(Crossing { ends });
                }
            }
        }
        Routes { bars: boxes, crossings }
    }

    /// How long the way to a goal is.
    pub(crate) fn length(&self, view: &Orders, from: Spot, goal: Spot) -> f64 {
        if self.is_barred(view, from, goal) {
            let lengths = self.ways(view, from, goal).map(|(length, _)| length);
            lengths.min_by(f64::total_cmp).unwrap_or_else(|| from.to(goal))
        } else {
            from.to(goal)
        }
    }

    /// The next points to go to on the way to a goal, and how long the whole way is.
    pub(crate) fn way(&self, view: &Orders, from: Spot, goal: Spot) -> (Vec<Spot>, f64) {
        if !self.is_barred(view, from, goal) {
            return (vec![goal], from.to(goal));
        }
        let best = self.ways(view, from, goal).min_by(|one, two| one.0.total_cmp(&two.0));
        best.map_or_else(
            || (vec![goal], from.to(goal)),
            |(length, (near, far))| (near.into_iter().chain([far, goal]).collect(), length),
        )
    }

    /// The ways over each crossing, in both directions: how long, onto which end first if one is not there yet, and off
    /// at which.
    fn ways<'r>(
        &'r self,
        view: &'r Orders,
        from: Spot,
        goal: Spot,
    ) -> impl Iterator<Item = (f64, (Option<Spot>, Spot))> + 'r {
        let both = self.crossings.iter().flat_map(|crossing| {
            let [one, two] = crossing.ends;
            [(one, two), (two, one)]
        });
        both.map(move |(near, far)| {
            // Before it or on it already: straight over.
            let on_it = beside(near, far, from).is_some_and(|share| share > -0.6 && share < 1.0);
            let mut length = far.to(goal) + if on_it { from.to(far) } else { from.to(near) + near.to(far) };
            if self.is_barred(view, far, goal) {
                length += ASTRAY;
            }
            if !on_it && self.is_barred(view, from, near) {
                length += ASTRAY;
            }
            (length, ((!on_it).then_some(near), far))
        })
    }

    /// Whether something that nobody can pass lies on the straight line.
    fn is_barred(&self, view: &Orders, from: Spot, to: Spot) -> bool {
        let near = |[west, south, east, north]: &[f64; 4]| {
            from.x.min(to.x) <= *east
                && from.x.max(to.x) >= *west
                && from.y.min(to.y) <= *north
                && from.y.max(to.y) >= *south
        };
        if !self.bars.iter().any(near) {
            return false;
        }
        let bars = |feature: &Feature| view.rules.class_of(feature).impassable;
        view.scenario.terrain.crossed(from.point(), to.point(), bars) > table::Inches::ZERO
    }
}

/// The boxes around the pieces of a feature, with a little to spare.
fn boxes(feature: &Feature) -> Vec<[f64; 4]> {
    let around = |points: &[Point], by: f64| {
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for spot in points.iter().map(|point| Spot::of(*point)) {
            bounds[0] = bounds[0].min(spot.x - by);
            bounds[1] = bounds[1].min(spot.y - by);
            bounds[2] = bounds[2].max(spot.x + by);
            bounds[3] = bounds[3].max(spot.y + by);
        }
        bounds
    };
    match &feature.shape {
        Shape::Line { points, width } => {
            let by = f64::from(width.0) / 1000.0 + 0.1;
            points.windows(2).map(|piece| around(piece, by)).collect()
        }
        Shape::Polygon(points) => vec![around(points, 0.1)],
    }
}

/// Where a spot is along a line, as a share of it, if it is near the line or its prolongation.
fn beside(from: Spot, to: Spot, at: Spot) -> Option<f64> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).max(1e-9);
    let share = ((at.x - from.x) * x + (at.y - from.y) * y) / length;
    let foot = Spot { x: from.x + x * share, y: from.y + y * share };
    (foot.to(at) <= ON).then_some(share)
}
