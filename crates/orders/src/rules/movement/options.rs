//! What a unit could do: ways toward a goal, charges, ways onto the table and off it.

use crate::rules::charge;
use crate::rules::command::{self, InCommand};
use crate::rules::ground::placing;
use crate::rules::movement;
use crate::rules::movement::begin::begin;
use crate::rules::movement::walk::{Purpose, Walk};
use crate::rules::orders::ways::{LEAST, nearer};
use crate::state::answer::{Act, Pace};
use crate::state::game::Orders;
use crate::state::refusal::Refusal;
use crate::state::unit::{Standing, Unit, UnitId};
use crate::state::words::{Formation, OrderKind};
use engine::Fact;
use rulebook::RuleId;
use table::{Inches, Point, Pose};

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

/// Whether there is anything a unit of the side that moves could be told now.
pub fn may_do_anything(game: &Orders, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let only = game.activation.map(|activation| activation.unit);
    let may = |act: Act| movement::check_act(game, body.side(), only, &act).is_ok();
    if body.standing == Standing::AtEdge {
        return plain_entry(game, unit).is_ok();
    }
    if must_rouse(game, unit) {
        return may(Act::Rouse { unit });
    }
    let walks = |pace: Pace| may(Act::March { unit, paces: vec![pace] });
    let others = || Formation::WORDS.iter().filter(|(_, formation)| *formation != body.formation);
    least_march(game, unit).is_ok()
        || walks(about(body))
        || others().any(|(_, formation)| walks(Pace::Form(*formation)))
        || charges(game, unit).iter().any(|act| matches!(act, Act::Charge { form: None, .. }))
        || may(Act::ForceMarch { unit })
        || (game.corps(body.corps()).order.kind == OrderKind::Withdraw && plain_leaving(game, unit).is_ok())
}

/// Facing about.
pub fn about(unit: &Unit) -> Pace {
    Pace::Face(unit.pose.map(|pose| pose.facing.turned(0x8000)).unwrap_or_default())
}

/// The shortest march a unit may make: on, back, or wheeling a little.
///
/// # Errors
/// Where it may make none: why it may not go on.
pub fn least_march(game: &Orders, unit: UnitId) -> Result<Act, Refusal> {
    let only = game.activation.map(|activation| activation.unit);
    let check = |pace: Pace| {
        let act = Act::March { unit, paces: vec![pace] };
        movement::check_act(game, game.unit(unit).side(), only, &act).map(|_| act)
    };
    let little = Inches::mils(100);
    let others = [Pace::Back(little), Pace::Wheel(0x400), Pace::Wheel(-0x400)];
    let on = check(Pace::Ahead(little));
    on.or_else(|refusal| others.into_iter().find_map(|pace| check(pace).ok()).ok_or(refusal))
}

/// Where a unit would stand in another formation, and the rules that say what the change costs; `None` where it may not
/// take it now.
pub fn formed(game: &Orders, unit: UnitId, formation: Formation) -> Option<(Pose, Vec<RuleId>)> {
    let (mut walk, _) = begin(game, unit, Purpose::March).ok()??;
    walk.pace(&Pace::Form(formation)).ok()?;
    Some((walk.pose, walk.rules))
}

/// How far a unit can go straight ahead after some paces, with what they leave it; nothing where they are not legal.
pub fn farthest(game: &Orders, unit: UnitId, paces: &[Pace]) -> Inches {
    let Ok(Some((mut walk, _))) = begin(game, unit, Purpose::March) else { return Inches::ZERO };
    if paces.iter().any(|pace| walk.pace(pace).is_err()) {
        return Inches::ZERO;
    }
    walk.reach_ahead(Inches::whole(60))
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
