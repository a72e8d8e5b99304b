//! Who may try the hasty square, what it goes through, and whether it forms.

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::morale::{Ordeal, SingleTest};
use crate::state::event::Cause;
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Level};

/// Whether a unit that is charged may try the hasty square, if it has room.
pub fn may_try_square(game: &Orders, charger: UnitId, target: UnitId) -> bool {
    let unit = game.unit(target);
    may_square_up(&game.rules, game.unit(charger).arm(), unit.arm(), unit.formation, unit.level)
}

/// Whether a unit may try the hasty square before a charger of that arm, on open ground and with room.
pub(crate) fn may_square_up(
    rules: &Rules,
    charger: Arm,
    arm: Arm,
    formation: Formation,
    level: Level,
) -> bool {
    arm.is_infantry()
        && charger.is_cavalry()
        && matches!(formation, Formation::Line | Formation::Column | Formation::Road)
        && level != Level::Panic
        && rules.on(rule!("orders.hasty-square.test"))
}

/// What a unit goes through that tries.
pub(crate) fn square_test(rules: &Rules) -> Ordeal {
    SingleTest::of(rules, Cause::Square).ordeal
}

/// Whether it forms square after that.
pub(crate) fn squares_up(rules: &Rules, ordeal: Ordeal, passed: bool) -> bool {
    passed && ordeal.checks > 0 && rules.on(rule!("orders.hasty-square.pass"))
}
