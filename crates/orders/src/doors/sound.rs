//! What must hold after every step, whatever was answered and thrown.

use crate::state::game::Orders;
use crate::state::unit::{Standing, Unit};
use crate::state::words::Level;
use engine::{Game, Side, sound};

/// # Errors
/// One sentence about what does not hold.
pub(crate) fn sound(game: &Orders) -> Result<(), String> {
    all_stand(game)?;
    for charge in game.charges.iter().filter(|charge| charge.contact) {
        let (a, b) = (game.unit(charge.charger), game.unit(charge.target));
        if !a.on_table() || !b.on_table() || a.side() == b.side() {
            return Err(format!("{} and {} are in contact and should not be", a.name(), b.name()));
        }
    }
    for (i, leader) in game.leaders.iter().enumerate() {
        let gone = |unit: &Unit| !unit.on_table() || !leader.is_present();
        if leader.attached.and_then(|unit| game.get(unit)).is_some_and(gone) {
            return Err(format!("{} is attached to a unit that is gone, or is gone himself", leader.name));
        }
        let twice = |other: &crate::state::unit::Leader| {
            other.is_present() && other.attached.is_some() && other.attached == leader.attached
        };
        if leader.is_present() && game.leaders[..i].iter().any(twice) {
            return Err(format!("{} shares his unit with another leader", leader.name));
        }
    }
    for side in Side::BOTH {
        let view = game.seen_by(Some(side));
        let theirs = |corps: crate::state::unit::CorpsId| view.corps(corps).side != side;
        let shown = view.sealed.iter().any(|sealed| theirs(sealed.corps()))
            || view.couriers.iter().any(|courier| theirs(courier.corps))
            || view.coming.iter().any(|coming| coming.side != side)
            || view.awaited.iter().any(|awaited| awaited.corps.side != side)
            || view.corps.iter().any(|corps| corps.side != side && corps.received != corps.order);
        if shown {
            return Err("a view shows the enemy's secrets".to_owned());
        }
    }
    Ok(())
}

/// Units that are gone stand nowhere, all others whole on the table and on ground of their own.
fn all_stand(game: &Orders) -> Result<(), String> {
    for unit in &game.units {
        let name = unit.name();
        if unit.is_lost() && unit.pose.is_some() {
            return Err(format!("{name} is gone and still stands somewhere"));
        }
        if (unit.standing == Standing::Routed) != (unit.level == Level::Routed) {
            return Err(format!("{name} is {} and {}", unit.level, unit.standing.word()));
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
            depth: unit.footprint().depth,
            edge: game.scenario.edges[unit.side()],
        })
        .collect();
    sound::stand_apart(&game.scenario.terrain, &standing)
}
