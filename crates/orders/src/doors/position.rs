//! A position from its text: read, its numbers looked at, and what is kept beside the text worked out again.

use crate::state::aims::Aims;
use crate::state::game::Orders;
use crate::state::unit::{Corps, CorpsId, Leader, Profile, UnitId};
use engine::Both;
use engine::position::{check_number, check_starting, check_table};
use std::sync::Arc;

/// A battle has no more turns, a unit no more stands.
const MOST: u32 = 1000;

/// # Errors
/// One sentence about the first thing that is wrong.
pub(crate) fn read(start: &Orders, text: &str) -> Result<Orders, String> {
    let (scenario, rules, aims) = (Arc::clone(&start.scenario), Arc::clone(&start.rules), Aims::default());
    let read = engine::read_state!(text => Orders {
        scenario, rules, aims;
        turn, stage, initiative, held_before, mover, units, leaders, corps, sealed, couriers, coming,
        #[serde(default)] awaited,
        activation, acting, charges, holders, rain, measured, starting_units, outcome,
    });
    let mut game = read.map_err(|error| format!("found no position of this game: {error}"))?;
    check_table(game.measured, start.measured)?;
    if game.holders.len() != game.scenario.objectives.len() {
        let (found, expected) = (game.holders.len(), game.scenario.objectives.len());
        return Err(format!("found holders of {found} objectives, expected {expected} as the battle has"));
    }
    check_units(&game)?;
    check_corps(&game)?;
    check_counts(&game)?;
    game.units.iter_mut().for_each(crate::state::unit::Unit::settle);
    Ok(game)
}

/// Every number of a unit is of one that is there.
fn check_units(game: &Orders) -> Result<(), String> {
    let aims = game.units.iter().map(|unit| unit.aim);
    let leaders = game.leaders.iter().chain(game.awaited.iter().map(|awaited| &awaited.leader));
    let attached = leaders.map(|leader| leader.attached);
    let corps = game.corps.iter().chain(game.awaited.iter().map(|awaited| &awaited.corps));
    let leads = corps.flat_map(|corps| &corps.lead).copied().map(Some);
    let active = [game.activation.map(|activation| activation.unit)];
    let charges = game.charges.iter().flat_map(|charge| [Some(charge.charger), Some(charge.target)]);
    let mut named = aims.chain(attached).chain(leads).chain(active).chain(charges).flatten();
    named.try_for_each(|UnitId(unit)| check_number("the unit", usize::from(unit), game.units.len()))
}

/// Every number of a corps or leader is of one that is here or awaited.
fn check_corps(game: &Orders) -> Result<(), String> {
    let coming = game.coming.iter().flat_map(|coming| &coming.units).map(|placed| &placed.profile);
    let profiles = game.units.iter().map(|unit| &unit.profile).chain(coming);
    let leaders = game.leaders.iter().chain(game.awaited.iter().map(|awaited| &awaited.leader));
    let written = game.sealed.iter().map(|sealed| sealed.corps());
    let named = profiles
        .map(|profile| profile.corps)
        .chain(leaders.filter_map(|leader: &Leader| leader.corps))
        .chain(written)
        .chain(game.couriers.iter().map(|courier| courier.corps))
        .chain(game.awaited.iter().filter_map(|awaited| awaited.here))
        .chain(game.acting);
    for CorpsId(id) in named {
        if game.get_corps(CorpsId(id)).is_none() {
            return Err(format!("found the corps number {id}, expected one that is here or awaited"));
        }
    }
    for Corps { name, commander, .. } in &game.corps {
        if game.leader(*commander).is_none() {
            return Err(format!("found nobody to lead {name}, expected its commander"));
        }
    }
    Ok(())
}

/// No unit has more stands than there can be, and all that there are were there at the start.
fn check_counts(game: &Orders) -> Result<(), String> {
    let check = |what: &str, found: u32| {
        (found <= MOST).then_some(()).ok_or_else(|| format!("found {found} {what}, expected at most {MOST}"))
    };
    check("turns", game.turn)?;
    let coming = game.coming.iter().flat_map(|coming| &coming.units).map(|placed| &placed.profile);
    let mut units = Both::default();
    for profile in game.units.iter().map(|unit| &unit.profile).chain(coming) {
        let Profile { side, stands, .. } = **profile;
        check("stands", stands)?;
        units[side] += 1;
    }
    check_starting("units", game.starting_units, units)
}
