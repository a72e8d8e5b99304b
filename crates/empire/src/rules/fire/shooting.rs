//! Fire as an act: whom a unit may fire at, and all that follows a volley, a shot or a round of a firefight.

use crate::charts::Rules;
use crate::ids::house;
use crate::rules::fire::counter_battery::{Struck, suffer};
use crate::rules::fire::firefight;
use crate::rules::fire::gunnery::{self, GunTargetsOf};
use crate::rules::fire::musketry::{self, How, TargetsOf, Volley};
use crate::rules::frame::Occasion;
use crate::rules::hour::acting;
use crate::rules::morale::unit_morale::Reason;
use crate::rules::outlook::About;
use crate::state::answer::Refusal;
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::Arm;
use engine::outlook::{Outlook, Turns, measuring};
use engine::{Umpire, refuse, why};
use serde::Serialize;

/// A shot that a unit may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Aim {
    pub unit: UnitId,
    pub target: UnitId,
}

/// Whom a unit may fire at now. Beside real figures any enemy: the players see whom.
pub(crate) fn shots(game: &Empire, unit: UnitId) -> Vec<UnitId> {
    let body = game.unit(unit);
    if !may_fire(game, unit) {
        Vec::new()
    } else if !game.measured {
        game.of(body.side().enemy()).filter(|(_, other)| !other.abandoned).map(|(id, _)| id).collect()
    } else if body.arm() == Arm::Artillery {
        gunnery::targets(game, unit)
    } else {
        musketry::targets(game, unit)
    }
}

/// Whether a unit may fire as its act: it has not charged, and has manoeuvred no further than leaves it fire (ruling
/// impulse.action).
///
/// # Errors
/// The refusal.
pub(crate) fn check_fire(game: &Empire, unit: UnitId) -> Result<(), Refusal> {
    let body = game.unit(unit);
    acting::may_act(game, unit)?;
    match body.arm() {
        Arm::Artillery => gunnery::check_fire(body)?,
        Arm::Infantry | Arm::Cavalry => musketry::check_fire(body)?,
    }
    if body.impulse.acted && !body.impulse.may_fire {
        let why = why!("{} [has|have] had [its|their] one action of this impulse.", body.called());
        return refuse(house!("impulse.action"), why);
    }
    Ok(())
}

pub(crate) fn may_fire(game: &Empire, unit: UnitId) -> bool {
    check_fire(game, unit).is_ok()
}

/// Its act: a round of a firefight, or a shot.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fire<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, aim: Aim) -> Result<(), U::Pause> {
    if firefight::is_one(game, umpire, aim.unit, aim.target)? {
        firefight::round(game, umpire, aim.unit, aim.target)?;
    } else {
        shoot(game, umpire, aim.unit, aim.target, Occasion::Impulse)?;
    }
    game.unit_mut(aim.unit).impulse.acted = true;
    Ok(())
}

/// A volley or a shot of guns, with all that follows for the units that are hit.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn shoot<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    occasion: Occasion,
) -> Result<(), U::Pause> {
    let struck = if game.unit(unit).arm() == Arm::Artillery {
        gunnery::fire(game, umpire, unit, target, gunnery::How::default())?
    } else {
        let figures = musketry::fire(
            game,
            umpire,
            unit,
            target,
            How { opportunity: occasion == Occasion::EnemyMoves, ..How::default() },
        )?;
        Struck { figures, ..Struck::default() }
    };
    // Beside real figures a shot may turn out too long: it is had all the same.
    game.unit_mut(unit).impulse.fired = true;
    suffer(game, umpire, target, struck, Reason::fire(unit))
}

/// What such a shot may bring.
pub(crate) fn shot_outlook(
    game: &Empire,
    unit: UnitId,
    target: UnitId,
    occasion: Occasion,
) -> Option<Outlook<Empire>> {
    if game.get(unit)?.arm() == Arm::Artillery {
        return gunnery::outlook(game, unit, target);
    }
    let how = How { opportunity: occasion == Occasion::EnemyMoves, ..How::default() };
    let shot = measuring(|eyes| Volley::seen(game, eyes, unit, target, how))?;
    let mut turns = Turns::default();
    turns.turn("cover");
    let rules: &Rules = &game.rules;
    let outlook = Outlook::charted(rules, About::Volley, (unit, Some(target)), shot, turns);
    Some(outlook.titled("{unit} fire[s] at {foe}"))
}

/// A unit fires at the nearest target, if it still may and has one.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fire_at_will<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    if !may_fire(game, unit) {
        return Ok(());
    }
    let targets = match game.unit(unit).arm() {
        Arm::Artillery => umpire.see(game, GunTargetsOf { unit })?,
        Arm::Infantry | Arm::Cavalry => umpire.see(game, TargetsOf { unit })?,
    };
    let Some(target) = targets.first().copied() else { return Ok(()) };
    fire(game, umpire, Aim { unit, target })
}
