//! Legal answers: the one that declines, ways toward a goal, and samples for computer players and the fuzzer.

use crate::charge;
use crate::command::{self, InCommand};
use crate::game::Orders;
use crate::ids::house;
use crate::leaders;
use crate::movement;
use crate::orders::takes_objective;
use crate::placing;
use crate::question::{Act, Answer, Instruction, Pace, Question, Shot, Targets};
use crate::refusal::Refusal;
use crate::unit::{CorpsId, GeneralId, Order, Standing, Unit, UnitId};
use crate::walk::{Purpose, Walk};
use crate::words::{Arm, Formation, OrderKind};
use dice::Stream;
use engine::{Edge, Fact, Game, Side};
use table::{Bearing, EIGHTH, Inches, Point, Pose};

/// A way shorter than this is none.
const LEAST: Inches = Inches::mils(20);
/// A unit's front more than this aside of its way wheels first.
const ASIDE: i32 = 600;

/// The formation a unit that is not on the table waits in.
pub(crate) fn marching_formation(_: Arm) -> Formation {
    Formation::Column
}

// --------------------------------------------------------------- declining ----

/// The answer of a player who does not decide (ruling choice.default).
pub(crate) fn decline(game: &Orders, question: &Question) -> Answer {
    let accept = game.rules.plays(house!("choice.default", "accept"));
    match question {
        Question::Deploy { unit } => deployment(game, *unit),
        Question::Orders { .. } | Question::Move { .. } => Answer::No,
        // Whoever won the die and says nothing goes first, as the printed turn has it.
        Question::GoFirst { .. } => Answer::Yes,
        Question::Advance { .. } if accept => Answer::Yes,
        Question::Advance { .. } => Answer::No,
        Question::HastySquare { .. } => Answer::Yes,
        Question::Fire { shots, .. } => first_shot(game, shots, !accept),
        Question::NextShock { units, .. } => first(units),
        Question::NextMelee { fights, .. } => first(fights),
    }
}

fn first(units: &[UnitId]) -> Answer {
    units.first().map_or(Answer::No, |unit| Answer::Unit(*unit))
}

/// The first unit that may fire, at its first target or at the nearest.
fn first_shot(game: &Orders, shots: &[Targets], nearest: bool) -> Answer {
    let Some((unit, targets)) =
        shots.iter().find(|from| !from.targets.is_empty()).map(|from| (from.unit, &from.targets))
    else {
        return Answer::No;
    };
    let gap = |target: &UnitId| match (game.unit(unit).rect(), game.get(*target).and_then(Unit::rect)) {
        (Some(own), Some(other)) => own.distance(other),
        _ => Inches::ZERO,
    };
    let target = if nearest { targets.iter().min_by_key(|target| gap(target)) } else { targets.first() };
    target.map_or(Answer::No, |target| Answer::Shot(Shot { unit, target: *target }))
}

/// The first clear place of the deployment zone, from the middle outward.
pub(crate) fn deployment(game: &Orders, unit: UnitId) -> Answer {
    let body = game.unit(unit);
    let (side, formation) = (body.side(), body.formation);
    let terrain = &game.scenario.terrain;
    let (_, _, zone) = game.rules.usual_table();
    let depth = body.footprint().depth;
    for row in 0..(zone.0 / 500).max(1) {
        for n in 0..=terrain.width.0 / 500 {
            let offset = if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 };
            // The front edge as far forward as the zone allows, row by row.
            let into = (zone.0 - row * 500).max(depth.0);
            let at = Some(in_zone(game, side, terrain.width.0 / 2 + offset * 500, into));
            let answer = Answer::Place { unit, at, formation };
            if game.check(&Question::Deploy { unit }, &answer).is_ok() {
                return answer;
            }
        }
    }
    Answer::Place { unit, at: None, formation }
}

/// A pose so far into a side's half, facing the enemy.
fn in_zone(game: &Orders, side: Side, x: i32, into: i32) -> Pose {
    let edge = game.scenario.edges[side];
    let y = match edge {
        Edge::South => into,
        Edge::North => game.scenario.terrain.depth.0 - into,
    };
    Pose { at: Point { x, y }, facing: edge.inward() }
}

// ---------------------------------------------------------- ways to a goal ----

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

// ----------------------------------------------------------------- samples ----

/// A random answer that the rules accept.
pub fn sample(game: &Orders, question: &Question, luck: &mut Stream) -> Answer {
    match question {
        Question::Deploy { unit } => sample_deployment(game, *unit, luck),
        Question::Orders { side, .. } => sample_instruction(game, question, *side, luck),
        Question::GoFirst { .. } | Question::HastySquare { .. } | Question::Advance { .. } => {
            if luck.below(2) == 0 { Answer::Yes } else { Answer::No }
        }
        Question::Move { side, only } => sample_act(game, question, *side, *only, luck),
        Question::Fire { shots, .. } => sample_shot(shots, luck),
        Question::NextShock { units, .. } => pick(units, luck).map_or(Answer::No, Answer::Unit),
        Question::NextMelee { fights, .. } => pick(fights, luck).map_or(Answer::No, Answer::Unit),
    }
}

fn pick<T: Copy>(list: &[T], luck: &mut Stream) -> Option<T> {
    list.get(luck.below(list.len() as u32) as usize).copied()
}

fn below(most: Inches, luck: &mut Stream) -> Inches {
    Inches(luck.below(most.0.max(0) as u32 + 1) as i32)
}

fn sample_deployment(game: &Orders, unit: UnitId, luck: &mut Stream) -> Answer {
    let body = game.unit(unit);
    let (_, _, zone) = game.rules.usual_table();
    for _ in 0..20 {
        let x = below(game.scenario.terrain.width, luck).0;
        let at = Some(in_zone(game, body.side(), x, below(zone, luck).0));
        let answer = Answer::Place { unit, at, formation: body.formation };
        if game.check(&Question::Deploy { unit }, &answer).is_ok() {
            return answer;
        }
    }
    deployment(game, unit)
}

fn sample_shot(shots: &[Targets], luck: &mut Stream) -> Answer {
    if luck.below(6) == 0 {
        return Answer::No;
    }
    let from = shots.get(luck.below(shots.len() as u32) as usize);
    let shot = from.and_then(|from| Some(Shot { unit: from.unit, target: pick(&from.targets, luck)? }));
    shot.map_or(Answer::No, Answer::Shot)
}

fn sample_point(game: &Orders, luck: &mut Stream) -> Point {
    let terrain = &game.scenario.terrain;
    match pick(&(0..game.scenario.objectives.len()).collect::<Vec<_>>(), luck).filter(|_| luck.below(2) == 0)
    {
        Some(objective) => game.scenario.objectives[objective].at,
        None => Point { x: below(terrain.width, luck).0, y: below(terrain.depth, luck).0 },
    }
}

/// An instruction of any kind to one of a side's corps, or no more.
fn sample_instruction(game: &Orders, question: &Question, side: Side, luck: &mut Stream) -> Answer {
    let own: Vec<CorpsId> = game.corps_ids().filter(|corps| game.corps(*corps).side == side).collect();
    if luck.below(3) == 0 {
        return Answer::No;
    }
    for _ in 0..4 {
        let Some(corps) = pick(&own, luck) else { return Answer::No };
        let Some((_, kind)) = pick(OrderKind::WORDS, luck) else { return Answer::No };
        let objective = (takes_objective(kind) && luck.below(2) == 0).then(|| sample_point(game, luck));
        let order = Order { kind, objective };
        let instruction = if luck.below(3) == 0 {
            Instruction::Send { corps, order }
        } else {
            Instruction::Carry { corps, order }
        };
        let answer = Answer::Instruct(instruction);
        if game.check(question, &answer).is_ok() {
            return answer;
        }
    }
    Answer::No
}

/// One act of a side that the rules accept, or the end of its movement.
fn sample_act(
    game: &Orders,
    question: &Question,
    side: Side,
    only: Option<UnitId>,
    luck: &mut Stream,
) -> Answer {
    let accepted = |act: Act| {
        let answer = Answer::Act(act);
        game.check(question, &answer).is_ok().then_some(answer)
    };
    let waits = |unit: &Unit| unit.side() == side && unit.standing == Standing::AtEdge && !unit.acted;
    let waiting: Vec<UnitId> = game.ids().filter(|id| waits(game.unit(*id))).collect();
    if only.is_none()
        && luck.below(4) > 0
        && let Some(unit) = pick(&waiting, luck)
    {
        let entered = (0..6).find_map(|_| accepted(sample_entry(game, unit, luck)));
        if let Some(answer) = entered {
            return answer;
        }
    }
    let idle: Vec<UnitId> = match only {
        Some(unit) => vec![unit],
        None => game.of(side).filter(|(_, unit)| !unit.acted).map(|(id, _)| id).collect(),
    };
    if idle.is_empty() || luck.below(24) == 0 {
        return Answer::No;
    }
    for _ in 0..8 {
        let Some(unit) = pick(&idle, luck) else { return Answer::No };
        let act = match luck.below(12) {
            0 => sample_ride(game, side, luck),
            1 | 2 => {
                let may = charges(game, unit);
                let n = luck.below(may.len() as u32) as usize;
                may.into_iter().nth(n)
            }
            3 => Some(Act::ForceMarch { unit }),
            4 => sample_leaving(game, unit, luck),
            5..=7 => sample_goal(game, unit, luck),
            _ => sample_march(game, unit, luck),
        };
        // Whoever is out of command rolls before anything else.
        let act = if must_rouse(game, unit) { Some(Act::Rouse { unit }) } else { act };
        if let Some(answer) = act.and_then(accepted) {
            return answer;
        }
    }
    Answer::No
}

/// Whether a unit has to roll for command before it can act.
pub fn must_rouse(game: &Orders, unit: UnitId) -> bool {
    let rolled = game.activation.is_some_and(|it| it.unit == unit && it.command.is_some());
    game.measured
        && !rolled
        && game.unit(unit).on_table()
        && command::must_roll(game, InCommand { unit }.measure(game))
}

/// Toward an enemy, an objective or anywhere.
fn sample_goal(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let enemies: Vec<Point> = game
        .of(game.unit(unit).side().enemy())
        .filter_map(|(_, enemy)| Some(enemy.rect()?.centre().stored()))
        .collect();
    let goal = match luck.below(3) {
        0 => sample_point(game, luck),
        _ => pick(&enemies, luck)?,
    };
    toward(game, unit, goal)
}

/// A march of one to three paces, one candidate: legal or not is for the rules to say.
pub fn sample_march(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = game.unit(unit);
    let Some(pose) = body.pose else {
        let paces =
            if luck.below(3) == 0 { vec![Pace::Form(pick(Formation::WORDS, luck)?.1)] } else { Vec::new() };
        return Some(Act::March { unit, paces });
    };
    let mut paces = Vec::new();
    match luck.below(8) {
        0 | 1 => paces.push(Pace::Form(pick(Formation::WORDS, luck)?.1)),
        2 | 3 => paces.push(Pace::Wheel(luck.below(2 * EIGHTH as u32) as i32 - EIGHTH)),
        4 => paces.push(Pace::Face(Bearing(luck.word() as u16))),
        5 => paces.push(Pace::Face(pose.facing.opposite())),
        _ => {}
    }
    let most = farthest(game, unit, &paces);
    match luck.below(8) {
        0 => paces.push(Pace::Back(below(Inches::whole(3), luck))),
        1 => paces.push(Pace::Shift(Bearing(luck.word() as u16), below(Inches::whole(6), luck))),
        2 | 3 if body.formation == Formation::Road => paces.push(Pace::Road(below(Inches::whole(20), luck))),
        4 if !paces.is_empty() => {}
        5 => paces.push(Pace::Ahead(below(most, luck))),
        _ => paces.push(Pace::Ahead(most)),
    }
    if luck.below(8) == 0 {
        paces.push(Pace::Wheel(luck.below(EIGHTH as u32) as i32 - EIGHTH / 2));
    }
    Some(Act::March { unit, paces })
}

/// A way onto the table for a unit that waits at the edge.
pub fn sample_entry(game: &Orders, unit: UnitId, luck: &mut Stream) -> Act {
    let arm = game.unit(unit).arm();
    let most = game.rules.rate(arm, Formation::Column).map_or(Inches::ZERO, |(_, inches)| inches);
    let by = Inches(most.0 - below(most.half(), luck).0);
    Act::Enter { unit, paces: vec![Pace::Form(Formation::Column), Pace::Ahead(by)] }
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

/// Under Withdraw: over the own edge, straight on or straight back.
fn sample_leaving(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = game.unit(unit);
    if game.corps(body.corps()).order.kind != OrderKind::Withdraw {
        return None;
    }
    let by = Inches::whole(1) + below(Inches::whole(11), luck);
    let home = game.scenario.edges[body.side()].inward().opposite();
    let mut paces = Vec::new();
    if body.pose.is_some_and(|pose| pose.facing != home) && luck.below(2) == 0 {
        paces.push(Pace::Face(home));
    }
    paces.push(if luck.below(3) == 0 { Pace::Back(by) } else { Pace::Ahead(by) });
    Some(Act::Leave { unit, paces })
}

fn sample_ride(game: &Orders, side: Side, luck: &mut Stream) -> Option<Act> {
    let own = |leader: &GeneralId| {
        game.leader(*leader).is_some_and(|leader| leader.side == side && leader.is_present())
    };
    let leaders: Vec<GeneralId> = game.leader_ids().filter(own).collect();
    let leader = pick(&leaders, luck)?;
    let friends: Vec<UnitId> = game.of(side).map(|(id, _)| id).collect();
    if luck.below(2) == 0 {
        return Some(Act::Ride { leader, to: None, join: Some(pick(&friends, luck)?) });
    }
    let from = game.leader_at(game.leader(leader)?)?;
    let to = match luck.below(3) {
        0 => leaders::beside(game, pick(&friends, luck)?)?,
        _ => from.ahead(Bearing(luck.word() as u16), below(game.rules.leader_move(), luck)),
    };
    Some(Act::Ride { leader, to: Some(to), join: None })
}

#[cfg(test)]
mod tests;
