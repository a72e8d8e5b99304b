//! The turn: seven steps as the sheet prints them, one step of play at a time.

mod arrivals;
mod deployment;
mod first_step;

use crate::asks::{FireAsk, MoveAsk, NextMeleeAsk};
use crate::event::{Event, What};
use crate::fire::{self, Shots};
use crate::game::{Orders, Stage};
use crate::ids::{house, rule};
use crate::melee;
use crate::morale;
use crate::movement;
use crate::obedience;
use crate::orders;
use crate::rally;
use crate::verdict;
use arrivals::reinforcements_arrive;
pub(crate) use deployment::start_orders;
use deployment::{deploy, deploy_roll};
use engine::{Side, Umpire};
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
            rally::rally(game, umpire, side)?;
            game.stage =
                if side == first_to_rally(game) { Stage::Rally(side.enemy()) } else { Stage::Supply };
            Ok(())
        }
        Stage::Supply => {
            rally::supply(game, umpire)?;
            game.stage = Stage::Close;
            Ok(())
        }
        Stage::Close => {
            close(game, umpire);
            Ok(())
        }
    }
}

/// The rule of a step of the turn, and whether it is played.
const fn step_rule(step: u8) -> RuleId {
    match step {
        1 => rule!("orders.turn.step.1"),
        2 => rule!("orders.turn.step.2"),
        3 => rule!("orders.turn.step.3"),
        4 => rule!("orders.turn.step.4"),
        5 => rule!("orders.turn.step.5"),
        6 => rule!("orders.turn.step.6"),
        _ => rule!("orders.turn.step.7"),
    }
}

fn plays_step(game: &Orders, step: u8) -> bool {
    game.rules.on(step_rule(step))
}

fn heading<U: Umpire<Orders>>(game: &Orders, umpire: &mut U, step: u8, side: Option<Side>) {
    let rule = step_rule(step);
    let again = Some(game.mover) != game.initiative && (2..=5).contains(&step);
    umpire.tell(|| {
        let rules: &[RuleId] = if again { &[rule, rule!("orders.turn.step.6")] } else { &[rule] };
        Event::new(What::StepBegins { step, side }, rules)
    });
}

// ------------------------------------------------------------------ step 2 ----

fn ready<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let side = game.mover;
    game.activation = None;
    for leader in game.leaders.iter_mut().filter(|leader| leader.side == side) {
        leader.moved = false;
        leader.shaken = false;
    }
    if !plays_step(game, 2) {
        begin_fire(game, umpire, Stage::DefenderFires);
        return Ok(());
    }
    heading(game, umpire, 2, Some(side));
    reinforcements_arrive(game, umpire, side)?;
    morale::begin_step_two(game, umpire, side)?;
    game.stage = Stage::Move;
    Ok(())
}

/// One act of the mover, or the end of its movement.
fn act<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let side = game.mover;
    let only = game.activation.map(|activation| activation.unit);
    match umpire.ask(game, MoveAsk { side, only })? {
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

fn firing_side(game: &Orders) -> Side {
    if game.stage == Stage::MoverFires { game.mover } else { game.mover.enemy() }
}

pub(crate) fn begin_fire<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, stage: Stage) {
    game.stage = stage;
    for id in game.ids() {
        // Whoever is not touched stays where he is known to be.
        if game.unit(id).fired || game.unit(id).far_checks > 0 {
            let unit = game.unit_mut(id);
            unit.fired = false;
            unit.far_checks = 0;
        }
    }
    let step = if stage == Stage::MoverFires { 4 } else { 3 };
    if plays_step(game, step) {
        let side = firing_side(game);
        heading(game, umpire, step, Some(side));
    }
}

/// One shot with all it leads to, or the end of the fire step.
fn shoot<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let side = firing_side(game);
    let step = if game.stage == Stage::MoverFires { 4 } else { 3 };
    if plays_step(game, step) {
        let any = fire::may_any_fire(game, side);
        let shots = if any { umpire.see(game, Shots { side })? } else { Vec::new() };
        if !shots.is_empty()
            && let Some(shot) = umpire.ask(game, FireAsk { side, shots })?
        {
            return fire::shoot(game, umpire, shot);
        }
        fire::settle(game, umpire, side)?;
    }
    if game.stage == Stage::DefenderFires {
        begin_fire(game, umpire, Stage::MoverFires);
    } else {
        game.stage = Stage::Melee;
        if plays_step(game, 5) {
            heading(game, umpire, 5, None);
        }
    }
    Ok(())
}

/// One melee to its end, or the end of step 5.
fn fight<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let fights = if plays_step(game, 5) { melee::fights(game) } else { Vec::new() };
    let side = game.mover;
    let next = match fights.as_slice() {
        [] => None,
        [only] => Some(*only),
        [first, ..] if game.rules.plays(house!("melee.order", "left-to-right")) => Some(*first),
        _ => Some(umpire.ask(game, NextMeleeAsk { side, fights })?),
    };
    if let Some(charger) = next {
        return melee::fight(game, umpire, charger);
    }
    melee::end_step(game, umpire)?;
    let second = Some(game.mover) != game.initiative;
    if second || !plays_step(game, 6) {
        if plays_step(game, 7) {
            heading(game, umpire, 7, None);
            game.stage = Stage::Rally(first_to_rally(game));
        } else {
            game.stage = Stage::Close;
        }
    } else {
        game.mover = game.mover.enemy();
        game.stage = Stage::Ready;
    }
    Ok(())
}

/// The French roll first; where there are none, the side with the initiative.
fn first_to_rally(_: &Orders) -> Side {
    Side::French
}

// --------------------------------------------------------------- the end ----

fn close<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) {
    for objective in 0..game.scenario.objectives.len() {
        let side = verdict::holder(game, objective);
        if game.holders[objective] != side {
            game.holders[objective] = side;
            umpire.tell(|| Event::ruled(What::Holds { objective, side }, house!("victory.fallback")));
        }
    }
    if let Some(outcome) = verdict::judge(game) {
        game.outcome = Some(outcome);
        umpire
            .tell(|| Event::ruled(What::Ends { winner: outcome.winner, by: outcome.by }, house!("victory")));
        return;
    }
    game.turn += 1;
    game.stage = Stage::Dawn;
}
