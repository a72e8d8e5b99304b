//! What must hold after every step, whatever was answered and thrown.

use crate::ids::house;
use crate::rules::hour::engagement::has_unit_in_good_morale;
use crate::state::corps::Corps;
use crate::state::game::Empire;
use engine::{Side, sound};

/// # Errors
/// One sentence about what does not hold.
pub(super) fn sound(game: &Empire) -> Result<(), String> {
    for unit in &game.units {
        let name = unit.name();
        if unit.figures > unit.profile.figures {
            return Err(format!("{name} has {} figures of {}", unit.figures, unit.profile.figures));
        }
        if !unit.on_table() && unit.pose.is_some() {
            return Err(format!("{name} is {} and still stands somewhere", unit.place));
        }
        if unit.on_table() && (unit.figures == 0 && !unit.abandoned) {
            return Err(format!("{name} has nobody left and is on the table"));
        }
        if !unit.formation.is_of(unit.arm()) {
            return Err(format!("{name} is {} in {}", unit.arm(), unit.formation));
        }
    }
    check_commands(game)?;
    check_pairs(game)?;
    if !game.measured {
        return Ok(());
    }
    let standing: Vec<sound::OnTable<'_>> = game
        .on_table()
        .filter(|(_, unit)| unit.inside.is_none())
        .map(|(_, unit)| sound::OnTable {
            name: unit.name(),
            rect: unit.rect(),
            pose: unit.pose,
            depth: unit.footprint().depth,
            edge: game.scenario.edges[unit.side()],
        })
        .collect();
    sound::stand_apart(&game.scenario.terrain, &standing)
}

/// Every unit is in one ME, every ME in one corps of its side; of orders only one waits, below what puts it in force.
fn check_commands(game: &Empire) -> Result<(), String> {
    for unit in &game.units {
        match game.mes.get(usize::from(unit.me().0)) {
            Some(me) if me.side == unit.side() => {}
            _ => return Err(format!("{} is in no ME of its side", unit.name())),
        }
    }
    let most = game.rules.number(house!("activation.threshold")).unsigned_abs();
    for me in &game.mes {
        match game.corps.get(usize::from(me.corps.0)) {
            Some(corps) if corps.side == me.side => {}
            _ => return Err(format!("{} is in no corps of its side", me.name)),
        }
        if me.pending.as_ref().is_some_and(|pending| pending.points >= most) {
            return Err(format!("an order of {} waits that is in force", me.name));
        }
    }
    let waits = |corps: &&Corps| corps.pending.as_ref().is_some_and(|pending| pending.points >= most);
    match game.corps.iter().find(waits) {
        Some(corps) => Err(format!("an order of {} waits that is in force", corps.name)),
        None => Ok(()),
    }
}

/// Engagements join enemies who both have units in good morale; firefights join enemies on the table, each once.
fn check_pairs(game: &Empire) -> Result<(), String> {
    for (place, pair) in game.engagements.iter().enumerate() {
        let (french, allied) = (game.me(pair.french), game.me(pair.allied));
        let what = format!("{} and {} are engaged", french.name, allied.name);
        if french.side != Side::French || allied.side != Side::Allied {
            return Err(format!("{what} and not of two sides"));
        }
        if !has_unit_in_good_morale(game, pair.french) || !has_unit_in_good_morale(game, pair.allied) {
            return Err(format!("{what}, and one has nobody in good morale"));
        }
        let again = game.engagements[..place]
            .iter()
            .any(|old| old.french == pair.french && old.allied == pair.allied);
        if again {
            return Err(format!("{what} twice"));
        }
    }
    for (place, pair) in game.firefights.iter().enumerate() {
        let what = format!("{} and {} are in a firefight", game.name(pair.french), game.name(pair.allied));
        let units = [(pair.french, Side::French), (pair.allied, Side::Allied)];
        if units.iter().any(|(unit, side)| !game.unit(*unit).on_table() || game.unit(*unit).side() != *side) {
            return Err(format!("{what} and not both there"));
        }
        let again =
            game.firefights[..place].iter().any(|old| old.french == pair.french && old.allied == pair.allied);
        if again {
            return Err(format!("{what} twice"));
        }
    }
    Ok(())
}
