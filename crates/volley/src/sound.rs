//! What must hold after every step, whatever was answered and thrown.

use crate::game::Volley;
use crate::unit::{Standing, Unit};
use engine::{Game, Side};
use table::Inches;

/// # Errors
/// One sentence about what does not hold.
pub(crate) fn sound(game: &Volley) -> Result<(), String> {
    everybody_stands(game)?;
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
        if unit.standing == Standing::OnTable && unit.pose.is_none() {
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
fn everybody_stands(game: &Volley) -> Result<(), String> {
    for (id, unit) in game.on_table() {
        let name = unit.name();
        if unit.figures == 0 || unit.figures > unit.profile.figures {
            return Err(format!("{name} has {} figures on the table", unit.figures));
        }
        let Some(rect) = unit.rect() else { return Err(format!("{name} has no place on the table")) };
        if !game.scenario.terrain.on_table(&rect.grown(Inches::ZERO)) && !entering(game, unit) {
            return Err(format!("{name} hangs off the table"));
        }
        for (other_id, other) in game.on_table() {
            if other_id > id && other.rect().is_some_and(|r| r.overlaps(rect)) {
                return Err(format!("{name} overlaps {}", other.name()));
            }
        }
    }
    Ok(())
}

/// A long column that has just come on may still have its tail over the edge.
fn entering(game: &Volley, unit: &Unit) -> bool {
    let edge = game.scenario.edges[unit.side()];
    unit.pose.is_some_and(|pose| {
        let depth = unit.footprint(&game.rules).depth;
        edge.distance(pose.at.y, game.scenario.terrain.depth) <= depth + Inches::whole(1)
    })
}
