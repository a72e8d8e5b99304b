//! Wheels, as every captain works them out.

use table::{Footprint, Point, Pose};

/// The wheel after which a point lies straight ahead, as far as a unit may wheel.
pub(crate) fn wheel_to(pose: Pose, footprint: Footprint, goal: Point, most: i32) -> i32 {
    let mut wheel = pose.facing.off(pose.at.bearing_to(goal)).clamp(-most, most);
    for _ in 0..2 {
        let start = pose.wheeled(footprint.width, wheel);
        wheel = (wheel + start.facing.off(start.at.bearing_to(goal))).clamp(-most, most);
    }
    wheel
}
