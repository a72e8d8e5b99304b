//! A position from its text: read, its numbers looked at, and the ground of each unit worked out again.

use crate::rules::turn::verdict;
use crate::state::game::Volley;
use crate::state::unit::{Profile, Unit, UnitId};
use engine::Both;
use engine::position::{check_number, check_starting, check_table};
use std::sync::Arc;

/// A unit has no more figures, and never suffers more hits at once; a battle has no more turns, a melee no more rounds.
const MOST: u32 = 1000;

/// # Errors
/// One sentence about the first thing that is wrong.
pub(crate) fn read(start: &Volley, text: &str) -> Result<Volley, String> {
    let (scenario, rules) = (Arc::clone(&start.scenario), Arc::clone(&start.rules));
    let read = engine::read_state!(text => Volley {
        scenario, rules;
        turn, phase, stage, units, generals, reserves, charges, melees, aims, losers, tested, measured,
        starting_units, starting_figures, #[serde(default)] holders, outcome,
    });
    let mut game = read.map_err(|error| format!("found no position of this game: {error}"))?;
    check_table(game.measured, start.measured)?;
    // Positions of earlier versions have no `holders`: no ground was held then.
    let kept = verdict::holders_kept(&game).len();
    if game.holders.is_empty() {
        game.holders = vec![None; kept];
    }
    if game.holders.len() != kept {
        let found = game.holders.len();
        return Err(format!("found holders of {found} objectives, expected {kept} as the battle has"));
    }
    check_ids(&game)?;
    check_counts(&game)?;
    let rules = Arc::clone(&game.rules);
    game.units.iter_mut().for_each(|unit| unit.settle(&rules));
    Ok(game)
}

/// Every number of a unit or phase is of one that is there.
fn check_ids(game: &Volley) -> Result<(), String> {
    check_number("the phase", game.phase, game.rules.phases.len().max(1))?;
    let charges = game.charges.iter().flat_map(|charge| {
        let met = charge.contacts.iter().flat_map(|contact| [Some(contact.unit), contact.supporter]);
        [Some(charge.charger), Some(charge.target)].into_iter().chain(met)
    });
    let melees = game.melees.iter().flat_map(|melee| [Some(melee.a), Some(melee.b), melee.gun]);
    let aims = game.aims.iter().flat_map(|aim| [Some(aim.shooter), aim.target]);
    let losers = game.losers.iter().flat_map(|(loser, winner)| [Some(*loser), Some(*winner)]);
    let tested = game.tested.iter().copied().map(Some);
    let generals = game.generals.iter().map(|general| general.attached);
    let mut named = charges.chain(melees).chain(aims).chain(losers).chain(tested).chain(generals).flatten();
    named.try_for_each(|UnitId(unit)| check_number("the unit", usize::from(unit), game.units.len()))
}

/// No unit has more figures, hits or rounds than there can be, and all that there are were there at the start.
fn check_counts(game: &Volley) -> Result<(), String> {
    let check = |what: &str, found: u32| {
        (found <= MOST).then_some(()).ok_or_else(|| format!("found {found} {what}, expected at most {MOST}"))
    };
    check("turns", game.turn)?;
    let reserves = game.reserves.iter().flat_map(|reserve| &reserve.units);
    let profiles = game.units.iter().map(|unit| &unit.profile).chain(reserves);
    let (mut units, mut figures) = (Both::default(), Both::default());
    for profile in profiles {
        let Profile { side, figures: own, .. } = **profile;
        check("figures", own)?;
        units[side] += 1;
        figures[side] += own;
    }
    check_starting("units", game.starting_units, units)?;
    check_starting("figures", game.starting_figures, figures)?;
    for unit in &game.units {
        let Unit { figures, lost_this_turn, lost_this_phase, pending, shot_losses, .. } = *unit;
        for count in [figures, lost_this_turn, lost_this_phase, pending, shot_losses] {
            check("figures or hits", count)?;
        }
    }
    for melee in &game.melees {
        check("rounds", melee.rounds.max(melee.rounds_this_turn))?;
    }
    game.reserves.iter().try_for_each(|reserve| check("rolls of a reserve", reserve.failed))
}
