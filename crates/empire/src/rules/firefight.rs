//! Firefights.

use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::Umpire;

/// A unit that has moved away is in no firefight any more (ruling firefight.when).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn part<U: Umpire<Empire>>(game: &mut Empire, _: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    game.firefights.retain(|pair| pair.french != unit && pair.allied != unit);
    Ok(())
}
