//! How far a unit can get: the outline of the region its move may end in.

use crate::measure::RADIANS;
use crate::path::arc;
use crate::{Footprint, Inches, Leg, Pose, Track};

/// What a move may use up.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Limits {
    pub allowance: Inches,
    /// All wheels together, in 65536ths.
    pub max_wheel: i32,
}

impl Limits {
    /// The widest wheel both the allowance and the limit on wheeling leave.
    pub(crate) fn widest(self, footprint: Footprint) -> i32 {
        let radius = footprint.width.float().max(0.0);
        let most = self.max_wheel.clamp(0, 65536);
        let paid = libm::floor(self.allowance.float().max(0.0) / (radius * RADIANS));
        if radius > 0.0 && paid < f64::from(most) { paid as i32 } else { most }
    }

    /// What is left of the allowance after a wheel, whole thousandths.
    pub(crate) fn after_wheel(self, footprint: Footprint, turn: i32) -> Inches {
        Inches(libm::floor(self.allowance.float() - arc(footprint.width, turn)).max(0.0) as i32)
    }
}

/// The farthest legal end for each of `rays` wheels from full left to full right, each followed by a straight advance.
///
/// A wheel that is blocked by itself gives no end. A way once blocked is taken to stay blocked farther on.
pub fn reach(
    start: Pose,
    footprint: Footprint,
    limits: Limits,
    rays: usize,
    blocked: impl Fn(&Track) -> bool,
) -> Vec<Pose> {
    let widest = i64::from(limits.widest(footprint));
    let last = i64::try_from(rays).unwrap_or(i64::MAX).saturating_sub(1).min(65536 * 2);
    (0..=last)
        .filter_map(|ray| {
            let turn =
                if last == 0 { 0 } else { i32::try_from(-widest + 2 * widest * ray / last).unwrap_or(0) };
            farthest(start, footprint, turn, limits.after_wheel(footprint, turn), &blocked)
        })
        .collect()
}

/// The farthest legal end after one wheel.
fn farthest(
    start: Pose,
    footprint: Footprint,
    turn: i32,
    room: Inches,
    blocked: &impl Fn(&Track) -> bool,
) -> Option<Pose> {
    let end = |advance: i32| {
        let legs = [Leg::Wheel(turn), Leg::Ahead(Inches(advance))];
        let legs = if turn == 0 { &legs[1..] } else { &legs[..] };
        let track = Track::new(start, footprint, legs);
        (!blocked(&track)).then(|| track.end())
    };
    if let Some(pose) = end(room.0) {
        return Some(pose);
    }
    let (mut clear, mut barred) = ((0, end(0)?), room.0);
    while barred - clear.0 > 1 {
        let middle = clear.0 + (barred - clear.0) / 2;
        match end(middle) {
            Some(pose) => clear = (middle, pose),
            None => barred = middle,
        }
    }
    Some(clear.1)
}
