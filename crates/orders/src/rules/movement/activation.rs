//! Which unit may be given anything to do in step 2, and that it has done it (ruling move.sequence).

use crate::ids::house;
use crate::state::game::Orders;
use crate::state::refusal::{Cite, Refusal, refuse};
use crate::state::unit::{Standing, Unit, UnitId};
use engine::Side;
use engine::wording::says;

/// Whether a unit of that side may be given anything to do now.
pub(crate) fn may_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    standing: Standing,
) -> Result<&Unit, Refusal> {
    let Some(unit) = game.get(id) else { return refuse(Cite::question(), "There is no such unit.") };
    let name = unit.name();
    let sequence = house!("move.sequence");
    if unit.side() != side {
        return refuse(sequence, says(name, "[is|are] not yours to move."));
    }
    if unit.standing != standing {
        let on_table = standing == Standing::OnTable;
        let why = if on_table { "[is|are] not on the table." } else { "do[es] not wait to enter." };
        return refuse(sequence, says(name, why));
    }
    if let Some(first) = only.filter(|only| *only != id) {
        return refuse(sequence, says(game.name(first), "[is|are] being moved and [is|are] finished first."));
    }
    if unit.acted {
        return refuse(sequence, says(name, "[has|have] acted this turn already."));
    }
    if game.in_contact(id) {
        return refuse(house!("melee.locked"), says(name, "[is|are] in contact with the enemy."));
    }
    if game.rules.plays(house!("move.sequence", "corps")) {
        let begun = game.units_of(unit.corps()).any(|(_, other)| other.acted);
        if let Some(other) = game.acting.filter(|acting| begun && *acting != unit.corps()) {
            let why = format!("[has|have] begun to act, and the corps of {name} has had its turn.");
            let why = says(&game.corps(other).name, &why);
            return refuse(sequence, why);
        }
    }
    Ok(unit)
}

/// A unit has done what it does this turn.
pub(crate) fn done(game: &mut Orders, unit: UnitId) {
    game.unit_mut(unit).acted = true;
    begin_corps(game, unit);
    if game.activation.is_some_and(|activation| activation.unit == unit) {
        game.activation = None;
    }
}

/// Its corps is the one that acts, where the house moves by corps.
pub(super) fn begin_corps(game: &mut Orders, unit: UnitId) {
    if game.rules.plays(house!("move.sequence", "corps")) {
        game.acting = Some(game.unit(unit).corps());
    }
}
