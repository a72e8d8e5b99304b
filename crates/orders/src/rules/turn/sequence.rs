//! The turn: seven steps as the sheet prints them, one step of play at a time.

mod arrivals;
pub(crate) mod deployment;
pub(crate) mod first_step;

use crate::charts::TurnStep;
use crate::ids::house;
use crate::rules::charge::melee::{self, NextMelee};
use crate::rules::fire::{self, Fire, Shots};
use crate::rules::morale;
use crate::rules::movement::{self, Move};
use crate::rules::orders;
use crate::rules::orders::obedience;
use crate::rules::turn::rally;
use crate::rules::turn::verdict;
use crate::state::event::{Event, What};
use crate::state::game::{Orders, Stage};
use crate::state::words::{Step, Who};
use arrivals::reinforcements_arrive;
pub(crate) use deployment::start_orders;
use deployment::{deploy, deploy_roll};
use engine::{Game as _, Side, Umpire};
use first_step::{dawn, initiative, openly, write_orders};
use rulebook::RuleId;

/// One step of play.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    match game.stage {
        Stage::DeployRoll => deploy_roll(game, umpire),
        Stage::Deploy(side, last) => deploy(game, umpire, side, last),
        Stage::StartOrders(side) => write_orders(game, umpire, side, true),
        Stage::Dawn => dawn(game, umpire),
        Stage::Orders(side) => write_orders(game, umpire, side, false),
        Stage::Reveal => {
            for side in Side::BOTH {
                orders::reveal(game, umpire, side, false)?;
            }
            game.stage = if openly(game) { Stage::Ready } else { Stage::Initiative };
            Ok(())
        }
        Stage::Initiative => initiative(game, umpire),
        Stage::Ready => ready(game, umpire),
        Stage::Move => act(game, umpire),
        Stage::Obey => {
            if !obedience::obey(game, umpire)? {
                begin_fire(game, umpire, Stage::DefenderFires);
            }
            Ok(())
        }
        Stage::DefenderFires | Stage::MoverFires => shoot(game, umpire),
        Stage::Melee => fight(game, umpire),
        Stage::Rally(side) => {
            if acts(game, Step::Rally, side) {
                rally::rally(game, umpire, side)?;
            }
            game.stage =
                if side == first_to_rally(game) { Stage::Rally(side.enemy()) } else { Stage::Supply };
            Ok(())
        }
        Stage::Supply => {
            rally::supply(game, umpire)?;
            game.stage = Stage::Close;
            Ok(())
        }
        Stage::Close => close(game, umpire),
    }
}

/// The step of the turn as the sheet has it, where it is played: in its turn, or again for the other side.
fn played(game: &Orders, step: Step) -> Option<&TurnStep> {
    let row = game.rules.step(step)?;
    let of_a_side = matches!(step, Step::Move | Step::Reply | Step::Fire | Step::Melee);
    let again = of_a_side && is_second(game);
    (!again || game.rules.step(Step::Repeat).is_some_and(|repeat| repeat.repeats(row.number))).then_some(row)
}

/// The side without the initiative has its part of the turn.
fn is_second(game: &Orders) -> bool {
    Some(game.mover) != game.initiative
}

/// Who acts in a step of the mover's part of the turn; `None`: both.
fn actor(game: &Orders, who: Who) -> Option<Side> {
    match who {
        Who::Both => None,
        Who::Initiative => Some(game.mover),
        Who::Other => Some(game.mover.enemy()),
    }
}

/// Whether a side acts in a step that is played.
fn acts(game: &Orders, step: Step, side: Side) -> bool {
    played(game, step).is_some_and(|row| actor(game, row.who).is_none_or(|actor| actor == side))
}

/// Begins a step, if it is played.
fn begins<U: Umpire<Orders>>(game: &Orders, umpire: &mut U, step: Step) -> bool {
    let Some(row) = played(game, step) else { return false };
    let repeat = game.rules.step(Step::Repeat).filter(|repeat| is_second(game) && repeat.repeats(row.number));
    umpire.tell(|| {
        let rules: Vec<RuleId> = [row.rule].into_iter().chain(repeat.map(|repeat| repeat.rule)).collect();
        Event::new(What::StepBegins { step: row.number, side: actor(game, row.who) }, &rules)
    });
    true
}

// ------------------------------------------------------------------ step 2 ----

fn ready<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let side = game.mover;
    game.activation = None;
    for leader in game.leaders_mut().iter_mut().filter(|leader| leader.side == side) {
        leader.moved = false;
        leader.shaken = false;
    }
    if !begins(game, umpire, Step::Move) || !acts(game, Step::Move, side) {
        begin_fire(game, umpire, Stage::DefenderFires);
        return Ok(());
    }
    reinforcements_arrive(game, umpire, side)?;
    morale::begin_step_two(game, umpire, side)?;
    game.stage = Stage::Move;
    Ok(())
}

/// One act of the mover, or the end of its movement.
fn act<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let side = game.mover;
    let only = game.activation.map(|activation| activation.unit);
    match umpire.ask(game, Move { side, only })? {
        Some(granted) => movement::carry_out(game, umpire, granted),
        None => match only {
            // It has rolled and does nothing more; the others go on.
            Some(unit) => movement::finish(game, umpire, unit),
            None => {
                game.stage = Stage::Obey;
                Ok(())
            }
        },
    }
}

// ----------------------------------------------------------- steps 3, 4, 5 ----

fn fire_step(game: &Orders) -> Step {
    if game.stage == Stage::MoverFires { Step::Fire } else { Step::Reply }
}

pub(crate) fn begin_fire<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, stage: Stage) {
    game.stage = stage;
    for id in game.ids() {
        // `unit_mut` makes the roster index the unit again: so only units that differ are touched.
        if game.unit(id).fired || game.unit(id).far_checks > 0 {
            let unit = game.unit_mut(id);
            unit.fired = false;
            unit.far_checks = 0;
        }
    }
    begins(game, umpire, fire_step(game));
}

/// One shot with all it leads to, or the end of the fire step.
fn shoot<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    if let Some(row) = played(game, fire_step(game)) {
        let side = actor(game, row.who).unwrap_or(game.mover);
        let any = fire::may_any_fire(game, side);
        let shots = if any { umpire.see(game, Shots { side })? } else { Vec::new() };
        if !shots.is_empty()
            && let Some(shot) = umpire.ask(game, Fire { side, shots })?
        {
            return fire::shoot(game, umpire, shot);
        }
        fire::settle(game, umpire, side)?;
    }
    if game.stage == Stage::DefenderFires {
        begin_fire(game, umpire, Stage::MoverFires);
    } else {
        game.stage = Stage::Melee;
        begins(game, umpire, Step::Melee);
    }
    Ok(())
}

/// One melee to its end, or the end of step 5.
fn fight<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let step = played(game, Step::Melee);
    let fights = if step.is_some() { melee::fights(game) } else { Vec::new() };
    let side = step.and_then(|row| actor(game, row.who)).unwrap_or(game.mover);
    let next = match fights.as_slice() {
        [] => None,
        [only] => Some(*only),
        [first, ..] if game.rules.plays(house!("melee.order", "left-to-right")) => Some(*first),
        _ => Some(umpire.ask(game, NextMelee { side, fights })?),
    };
    if let Some(charger) = next {
        return melee::fight(game, umpire, charger);
    }
    melee::end_step(game, umpire)?;
    let next = game.rules.step(Step::Repeat).filter(|_| !is_second(game));
    match next.and_then(|repeat| actor(game, repeat.who)).filter(|side| *side != game.mover) {
        Some(side) => {
            game.mover = side;
            game.stage = Stage::Ready;
        }
        None if begins(game, umpire, Step::Rally) => game.stage = Stage::Rally(first_to_rally(game)),
        None => game.stage = Stage::Close,
    }
    Ok(())
}

/// The French roll first; where there are none, the side with the initiative.
fn first_to_rally(_: &Orders) -> Side {
    Side::French
}

// --------------------------------------------------------------- the end ----

fn close<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    for objective in 0..game.scenario.objectives.len() {
        let there = umpire.see(game, verdict::OnGround { objective })?;
        let side = verdict::holder_of(game, objective, there);
        if game.holders[objective] != side {
            game.holders[objective] = side;
            umpire.tell(|| Event::ruled(What::Holds { objective, side }, house!("victory.fallback")));
        }
    }
    if let Some(outcome) = verdict::judge(game) {
        let told = game.end(outcome);
        umpire.tell(|| told);
        return Ok(());
    }
    game.turn += 1;
    game.stage = Stage::Dawn;
    Ok(())
}
