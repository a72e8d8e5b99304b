//! The sequence of play: phases as the sheet prints them, one step at a time.

use crate::artillery_morale;
use crate::bombardment;
use crate::close;
use crate::deployment;
use crate::event::{Event, What};
use crate::game::{ChargeState, Stage, Volley, mover};
use crate::ids::{house, rule};
use crate::loss;
use crate::melee;
use crate::orders;
use crate::recall;
use crate::reserves;
use crate::shooting;
use crate::stand;
use crate::verdict;
use crate::words::{Arm, Phase};
use engine::{Side, Umpire};
use std::sync::Arc;

/// One step of play.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    if game.rules.phases.is_empty() {
        return end_turn(game, umpire);
    }
    match (game.stage, game.phase()) {
        (Stage::Deploy(side), _) => deployment::deploy(game, umpire, side),
        (Stage::Begin, phase) => {
            begin(game, umpire, phase);
            Ok(())
        }
        (Stage::Reserves, _) => reserves::roll(game, umpire),
        (Stage::Adjust(side), _) => bombardment::adjust(game, umpire, side),
        (Stage::Aim(side), _) => bombardment::take_aim(game, umpire, side),
        (Stage::Fire, _) => bombardment::fire(game, umpire),
        (Stage::Move, _) => orders::order(game, umpire),
        (Stage::Shoot, _) => shooting::choose_shots(game, umpire),
        (Stage::Volley, _) => shooting::fire_volleys(game, umpire),
        (Stage::Test(side), Phase::FrenchClose | Phase::OpponentClose) => close::close(game, umpire, side),
        (Stage::Test(side), Phase::FrenchStand | Phase::OpponentStand) => stand::stand(game, umpire, side),
        (Stage::Test(_), Phase::FirstLoss) => loss::losers_test(game, umpire, false),
        (Stage::Test(_), Phase::SecondLoss | Phase::SecondMelee) => loss::losers_test(game, umpire, true),
        (Stage::Test(side), _) => artillery_morale::after_artillery(game, umpire, side),
        (Stage::Fight, _) => melee::fight(game, umpire),
        (Stage::Recall(side), _) => recall::recall(game, umpire, side),
        (Stage::End, _) => end_phase(game, umpire),
    }
}

fn begin<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, phase: Phase) {
    if game.phase == 0 {
        let turn = game.turn;
        umpire.tell(|| Event::new(What::TurnBegins { turn }, &[rule!("volley.seq.length")]));
    }
    let number = game.phase_number();
    let heading = game.rules.phases[game.phase].2;
    umpire.tell(|| {
        Event::new(What::PhaseBegins { number, phase }, &[heading, rule!("volley.seq.french-first")])
    });
    game.tested.clear();
    game.aims.clear();
    if let Some(side) = mover(phase) {
        ready_to_move(game, side);
    }
    game.stage = match phase {
        Phase::Artillery if game.rules.plays(house!("p1.order", "adjust-fire-reserves")) => {
            Stage::Adjust(Side::French)
        }
        Phase::Artillery => Stage::Reserves,
        Phase::ArtilleryMorale => Stage::Test(Side::French),
        Phase::FrenchMove | Phase::OpponentMove => {
            if game.rules.plays(house!("shoot.timing", "before-moves")) { Stage::Shoot } else { Stage::Move }
        }
        Phase::FrenchClose | Phase::FrenchStand => Stage::Test(Side::French),
        Phase::OpponentClose | Phase::OpponentStand => Stage::Test(Side::Allied),
        Phase::FirstMelee | Phase::SecondMelee => Stage::Fight,
        Phase::FirstLoss | Phase::SecondLoss => Stage::Test(game.active()),
        Phase::Drinking => {
            if game.drinks() {
                umpire.tell(|| Event::new(What::Drink { phase: true }, &[rule!("volley.seq.drinking")]));
            }
            Stage::End
        }
        Phase::Recall => {
            // Last turn's failures have cost this turn's move; new ones cost the next.
            for unit in &mut game.units {
                unit.spent = false;
            }
            Stage::Recall(Side::French)
        }
    };
}

/// A movement phase begins: its side may act, the other may shoot, old charges are done with.
fn ready_to_move(game: &mut Volley, side: Side) {
    game.charges.clear();
    for melee in &mut game.melees {
        melee.fresh = false;
    }
    for unit in &mut game.units {
        unit.acted = false;
        unit.changed = false;
        unit.shot = false;
        unit.shot_losses = 0;
        unit.locked_at_start = true;
    }
    let locked: Vec<bool> =
        game.ids().map(|id| game.unit(id).on_table() && game.locked_by(id).is_some()).collect();
    for (unit, locked) in game.units.iter_mut().zip(locked) {
        unit.locked_at_start = locked;
    }
    for general in game.generals.iter_mut().filter(|general| general.side == side) {
        general.moved = false;
    }
}

fn end_phase<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    game.generals_under_fire(umpire)?;
    for unit in &mut game.units {
        unit.lost_this_phase = 0;
    }
    if game.phase + 1 < game.rules.phases.len() {
        game.phase += 1;
        game.stage = Stage::Begin;
        return Ok(());
    }
    end_turn(game, umpire)
}

/// Flags go, victory is judged, the next turn starts.
fn end_turn<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let rules = Arc::clone(&game.rules);
    let halts_last = rules.plays(house!("turn-end", "halts-last"));
    for unit in &mut game.units {
        unit.halted = if halts_last && unit.halted == 1 { 2 } else { 0 };
        unit.silenced = false;
        unit.fell_back = false;
        unit.adjusted = false;
        unit.fired_this_turn = false;
        unit.charge_refused = false;
        unit.initiated = false;
        unit.lost_this_turn = 0;
        unit.shot_losses = 0;
        if rules.plays(house!("recall.marker", "turn-end")) {
            unit.marker = None;
        }
    }
    if rules.plays(house!("melee.cavalry-continues", "part")) {
        let units = &game.units;
        game.melees.retain(|melee| !units[melee.a.0 as usize].is(Arm::Cavalry));
    }
    for melee in &mut game.melees {
        melee.rounds_this_turn = 0;
        melee.fresh = false;
    }
    for charge in &mut game.charges {
        charge.state = ChargeState::Over;
    }
    game.losers.clear();
    if let Some(outcome) = verdict::judge(game) {
        game.outcome = Some(outcome);
        umpire
            .tell(|| Event::ruled(What::Ends { winner: outcome.winner, by: outcome.by }, house!("victory")));
        return Ok(());
    }
    game.turn += 1;
    game.phase = 0;
    game.stage = Stage::Begin;
    Ok(())
}
