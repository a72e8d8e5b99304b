//! The turn: seven steps as the sheet prints them, one step of play at a time.

use crate::asks::{DeployAsk, FireAsk, GoFirstAsk, MoveAsk, NextMeleeAsk};
use crate::command;
use crate::event::{Event, What};
use crate::fire::{self, Shots};
use crate::game::{Orders, Stage};
use crate::ids::{house, rule};
use crate::leaders;
use crate::melee;
use crate::morale;
use crate::movement;
use crate::obedience;
use crate::options;
use crate::orders::{self, OrdersAsk};
use crate::placing;
use crate::question::Answer;
use crate::rally;
use crate::scenario::{Placed, Reinforcement};
use crate::unit::{Awaited, Corps, CorpsId, GeneralId, Leader, Presence, Standing, Unit, UnitId};
use crate::verdict;
use crate::words::Trait;
use dice::Pool;
use engine::{Side, Umpire};
use rulebook::RuleId;
use std::collections::BTreeSet;
use std::sync::Arc;

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

// -------------------------------------------------------------- deployment ----

fn undeployed(game: &Orders, side: Side) -> Option<UnitId> {
    game.ids().find(|id| {
        let unit = game.unit(*id);
        unit.side() == side && unit.standing == Standing::Undeployed
    })
}

/// The side that loses a die deploys first.
fn deploy_roll<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let die = initiative_die(game).unwrap_or(Pool { count: 1, sides: 10 });
    let (french, allied) = (umpire.total(die)?, umpire.total(die)?);
    if french != allied {
        let loser = if french < allied { Side::French } else { Side::Allied };
        game.stage = Stage::Deploy(loser, false);
    }
    Ok(())
}

fn deploy<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    last: bool,
) -> Result<(), U::Pause> {
    let Some(unit) = undeployed(game, side) else {
        game.stage = if last { start_orders(game) } else { Stage::Deploy(side.enemy(), true) };
        return Ok(());
    };
    if game.measured && matches!(options::deployment(game, unit), Answer::Place { at: None, .. }) {
        // No room left in the zone: it comes on later, like a reinforcement.
        game.unit_mut(unit).standing = Standing::AtEdge;
        return Ok(());
    }
    let (pose, formation) = umpire.ask(game, DeployAsk { unit })?;
    let body = game.unit_mut(unit);
    body.standing = Standing::OnTable;
    match pose {
        Some(pose) => body.stand(pose, formation),
        None => body.formation = formation,
    }
    umpire.tell(|| Event::ruled(What::Deployed { unit }, house!("setup.table")));
    Ok(())
}

/// After deployment: the owners note their first orders, unless the battle gives them.
pub(crate) fn start_orders(game: &Orders) -> Stage {
    if game.rules.plays(house!("orders.start", "owner")) {
        Stage::StartOrders(Side::French)
    } else {
        Stage::Dawn
    }
}

// ------------------------------------------------------------------ step 1 ----

fn initiative_die(game: &Orders) -> Option<Pool> {
    game.rules.dice(rule!("orders.turn.initiative.die"))
}

/// Orders noted openly after the initiative, where the house plays so.
fn openly(game: &Orders) -> bool {
    game.rules.plays(house!("orders.change.timing", "initiative"))
}

fn dawn<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let turn = game.turn;
    game.rain = if game.rules.plays(house!("weather", "d10")) {
        umpire.read(Pool { count: 1, sides: 10 }, |die| die == 1)?
    } else {
        game.scenario.rain.contains(&turn)
    };
    let rain = game.rain;
    umpire.tell(|| Event::new(What::TurnBegins { turn, rain }, &[rule!("orders.turn.step.1")]));
    for unit in &mut game.units {
        unit.acted = false;
        unit.fired = false;
    }
    leaders_return(game, umpire);
    note_the_near(game, umpire)?;
    if !plays_step(game, 1) {
        game.stage = Stage::Initiative;
        return Ok(());
    }
    heading(game, umpire, 1, None);
    orders::couriers_arrive(game, umpire);
    game.stage = if openly(game) { Stage::Initiative } else { Stage::Orders(Side::French) };
    Ok(())
}

/// A grazed leader comes back with his own trait, a lost commander is replaced by one without, each by his nearest unit.
fn leaders_return<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) {
    for id in game.leader_ids() {
        let at = usize::from(id.0);
        let replaced = match game.leaders[at].presence {
            Presence::Grazed(turn) if turn <= game.turn => false,
            Presence::Replaced(turn) if turn <= game.turn => true,
            _ => continue,
        };
        let place = leaders::returns_to(game, id);
        let leader = &mut game.leaders[at];
        leader.presence = Presence::Present;
        leader.attached = None;
        leader.at = place;
        if replaced {
            leader.character = Trait::None;
        }
        umpire.tell(|| {
            let back = What::LeaderReturns { leader: id, replaced };
            if replaced {
                Event::ruled(back, house!("leader.replacement"))
            } else {
                Event::new(back, &[rule!("orders.leader-loss.6-7")])
            }
        });
    }
}

engine::which_units!(
    Orders;
    /// Units under Rally that are too near the enemy to roll, and all units outside command, at step 1.
    TooNear { side: Side },
    |fact, game| {
        let Some(least) = orders::rally_distance(game) else { return Vec::new() };
        let near = |unit: &Unit| {
            unit.rect().is_some_and(|rect| placing::is_pressed(game, unit.side(), rect, least))
        };
        game.of(fact.side).filter(|(_, unit)| near(unit)).map(|(id, _)| id).collect()
    },
    |_, _| "Which units are nearer to the enemy than Rally allows?".to_owned()
);

/// Who is too near to rally this turn, and (where the house measures then) who is out of command.
fn note_the_near<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    for side in Side::BOTH {
        let near = umpire.see(game, TooNear { side })?;
        for id in game.ids() {
            let unit = game.unit_mut(id);
            if unit.side() == side {
                unit.pressed = near.contains(&id);
            }
        }
    }
    if game.rules.plays(house!("command.measure", "turn-start")) {
        for id in game.ids() {
            let outside = game.unit(id).on_table() && game.measured && !command::reaches(game, id);
            game.unit_mut(id).outside = outside;
        }
    }
    Ok(())
}

/// One instruction of a side, or the end of its writing.
fn write_orders<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    start: bool,
) -> Result<(), U::Pause> {
    if let Some(instruction) = umpire.ask(game, OrdersAsk { side, start })? {
        return orders::write_down(game, umpire, instruction);
    }
    let first = match (start, openly(game), game.initiative) {
        // The side without the initiative writes first where all is open.
        (false, true, Some(initiative)) => initiative.enemy(),
        _ => Side::French,
    };
    if !start && openly(game) {
        orders::reveal(game, umpire, side, false)?;
    }
    game.stage = match (side == first, start) {
        (true, true) => Stage::StartOrders(side.enemy()),
        (true, false) => Stage::Orders(side.enemy()),
        (false, true) => {
            for side in Side::BOTH {
                orders::reveal(game, umpire, side, true)?;
            }
            Stage::Dawn
        }
        (false, false) => Stage::Reveal,
    };
    Ok(())
}

/// A die a side; the higher one has the initiative.
fn initiative<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let die_rule = rule!("orders.turn.initiative.die");
    let winner = match initiative_die(game) {
        None => Some(Side::French),
        Some(die) => {
            let (french, allied) = (umpire.total(die)?, umpire.total(die)?);
            let side = match french.cmp(&allied) {
                std::cmp::Ordering::Greater => Some(Side::French),
                std::cmp::Ordering::Less => Some(Side::Allied),
                std::cmp::Ordering::Equal => tie(game),
            };
            umpire.tell(|| {
                Event::new(
                    What::Initiative { french, allied, side },
                    &[die_rule, rule!("orders.turn.step.1")],
                )
            });
            side
        }
    };
    // A tie is rolled again, in a step of its own.
    let Some(winner) = winner else { return Ok(()) };
    let first = if game.rules.plays(house!("initiative.scope", "winner-chooses")) {
        let first = if umpire.ask(game, GoFirstAsk { side: winner })? { winner } else { winner.enemy() };
        umpire.tell(|| Event::ruled(What::GoesFirst { side: first }, house!("initiative.scope")));
        first
    } else {
        winner
    };
    game.held_before = Some(first);
    game.initiative = Some(first);
    game.mover = first;
    game.stage =
        if openly(game) && plays_step(game, 1) { Stage::Orders(first.enemy()) } else { Stage::Ready };
    Ok(())
}

fn tie(game: &Orders) -> Option<Side> {
    if game.rules.plays(house!("initiative.tie", "first-side")) {
        return Some(Side::French);
    }
    game.held_before.filter(|_| game.rules.plays(house!("initiative.tie", "previous-holder")))
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

fn reinforcements_arrive<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let mut waiting = Vec::new();
    let mut here: Vec<Reinforcement> = Vec::new();
    for coming in std::mem::take(&mut game.coming) {
        let due = coming.side == side && coming.turn <= game.turn;
        let arrives = due
            && (!game.rules.plays(house!("reinforcements", "d10"))
                || umpire.read(Pool { count: 1, sides: 10 }, |die| die >= 6)?);
        if arrives { here.push(coming) } else { waiting.push(coming) }
    }
    game.coming = waiting;
    for coming in here {
        let coming = enrol(game, coming);
        let corps = coming.units.iter().map(|placed| placed.profile.corps);
        let new: BTreeSet<CorpsId> = corps.filter(|corps| !game.has_come(*corps)).collect();
        for Placed { profile, level, .. } in &coming.units {
            let id = UnitId(game.units.len() as u16);
            let formation = options::marching_formation(profile.arm);
            let level = level.unwrap_or_else(|| game.rules.starts_at(profile.troop));
            let mut unit = Unit::new(Arc::clone(profile), formation, level, Standing::AtEdge);
            unit.pose = game.measured.then(|| placing::at_edge(game, side, coming.point.x));
            game.units.push(unit);
            umpire.tell(|| Event::ruled(What::Arrives { unit: id }, house!("reinforcements")));
        }
        for corps in new {
            // What it does is seen.
            let order = game.corps(corps).order;
            let seen = What::Revealed { corps, order, before: order };
            umpire.tell(|| Event::ruled(seen, house!("reinforcements")));
        }
    }
    Ok(())
}

/// The corps that come with a reinforcement, and who leads them, are counted among the others.
fn enrol(game: &mut Orders, mut coming: Reinforcement) -> Reinforcement {
    for at in 0..game.awaited.len() {
        let Awaited { id, here: None, .. } = game.awaited[at] else { continue };
        if !coming.units.iter().any(|placed| placed.profile.corps == id) {
            continue;
        }
        let (number, commander) = (CorpsId(game.corps.len() as u16), GeneralId(game.leaders.len() as u16));
        game.awaited[at].here = Some(number);
        let Awaited { corps, leader, .. } = game.awaited[at].clone();
        game.corps.push(Corps { commander, ..corps });
        game.leaders.push(Leader {
            corps: Some(number),
            presence: Presence::Present,
            at: game.measured.then_some(coming.point),
            ..leader
        });
        let waiting = game.coming.iter_mut().flat_map(|waiting| &mut waiting.units);
        for placed in coming.units.iter_mut().chain(waiting).filter(|placed| placed.profile.corps == id) {
            *placed = placed.under(number);
        }
    }
    coming
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
    for unit in &mut game.units {
        unit.fired = false;
        unit.far_checks = 0;
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
