//! Where a unit may march by one wheel and straight on, as the ghost of the page goes: the rules are asked way by way.

use crate::view::pair;
use table::{Footprint, Inches, Limits, Pose, wheel_length};

/// Wheels tried at first, from full left to full right; more where neighbours differ.
const RAYS: i32 = 32;
/// How often the space between two neighbours is halved.
const HALVINGS: u32 = 3;
/// Neighbours whose ends are no farther apart than this are alike.
const ALIKE: Inches = Inches::mils(600);
/// Ways tried after one wheel are so far apart; a gap that is narrower may be overlooked.
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
    pub(crate) ends: Vec<Pose>,
    /// Where the middle of the front may end, as rings.
    pub(crate) area: Vec<Vec<[i32; 2]>>,
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

/// Stretches of neighbours that lie beside each other, strung together: out along the near ends, back along the far.
fn rings(rays: &[Ray]) -> Vec<Vec<(i32, Inches)>> {
    let mut done: Vec<Strip> = Vec::new();
    let mut open: Vec<Strip> = Vec::new();
    for (n, ray) in rays.iter().enumerate() {
        let before = n.checked_sub(1).map_or(&[][..], |before| &rays[before].stretches[..]);
        let mut next: Vec<Strip> = Vec::new();
        for stretch in &ray.stretches {
            let beside: Vec<&Stretch> = before.iter().filter(|other| meet(other, stretch)).collect();
            let alone = |other: &Stretch| ray.stretches.iter().filter(|own| meet(own, other)).count() == 1;
            match beside[..] {
                // One to one: the strip goes on.
                [other] if alone(other) => {
                    let mut strip = match open
                        .iter()
                        .position(|strip| strip.last().is_some_and(|(_, last)| last == other))
                    {
                        Some(at) => open.swap_remove(at),
                        None => vec![(rays[n - 1].turn, *other)],
                    };
                    strip.push((ray.turn, *stretch));
                    next.push(strip);
                }
                // It parts or comes together: what lies beside it is a strip of its own.
                _ => {
                    let parts = beside.iter().map(|other| (other.0.max(stretch.0), other.1.min(stretch.1)));
                    done.extend(parts.map(|part| vec![(rays[n - 1].turn, part), (ray.turn, part)]));
                    next.push(vec![(ray.turn, *stretch)]);
                }
            }
        }
        done.append(&mut open);
        open = next;
    }
    done.append(&mut open);
    let ring = |strip: &Strip| {
        let near = strip.iter().map(|(turn, (from, _))| (*turn, *from));
        let far = strip.iter().rev().map(|(turn, (_, to))| (*turn, *to));
        near.chain(far).collect()
    };
    done.iter().filter(|strip| strip.len() > 1).map(ring).collect()
}

/// Stretches of neighbouring rays that hang together.
type Strip = Vec<(i32, Stretch)>;

fn meet(one: &Stretch, other: &Stretch) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}
