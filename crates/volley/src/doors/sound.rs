//! What must hold after every step, whatever was answered and thrown.

use crate::state::game::Volley;
use crate::state::unit::Standing;
use engine::{Game, Side, sound};

/// # Errors
/// One sentence about what does not hold.
pub(crate) fn sound(game: &Volley) -> Result<(), String> {
    all_stand(game)?;
    for melee in &game.melees {
        let (a, b) = (game.unit(melee.a), game.unit(melee.b));
        if !a.on_table() || !b.on_table() || a.side() == b.side() {
            return Err(format!("{} and {} are in melee and should not be", a.name(), b.name()));
        }
    }
    for general in &game.generals {
        if let Some(unit) = general.attached
            && (!game.unit(unit).on_table() || general.lost)
        {
            return Err(format!("{} is attached to a unit that is gone", general.name));
        }
    }
    for unit in &game.units {
        if unit.is_lost() && (unit.pose.is_some() || unit.marker.is_some()) {
            return Err(format!("{} is gone and still stands somewhere", unit.name()));
        }
        if game.measured && unit.standing == Standing::OnTable && unit.pose.is_none() {
            return Err(format!("{} stands nowhere", unit.name()));
        }
    }
    for side in Side::BOTH {
        let view = game.seen_by(Some(side));
        if view.reserves.iter().any(|reserve| reserve.side != side) {
            return Err("a view shows the enemy's reserves".to_owned());
        }
    }
    Ok(())
}

/// Figures within their bounds, whole on the table, and each on ground of his own.
fn all_stand(game: &Volley) -> Result<(), String> {
    for (_, unit) in game.on_table() {
        let name = unit.name();
        if unit.figures == 0 || unit.figures > unit.profile.figures {
            return Err(format!("{name} has {} figures on the table", unit.figures));
        }
    }
    if !game.measured {
        return Ok(());
    }
    let standing: Vec<sound::OnTable<'_>> = game
        .on_table()
        .map(|(_, unit)| sound::OnTable {
            name: unit.name(),
            rect: unit.rect(),
            pose: unit.pose,
            depth: unit.footprint(&game.rules).depth,
            edge: game.scenario.edges[unit.side()],
        })
        .collect();
    sound::stand_apart(&game.scenario.terrain, &standing)
}
