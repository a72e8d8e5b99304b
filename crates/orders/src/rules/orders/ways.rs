//! Plain ways of a unit toward a point, or away from it.

use crate::rules::movement::begin::begin;
use crate::rules::movement::walk::{Purpose, Walk};
use crate::state::answer::Pace;
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use table::{EIGHTH, Inches, MENDED, Point};

/// A way shorter than this is none.
pub(crate) const LEAST: Inches = Inches::mils(20);
/// A unit's front more than this aside of its way wheels first.
const ASIDE: i32 = 600;

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
    let (start, means) = begin(game, id, Purpose::March).ok()??;
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
        let toward = || pose.wheel_toward(walk.footprint().width, point, 2 * EIGHTH, MENDED);
        let wheel = if away { off } else { toward() };
        turns.push((wheel != 0).then_some(Pace::Wheel(wheel)));
    }
    if off.abs() > ASIDE {
        turns.push(Some(Pace::Face(wish)));
    }
    turns
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
