//! What the answer to a question comes down to, for whoever weighs it beforehand: `outlook` finds its odds.

use crate::rules::charge::Declared;
use crate::state::answer::Shot;
use crate::state::event::Cause;
use crate::state::game::Orders;
use crate::state::unit::UnitId;

/// What an answer of this game may lead to.
pub type Outlook = engine::outlook::Outlook<Orders>;

/// What is left to chance by an answer.
#[derive(Clone, Debug)]
pub(crate) enum Prospect {
    /// A charge, with the fire it meets.
    Charge(Declared),
    /// A charge that has struck, whose target tries to form square or does not.
    Struck {
        charger: UnitId,
        target: UnitId,
        tries_square: bool,
    },
    /// The melee of a charger.
    Melee {
        charger: UnitId,
    },
    Shot(Shot),
    /// A check of a unit.
    Check {
        unit: UnitId,
        cause: Cause,
    },
}
