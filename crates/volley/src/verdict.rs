//! Victory, and how the battle stands on the way there.

use crate::game::{Ending, Outcome, Volley};
use crate::ids::house;
use crate::scenario::Objective;
use crate::unit::Unit;
pub use engine::Standings;
use engine::{Both, Side};

/// How the battle stands.
pub fn standings(game: &Volley) -> Standings {
    let mut units_lost = Both::<u32>::default();
    let mut strength_lost = Both::<u32>::default();
    for unit in &game.units {
        if unit.is_lost() {
            units_lost[unit.side()] += 1;
            strength_lost[unit.side()] += unit.profile.figures;
        } else {
            strength_lost[unit.side()] += unit.lost();
        }
    }
    let mut ground = Both::<u32>::default();
    for objective in &game.scenario.objectives {
        if let Some(side) = holder(game, objective) {
            ground[side] += objective.worth;
        }
    }
    let share = |side: Side| {
        let units = units_lost[side] * 1000 / game.starting_units[side].max(1);
        let figures = strength_lost[side] * 1000 / game.starting_figures[side].max(1);
        ((units + figures) / 2) as i32
    };
    let held: i32 = (ground.french as i32 - ground.allied as i32) * 50;
    Standings {
        units: game.starting_units,
        strength: game.starting_figures,
        units_lost,
        strength_lost,
        ground,
        lead: share(Side::Allied) - share(Side::French) + held,
    }
}

/// The side that alone has units within the objective's radius.
pub fn holder(game: &Volley, objective: &Objective) -> Option<Side> {
    let near = |side: Side| {
        game.of(side).filter_map(|(_, unit)| unit.rect()).any(|rect| {
            rect.nearest_point_to(objective.at.into()).stored().distance(objective.at) <= objective.radius
        })
    };
    match (near(Side::French), near(Side::Allied)) {
        (true, false) => Some(Side::French),
        (false, true) => Some(Side::Allied),
        _ => None,
    }
}

/// At the end of a turn: broken, nothing left, or time.
pub(crate) fn judge(game: &Volley) -> Option<Outcome> {
    let stand = standings(game);
    let part = if game.rules.plays(house!("victory", "break-third")) {
        3
    } else if game.rules.plays(house!("victory", "fight-on")) {
        0
    } else {
        2
    };
    let broken = |side: Side| part > 0 && stand.units_lost[side] * part > game.starting_units[side];
    let left = |side: Side| {
        let waiting =
            game.reserves.iter().any(|reserve| reserve.side == side) || game.at_edge(side).next().is_some();
        waiting || game.of(side).any(|(_, unit)| !Unit::is_lost(unit))
    };
    let ended = |french_lose: bool, allied_lose: bool, by: Ending| match (french_lose, allied_lose) {
        (true, true) => Some(Outcome { winner: None, by }),
        (true, false) => Some(Outcome { winner: Some(Side::Allied), by }),
        (false, true) => Some(Outcome { winner: Some(Side::French), by }),
        (false, false) => None,
    };
    if let Some(outcome) = ended(broken(Side::French), broken(Side::Allied), Ending::Broken) {
        return Some(outcome);
    }
    if let Some(outcome) = ended(!left(Side::French), !left(Side::Allied), Ending::NothingLeft) {
        return Some(outcome);
    }
    let length = game.scenario.length.unwrap_or(game.rules.number(house!("time-limit")).max(1) as u32);
    if game.turn < length {
        return None;
    }
    if stand.ground.french != stand.ground.allied {
        return ended(
            stand.ground.french < stand.ground.allied,
            stand.ground.french > stand.ground.allied,
            Ending::Objectives,
        );
    }
    // Shares of figures, compared without fractions.
    let french = u64::from(stand.strength_lost.french) * u64::from(game.starting_figures.allied);
    let allied = u64::from(stand.strength_lost.allied) * u64::from(game.starting_figures.french);
    Some(Outcome {
        winner: match french.cmp(&allied) {
            std::cmp::Ordering::Less => Some(Side::French),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Allied),
        },
        by: Ending::Losses,
    })
}
