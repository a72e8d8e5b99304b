//! A position from its text: read, its numbers looked at, and what is kept beside the text worked out again.

use crate::state::game::Empire;
use crate::state::leader::Whereabouts;
use crate::state::me::MeId;
use crate::state::unit::{Unit, UnitId};
use engine::position::{check_number, check_table};
use std::sync::Arc;

/// # Errors
/// One sentence about the first thing that is wrong.
pub(super) fn read(start: &Empire, text: &str) -> Result<Empire, String> {
    let (scenario, rules) = (Arc::clone(&start.scenario), Arc::clone(&start.rules));
    let read = engine::read_state!(text => Empire {
        scenario, rules;
        hour, stage, initiative, last_initiative, engagements, firefights, acting, charge, units, mes, corps, leaders,
        structures, holders, measured, outcome,
    });
    let mut game = read.map_err(|error| format!("found no position of this game: {error}"))?;
    check_table(game.measured, start.measured)?;
    check_same(&game, start)?;
    check_numbers(&game)?;
    game.units.iter_mut().for_each(Unit::settle);
    Ok(game)
}

/// The units, MEs, corps and leaders are those of the battle.
fn check_same(game: &Empire, start: &Empire) -> Result<(), String> {
    let counts = |game: &Empire| {
        let lists = [game.units.len(), game.mes.len(), game.corps.len(), game.structures.len()];
        (lists, game.holders.len())
    };
    if counts(game) != counts(start) || game.leaders.len() < start.leaders.len() {
        return Err("found other units, MEs or corps, expected those of the battle".to_owned());
    }
    let mut pairs = game.units.iter().zip(&start.units);
    if let Some((unit, _)) = pairs.find(|(one, two)| one.profile != two.profile) {
        return Err(format!("found another {}, expected that of the battle", unit.name()));
    }
    Ok(())
}

/// Every number is of something that is there.
fn check_numbers(game: &Empire) -> Result<(), String> {
    let charge = game.charge.iter().flat_map(|charge| charge.chargers.iter().chain([&charge.target]));
    let fights = game.firefights.iter().flat_map(|pair| [pair.french, pair.allied]);
    let groups = game.units.iter().filter_map(|unit| unit.group);
    let with = game.leaders.iter().filter_map(|leader| match leader.place {
        Whereabouts::Unit(unit) => Some(unit),
        Whereabouts::Free(_) | Whereabouts::Me(_) => None,
    });
    let kept = game.corps.iter().flat_map(|corps| corps.reserve.iter().copied());
    let inside = game.structures.iter().flat_map(|structure| structure.garrison.iter().copied());
    let left = game.stage.units().iter().copied();
    let mut units =
        charge.copied().chain(fights).chain(groups).chain(with).chain(kept).chain(inside).chain(left);
    units.try_for_each(|UnitId(unit)| check_number("the unit", usize::from(unit), game.units.len()))?;
    let engaged = game.engagements.iter().flat_map(|pair| [pair.french, pair.allied]);
    let attached = game.leaders.iter().filter_map(|leader| match leader.place {
        Whereabouts::Me(me) => Some(me),
        Whereabouts::Free(_) | Whereabouts::Unit(_) => None,
    });
    let led = game.leaders.iter().filter_map(|leader| leader.me);
    let acting = game.acting.and_then(|acting| acting.me);
    let mut mes = engaged.chain(attached).chain(led).chain(acting).chain(game.stage.mes().iter().copied());
    mes.try_for_each(|MeId(me)| check_number("the ME", usize::from(me), game.mes.len()))?;
    let corps =
        game.mes.iter().map(|me| me.corps).chain(game.leaders.iter().filter_map(|leader| leader.corps));
    for id in corps {
        check_number("the corps", usize::from(id.0), game.corps.len())?;
    }
    let led = game
        .mes
        .iter()
        .filter_map(|me| me.leader)
        .chain(game.corps.iter().filter_map(|corps| corps.commander));
    for id in led {
        check_number("the leader", usize::from(id.0), game.leaders.len())?;
    }
    for structure in game.units.iter().filter_map(|unit| unit.inside) {
        check_number("the structure", usize::from(structure.0), game.structures.len())?;
    }
    Ok(())
}
