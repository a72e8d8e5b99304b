//! Where units end up: room, forced moves, removal, the edge they enter by.
//!
//! Plain geometry on the table, which does nothing beside real figures: there the players place the figures as the log
//! tells them.

use crate::ids::house;
use crate::rules::ground;
use crate::state::game::Orders;
use crate::state::unit::{GeneralId, LEADER, Standing, Unit, UnitId};
use crate::state::words::{Formation, Level, Turned};
use engine::room::{self, Keeps, STEP, WayEnd};
use engine::{Edge, Side};
use table::{Bearing, Footprint, Inches, Point, Pose, Rect, nearest_spot, steps_along};

/// A forced move stops this far from what is in its way.
const SHORT: Inches = Inches::whole(1);
/// What ground that is looked at as a whole is made wider by, so that rounding matters nowhere.
const SLACK: Inches = Inches(8);
/// How far a unit that may not end on a friend goes on, and how far a spot is looked for.
const ON: Inches = Inches::whole(24);

/// How near a unit may come to an enemy without charging.
pub(crate) fn separation(game: &Orders) -> Inches {
    game.rules.ruled(house!("move.min-separation"))
}

/// Whether a unit could stand there: on the table, on no other unit, on ground it may stand on.
pub(crate) fn fits(game: &Orders, unit: UnitId, pose: Pose, formation: Formation) -> bool {
    let rect = Rect::new(pose, game.unit(unit).footprint_in(formation));
    is_clear_in(game, unit, formation, &rect)
}

/// Likewise for its ground, in the formation it has.
pub fn is_clear(game: &Orders, unit: UnitId, rect: &Rect) -> bool {
    is_clear_in(game, unit, game.unit(unit).formation, rect)
}

pub(crate) fn is_clear_in(game: &Orders, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
    let terrain = &game.scenario.terrain;
    room::fits(terrain, &game.units, &[unit], rect, |rect| holds(game, formation, rect))
}

/// Whether ground is on the table and holds a unit of that formation.
pub(crate) fn may_lie(game: &Orders, formation: Formation, rect: &Rect) -> bool {
    game.scenario.terrain.on_table(rect) && holds(game, formation, rect)
}

/// Whether ground holds a unit of that formation.
fn holds(game: &Orders, formation: Formation, rect: &Rect) -> bool {
    let terrain = &game.scenario.terrain;
    ground::obstacle(&game.rules, terrain, formation, std::slice::from_ref(rect)).is_none()
}

/// Whether any unit but these is in the way.
pub(crate) fn overlaps_any_but(game: &Orders, but: &[UnitId], rect: &Rect) -> bool {
    room::overlaps_any(&game.units, but, rect)
}

/// The nearest enemy and how far off he is, edge to edge.
pub fn nearest_enemy(game: &Orders, side: Side, rect: &Rect) -> Option<(UnitId, Inches)> {
    game.units.found().nearest(side, rect, || room::nearest_enemy(&game.units, side, rect))
}

/// Whether an enemy is nearer than "so far or more".
pub(crate) fn is_pressed(game: &Orders, side: Side, rect: &Rect, least: Inches) -> bool {
    let enemies = game.units.near(rect.bounds(), least).filter(|(_, unit, _)| unit.side() != side);
    let mut gaps = enemies.filter_map(|(.., enemy)| rect.distance_within(enemy, least));
    gaps.any(|gap| !game.rules.at_least(gap, least))
}

/// Stands a unit in a pose; beside real figures only its formation changes.
pub fn stand(game: &mut Orders, unit: UnitId, pose: Option<Pose>, formation: Formation) {
    let body = game.unit_mut(unit);
    match pose {
        Some(pose) if body.on_table() => body.stand(pose, formation),
        _ => body.formation = formation,
    }
}

/// The pose a unit takes when it changes formation where it stands: front centre and facing kept, the centre for squares.
pub(crate) fn reformed(unit: &Unit, pose: Pose, before: Formation, after: Formation) -> Pose {
    let keeps = if before.is_square() || after.is_square() { Keeps::Centre } else { Keeps::Front };
    room::reformed(pose, pose.facing, unit.footprint_in(before), unit.footprint_in(after), keeps)
}

// ------------------------------------------------------------ forced moves ----

/// What came of a forced move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FellBack {
    /// How far it went; beside real figures how far it must go.
    pub by: Inches,
    /// An enemy or impassable ground stopped it.
    pub stopped: bool,
    /// It left the table and has been removed as Routed.
    pub off_table: bool,
}

/// A forced move: straight away from the enemy that causes it, else from the nearest; over friends, at no cost for the
/// ground, and stopped an inch short of enemies and of impassable ground.
///
/// Contact ends where it moves at all, and an attached leader goes along.
pub fn fall_back(
    game: &mut Orders,
    unit: UnitId,
    from: Option<UnitId>,
    distance: Inches,
    facing: Turned,
) -> FellBack {
    let limbers = game.unit(unit).formation == Formation::Unlimbered
        && game.rules.plays(house!("artillery.forced-move", "limbers"));
    let formation = if limbers { Formation::Column } else { game.unit(unit).formation };
    let Some(rect) = game.unit(unit).rect().copied() else {
        game.unit_mut(unit).formation = formation;
        part(game, unit);
        return FellBack { by: distance, ..FellBack::default() };
    };
    let away = away_from(game, unit, from, &rect);
    let facing = match facing {
        Turned::Enemy => away.opposite(),
        Turned::Away => away,
    };
    let footprint = game.unit(unit).footprint_in(formation);
    let start = Pose::from_centre(rect.centre().stored(), facing, footprint);
    let front = if facing == away { start.ahead(distance) } else { start };
    let whole = Rect::new(front, Footprint { depth: footprint.depth + distance, ..footprint });
    let clear = is_clear_of_all(game, unit, from, &whole.grown(SLACK));
    let barred = |there: &Rect| !clear && is_barred(game, unit, from, formation, &rect, there);
    let gave = room::give_way(&game.scenario.terrain, start, footprint, away, distance, barred);
    if let WayEnd::Edge(gone) = gave.end {
        remove(game, unit, Standing::Routed);
        return FellBack { off_table: true, by: gone, stopped: false };
    }
    let fell = FellBack { by: gave.by, stopped: gave.end == WayEnd::Barred, off_table: false };
    let reached = gave.at;
    let free = |pose: Pose| {
        let there = Rect::new(pose, footprint);
        is_clear_in(game, unit, formation, &there) && !is_barred(game, unit, from, formation, &rect, &there)
    };
    // On a friend: on to the first clear spot. Where it cannot go on, it does not turn if there is no room to.
    let mut at = Some(reached).filter(|pose| free(*pose));
    if at.is_none() && !fell.stopped && fell.by > Inches::ZERO {
        at = steps_along(reached, away, ON, STEP).map(|(_, pose)| pose).find(|pose| free(*pose));
    }
    let unturned = Pose::from_centre(reached.centre(footprint), rect.facing(), footprint);
    let at = at
        .or_else(|| Some(unturned).filter(|pose| fits(game, unit, *pose, formation)))
        .or_else(|| nearest_spot(reached, STEP.times(2), ON, free))
        .or_else(|| nearest_spot(reached, STEP.times(2), ON, |pose| fits(game, unit, pose, formation)));
    if let Some(pose) = at {
        stand(game, unit, Some(pose), formation);
    }
    if fell.by > Inches::ZERO {
        part(game, unit);
    }
    fell
}

/// The way straight away from an enemy, else from the nearest, else to the rear.
fn away_from(game: &Orders, unit: UnitId, from: Option<UnitId>, rect: &Rect) -> Bearing {
    let enemy = from.filter(|enemy| game.unit(*enemy).rect().is_some());
    let enemy = enemy.or_else(|| nearest_enemy(game, game.unit(unit).side(), rect).map(|(enemy, _)| enemy));
    room::away_from(rect, enemy.and_then(|enemy| game.unit(enemy).rect()))
}

/// Whether a forced move may not get there: nearer than an inch to an enemy, and nearer than before; or to ground that
/// cannot be passed.
fn is_barred(
    game: &Orders,
    unit: UnitId,
    from: Option<UnitId>,
    formation: Formation,
    before: &Rect,
    there: &Rect,
) -> bool {
    let side = game.unit(unit).side();
    let mut enemies = game.units.near(there.bounds(), SHORT).filter(|(_, unit, _)| unit.side() != side);
    let near = enemies.any(|(id, _, other)| {
        let gap = there.distance_within(other, SHORT - Inches(1)).filter(|_| Some(id) != from);
        gap.is_some_and(|gap| gap < before.distance(other) || there.overlaps(other))
    });
    let onto = from.and_then(|enemy| game.unit(enemy).rect()).is_some_and(|other| there.overlaps(other));
    let (rules, terrain) = (&game.rules, &game.scenario.terrain);
    let barred =
        |ground: &Rect| ground::obstacle(rules, terrain, formation, std::slice::from_ref(ground)).is_some();
    near || onto || (barred(&there.grown(SHORT)) && (barred(there) || !barred(&before.grown(SHORT))))
}

/// Whether no unit and no ground bars a forced move anywhere on some ground, so that no step of it need be looked at.
fn is_clear_of_all(game: &Orders, unit: UnitId, from: Option<UnitId>, ground: &Rect) -> bool {
    let side = game.unit(unit).side();
    let mut enemies = game.units.near(ground.bounds(), SHORT).filter(|(_, unit, _)| unit.side() != side);
    enemies.all(
        |(id, _, other)| {
            if Some(id) == from { !ground.overlaps(other) } else { !ground.is_within(other, SHORT) }
        },
    ) && ground::is_passable(game, ground.grown(SHORT).bounds())
}

/// Ends the contact of every charge a unit has part in.
pub(crate) fn part(game: &mut Orders, unit: UnitId) {
    for charge in game.charges.iter_mut().filter(|charge| charge.charger == unit || charge.target == unit) {
        charge.contact = false;
    }
}

/// Takes a unit off the table. Its leader stays on the spot (ruling leader.movement), and units that were in contact
/// with it are free.
pub fn remove(game: &mut Orders, unit: UnitId, standing: Standing) {
    let spot = game.unit(unit).rect().map(|rect| kept_on_table(game, rect.centre().stored()));
    for leader in game.leaders_mut().iter_mut().filter(|leader| leader.attached == Some(unit)) {
        leader.attached = None;
        leader.at = spot;
    }
    part(game, unit);
    let body = game.unit_mut(unit);
    body.leave(standing);
    if standing == Standing::Routed {
        body.level = Level::Routed;
    }
    if game.activation.is_some_and(|activation| activation.unit == unit) {
        game.activation = None;
    }
    for corps in &mut game.corps {
        corps.lead.retain(|lead| *lead != unit);
    }
}

/// Where a leader driven from his unit goes: straight back from the enemy, this far from the unit's edge; at the
/// table's edge he stops.
pub(crate) fn leader_back(
    game: &Orders,
    leader: GeneralId,
    unit: UnitId,
    enemy: Option<UnitId>,
    distance: Inches,
) -> Option<Point> {
    let at = game.leader(leader).and_then(|body| game.leader_at(body));
    let Some(rect) = game.unit(unit).rect() else { return at };
    let away = away_from(game, unit, enemy, rect);
    let centre = rect.centre().stored();
    let edge = rect.nearest_point_to(centre.ahead(away, ON).into()).stored();
    Some(kept_on_table(game, edge.ahead(away, distance + LEADER.depth.half())))
}

/// The nearest point of the table.
pub(crate) fn kept_on_table(game: &Orders, at: Point) -> Point {
    room::kept_on_table(&game.scenario.terrain, at)
}

// ---------------------------------------------------------------- the edge ----

/// Where a unit stands that is about to enter by a point of the table's edge: its front edge on it.
pub fn at_edge(game: &Orders, side: Side, point: Point) -> Pose {
    let (edge, terrain) = (entry_edge(game, side, point), &game.scenario.terrain);
    edge.pose(edge.along(point), Inches::ZERO, terrain)
}

/// The edge a point lies on; a side's own where it lies on none.
fn entry_edge(game: &Orders, side: Side, point: Point) -> Edge {
    let own = game.scenario.edges[side];
    Edge::under(point, &game.scenario.terrain, own).unwrap_or(own)
}

/// Where a unit waiting at the edge comes on: its point, or the nearest that is free.
pub(crate) fn entry(game: &Orders, unit: UnitId, formation: Formation) -> Option<Pose> {
    let body = game.unit(unit);
    let footprint = body.footprint_in(formation);
    let terrain = &game.scenario.terrain;
    let own = game.scenario.edges[body.side()];
    let edge = body.pose.map_or(own, |pose| entry_edge(game, body.side(), pose.at));
    let length = edge.length(terrain);
    let half = footprint.width.half().0;
    let point = body.pose.map_or(length.half().0, |pose| edge.along(pose.at));
    let point = point.clamp(half, (length.0 - half).max(half));
    let separation = separation(game);
    let free = |along: &i32| {
        let rect = Rect::new(edge.pose(*along, footprint.depth, terrain), footprint);
        is_clear_in(game, unit, formation, &rect)
            && nearest_enemy(game, body.side(), &rect).is_none_or(|(_, gap)| gap >= separation)
    };
    let steps = length.0 / 500;
    let offsets = (0..=steps).flat_map(|n| [n * 500, -n * 500]);
    let along = offsets.map(|offset| point + offset).find(free)?;
    Some(edge.pose(along, Inches::ZERO, terrain))
}
