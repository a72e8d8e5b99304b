//! Who may fire at whom.

use super::facts::{Shots, is_charged_by, range};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground;
use crate::state::aims::Aimed;
use crate::state::answer::{Shot, Targets};
use crate::state::game::{Orders, Stage};
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::Formation;
use engine::Side;
use rulebook::RuleId;
use table::{Footprint, Inches, Rect};

/// Who may fire, and at whom, the nearest first.
pub fn shots(game: &Orders, side: Side) -> Vec<Targets> {
    // Whether an enemy may be fired at at all is worked out once, not once for each firer.
    let mut is_target = vec![false; game.units.len()];
    for (id, _) in game.of(side.enemy()) {
        is_target[usize::from(id.0)] = may_target(game, side, id).is_ok();
    }
    let firers = game.of(side).map(|(unit, _)| unit).filter(|unit| silence(game, *unit).is_none());
    let aims = game.aims.of(game, firers, |unit| in_sight(game, unit), |id| is_target[usize::from(id.0)]);
    aims.into_iter().map(|(unit, targets)| Targets { unit, targets }).collect()
}

/// The enemies a unit has in range, arc and sight, the nearest first.
fn in_sight(game: &Orders, unit: UnitId) -> Aimed {
    let body = game.unit(unit);
    let (Some(rect), Some(reach)) = (body.rect(), reach(&game.rules, body)) else { return Aimed::default() };
    let is_near = |there: &Rect| rect.may_be_within(there, reach);
    let near = game.units.near(rect.bounds(), reach);
    let near = near.filter(|(_, other, there)| other.side() != body.side() && is_near(there));
    // A charger counts as an inch away, even if it found no room to come so near.
    let charging = game.chargers_of(unit).filter_map(|id| Some((id, game.unit(id), game.unit(id).rect()?)));
    let (mut farthest, mut longest) = (reach, Inches::ZERO);
    let mut targets: Vec<(Inches, UnitId)> = Vec::new();
    for (id, other, there) in near.chain(charging) {
        let Footprint { width, depth } = other.footprint();
        longest = longest.max(width + depth);
        if !is_near(there) {
            farthest = farthest.max(rect.distance(there));
        }
        if let Some(Ok(range)) = aimed(game, unit, id) {
            targets.push((range, id));
        }
    }
    targets.sort_unstable();
    targets.dedup();
    // The line to the nearest point of a target goes no farther than the far end of him.
    Aimed { targets: targets.into_iter().map(|(_, id)| id).collect(), reach: farthest + longest }
}

/// Whether any unit of a side may fire in the present step, whatever stands before it.
pub fn may_any_fire(game: &Orders, side: Side) -> bool {
    Shots::able(game, side).next().is_some()
}

/// As far as a unit fires at all; `None`: it has no fire.
fn reach(rules: &Rules, body: &Unit) -> Option<Inches> {
    match body.profile.gun.filter(|_| body.arm().is_artillery()) {
        Some(gun) => rules.gun_reach(gun),
        None => rules.fire_range(body.arm()).map(|(_, inches)| inches),
    }
}

/// Why a unit does not fire at all in a step.
enum Silence {
    OffTable,
    Panic,
    Limbered,
    Fired,
    Locked,
    InContact,
}

fn silence(game: &Orders, unit: UnitId) -> Option<Silence> {
    let body = game.unit(unit);
    let limbered = body.arm().is_artillery() && body.formation != Formation::Unlimbered;
    if !body.on_table() {
        Some(Silence::OffTable)
    } else if body.in_panic() && game.rules.on(rule!("orders.fire.firer.panic")) {
        Some(Silence::Panic)
    } else if limbered {
        Some(Silence::Limbered)
    } else if body.fired {
        Some(Silence::Fired)
    } else if body.locked {
        Some(Silence::Locked)
    } else {
        is_silenced(game, unit).then_some(Silence::InContact)
    }
}

/// Whether a unit may fire at all in the present step.
///
/// # Errors
/// The refusal.
pub fn may_fire(game: &Orders, unit: UnitId) -> Result<(), Refusal> {
    let name = game.called(unit);
    match silence(game, unit) {
        None => Ok(()),
        Some(Silence::OffTable) => refuse(Cite::question(), why!("{} [is|are] not on the table.", name)),
        Some(Silence::Panic) => {
            refuse(rule!("orders.fire.firer.panic"), why!("{} [is|are] in panic and do[es] not fire.", name))
        }
        Some(Silence::Limbered) => {
            refuse(house!("artillery.limber"), why!("The guns of {} are limbered.", name))
        }
        Some(Silence::Fired) => {
            refuse(house!("fire.sequence"), why!("{} [has|have] fired in this step.", name))
        }
        Some(Silence::Locked) => refuse(house!("melee.locked"), why!("{} [is|are] locked in melee.", name)),
        Some(Silence::InContact) => refuse(
            house!("charge.fire"),
            why!("{} [is|are] in contact and do[es] not fire in this step.", name),
        ),
    }
}

/// Units in contact neither fire nor are fired at in step 4 (ruling charge.fire).
fn is_silenced(game: &Orders, unit: UnitId) -> bool {
    game.stage == Stage::MoverFires
        && game.rules.plays(house!("charge.fire", "charged-fires"))
        && game.in_contact(unit)
}

/// Whether a unit may be a target of that side at all, wherever it stands.
pub(super) fn may_target(game: &Orders, side: Side, target: UnitId) -> Result<(), Refusal> {
    let enemy = game.unit(target);
    let name = enemy.called();
    if enemy.side() == side || !enemy.on_table() {
        return refuse(Cite::question(), why!("{} [is|are] not an enemy on the table.", name));
    }
    if enemy.locked {
        return refuse(house!("melee.locked"), why!("{} [is|are] locked in melee.", name));
    }
    if is_silenced(game, target) {
        return refuse(
            house!("charge.fire"),
            why!("{} [is|are] in contact and [is|are] no target in this step.", name),
        );
    }
    Ok(())
}

/// What keeps a firer from a target.
enum Bar {
    NoFire,
    Range(Inches, Cite),
    Arc(RuleId),
    Sight,
}

/// The range to a target, or what keeps it from being fired at; `None` where positions are not known.
fn aimed(game: &Orders, unit: UnitId, target: UnitId) -> Option<Result<Inches, Bar>> {
    let (body, rules) = (game.unit(unit), &game.rules);
    let (rect, enemy, range) = (body.rect()?, game.unit(target).rect()?, range(game, unit, target)?);
    if let Err(cite) = reaches(rules, body, range) {
        return Some(Err(cite.map_or(Bar::NoFire, |cite| Bar::Range(range, cite))));
    }
    if let Some((arc, half)) = rules.arc(body.arm())
        && !body.is_square()
        && !table::in_arc(rect, enemy, half)
    {
        return Some(Err(Bar::Arc(arc)));
    }
    let clear = is_charged_by(game, unit, target) || ground::line_clear(game, unit, target);
    Some(if clear { Ok(range) } else { Err(Bar::Sight) })
}

/// Whether a firer has a target in range, arc and sight.
fn may_hit(game: &Orders, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let (name, foe) = (game.called(unit), game.called(target));
    let Some(Err(bar)) = aimed(game, unit, target) else { return Ok(()) };
    match bar {
        Bar::NoFire => refuse(Cite::question(), why!("{} [has|have] no fire.", name)),
        Bar::Range(range, cite) => {
            refuse(cite, why!("{} [is|are] {} away, out of range of {}.", foe, range, name))
        }
        Bar::Arc(arc) => refuse(arc, why!("{} [is|are] outside the arc of {}.", foe, name)),
        Bar::Sight => match friend_between(game, unit, target) {
            Some(friend) => {
                let why = why!("{} stand[s] between {} and {}.", game.called(friend), name, foe);
                refuse(rule!("orders.fire.no-overhead"), why)
            }
            None => refuse(house!("fire.line"), why!("{} [has|have] no clear line to {}.", name, foe)),
        },
    }
}

/// Whether a unit's fire reaches this far; else what keeps it from that.
fn reaches(rules: &Rules, body: &Unit, range: Inches) -> Result<(), Option<Cite>> {
    if let Some(gun) = body.profile.gun.filter(|_| body.arm().is_artillery()) {
        return match rules.guns(gun, range) {
            Some(_) => Ok(()),
            None => Err(Some(rules.guns_blank(gun, range).unwrap_or(rule!("orders.artillery.bands")).into())),
        };
    }
    match (rules.fire_range(body.arm()), rules.stand_dice(body.arm())) {
        (Some((_, reach)), Some(_)) if rules.within(range, reach) => Ok(()),
        (Some((rule, _)), Some(_)) => Err(Some(rule.into())),
        _ => Err(None),
    }
}

/// A friend on the line of fire.
fn friend_between(game: &Orders, unit: UnitId, target: UnitId) -> Option<UnitId> {
    let (body, enemy) = (game.unit(unit), game.unit(target).rect()?);
    if !game.rules.on(rule!("orders.fire.no-overhead")) {
        return None;
    }
    let own = body.rect()?;
    let eye = if body.is_square() { own.nearest_point_to(enemy.centre()) } else { own.front_centre() };
    let aim = enemy.nearest_point_to(eye);
    let mut friends = game.of(body.side()).filter(|(id, _)| *id != unit);
    friends.find(|(_, friend)| friend.rect().is_some_and(|rect| rect.is_crossed(eye, aim))).map(|(id, _)| id)
}

/// Whether a side may fire this shot now.
///
/// # Errors
/// The refusal, with the rule that forbids it.
pub fn check_shot(game: &Orders, side: Side, shot: Shot) -> Result<(), Refusal> {
    for (unit, of) in [(shot.unit, side), (shot.target, side.enemy())] {
        if game.get(unit).is_none_or(|body| body.side() != of) {
            return refuse(Cite::question(), "A unit of the firing side fires at one of the other.");
        }
    }
    may_fire(game, shot.unit)?;
    may_target(game, side, shot.target)?;
    may_hit(game, shot.unit, shot.target)
}
