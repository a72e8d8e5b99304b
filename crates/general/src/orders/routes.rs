//! The way to a place where rivers and walls bar the straight one: by which bridge or ford.

use super::picture::Spot;
use orders::scenario::Scenario;
use orders::{Orders, Rules};
use table::{Feature, Kind, Shape};

/// A bridge or ford from end to end.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    ends: [Spot; 2],
}

#[derive(Default)]
pub(crate) struct Routes {
    /// Whether there is anything on the table that nobody can pass.
    barred: bool,
    crossings: Vec<Crossing>,
}

/// How near the line of a crossing a unit goes straight over it.
const ON: f64 = 0.45;

impl Routes {
    pub(crate) fn of(rules: &Rules, scenario: &Scenario) -> Routes {
        let features = &scenario.terrain.features;
        let bars = |feature: &Feature| rules.class_of(feature).impassable;
        if !features.iter().any(bars) {
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
        Routes { barred: true, crossings }
    }

    /// The next points to go to on the way to a goal, and how long the whole way is.
    pub(crate) fn way(&self, view: &Orders, from: Spot, goal: Spot) -> (Vec<Spot>, f64) {
        if !self.barred || !is_barred(view, from, goal) {
            return (vec![goal], from.to(goal));
        }
        let mut best: Option<(f64, Vec<Spot>)> = None;
        for crossing in &self.crossings {
            for (near, far) in [(0, 1), (1, 0)] {
                let (near, far) = (crossing.ends[near], crossing.ends[far]);
                let (onto, over) = (from.to(near), near.to(far));
                let on_line = beside(near, far, from);
                let (way, length) = match on_line {
                    // Before it or on it already: straight over.
                    Some(share) if share > -0.6 && share < 1.0 => {
                        (vec![far, goal], from.to(far) + far.to(goal))
                    }
                    _ => (vec![near, far, goal], onto + over + far.to(goal)),
                };
                let length = length + if is_barred(view, far, goal) { 60.0 } else { 0.0 };
                let blocked = way.len() == 3 && is_barred(view, from, near);
                let length = length + if blocked { 60.0 } else { 0.0 };
                if best.as_ref().is_none_or(|(least, _)| length < *least) {
                    best = Some((length, way));
                }
            }
        }
        best.map_or_else(|| (vec![goal], from.to(goal)), |(length, way)| (way, length))
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

fn is_barred(view: &Orders, from: Spot, to: Spot) -> bool {
    let bars = |feature: &Feature| view.rules.class_of(feature).impassable;
    view.scenario.terrain.crossed(from.point(), to.point(), bars) > table::Inches::ZERO
}
