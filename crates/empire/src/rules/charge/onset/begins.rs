//! A charge up to its first throw: it is declared, its target answers, and the batteries are seen that fire at it. Play and odds
//! both begin here.

use super::asks::Charged;
use super::declared::Onset;
use super::fight::Fight;
use super::seen;
use crate::ids::house;
use crate::rules::charge::chain::Reply;
use crate::rules::charge::guns_charged;
use crate::rules::frame::Occasion;
use crate::rules::ground::measure::{self, ComesFrom};
use crate::rules::march::manoeuvre::lose_order;
use crate::state::event::{Event, What};
use crate::state::game::{Charge, Empire};
use crate::state::words::Arm;
use engine::Umpire;
use table::Face;

/// A charge is declared: it wheels, and is known by the face it strikes and by its wave.
pub(super) fn declare<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    onset: Onset,
    occasion: Occasion,
) -> Result<Charge, U::Pause> {
    let Onset { unit, target, way } = onset;
    if let Some(way) = &way {
        let formation = game.unit(unit).formation;
        // Where a friend is in the way of the wheel, it wheels as it goes.
        if measure::fits(game, unit, way.wheeled, formation) {
            game.unit_mut(unit).stand(way.wheeled, formation);
        }
        if let Some(rule) = way.disorders {
            lose_order(game, umpire, unit, rule);
        }
    }
    let hit = umpire.see(game, ComesFrom { unit, target })?;
    Ok(Charge {
        chargers: vec![unit],
        target,
        from: game.unit(unit).pose,
        hit,
        face: way.map_or(Face::Front, |way| way.face),
        wave: game.unit(target).impulse.waves,
        breakthrough: 0,
        answers: occasion == Occasion::EnemyMoves,
    })
}

/// A charge up to its first throw: it comes, the target answers, and the batteries are seen that fire at it. Play and odds
/// both begin here.
pub(super) fn begins<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    declared: &Charge,
) -> Result<Option<Fight>, U::Pause> {
    let Some(charger) = declared.chargers.first().copied() else { return Ok(None) };
    let (target, wave) = (declared.target, declared.wave);
    let body = game.unit_mut(charger);
    body.impulse.acted = true;
    body.impulse.moved = true;
    body.hour.charges += 1;
    body.hour.moved = true;
    let aim = game.unit_mut(target);
    aim.impulse.charged = true;
    aim.impulse.waves += 1;
    game.firefights
        .retain(|pair| ![pair.french, pair.allied].iter().any(|it| [charger, target].contains(it)));
    umpire
        .tell(|| Event::ruled(What::Charges { unit: charger, target, wave }, house!("charge.foot-at-horse")));
    let mut fight = seen::fight(game, umpire, charger, declared)?;
    fight.facts.reply = reply(game, umpire, &fight)?;
    fight.batteries = seen::batteries(game, umpire, (charger, target), &mut fight.facts)?;
    fight.ground = game.unit(target).rect().copied();
    Ok(Some(fight))
}

/// What the target does (ruling charge.answers).
fn reply<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &Fight) -> Result<Reply, U::Pause> {
    let Fight { charger, target, .. } = *fight;
    if game.unit(target).arm() == Arm::Artillery {
        let retires = guns_charged::answer(game, umpire, (target, charger), &fight.facts)?;
        return Ok(if retires { Reply::FireAndRetire } else { Reply::Stand });
    }
    let replies = seen::replies(game, umpire, fight)?;
    if replies.len() < 2 {
        return Ok(Reply::Stand);
    }
    let side = game.unit(target).side();
    let facts = Box::new(fight.facts);
    umpire.ask(game, Charged { side, unit: target, charger, replies, facts })
}
