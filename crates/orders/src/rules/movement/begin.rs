//! The way a unit begins, with what it has for its move.

use super::command_check::{Means, means};
use crate::rules::movement::walk::{Purpose, Walk};
use crate::state::answer::Pace;
use crate::state::game::Orders;
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use table::Pose;

/// The walk a unit is about to begin, with what it has for its move.
pub(crate) fn begin(
    game: &Orders,
    id: UnitId,
    purpose: Purpose,
) -> Result<Option<(Walk<'_>, Means)>, Refusal> {
    let means = means(game, id)?;
    let Some(pose) = game.unit(id).pose.filter(|_| game.measured) else { return Ok(None) };
    let walk = Walk::new(game, id, pose, purpose).with(means.budget, means.bonus.unwrap_or_default());
    Ok(Some((walk, means)))
}

/// Where paces lead that have been found legal.
pub fn walked(game: &Orders, id: UnitId, paces: &[Pace]) -> Option<(Pose, Formation)> {
    let (mut walk, _) = begin(game, id, Purpose::March).ok()??;
    walk.take(paces).ok()?;
    walk.arrives().ok()?;
    Some((walk.pose, walk.formation))
}
