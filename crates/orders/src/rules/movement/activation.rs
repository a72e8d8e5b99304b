//! Which unit may be given anything to do in step 2, and that it has done it (ruling move.sequence).

use crate::ids::house;
use crate::state::game::Orders;
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{Standing, Unit, UnitId};
use engine::Side;

/// Whether a unit of that side may be given anything to do now.
pub(crate) fn may_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    standing: Standing,
) -> Result<&Unit, Refusal> {
    let Some(unit) = game.get(id) else { return refuse(Cite::question(), "There is no such unit.") };
    let name = unit.called();
    let sequence = house!("move.sequence");
    if unit.side() != side {
        return refuse(sequence, why!("{} [is|are] not yours to move.", name));
    }
    if unit.standing != standing {
        let on_table = standing == Standing::OnTable;
        let why = if on_table {
            why!("{} [is|are] not on the table.", name)
        } else {
            why!("{} do[es] not wait to enter.", name)
        };
        return refuse(sequence, why);
    }
    if let Some(first) = only.filter(|only| *only != id) {
        return refuse(
            sequence,
            why!("{} [is|are] being moved and [is|are] finished first.", game.called(first)),
        );
    }
    if unit.acted {
        return refuse(sequence, why!("{} [has|have] acted this turn already.", name));
    }
    if game.in_contact(id) {
        return refuse(house!("melee.locked"), why!("{} [is|are] in contact with the enemy.", name));
    }
    if game.rules.plays(house!("move.sequence", "corps")) {
        let begun = game.units_of(unit.corps()).any(|(_, other)| other.acted);
        if let Some(other) = game.acting.filter(|acting| begun && *acting != unit.corps()) {
            let begun = &game.corps(other).name;
            let why = why!("{} [has|have] begun to act, and the corps of {} has had its turn.", begun, name);
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
