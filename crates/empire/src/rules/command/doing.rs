//! A leader tries an action: his dice, which of his actions it is, and what it does on the table.

use super::actions::{Commanded, Does, NearEnough};
use super::{AboutUnit, Attempt, Tried, attempt, attempt_all, reach};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::onset;
use crate::rules::frame::Occasion;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Character, Morale, Phase, Place, Rank};
use dice::{Chance, Dice, Odds};
use engine::desk::FactSet as _;
use engine::{GeneralId, Umpire};
use rulebook::RuleId;

/// Every leader begins again at his first action: in phase 5, in each side's impulse, in phase 12 (ruling
/// command.non-initiative).
pub(crate) fn begin(game: &mut Empire) {
    for leader in &mut game.leaders {
        (leader.column, leader.ended, leader.reached) = (1, false, None);
    }
}

impl Attempt {
    /// A leader's next attempt; `unit`: whom it is about.
    pub(crate) fn of(game: &Empire, officer: &Leader, unit: Option<UnitId>) -> Attempt {
        let about = match (officer.place, unit) {
            (Whereabouts::Unit(with), Some(unit)) if with == unit => AboutUnit::Same,
            (Whereabouts::Unit(_), Some(_)) => AboutUnit::Other,
            _ => AboutUnit::None,
        };
        Attempt {
            rank: officer.rank,
            replacement: officer.replacement,
            rating: officer.rating,
            nth: u32::from(officer.column),
            about,
            initiative: game.first_side() == officer.side,
            tried: if game.stage.phase() == Phase::CommanderActions {
                Tried::PhaseFive
            } else {
                Tried::Impulse
            },
            ..Attempt::blank()
        }
    }
}

/// Whether an attempt succeeds, and how many actions its leader reaches by his one roll, where it is for all of them.
fn throws<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    attempts: &Attempt,
    known: Option<u8>,
) -> Result<(bool, Option<u8>), D::Pause> {
    if !rules.plays(house!("command.rolls", "one-for-all")) {
        return Ok((attempt(dice, rules, attempts)?, known));
    }
    let all = match known {
        Some(reached) => u32::from(reached),
        None => attempt_all(dice, rules, attempts)?,
    };
    Ok((attempts.nth <= all, Some(all.min(4) as u8)))
}

/// How likely the next attempt of a leader succeeds.
pub(crate) fn chance(game: &Empire, leader: GeneralId, unit: Option<UnitId>) -> Option<Chance> {
    let officer = game.leader(leader)?;
    let attempts = Attempt::of(game, officer, unit);
    let odds: Odds<(bool, Option<u8>)> =
        Odds::of(|dice| throws(dice, &game.rules, &attempts, officer.reached));
    Some(odds.chance(|(succeeds, _)| *succeeds))
}

/// A leader tries an action: his dice, and which action is his next. The first failure ends them (ruling command.rolls).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tries<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    leader: GeneralId,
    unit: Option<UnitId>,
    by: RuleId,
) -> Result<bool, U::Pause> {
    let Some(officer) = game.leader(leader) else { return Ok(false) };
    let attempts = Attempt::of(game, officer, unit);
    let rules = std::sync::Arc::clone(&game.rules);
    let (side, known) = (officer.side, officer.reached);
    let (succeeds, reached) = throws(umpire.hand(side), &rules, &attempts, known)?;
    let need = attempts.need(&rules).map(|(rule, _)| rule);
    let by: Vec<RuleId> = [rule!("empire.ca.proc"), by].into_iter().chain(need).collect();
    umpire.tell(|| Event::new(What::Commands { leader, succeeds }, &by));
    let officer = &mut game.leaders[usize::from(leader.0)];
    officer.reached = reached;
    officer.column = officer.column.saturating_add(1);
    officer.ended = !succeeds;
    Ok(succeeds)
}

/// Carries a checked action out: the attempt, and what it does.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    commanded: Commanded,
) -> Result<(), U::Pause> {
    let Commanded { leader, action, rule, unit, does } = commanded;
    if !game.measured
        && let Some(unit) = unit
    {
        let has_it = game.leader(leader).is_some_and(|officer| game.first_side() == officer.side);
        let near = reach(&game.rules, action, has_it);
        if !umpire.see(game, NearEnough { leader, unit, reach: near })? {
            return Ok(());
        }
    }
    if !tries(game, umpire, leader, unit, rule)? {
        return Ok(());
    }
    if let Does::SupportCharge(unit, target, wheel) = does {
        game.unit_mut(unit).impulse.reacted = true;
        if let Ok(onset) = onset::check(game, &[unit], target, wheel) {
            onset::carry_out(game, umpire, onset, Occasion::EnemyMoves)?;
        }
    } else {
        done(game, umpire, does, rule);
    }
    Ok(())
}

fn done<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, does: Does, rule: RuleId) {
    let told = |what: What| Event::new(what, &[rule]);
    match does {
        Does::Impetus(me) => {
            game.me_mut(me).impetus = true;
            umpire.tell(|| told(What::GainsImpetus { me }));
        }
        Does::Rally(unit) => {
            let body = game.unit_mut(unit);
            (body.morale, body.disordered) = (Morale::Good, true);
            // The crew mans its guns again (ruling gun-moves).
            body.abandoned = false;
            umpire.tell(|| told(What::Rallied { unit }));
        }
        Does::Resupply(unit) => {
            let body = game.unit_mut(unit);
            body.ammunition = body.ammunition.higher();
            let ammunition = body.ammunition;
            umpire.tell(|| told(What::Resupplied { unit, ammunition }));
        }
        Does::Storm(unit) => game.unit_mut(unit).storming = true,
        Does::Sappers(unit) => game.unit_mut(unit).sappers = true,
        Does::Group(units) => {
            let first = units.first().copied();
            for unit in &units {
                game.unit_mut(*unit).group = first;
            }
            umpire.tell(|| told(What::Grouped { units }));
        }
        Does::Direct(unit) => game.unit_mut(unit).impulse.directed = true,
        Does::Form(unit, pose, formation) => {
            let body = game.unit_mut(unit);
            match pose {
                Some(pose) => body.stand(pose, formation),
                None => body.formation = formation,
            }
            umpire.tell(|| told(What::Forms { unit, formation }));
        }
        Does::Stand(unit, pose) => {
            let formation = game.unit(unit).formation;
            let turned =
                pose.is_none_or(|pose| game.unit(unit).pose.is_none_or(|was| was.facing != pose.facing));
            if let Some(pose) = pose {
                game.unit_mut(unit).stand(pose, formation);
            }
            if !turned {
                game.end_firefights_of(unit);
            }
            umpire.tell(|| told(if turned { What::Turns { unit } } else { What::PulledBack { unit } }));
        }
        Does::ComesOut(unit, pose, formation) => {
            let body = game.unit_mut(unit);
            body.place = Place::Table;
            match pose {
                Some(pose) => body.stand(pose, formation),
                None => body.formation = formation,
            }
            body.hour.from_reserve = true;
            for corps in &mut game.corps {
                corps.reserve.retain(|waits| *waits != unit);
            }
            umpire.tell(|| told(What::ComesOut { unit }));
        }
        // It is carried out where the dice are.
        Does::SupportCharge(..) => {}
        Does::Ride(leader, place) => {
            game.leaders[usize::from(leader.0)].place = place;
            umpire.tell(|| told(What::LeaderRides { leader }));
        }
    }
}

/// The character of the best commander of some ranks with an ME or one of its units, as charts have him: the most
/// inspiring; `None`: there is none.
pub(crate) fn best_with(
    game: &Empire,
    me: MeId,
    ranks: &[Rank],
    counts: impl Fn(&Leader) -> bool,
) -> Option<Character> {
    let is_with = |leader: &&Leader| {
        leader.is_here() && leader.side == game.me(me).side && ranks.contains(&leader.rank) && counts(leader)
    };
    game.leaders.iter().filter(is_with).map(|leader| leader.character).min()
}
