//! The way to a place where rivers and walls bar the straight one: by which bridge or ford.

use super::few::Few;
use super::spot::Spot;
use std::cell::{OnceCell, RefCell};
use table::{Feature, Kind, Pose, Shape, Terrain};

/// A bridge or ford from end to end.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    ends: [Spot; 2],
}

/// What cannot be passed, as lines of straight pieces: the middle of a river, the sides of a lake.
#[derive(Default)]
pub(crate) struct Routes {
    bars: Vec<Vec<Spot>>,
    crossings: Vec<Crossing>,
    /// The ways from the crossings to the last goals.
    onward: RefCell<Vec<(Spot, Vec<Onward>)>>,
}

/// From one end of a crossing to the other and on to a goal.
#[derive(Clone, Copy, Debug)]
struct Onward {
    near: Spot,
    far: Spot,
    /// How far it is over it, and on from there.
    over: f64,
    beyond: f64,
}

/// The next points to go to on the way to a goal.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) points: Few<Spot, 4>,
    /// The wheel toward the first of them, and the unit after it.
    pub(crate) first_wheel: OnceCell<(i32, Pose)>,
    /// How far the rules let the unit go toward the first of them, once that is measured.
    pub(crate) first_leg: OnceCell<f64>,
}

impl Route {
    pub(crate) fn of(points: impl IntoIterator<Item = Spot>) -> Route {
        let mut route = Route {
            points: Few::none(Spot::default()),
            first_wheel: OnceCell::new(),
            first_leg: OnceCell::new(),
        };
        points.into_iter().for_each(|point| route.points.push(point));
        route
    }
}

/// A way over a crossing: how long it is, onto which end if one is not there yet, and off at which.
#[derive(Clone, Copy, Debug)]
struct Over {
    length: f64,
    near: Option<Spot>,
    far: Spot,
}

/// How near the line of a crossing a unit goes straight over it.
const ON: f64 = 0.45;
/// What a way is longer for each part of it that is barred too.
const ASTRAY: f64 = 60.0;
/// The most goals that are kept in mind.
const GOALS: usize = 64;

impl Routes {
    /// The ways over a table, by what bars them in a game.
    pub(crate) fn of(terrain: &Terrain, bars: impl Fn(&Feature) -> bool + Copy) -> Routes {
        let features = &terrain.features;
        let lines: Vec<Vec<Spot>> = features.iter().filter(|feature| bars(feature)).map(line).collect();
        if lines.is_empty() {
            return Routes::default();
        }
        let leads_over = |feature: &&Feature| {
            let line = matches!(feature.kind, Kind::Bridge | Kind::Ford | Kind::Road);
            match (&feature.shape, line) {
                (Shape::Line { points, .. }, true) => points
                    .windows(2)
                    .any(|pair| terrain.crossed(pair[0], pair[1], bars) > table::Inches::ZERO),
                _ => false,
            }
        };
        let mut crossings: Vec<Crossing> = Vec::new();
        for feature in features.iter().filter(leads_over) {
            let Shape::Line { points, .. } = &feature.shape else { continue };
            for pair in points.windows(2) {
                if terrain.crossed(pair[0], pair[1], bars) <= table::Inches::ZERO {
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
        Routes { bars: lines, crossings, onward: RefCell::default() }
    }

    /// How long the way to a goal is.
    pub(crate) fn length(&self, from: Spot, goal: Spot) -> f64 {
        self.over(from, goal).map_or_else(|| from.to(goal), |over| over.length)
    }

    /// The way to a goal: straight, or over a crossing.
    pub(crate) fn way(&self, from: Spot, goal: Spot) -> Route {
        match self.over(from, goal) {
            Some(over) => Route::of(over.near.into_iter().chain([over.far, goal])),
            None => Route::of([goal]),
        }
    }

    /// The shortest way over a crossing, where the straight one is barred.
    fn over(&self, from: Spot, goal: Spot) -> Option<Over> {
        if !self.is_barred(from, goal) {
            return None;
        }
        let mut known = self.onward.borrow_mut();
        let nth = known.iter().position(|(known, _)| *known == goal).unwrap_or_else(|| {
            if known.len() >= GOALS {
                known.clear();
            }
            known.push((goal, self.onward(goal)));
            known.len() - 1
        });
        let mut best: Option<Over> = None;
        for way in &known[nth].1 {
            let Onward { near, far, over, beyond } = *way;
            // Those behind it are longer still.
            if best.is_some_and(|best| beyond >= best.length) {
                break;
            }
            // Before it or on it already: straight over.
            let on_it = beside(near, far, from).is_some_and(|share| share > -0.6 && share < 1.0);
            let mut length = beyond + if on_it { from.to(far) } else { from.to(near) + over };
            if best.is_some_and(|best| length >= best.length) {
                continue;
            }
            length += if !on_it && self.is_barred(from, near) { ASTRAY } else { 0.0 };
            if best.is_none_or(|best| length < best.length) {
                best = Some(Over { length, near: (!on_it).then_some(near), far });
            }
        }
        best
    }

    /// The ways from all crossings to a goal, the shortest from there first.
    fn onward(&self, goal: Spot) -> Vec<Onward> {
        let both = self.crossings.iter().flat_map(|crossing| {
            let [one, two] = crossing.ends;
            [(one, two), (two, one)]
        });
        let way = |(near, far): (Spot, Spot)| {
            let astray = if self.is_barred(far, goal) { ASTRAY } else { 0.0 };
            Onward { near, far, over: near.to(far), beyond: far.to(goal) + astray }
        };
        let mut ways: Vec<Onward> = both.map(way).collect();
        ways.sort_by(|one, two| one.beyond.total_cmp(&two.beyond));
        ways
    }

    /// Whether something impassable lies on the straight line.
    fn is_barred(&self, from: Spot, to: Spot) -> bool {
        self.bars.iter().any(|line| {
            let mut points = line.iter();
            let Some(mut one) = points.next() else { return false };
            let mut side = left_of(from, to, *one);
            points.any(|two| {
                let last = (std::mem::replace(&mut one, two), side);
                side = left_of(from, to, *two);
                // Most pieces lie on one side of the way.
                last.1 * side <= 0.0 && left_of(*last.0, *two, from) * left_of(*last.0, *two, to) <= 0.0
            })
        })
    }
}

/// How far to the left of a line a spot lies, times the line's length.
fn left_of(from: Spot, to: Spot, at: Spot) -> f64 {
    (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)
}

/// A feature's points, a closed one back to its first.
fn line(feature: &Feature) -> Vec<Spot> {
    let (points, closing) = match &feature.shape {
        Shape::Line { points, .. } => (points, None),
        Shape::Polygon(points) => (points, points.first()),
    };
    points.iter().chain(closing).map(|point| Spot::of(*point)).collect()
}

/// Where a spot is along a line, as a share of it, if it is near the line or its prolongation.
fn beside(from: Spot, to: Spot, at: Spot) -> Option<f64> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).max(1e-9);
    let share = ((at.x - from.x) * x + (at.y - from.y) * y) / length;
    let foot = Spot { x: from.x + x * share, y: from.y + y * share };
    (foot.to(at) <= ON).then_some(share)
}
