//! What must hold after every step, whatever was answered and thrown.

use crate::state::game::Empire;
use engine::sound;

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
    for pair in &game.engagements {
        let (french, allied) = (game.me(pair.french), game.me(pair.allied));
        if french.side == allied.side {
            return Err(format!("{} and {} are engaged and of one side", french.name, allied.name));
        }
    }
    if !game.measured {
        return Ok(());
    }
    let standing: Vec<sound::Standing<'_>> = game
        .on_table()
        .filter(|(_, unit)| unit.inside.is_none())
        .map(|(_, unit)| sound::Standing {
            name: unit.name(),
            rect: unit.rect(),
            pose: unit.pose,
            depth: unit.footprint().depth,
            edge: game.scenario.edges[unit.side()],
        })
        .collect();
    sound::stand_apart(&game.scenario.terrain, &standing)
}
