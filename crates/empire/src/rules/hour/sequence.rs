//! The order of the hour: fourteen phases, of which those that do not stand yet pass by.
//!
//! What a phase does stands in its topic; here is only what comes after what, and what begins and ends with an hour.

use crate::charts::Rules;
use crate::rules::hour::phases::{self, Progress, rule_of};
use crate::rules::hour::{engagement, verdict};
use crate::rules::morale::giving_way;
use crate::state::game::Empire;
use crate::state::scenario::Battle;
use crate::state::stage::Stage;
use crate::state::words::Phase;
use engine::{Game as _, Umpire};
use std::sync::Arc;

/// A battle begins. MEs are known by the lines they stand on: one may be destroyed before MEs have moved.
pub(crate) fn begin_battle(battle: &Battle, rules: Arc<Rules>, measured: bool) -> Empire {
    let mut game = battle.begin(rules, measured);
    giving_way::draw_baselines(&mut game);
    game
}

/// One act, or the next phase.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    let progress = phases::step(game, umpire)?;
    engagement::let_go(game, umpire);
    match progress {
        Progress::GoesOn => Ok(()),
        Progress::Done => next(game, umpire),
    }
}

/// The phase that follows. A house may leave one out; leader loss is rolled where it arises and has no place of its own.
fn next<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    game.acting = None;
    let now = game.stage.phase();
    let later = Phase::WORDS.iter().map(|(_, phase)| *phase).skip(now as usize + 1);
    let mut later = later.filter(|phase| *phase != Phase::LeaderLoss && game.rules.on(rule_of(*phase)));
    if let Some(phase) = later.next() {
        if now <= Phase::Panic && phase > Phase::Panic {
            new_tallies(game);
        }
        game.stage = Stage::Begins(phase);
        return Ok(());
    }
    verdict::close_hour(game, umpire)?;
    if let Some(outcome) = verdict::judge(game) {
        let told = game.end(outcome);
        umpire.tell(|| told);
        return Ok(());
    }
    new_hour(game);
    Ok(())
}

/// What MEs do and suffer counts from phase 7 to the end of phase 4 of the next hour; impetus likewise (ruling tallies.span).
fn new_tallies(game: &mut Empire) {
    for me in &mut game.mes {
        me.last = std::mem::take(&mut me.now);
        me.impetus = false;
    }
}

fn new_hour(game: &mut Empire) {
    game.hour += 1;
    if let Some(holder) = game.initiative.take() {
        game.last_initiative = Some(holder);
    }
    for unit in &mut game.units {
        unit.hour = Default::default();
    }
    for me in &mut game.mes {
        me.tried_bonus = false;
        me.moved = Default::default();
        me.forced_march = false;
    }
    for corps in &mut game.corps {
        corps.bonus_barred = false;
    }
    let first = Phase::WORDS.iter().map(|(_, phase)| *phase);
    let first = first.into_iter().find(|phase| game.rules.on(rule_of(*phase)));
    let first = first.unwrap_or(Phase::CorpsOrders);
    if first > Phase::Panic {
        new_tallies(game);
    }
    game.stage = Stage::Begins(first);
}

/// The game at the beginning of a phase, for cases.
pub(crate) fn begin_at(game: &mut Empire, hour: u32, phase: Phase) {
    game.hour = hour;
    game.stage = Stage::Begins(phase);
}
