//! Where a unit may march by one wheel and straight on, as the ghost of the page goes: the rules are asked way by way.

use crate::shown::options::May;
use crate::shown::view::pair;
use std::collections::BTreeMap;
use table::{Footprint, Inches, Limits, Pose, wheel_length};

/// Wheels tried at first, from full left to full right; more where neighbours differ.
const RAYS: i32 = 32;
/// How often the space between two neighbours is halved.
const HALVINGS: u32 = 3;
/// Neighbours whose ends are no farther apart than this are alike.
const ALIKE: Inches = Inches::mils(600);
/// The distance between two ways tried after one wheel; a narrower gap may be overlooked.
const STEP: Inches = Inches::mils(500);
/// How close an end of what is allowed is looked for.
const CLOSE: i32 = 16;

/// From where to where straight on is allowed after a wheel.
type Stretch = (Inches, Inches);

/// One wheel, and how far on it is allowed to go, nearest first.
struct Ray {
    turn: i32,
    stretches: Vec<Stretch>,
}

/// Where a march may lead.
pub(crate) struct Reach {
    /// The farthest pose of each wheel.
    pub ends: Vec<Pose>,
    /// Where the middle of the front may end, as rings; one within another is a hole.
    pub area: Vec<Vec<[i32; 2]>>,
}

impl Reach {
    /// Whether it leads anywhere but where one stands.
    pub(crate) fn leads_on(&self, from: Pose) -> bool {
        self.ends.iter().any(|end| end.at != from.at || end.facing != from.facing)
    }

    /// The march of a unit that wheels, and whose move nothing shortens but what is in its way.
    pub(crate) fn may(self, limits: Limits) -> May {
        let (Reach { ends, area }, Limits { allowance, max_wheel }) = (self, limits);
        May::March { allowance, in_command: None, rough: None, max_wheel, area, ends, free: false }
    }
}

/// Asks the rules (`legal`) for every so many wheels and ways.
pub(crate) fn reach(
    start: Pose,
    footprint: Footprint,
    limits: Limits,
    legal: impl Fn(i32, Inches) -> bool,
) -> Reach {
    let along = |turn: i32| Ray {
        turn,
        stretches: stretches(limits.allowance - wheel_length(footprint.width, turn), |by| legal(turn, by)),
    };
    let widest = widest(footprint, limits);
    let mut rays: Vec<Ray> = Vec::new();
    for n in -RAYS / 2..=RAYS / 2 {
        let next = along(widest * n / (RAYS / 2));
        if let Some(last) = rays.pop() {
            between(last, &next, HALVINGS, &along, &mut rays);
        }
        rays.push(next);
    }
    let at = |turn: i32, by: Inches| start.wheeled(footprint.width, turn).ahead(by);
    let farthest = |ray: &Ray| ray.stretches.last().map(|(_, to)| at(ray.turn, *to));
    let place = |(turn, by): (i32, Inches)| pair(at(turn, by).at);
    Reach {
        ends: rays.iter().filter_map(farthest).collect(),
        area: rings(&rays).into_iter().map(|ring| ring.into_iter().map(place).collect()).collect(),
    }
}

/// The widest wheel a unit can pay for.
fn widest(footprint: Footprint, limits: Limits) -> i32 {
    let pays = |turn: i32| wheel_length(footprint.width, turn) <= limits.allowance;
    if pays(limits.max_wheel) {
        return limits.max_wheel;
    }
    let (mut paid, mut dear) = (0, limits.max_wheel);
    while dear - paid > 1 {
        let middle = paid.midpoint(dear);
        if pays(middle) { paid = middle } else { dear = middle }
    }
    paid
}

/// The first of two neighbours, and rays between them as long as they differ.
fn between(first: Ray, next: &Ray, halvings: u32, along: &impl Fn(i32) -> Ray, rays: &mut Vec<Ray>) {
    let middle = first.turn.midpoint(next.turn);
    if halvings == 0 || middle == first.turn || alike(&first, next) {
        rays.push(first);
        return;
    }
    let ray = along(middle);
    between(first, &ray, halvings - 1, along, rays);
    between(ray, next, halvings - 1, along, rays);
}

fn alike(one: &Ray, other: &Ray) -> bool {
    let near = |a: Inches, b: Inches| (a.0 - b.0).abs() <= ALIKE.0;
    one.stretches.len() == other.stretches.len()
        && one.stretches.iter().zip(&other.stretches).all(|(a, b)| near(a.0, b.0) && near(a.1, b.1))
}

/// Where straight on is allowed, up to so far.
fn stretches(room: Inches, legal: impl Fn(Inches) -> bool) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut last = Inches::ZERO;
    let mut since = legal(last).then_some(last);
    while last < room {
        let next = (last + STEP).min(room);
        match (since, legal(next)) {
            (None, true) => since = Some(edge(next, last, &legal)),
            (Some(from), false) => {
                found.push((from, edge(last, next, &legal)));
                since = None;
            }
            (None, false) | (Some(_), true) => {}
        }
        last = next;
    }
    found.extend(since.map(|from| (from, last)));
    found
}

/// The last way that is allowed, between one that is and one that is not.
fn edge(allowed: Inches, barred: Inches, legal: impl Fn(Inches) -> bool) -> Inches {
    let (mut allowed, mut barred) = (allowed.0, barred.0);
    while (allowed - barred).abs() > CLOSE {
        let middle = allowed.midpoint(barred);
        if legal(Inches(middle)) { allowed = middle } else { barred = middle }
    }
    Inches(allowed)
}

/// A place: the number of its ray, and how far along it.
type Spot = (usize, Inches);

/// The border of all that lies between stretches of neighbouring rays, as rings; a ring within another is a hole.
fn rings(rays: &[Ray]) -> Vec<Vec<(i32, Inches)>> {
    let mut border: BTreeMap<Spot, Vec<Spot>> = BTreeMap::new();
    let mut edge = |from: Spot, to: Spot| {
        if from != to {
            border.entry(from).or_default().push(to);
        }
    };
    let mut left: Vec<Stretch> = Vec::new();
    for n in 0..rays.len() {
        let cells = rays.get(n + 1).map_or_else(Vec::new, |next| cells(&rays[n], next));
        for ((from, to), (next_from, next_to)) in &cells {
            edge((n, *from), (n + 1, *next_from));
            edge((n + 1, *next_to), (n, *to));
        }
        // What lies on both sides of a ray is no border.
        let right: Vec<Stretch> = cells.iter().map(|(own, _)| *own).collect();
        without(&left, &right).for_each(|(from, to)| edge((n, from), (n, to)));
        without(&right, &left).for_each(|(from, to)| edge((n, to), (n, from)));
        left = cells.iter().map(|(_, next)| *next).collect();
    }
    let mut rings = Vec::new();
    while let Some(first) = border.keys().next().copied() {
        let (mut ring, mut at) = (Vec::new(), first);
        while let Some(next) = follow(&mut border, at) {
            ring.push((rays[at.0].turn, at.1));
            at = next;
        }
        rings.push(ring);
    }
    rings.retain(|ring| ring.len() > 2);
    rings
}

/// On along the border, which is used up on the way.
fn follow(border: &mut BTreeMap<Spot, Vec<Spot>>, at: Spot) -> Option<Spot> {
    let ways = border.get_mut(&at)?;
    let next = ways.pop();
    if ways.is_empty() {
        border.remove(&at);
    }
    next
}

/// Stretches of two neighbours that lie beside each other; where one parts or several come together, as far as both go.
fn cells(ray: &Ray, next: &Ray) -> Vec<(Stretch, Stretch)> {
    let meet = |one: &Stretch, other: &Stretch| one.0 <= other.1 && other.0 <= one.1;
    let alone = |one: &Stretch, all: &[Stretch]| all.iter().filter(|other| meet(one, other)).count() == 1;
    let mut cells = Vec::new();
    for one in &ray.stretches {
        for other in next.stretches.iter().filter(|other| meet(one, other)) {
            let common = (one.0.max(other.0), one.1.min(other.1));
            let whole = alone(one, &next.stretches) && alone(other, &ray.stretches);
            cells.push(if whole { (*one, *other) } else { (common, common) });
        }
    }
    cells
}

/// What of some stretches, nearest first, the others leave.
fn without<'a>(some: &'a [Stretch], others: &'a [Stretch]) -> impl Iterator<Item = Stretch> + 'a {
    some.iter().flat_map(move |(from, to)| {
        let mut left = vec![(*from, *to)];
        for (begin, end) in others {
            let cut = |(from, to): (Inches, Inches)| [(from, to.min(*begin)), (from.max(*end), to)];
            left = left.into_iter().flat_map(cut).filter(|(from, to)| from < to).collect();
        }
        left
    })
}
