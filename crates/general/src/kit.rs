//! What the captains of all games have alike: asking the rules, remembering odds, working out wheels.

use engine::Game;
use std::collections::BTreeMap;
use table::{Footprint, Point, Pose};

/// So many odds of a kind are kept in a head.
const MOST_REMEMBERED: usize = 1 << 14;

/// A head is only so large: when it is full, it begins anew.
pub(crate) fn remember<K: Ord, V>(known: &mut BTreeMap<K, V>, facts: K, odds: V) {
    if known.len() >= MOST_REMEMBERED {
        known.clear();
    }
    known.insert(facts, odds);
}

/// The answer, if the rules take it.
pub(crate) fn accepted<G: Game>(view: &G, question: &G::Question, answer: G::Answer) -> Option<G::Answer> {
    view.check(question, &answer).is_ok().then_some(answer)
}

/// The wheel after which a point lies straight ahead, as far as a unit may wheel.
pub(crate) fn wheel_to(pose: Pose, footprint: Footprint, goal: Point, most: i32) -> i32 {
    let mut wheel = pose.facing.off(pose.at.bearing_to(goal)).clamp(-most, most);
    for _ in 0..2 {
        let start = pose.wheeled(footprint.width, wheel);
        wheel = (wheel + start.facing.off(start.at.bearing_to(goal))).clamp(-most, most);
    }
    wheel
}
