//! The order of play: in each turn both sides advance, fire and rally, one side after the other.

use crate::ids::rule;
use crate::rules::{advance, rally, verdict, volley};
use crate::state::event::{Event, What};
use crate::state::game::{Meadow, Phase};
use engine::{Game as _, Side, Umpire, UnitId};

/// Whose part of the turn it is.
pub(crate) fn active(game: &Meadow) -> Side {
    let first = if game.rules.on(rule!("meadow.seq.first")) { Side::French } else { Side::Allied };
    if game.second { first.enemy() } else { first }
}

/// One company's act, or the next phase.
pub(crate) fn step<U: Umpire<Meadow>>(game: &mut Meadow, umpire: &mut U) -> Result<(), U::Pause> {
    let side = active(game);
    if game.begins {
        game.begins = false;
        if game.phase == Phase::Advance && !game.second {
            umpire.tell(|| Event::new(What::TurnBegins { turn: game.turn }, &[rule!("meadow.seq.turns")]));
        }
        umpire
            .tell(|| Event::new(What::PhaseBegins { phase: game.phase, side }, &[rule!("meadow.seq.first")]));
    }
    let Some(unit) = game.of(side).map(|(id, _)| id).find(|id| id.0 >= game.next) else {
        next_phase(game, umpire);
        return Ok(());
    };
    match game.phase {
        Phase::Advance => advance::act(game, umpire, unit)?,
        Phase::Volley => volley::act(game, umpire, unit)?,
        Phase::Rally => rally::act(game, umpire, unit)?,
    }
    game.next = unit.0 + 1;
    Ok(())
}

fn next_phase<U: Umpire<Meadow>>(game: &mut Meadow, umpire: &mut U) {
    (game.begins, game.next) = (true, 0);
    game.phase = match game.phase {
        Phase::Advance => Phase::Volley,
        Phase::Volley => Phase::Rally,
        Phase::Rally => {
            game.second = !game.second;
            Phase::Advance
        }
    };
    let turn_is_over = game.phase == Phase::Advance && !game.second;
    if let Some(outcome) = verdict::judge(game, turn_is_over) {
        let told = game.end(outcome);
        umpire.tell(|| told);
    } else if turn_is_over {
        game.turn += 1;
    }
}

/// The game at the beginning of a phase, for cases.
pub(crate) fn begin_at(game: &mut Meadow, turn: u32, side: Side, phase: Phase) {
    game.second = false;
    (game.turn, game.second) = (turn, active(game) != side);
    (game.phase, game.begins, game.next) = (phase, true, UnitId(0).0);
}
