//! Firing, steps 3 and 4. `shot` has the dice, the number to hit and the checks it gives, `facts` what a shot rests on as it
//! stands on the table, `targets` who may fire at whom.

mod facts;
pub(crate) mod question;
mod shot;
pub(crate) mod targets;

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::morale::{self, cited};
use crate::state::answer::Shot;
use crate::state::event::{Cause, Event, What, Working};
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use engine::{Side, Umpire};
use facts::seen;
use rulebook::RuleId;

pub use facts::{FireFrom, GunRange, ShelterOf, Shots, facts, range};
pub use question::Fire;
pub use shot::{Firer, Mark, ShotFacts, Struck, hits, is_long, need, pool, struck};
pub(crate) use shot::{shares_limit, throw};
pub use targets::{check_shot, may_any_fire, may_fire, shots};

/// One unit fires, and its target takes its checks; or names its target, where all dice come after all names.
///
/// # Errors
/// The umpire's pause.
pub fn shoot<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, shot: Shot) -> Result<(), U::Pause> {
    game.unit_mut(shot.unit).fired = true;
    if game.rules.plays(house!("fire.sequence", "declared")) {
        game.unit_mut(shot.unit).aim = Some(shot.target);
        return Ok(());
    }
    let owed = volley(game, umpire, shot)?;
    morale::checks(game, umpire, shot.target, owed, Cause::Fire, Some(shot.unit))
}

/// The end of a fire step: shots that were only named are thrown, then their targets check, one after another.
///
/// # Errors
/// The umpire's pause.
pub fn settle<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, side: Side) -> Result<(), U::Pause> {
    let mut owing: Vec<(UnitId, UnitId, u32)> = Vec::new();
    for unit in game.ids() {
        if game.unit(unit).side() != side {
            continue;
        }
        let Some(target) = game.unit_mut(unit).aim.take() else { continue };
        let owed = volley(game, umpire, Shot { unit, target })?;
        match owing.iter_mut().find(|(owes, ..)| *owes == target) {
            Some((.., sum)) => *sum += owed,
            None => owing.push((target, unit, owed)),
        }
    }
    for (target, unit, owed) in owing {
        morale::checks(game, umpire, target, owed, Cause::Fire, Some(unit))?;
    }
    Ok(())
}

/// The dice of a shot; says how many checks they give.
fn volley<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, shot: Shot) -> Result<u32, U::Pause> {
    let Shot { unit, target } = shot;
    let facts = seen(game, umpire, shot)?;
    let dice = pool(&game.rules, &facts);
    let need = need(&game.rules, &facts);
    umpire.tell(|| {
        let count = dice.map_or(0, |(_, pool)| pool.count);
        let (face, working) = need.map_or((0, Working::default()), |need| (need.face, need.working));
        let rules = cited(&game.rules, &fired_by(&game.rules, &facts));
        Event::with(What::Fires { unit, target, dice: count, need: face }, &rules, working)
    });
    let hits = hits(umpire.hand(game.unit(unit).side()), &game.rules, &facts)?;
    let Struck { owed, far_checks } = struck(&game.rules, &facts, hits, game.unit(target).far_checks);
    game.unit_mut(target).far_checks = far_checks;
    let long = is_long(&game.rules, &facts);
    umpire.tell(|| {
        let mut rules = vec![rule!("orders.fire.result.hit")];
        rules.extend(game.rules.long_range().filter(|_| long).map(|(rule, ..)| rule));
        Event::new(What::Hits { unit, target, hits, checks: owed }, &cited(&game.rules, &rules))
    });
    Ok(owed)
}

/// The rules a shot rests on besides its number to hit.
fn fired_by(rules: &Rules, shot: &ShotFacts) -> Vec<RuleId> {
    let arm = shot.firer.arm;
    let mut by: Vec<RuleId> = pool(rules, shot).map(|(rule, _)| rule).into_iter().collect();
    if arm.is_artillery() {
        by.extend([rule!("orders.fire.art.dice"), rule!("orders.artillery.bands")]);
    } else {
        by.push(rule!("orders.fire.front-rank"));
    }
    by.extend(rules.fire_range(arm).map(|(rule, _)| rule));
    by.extend(rules.arc(arm).map(|(rule, _)| rule));
    by
}
