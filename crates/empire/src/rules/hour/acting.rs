//! Who may act in the impulse that is played.

use crate::ids::{house, rule};
use crate::state::answer::Refusal;
use crate::state::game::{Acting, Bonus, Empire};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, MeKind};
use engine::{refuse, why};

/// Whether a unit may act in the impulse that is played: in a bonus no battery that has bombarded, and in a bonus for one unit it
/// alone, and no lone battery.
///
/// # Errors
/// The refusal.
pub(crate) fn may_act(game: &Empire, unit: UnitId) -> Result<(), Refusal> {
    let Some(Acting { bonus: Some(bonus), me: Some(me), .. }) = game.acting else { return Ok(()) };
    let body = game.unit(unit);
    if body.hour.bombarded {
        return refuse(
            house!("bombard.when"),
            why!(
                "{} [has|have] bombarded in this hour and [does|do] not act in a bonus impulse.",
                body.called()
            ),
        );
    }
    if bonus != Bonus::OneUnit {
        return Ok(());
    }
    let single = rule!("empire.bonus.single-battery");
    if body.arm() == Arm::Artillery && game.me(me).kind != MeKind::GrandBattery && game.rules.on(single) {
        return refuse(
            single,
            why!("{} [is|are] guns, and the bonus is for a battalion or regiment.", body.called()),
        );
    }
    let has_acted = |(id, other): (UnitId, &Unit)| {
        let same = other.group.is_some() && other.group == body.group;
        id != unit && !same && (other.impulse.acted || other.impulse.moved)
    };
    if game.units_of(me).any(has_acted) {
        return refuse(
            rule!("empire.bonus.one-unit"),
            why!("{} come[s] too late: the bonus is for one unit.", body.called()),
        );
    }
    Ok(())
}
