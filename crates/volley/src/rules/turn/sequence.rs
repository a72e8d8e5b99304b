//! The sequence of play: phases as the sheet prints them, one step at a time.

use crate::ids::{house, rule};
use crate::rules::charge::{close, stand};
use crate::rules::fire::{bombardment, shooting};
use crate::rules::melee::{self, loss, recall};
use crate::rules::morale::artillery_morale;
use crate::rules::orders;
use crate::rules::turn::{deployment, reserves, verdict};
use crate::state::event::{Event, What};
use crate::state::game::{ChargeState, Progress, Stage, Volley};
use crate::state::words::{Arm, Phase, Test};
use engine::{Game as _, Side, Umpire};
use std::sync::Arc;

/// One step of play.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    if game.rules.phases.is_empty() {
        // A house may take all phases out: then turn follows turn.
        if end_turn(game, umpire)? == Progress::Done {
            game.stage = Stage::Begin;
        }
        return Ok(());
    }
    match play(game, umpire)? {
        Progress::GoesOn => {}
        Progress::OtherGuns => game.stage = Stage::Aim(Side::Allied),
        Progress::Done => game.stage = next(game),
    }
    Ok(())
}

/// The stage in which a battle begins: the opponent deploys first, where units are to be deployed.
pub(crate) fn first(undeployed: bool) -> Stage {
    if undeployed { Stage::Deploy(Side::Allied) } else { Stage::Begin }
}

/// Puts a game at the beginning of a phase, by its place in the turn: for cases.
pub(crate) fn begin_at(game: &mut Volley, turn: u32, phase: usize) {
    (game.turn, game.phase, game.stage) = (turn, phase, Stage::Begin);
}

/// The stage that follows the present one when it is done.
fn next(game: &Volley) -> Stage {
    let rules = &game.rules;
    let reserves_last = rules.plays(house!("p1.order", "adjust-fire-reserves"));
    let shots_first = rules.plays(house!("shoot.timing", "before-moves"));
    match (game.stage, game.phase()) {
        (Stage::Deploy(Side::Allied), _) => Stage::Deploy(Side::French),
        (Stage::Deploy(Side::French), _) => Stage::Begin,

        (Stage::Begin, Phase::Artillery) if reserves_last => Stage::Adjust(Side::French),
        (Stage::Begin, Phase::Artillery) => Stage::Reserves,
        (Stage::Reserves, _) if reserves_last => Stage::End,
        (Stage::Reserves, _) => Stage::Adjust(Side::French),
        (Stage::Adjust(Side::French), _) => Stage::Adjust(Side::Allied),
        (Stage::Adjust(Side::Allied), _) => Stage::Aim(Side::French),
        (Stage::Aim(Side::French), _) if bombardment::is_simultaneous(rules) => Stage::Aim(Side::Allied),
        (Stage::Aim(_), _) => Stage::Fire,
        (Stage::Fire, _) if reserves_last => Stage::Reserves,
        (Stage::Fire, _) => Stage::End,

        (Stage::Begin, Phase::FrenchMove | Phase::OpponentMove) if shots_first => Stage::Shoot,
        (Stage::Begin, Phase::FrenchMove | Phase::OpponentMove) => Stage::Move,
        (Stage::Move, _) if shots_first => Stage::End,
        (Stage::Move, _) => Stage::Shoot,
        (Stage::Shoot, _) => Stage::Volley,
        (Stage::Volley, _) if shots_first => Stage::Move,
        (Stage::Volley, _) => Stage::End,

        (Stage::Begin, Phase::ArtilleryMorale | Phase::FrenchClose | Phase::FrenchStand) => {
            Stage::Test(Side::French)
        }
        (Stage::Begin, Phase::OpponentClose | Phase::OpponentStand) => Stage::Test(Side::Allied),
        (Stage::Begin, Phase::FirstMelee | Phase::SecondMelee) => Stage::Fight,
        (Stage::Fight, phase) if loss::tests_at_once(rules, phase) => Stage::Test(game.active()),
        (Stage::Fight, _) => Stage::End,
        (Stage::Begin, Phase::FirstLoss | Phase::SecondLoss) => Stage::Test(game.active()),
        (Stage::Test(side), phase) => match (phase.test(), side) {
            (Test::Artillery | Test::Recall, Side::French) => Stage::Test(Side::Allied),
            (Test::Artillery | Test::Recall, Side::Allied) | (Test::Close | Test::Stand | Test::Loss, _) => {
                Stage::End
            }
        },

        (Stage::Begin, Phase::Drinking) => Stage::End,
        (Stage::Begin, Phase::Recall) => Stage::Recall(Side::French),
        (Stage::Recall(Side::French), _) => Stage::Recall(Side::Allied),
        (Stage::Recall(Side::Allied), _) => Stage::End,

        (Stage::End, _) => Stage::Begin,
    }
}

/// What the present stage does in one step.
fn play<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    match (game.stage, game.phase()) {
        (Stage::Deploy(side), _) => deployment::deploy(game, umpire, side),
        (Stage::Begin, phase) => Ok(begin(game, umpire, phase)),
        (Stage::Reserves, _) => reserves::roll(game, umpire),
        (Stage::Adjust(side), _) => bombardment::adjust(game, umpire, side),
        (Stage::Aim(side), _) => bombardment::take_aim(game, umpire, side),
        (Stage::Fire, _) => bombardment::fire(game, umpire),
        (Stage::Move, _) => orders::order(game, umpire),
        (Stage::Shoot, _) => shooting::choose_shots(game, umpire),
        (Stage::Volley, _) => shooting::fire_volleys(game, umpire),
        (Stage::Test(side), phase) => match phase.test() {
            Test::Artillery | Test::Recall => artillery_morale::after_artillery(game, umpire, side),
            Test::Close => close::close(game, umpire, side),
            Test::Stand => stand::stand(game, umpire, side),
            Test::Loss => loss::losers_test(game, umpire, phase.is_second()),
        },
        (Stage::Fight, _) => melee::fight(game, umpire),
        (Stage::Recall(side), _) => recall::recall(game, umpire, side),
        (Stage::End, _) => end_phase(game, umpire),
    }
}

fn begin<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, phase: Phase) -> Progress {
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
    if let Some(side) = phase.mover() {
        ready_to_move(game, side);
    }
    if phase == Phase::Drinking && game.rules.drinks() {
        umpire.tell(|| Event::new(What::Drink { phase: true }, &[rule!("volley.seq.drinking")]));
    }
    if phase == Phase::Recall {
        // Last turn's failures have cost this turn's move; new ones cost the next.
        for unit in &mut game.units {
            unit.spent = false;
        }
    }
    Progress::Done
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
    for general in game.generals.iter_mut().filter(|general| general.side == side && general.moved) {
        Arc::make_mut(general).moved = false;
    }
}

fn end_phase<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    game.generals_under_fire(umpire)?;
    for unit in &mut game.units {
        unit.lost_this_phase = 0;
    }
    if game.phase + 1 < game.rules.phases.len() {
        game.phase += 1;
        return Ok(Progress::Done);
    }
    end_turn(game, umpire)
}

/// Flags go, victory is judged, the next turn starts.
fn end_turn<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
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
    verdict::keep_holders(game, umpire)?;
    if let Some(outcome) = verdict::judge(game) {
        let told = game.end(outcome);
        umpire.tell(|| told);
        // Nothing follows.
        return Ok(Progress::GoesOn);
    }
    game.turn += 1;
    game.phase = 0;
    Ok(Progress::Done)
}
