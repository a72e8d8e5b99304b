//! What a unit could do: ways toward a goal, charges, ways onto the table and off it.

use crate::answer::{Act, Pace};
use crate::charge;
use crate::command::{self, InCommand};
use crate::game::Orders;
use crate::movement;
use crate::placing;
use crate::refusal::Refusal;
use crate::unit::{Unit, UnitId};
use crate::walk::{Purpose, Walk};
use crate::words::Formation;
use engine::Fact;
use rulebook::RuleId;
use table::{EIGHTH, Inches, Point, Pose};

/// A way shorter than this is none.
const LEAST: Inches = Inches::mils(20);
/// A unit's front more than this aside of its way wheels first.
const ASIDE: i32 = 600;

/// A march of a unit that has not acted toward a point, as near to it as it can come; `None` if none is legal.
pub fn toward(game: &Orders, unit: UnitId, point: Point) -> Option<Act> {
    let body = game.unit(unit);
    let gap = body.rect()?.distance_to(point);
    if body.acted || gap < LEAST {
        return None;
    }
    let (paces, left) = nearer(game, unit, point, false, gap, |walk| walk.rect().distance_to(point))?;
    let act = Act::March { unit, paces };
    let only = game.activation.map(|activation| activation.unit);
    (left < gap && movement::check_act(game, body.side(), only, &act).is_ok()).then_some(act)
}

/// The formations a unit may be in, its own among them.
pub fn formations(game: &Orders, unit: UnitId) -> Vec<Formation> {
    let body = game.unit(unit);
    let may = |formation: &Formation| {
        *formation == body.formation || game.rules.unsuited(body.arm(), *formation).is_none()
    };
    Formation::WORDS.iter().map(|(_, formation)| *formation).filter(may).collect()
}

/// Where a unit would stand in another formation, and the rules that say what the change costs; `None` where it may not
/// take it now.
pub fn formed(game: &Orders, unit: UnitId, formation: Formation) -> Option<(Pose, Vec<RuleId>)> {
    let (mut walk, _) = movement::begin(game, unit, Purpose::March).ok()??;
    walk.pace(&Pace::Form(formation)).ok()?;
    Some((walk.pose, walk.rules))
}

/// How far a unit can go straight ahead after some paces, with what they leave it; nothing where they are not legal.
pub fn farthest(game: &Orders, unit: UnitId, paces: &[Pace]) -> Inches {
    let Ok(Some((mut walk, _))) = movement::begin(game, unit, Purpose::March) else { return Inches::ZERO };
    if paces.iter().any(|pace| walk.pace(pace).is_err()) {
        return Inches::ZERO;
    }
    walk.reach_ahead(Inches::whole(60))
}

/// Of the plain ways toward a point, or away from it, the first that leaves nothing lacking, else the one that leaves
/// least: straight on, a wheel and on, a turn and on; last with a change to column first.
pub(crate) fn nearer(
    game: &Orders,
    id: UnitId,
    point: Point,
    away: bool,
    lack: Inches,
    lacks: impl Fn(&Walk<'_>) -> Inches,
) -> Option<(Vec<Pace>, Inches)> {
    let (start, means) = movement::begin(game, id, Purpose::March).ok()??;
    if means.failed {
        return None;
    }
    let mut best: Option<(Vec<Pace>, Inches)> = None;
    for first in changes(game, id, means.bonus.is_some()) {
        let mut changed = start.clone();
        if first.is_some_and(|formation| changed.pace(&Pace::Form(formation)).is_err()) {
            continue;
        }
        for pace in turns(&changed, point, away) {
            let mut paces: Vec<Pace> = Vec::with_capacity(3);
            paces.extend(first.map(Pace::Form));
            let mut walk = changed.clone();
            if let Some(pace) = pace {
                if walk.pace(&pace).is_err() {
                    continue;
                }
                paces.push(pace);
            }
            let Some((last, left)) = go_on(&walk, lack, away && pace.is_none(), &lacks) else { continue };
            if best.as_ref().is_none_or(|(_, least)| left < *least) {
                paces.push(last);
                best = Some((paces, left));
                if left == Inches::ZERO {
                    return best;
                }
            }
        }
        // A change is worth its price only where nothing else helps, or where the unit is slow as it is.
        if best.is_some()
            && !matches!(start.formation, Formation::Line | Formation::Square | Formation::HastySquare)
        {
            break;
        }
    }
    best
}

/// The formations a unit might go in: as it is, then in column.
fn changes(game: &Orders, id: UnitId, marching: bool) -> Vec<Option<Formation>> {
    let unit = game.unit(id);
    match unit.formation {
        _ if marching => vec![None],
        Formation::Column => vec![None],
        Formation::Unlimbered => vec![Some(Formation::Column)],
        Formation::Line if unit.arm().is_cavalry() => vec![None],
        Formation::Line | Formation::Square | Formation::HastySquare | Formation::Road => {
            vec![None, Some(Formation::Column)]
        }
    }
}

/// How a unit may turn before it goes on: not at all, by a wheel, on the spot.
fn turns(walk: &Walk<'_>, point: Point, away: bool) -> Vec<Option<Pace>> {
    let pose = walk.pose;
    if walk.formation == Formation::Road {
        return vec![None, Some(Pace::Face(pose.facing.opposite()))];
    }
    let to = pose.at.bearing_to(point);
    let wish = if away { to.opposite() } else { to };
    let off = pose.facing.off(wish);
    let mut turns = Vec::with_capacity(3);
    // Straight back is a way too.
    if off.abs() < EIGHTH || (away && off.abs() > 3 * EIGHTH) {
        turns.push(None);
    }
    if off.abs() > ASIDE && off.abs() <= 2 * EIGHTH {
        let wheel = if away { off } else { aimed(walk, point, off) };
        turns.push((wheel != 0).then_some(Pace::Wheel(wheel)));
    }
    if off.abs() > ASIDE {
        turns.push(Some(Pace::Face(wish)));
    }
    turns
}

/// The wheel after which the point lies straight ahead.
fn aimed(walk: &Walk<'_>, point: Point, first: i32) -> i32 {
    let width = walk.footprint().width;
    let mut wheel = first;
    for _ in 0..3 {
        let pose = walk.pose.wheeled(width, wheel);
        wheel = (wheel + pose.facing.off(pose.at.bearing_to(point))).clamp(-2 * EIGHTH, 2 * EIGHTH);
    }
    wheel
}

/// The last pace of a way: straight on (or back, or along the road) until nothing is lacking or the move is used up.
fn go_on(
    walk: &Walk<'_>,
    lack: Inches,
    away: bool,
    lacks: impl Fn(&Walk<'_>) -> Inches,
) -> Option<(Pace, Inches)> {
    let taken = |pace: Pace| {
        let mut next = walk.clone();
        next.pace(&pace).and_then(|()| next.arrives()).ok().map(|()| (pace, lacks(&next)))
    };
    if walk.formation == Formation::Road {
        let most = walk.allowance(true).map(|(_, inches)| walk.budget().less(walk.spent()).inches(inches))?;
        let tries = [most.min(lack), most, Inches(most.0 * 3 / 4), most.half(), Inches(most.0 / 4)];
        return tries
            .into_iter()
            .filter(|by| *by >= LEAST)
            .filter_map(|by| taken(Pace::Road(by)))
            .min_by_key(|(_, left)| *left);
    }
    if away {
        let most = walk
            .allowance(false)
            .map(|(_, inches)| walk.budget().less(walk.spent()).inches(inches).half())?;
        let most = most.min(lack);
        let tries = [most, Inches(most.0 * 3 / 4), most.half(), Inches(most.0 / 4)];
        return tries.into_iter().filter(|by| *by >= LEAST).find_map(|by| taken(Pace::Back(by)));
    }
    let mut best: Option<(Pace, Inches)> = None;
    let mut wish = lack;
    for _ in 0..3 {
        let by = walk.reach_ahead(wish);
        let tries = [by, Inches(by.0 * 3 / 4), by.half(), Inches(by.0 / 4)];
        let Some((pace, left)) =
            tries.into_iter().filter(|by| *by >= LEAST).find_map(|by| taken(Pace::Ahead(by)))
        else {
            break;
        };
        if best.as_ref().is_some_and(|(_, least)| left >= *least) {
            break;
        }
        best = Some((pace, left));
        if left == Inches::ZERO || by < wish {
            break;
        }
        wish += left;
    }
    best
}

/// The charges a unit could make now, each with a wheel that brings it in.
pub fn charges(game: &Orders, unit: UnitId) -> Vec<Act> {
    let body = game.unit(unit);
    if body.acted || body.arm().is_artillery() || body.in_panic() || !body.on_table() {
        return Vec::new();
    }
    let only = game.activation.map(|activation| activation.unit);
    let (Some(pose), Some(rect)) = (body.pose, body.rect()) else {
        // Beside real figures the players see who can be reached.
        let enemies = game.of(body.side().enemy());
        return enemies
            .map(|(target, _)| Act::Charge { unit, target, wheel: 0, form: None })
            .filter(|act| movement::check_act(game, body.side(), only, act).is_ok())
            .collect();
    };
    let mut found = Vec::new();
    for form in forms_to_charge(body) {
        let formation = form.unwrap_or(body.formation);
        let Some((_, reach)) = game.rules.rate(body.arm(), formation) else { continue };
        let start = placing::reformed(body, pose, body.formation, formation);
        for (target, enemy) in game.of(body.side().enemy()) {
            let Some(other) = enemy.rect().filter(|other| rect.is_within(other, reach + Inches::whole(1)))
            else {
                continue;
            };
            let Some(wheel) = charge::aim_in(body, start, formation, other) else { continue };
            let is_known = |act: &Act| matches!(act, Act::Charge { target: known, .. } if *known == target);
            if found.iter().any(is_known) {
                continue;
            }
            let act = Act::Charge { unit, target, wheel, form };
            if movement::check_act(game, body.side(), only, &act).is_ok() {
                found.push(act);
            }
        }
    }
    found
}

/// As it is, and where that is no formation to charge in, after a change.
fn forms_to_charge(unit: &Unit) -> Vec<Option<Formation>> {
    match unit.formation {
        Formation::Road => vec![Some(Formation::Column)],
        Formation::Square | Formation::HastySquare => vec![None, Some(Formation::Column)],
        Formation::Line if unit.arm().is_infantry() => vec![None, Some(Formation::Column)],
        Formation::Line | Formation::Column | Formation::Unlimbered => vec![None],
    }
}

/// Whether a unit has to roll for command before it can act.
pub fn must_rouse(game: &Orders, unit: UnitId) -> bool {
    let rolled = game.activation.is_some_and(|it| it.unit == unit && it.command.is_some());
    game.measured
        && !rolled
        && game.unit(unit).on_table()
        && command::must_roll(game, InCommand { unit }.measure(game))
}

/// Where a unit that waits at the edge comes on: the middle of its front, and what it marches in.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    pub start: Pose,
    pub formation: Formation,
    /// How far it may march there.
    pub allowance: Inches,
}

/// How a unit that waits at the edge comes on: where, and straight on as far as it may go.
///
/// # Errors
/// Why it may not.
pub fn plain_entry(game: &Orders, unit: UnitId) -> Result<(Gate, Act), Refusal> {
    let body = game.unit(unit);
    let only = game.activation.map(|activation| activation.unit);
    let enters = |by: Inches| {
        let act = Act::Enter { unit, paces: vec![Pace::Ahead(by)] };
        movement::check_act(game, body.side(), only, &act).map(|_| act)
    };
    let formation = movement::enters_in(body);
    let least = body.footprint_in(formation).depth;
    let Some(start) = placing::entry(game, unit, formation) else {
        let act = enters(least)?;
        return Ok((Gate { start: Pose::default(), formation, allowance: least }, act));
    };
    let allowance = game.rules.rate(body.arm(), formation).map_or(least, |(_, rate)| rate);
    let most = Walk::new(game, unit, start, Purpose::Enter).begin_in(formation).reach_ahead(allowance);
    let shorter = (0..).map(|n| most - Inches::mils(500 * n)).take_while(|by| *by > least);
    let act = match shorter.into_iter().find_map(|by| enters(by).ok()) {
        Some(act) => act,
        None => enters(least)?,
    };
    Ok((Gate { start, formation, allowance }, act))
}

/// The shortest plain way of a unit over its own edge: back, on, or turned about and on.
///
/// # Errors
/// Why there is none.
pub fn plain_leaving(game: &Orders, unit: UnitId) -> Result<Act, Refusal> {
    let side = game.unit(unit).side();
    let only = game.activation.map(|activation| activation.unit);
    let home = Pace::Face(game.scenario.edges[side].inward().opposite());
    let leaves = |paces: Vec<Pace>| {
        let act = Act::Leave { unit, paces };
        movement::check_act(game, side, only, &act).map(|_| act)
    };
    let ways = |by: Inches| [vec![Pace::Back(by)], vec![Pace::Ahead(by)], vec![home, Pace::Ahead(by)]];
    let farthest = (1..=15).map(Inches::whole);
    match farthest.flat_map(ways).find_map(|paces| leaves(paces).ok()) {
        Some(act) => Ok(act),
        None => leaves(vec![home, Pace::Ahead(Inches::whole(1))]),
    }
}

#[cfg(test)]
mod tests;
