//! The formations a unit may be in.

use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::Formation;

/// The formations a unit may be in, its own among them.
pub(crate) fn formations(game: &Orders, unit: UnitId) -> Vec<Formation> {
    let body = game.unit(unit);
    let may = |formation: &Formation| {
        *formation == body.formation || game.rules.unsuited(body.arm(), *formation).is_none()
    };
    Formation::WORDS.iter().map(|(_, formation)| *formation).filter(may).collect()
}
