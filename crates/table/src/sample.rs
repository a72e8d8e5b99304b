//! Candidate moves from random words, and spots searched outward from a point.

use crate::{Bearing, Footprint, Inches, Leg, Limits, Point, Pose, Vec2};

/// One candidate move chosen by three random words: perhaps a wheel, an advance, perhaps a second wheel.
///
/// Always within the limits, as `Track` counts. Empty if nothing can be moved.
#[must_use]
pub fn sample(_start: Pose, footprint: Footprint, limits: Limits, words: [u32; 3]) -> Vec<Leg> {
    let [first, advance, second] = words;
    let mut legs = Vec::with_capacity(3);
    // A quarter go straight, as many to the full wheel, the rest anywhere between.
    let widest = limits.widest(footprint);
    let turn = match first % 8 {
        0 | 1 => 0,
        2 => widest,
        3 => -widest,
        _ => between(-widest, widest, first / 8),
    };
    let room = limits.after_wheel(footprint, turn);
    // Half go as far as they can.
    let ahead = if advance % 2 == 0 { room.0 } else { between(0, room.0, advance / 2) };
    let left =
        Limits { allowance: room - Inches(ahead), max_wheel: limits.max_wheel.saturating_sub(turn.abs()) };
    let rest = left.widest(footprint);
    let last = if second % 4 == 0 { between(-rest, rest, second / 4) } else { 0 };
    if turn != 0 {
        legs.push(Leg::Wheel(turn));
    }
    if ahead > 0 {
        legs.push(Leg::Ahead(Inches(ahead)));
    }
    if last != 0 {
        legs.push(Leg::Wheel(last));
    }
    legs
}

/// A whole number from low to high, both included, picked by the word.
fn between(low: i32, high: i32, word: u32) -> i32 {
    let count = i64::from(high).saturating_sub(i64::from(low)).max(0) + 1;
    i32::try_from(i64::from(low) + i64::from(word) % count).unwrap_or(low)
}

/// Spots around a point, nearest first: the point, then rings a step apart with about a step between spots, from north clockwise.
pub fn spiral(around: Point, step: Inches, reach: Inches) -> impl Iterator<Item = Point> {
    let rings = if step.0 > 0 { u64::from((reach.0.max(0) / step.0).unsigned_abs()) } else { 0 };
    let ring = move |ring: u64| {
        let spots = ring * 6;
        let radius = step.float() * ring as f64;
        (0..spots).map(move |spot| {
            let bearing = Bearing((spot * 65536 / spots) as u16);
            (Vec2::from(around) + bearing.vector() * radius).stored()
        })
    };
    std::iter::once(around).chain((1..=rings).flat_map(ring))
}

/// Spots straight along a bearing, a step apart and the last at the distance itself, each with how far it is. Facing is kept.
pub fn steps_along(
    from: Pose,
    along: Bearing,
    distance: Inches,
    step: Inches,
) -> impl Iterator<Item = (Inches, Pose)> {
    let step = step.0.max(1);
    let count = distance.0.max(0).saturating_add(step - 1) / step;
    (1..=count).map(move |taken| {
        let gone = Inches(step.saturating_mul(taken).min(distance.0));
        (gone, Pose { at: from.at.ahead(along, gone), facing: from.facing })
    })
}

/// The nearest spot that is free, facing kept: looked for outward in rings.
pub fn nearest_spot(pose: Pose, step: Inches, reach: Inches, free: impl Fn(Pose) -> bool) -> Option<Pose> {
    spiral(pose.at, step, reach).map(|at| Pose { at, facing: pose.facing }).find(|pose| free(*pose))
}
