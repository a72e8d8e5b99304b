//! The order of the hour: fourteen phases, of which those that do not stand yet pass by.

use crate::ids::rule;
use crate::rules::{fatigue, impulse, leader_loss, me_morale, panic, verdict};
use crate::state::event::{Event, What};
use crate::state::game::{Empire, Stage};
use crate::state::words::Phase;
use engine::Umpire;
use rulebook::RuleId;

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
        Phase::Tactical => impulse::step(game, umpire)?,
        Phase::Fatigue => fatigue::step(game, umpire)?,
        // Phases that do not stand yet.
        Phase::MeOrders
        | Phase::CommanderActions
        | Phase::Activation
        | Phase::March
        | Phase::Initiative
        | Phase::Skirmish
        | Phase::Bombardment
        | Phase::Bonus
        | Phase::LeaderLoss => true,
    };
    if is_over {
        next(game, umpire);
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
        Phase::Tactical => game.stage.left = impulse::order(game),
        Phase::Fatigue => game.stage.left = fatigue::order(game),
        _ => {}
    }
}

/// The phase that follows. A house may leave one out; leader loss is rolled where it arises and has no place of its own.
fn next<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) {
    game.acting = None;
    let later = Phase::WORDS.iter().map(|(_, phase)| *phase).skip(game.stage.phase as usize + 1);
    let mut later = later.filter(|phase| *phase != Phase::LeaderLoss && game.rules.on(rule_of(*phase)));
    if let Some(phase) = later.next() {
        game.stage = Stage::begins(phase);
        return;
    }
    if let Some(outcome) = verdict::judge(game) {
        game.outcome = Some(outcome);
        umpire.tell(|| Event::ruled(What::Over { winner: outcome.winner }, verdict::RULING));
        return;
    }
    game.hour += 1;
    for unit in &mut game.units {
        unit.hour = Default::default();
    }
    game.stage = Stage::begins(Phase::CorpsOrders);
}

/// The game at the beginning of a phase, for cases.
pub(crate) fn begin_at(game: &mut Empire, hour: u32, phase: Phase) {
    game.hour = hour;
    game.stage = Stage::begins(phase);
}
