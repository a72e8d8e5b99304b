//! The order of the hour: fourteen phases, of which those that do not stand yet pass by.
//!
//! What a phase does stands in its topic; here is only what comes after what, and what begins and ends with an hour.

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::{
    advance, bombardment, bonus, command, engagement, fatigue, giving_way, impulse, leader_loss, me_morale,
    panic, verdict,
};
use crate::state::event::{Event, What};
use crate::state::game::{Empire, Stage};
use crate::state::scenario::Battle;
use crate::state::words::Phase;
use engine::{Game as _, Umpire};
use rulebook::RuleId;
use std::sync::Arc;

/// The rule of a phase.
pub(crate) fn rule_of(phase: Phase) -> RuleId {
    match phase {
        Phase::CorpsOrders => rule!("empire.seq.corps-orders"),
        Phase::MeOrders => rule!("empire.seq.me-orders"),
        Phase::MeMorale => rule!("empire.seq.me-morale"),
        Phase::Panic => rule!("empire.seq.panic"),
        Phase::CommanderActions => rule!("empire.seq.commander-actions"),
        Phase::Activation => rule!("empire.seq.activation"),
        Phase::March => rule!("empire.seq.gt-movement"),
        Phase::Initiative => rule!("empire.seq.initiative"),
        Phase::Skirmish => rule!("empire.seq.skirmish"),
        Phase::Tactical => rule!("empire.seq.tactical"),
        Phase::Bombardment => rule!("empire.seq.bombardment"),
        Phase::Bonus => rule!("empire.seq.bonus"),
        Phase::LeaderLoss => rule!("empire.seq.leader-loss"),
        Phase::Fatigue => rule!("empire.seq.fatigue"),
    }
}

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
    let phase = game.stage.phase;
    if std::mem::take(&mut game.stage.begins) {
        begin(game, umpire, phase);
    }
    let is_over = match phase {
        Phase::CorpsOrders => {
            leader_loss::come_back(game, umpire);
            true
        }
        Phase::MeMorale => me_morale::step(game, umpire)?,
        Phase::Panic => panic::step(game, umpire)?,
        Phase::March => {
            let all_came = advance::step(game, umpire)?;
            if all_came {
                engagement::settle(game, umpire)?;
                giving_way::draw_baselines(game);
            }
            all_came
        }
        Phase::Initiative => {
            command::roll_initiative(game, umpire)?;
            true
        }
        Phase::Tactical => {
            let all_acted = impulse::step(game, umpire)?;
            if all_acted {
                bombardment::burn_on(game, umpire);
            }
            all_acted
        }
        Phase::Bombardment => bombardment::step(game, umpire)?,
        Phase::Bonus => bonus::step(game, umpire)?,
        Phase::Fatigue => fatigue::step(game, umpire)?,
        // Phases that do not stand yet.
        Phase::MeOrders
        | Phase::CommanderActions
        | Phase::Activation
        | Phase::Skirmish
        | Phase::LeaderLoss => true,
    };
    engagement::let_go(game, umpire);
    if is_over {
        next(game, umpire)?;
    }
    Ok(())
}

fn begin<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, phase: Phase) {
    let rule = rule_of(phase);
    if phase == Phase::CorpsOrders {
        umpire.tell(|| Event::new(What::HourBegins { hour: game.hour }, &[rule]));
    }
    umpire.tell(|| Event::new(What::PhaseBegins { phase }, &[rule]));
    match phase {
        Phase::MeMorale => game.stage.left = me_morale::order(game),
        Phase::Panic => game.stage.left = panic::order(game),
        Phase::Fatigue => game.stage.left = fatigue::order(game),
        Phase::March => {
            for me in game.me_ids() {
                let is_engaged = game.is_engaged(me);
                game.me_mut(me).began_unengaged = !is_engaged;
            }
            game.stage.left = advance::order(game);
        }
        Phase::Bonus => command::begin(game),
        Phase::Tactical => {
            for me in game.me_ids().filter(|me| game.is_engaged(*me)).collect::<Vec<_>>() {
                let me = game.me_mut(me);
                if !me.now.was_engaged {
                    me.hours_engaged += 1;
                }
                me.now.was_engaged = true;
            }
            game.stage.left = impulse::order(game);
        }
        Phase::Bombardment => {
            // What fell in the last impulse fell before it (ruling percent).
            for unit in &mut game.units {
                unit.impulse = Default::default();
            }
            game.stage.left_units = bombardment::order(game);
        }
        _ => {}
    }
}

/// The phase that follows. A house may leave one out; leader loss is rolled where it arises and has no place of its own.
fn next<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    game.acting = None;
    let now = game.stage.phase;
    let later = Phase::WORDS.iter().map(|(_, phase)| *phase).skip(now as usize + 1);
    let mut later = later.filter(|phase| *phase != Phase::LeaderLoss && game.rules.on(rule_of(*phase)));
    if let Some(phase) = later.next() {
        if now <= Phase::Panic && phase > Phase::Panic {
            new_tallies(game);
        }
        game.stage = Stage::begins(phase);
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
    game.stage = Stage::begins(first);
}

/// The game at the beginning of a phase, for cases.
pub(crate) fn begin_at(game: &mut Empire, hour: u32, phase: Phase) {
    game.hour = hour;
    game.stage = Stage::begins(phase);
}
