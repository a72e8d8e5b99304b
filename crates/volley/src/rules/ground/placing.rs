//! Where units end up: room, set-backs, strips, nearest clear spots.
//!
//! Everything here is plain geometry on the table and does nothing beside real figures, where the players
//! place the figures as the log tells them.

use crate::ids::{house, rule};
use crate::state::game::{Melee, Volley};
use crate::state::unit::{GeneralId, Standing, Unit, UnitId};
use crate::state::words::{Arm, Formation, Stop};
use engine::Side;
use engine::room::{self, GaveWay, Keeps, STEP, WayEnd};
use rulebook::RuleId;
use std::sync::Arc;
use table::{Bearing, Feature, Footprint, Inches, Point, Pose, Rect, nearest_spot, spiral};

/// Ground overlapped by less than this is only touched.
const INSIDE: Inches = Inches::mils(20);

/// Whether the unit could stand there: no unit, impassable ground or table edge in the way.
pub(crate) fn fits(game: &Volley, unit: UnitId, pose: Pose, formation: Formation) -> bool {
    let rect = Rect::new(pose, game.unit(unit).footprint_in(&game.rules, formation));
    is_clear(game, unit, &rect)
}

pub(crate) fn is_clear(game: &Volley, unit: UnitId, rect: &Rect) -> bool {
    let terrain = &game.scenario.terrain;
    room::fits(terrain, &game.units, &[unit], rect, |rect| !terrain.under(rect).impassable)
}

pub(crate) fn overlaps_any(game: &Volley, unit: UnitId, rect: &Rect) -> bool {
    room::overlaps_any(&game.units, &[unit], rect)
}

/// Whether a unit keeps its centre when it changes formation where it stands; otherwise it keeps the centre of its front.
pub(crate) fn keeps_centre(game: &Volley, unit: &Unit, formation: Formation) -> bool {
    formation.is_closed()
        || unit.formation.is_closed()
        || unit.is(Arm::Artillery)
        || game.rules.plays(house!("formation.change-place", "centre"))
}

/// The pose a unit takes when it changes formation where it stands.
pub(crate) fn reformed(
    game: &Volley,
    unit: UnitId,
    formation: Formation,
    facing: Option<Bearing>,
) -> Option<Pose> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let (before, after) = (body.footprint(&game.rules), body.footprint_in(&game.rules, formation));
    let keeps = if keeps_centre(game, body, formation) { Keeps::Centre } else { Keeps::Front };
    Some(room::reformed(pose, facing.unwrap_or(pose.facing), before, after, keeps))
}

/// Stands a unit in a pose; its general and nothing else goes along. A unit that is gone stays gone.
pub(crate) fn stand(game: &mut Volley, unit: UnitId, pose: Pose, formation: Formation) {
    if !game.is_standing(unit) {
        return;
    }
    let rules = Arc::clone(&game.rules);
    game.unit_mut(unit).stand(&rules, pose, formation);
}

/// Changes formation where positions are not known, or in place where they are.
pub(crate) fn reform(game: &mut Volley, unit: UnitId, formation: Formation, pose: Option<Pose>) {
    match pose {
        Some(pose) => stand(game, unit, pose, formation),
        None => game.unit_mut(unit).formation = formation,
    }
}

/// The pose that leaves exactly this gap to an enemy, straight back from where the unit is.
pub(crate) fn back_from(game: &Volley, unit: UnitId, enemy: UnitId, gap: Inches) -> Option<Pose> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let Some(enemy) = game.unit(enemy).rect() else { return Some(pose.back(gap)) };
    let footprint = body.footprint(&game.rules);
    let mut back = gap;
    for _ in 0..4 {
        let short = gap - Rect::new(pose.back(back), footprint).distance(enemy);
        if short.0.abs() <= 2 {
            break;
        }
        back = Inches((back + short).0.max(0));
    }
    Some(pose.back(back))
}

/// The first clear spot from a pose straight back along its line, else the nearest clear spot at all.
pub(crate) fn settle_back(game: &Volley, unit: UnitId, pose: Pose, formation: Formation) -> Option<Pose> {
    let behind = (0..96).map(|n| pose.back(STEP.times(n)));
    behind
        .into_iter()
        .find(|pose| fits(game, unit, *pose, formation))
        .or_else(|| nearest_clear(game, unit, pose, formation))
}

/// The nearest spot where the unit fits, facing kept.
pub(crate) fn nearest_clear(game: &Volley, unit: UnitId, pose: Pose, formation: Formation) -> Option<Pose> {
    nearest_spot(pose, STEP.times(2), Inches::whole(30), |pose| fits(game, unit, pose, formation))
}

/// Likewise, but toward the own edge first and clear of the enemy: recall.
pub(crate) fn nearest_clear_homeward(
    game: &Volley,
    unit: UnitId,
    pose: Pose,
    formation: Formation,
) -> Option<Pose> {
    let body = game.unit(unit);
    let edge = game.scenario.edges[body.side()];
    let terrain = &game.scenario.terrain;
    let from_edge = edge.distance(pose.at, terrain);
    let separation = game.separation();
    let free = |pose: &Pose| {
        fits(game, unit, *pose, formation) && {
            let rect = Rect::new(*pose, body.footprint_in(&game.rules, formation));
            nearest_enemy(game, body.side(), &rect).is_none_or(|distance| distance >= separation)
        }
    };
    let spots =
        || spiral(pose.at, STEP.times(2), Inches::whole(30)).map(|at| Pose { at, facing: pose.facing });
    spots()
        .filter(|spot| edge.distance(spot.at, terrain) <= from_edge)
        .find(free)
        .or_else(|| spots().find(free))
}

pub(crate) fn nearest_enemy(game: &Volley, side: Side, rect: &Rect) -> Option<Inches> {
    if game.measures_centres() {
        return game.of(side.enemy()).filter_map(|(_, enemy)| Some(game.gap(rect, enemy.rect()?))).min();
    }
    room::nearest_enemy(&game.units, side, rect).map(|(_, gap)| gap)
}

/// What lies along a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// Enemies met, with the distance, nearest first.
    pub(crate) contacts: Vec<(UnitId, Inches)>,
    /// Where the charge must stop for other reasons, and why.
    pub(crate) stop: Option<(Inches, Stop)>,
}

/// Reads the strip ahead of a unit that has made its wheel.
pub(crate) fn strip(game: &Volley, unit: UnitId, line: Pose, reach: Inches) -> Strip {
    let body = game.unit(unit);
    let footprint = body.footprint(&game.rules);
    let here = Rect::new(line, footprint);
    let mut contacts = Vec::new();
    let mut stop: Option<(Inches, Stop)> = None;
    let mut stop_at = |at: Inches, why: Stop| {
        if stop.is_none_or(|(before, _)| at < before) {
            stop = Some((at, why));
        }
    };
    for (id, other) in game.on_table() {
        if id == unit {
            continue;
        }
        let Some(gap) = other.rect().and_then(|rect| here.gap_ahead(reach, rect)) else { continue };
        if other.side() != body.side() {
            contacts.push((id, gap));
        } else if let Some(why) = friend_stops(game, body, other) {
            stop_at(gap, why);
        }
    }
    contacts.sort_by_key(|(id, gap)| (*gap, *id));
    let terrain = &game.scenario.terrain;
    let halts = body.is(Arm::Cavalry) && game.rules.on(rule!("volley.charge.cav.stop.difficult"));
    let no_woods = body.is(Arm::Cavalry) && game.rules.on(rule!("volley.move.woods.cavalry"));
    // Ground the charge starts in does not stop it; ground it only touches does.
    let inside = Footprint::new(footprint.width, footprint.depth - INSIDE);
    let starts_in = |feature: &Feature| {
        terrain
            .first_ahead(line.back(INSIDE), inside, Inches::ZERO, |other| std::ptr::eq(other, feature))
            .is_some()
    };
    let hinders = |feature: &Feature| {
        let class = &feature.class;
        !class.impassable && ((class.difficult && halts) || (class.woods && no_woods)) && !starts_in(feature)
    };
    if let Some(gap) = terrain.first_ahead(line, footprint, reach, hinders) {
        stop_at(gap, Stop::Difficult);
    }
    if let Some(gap) = terrain.first_ahead(line, footprint, reach, |feature| feature.class.impassable) {
        stop_at(gap, Stop::Impassable);
    }
    let to_edge = edge_gap(game, line, &here, reach);
    if to_edge < reach {
        stop_at(to_edge, Stop::Edge);
    }
    Strip { contacts, stop }
}

/// Whether a friend ahead stops a unit: each kind by its rule for cavalry, foot always, and guns unless the unit may
/// pass them.
fn friend_stops(game: &Volley, body: &Unit, friend: &Unit) -> Option<Stop> {
    let stops = |rule: RuleId| !body.is(Arm::Cavalry) || game.rules.on(rule);
    match friend.arm() {
        Arm::Infantry => {
            stops(rule!("volley.charge.cav.stop.friendly-infantry")).then_some(Stop::FriendlyInfantry)
        }
        Arm::Cavalry => {
            stops(rule!("volley.charge.cav.stop.friendly-cavalry")).then_some(Stop::FriendlyCavalry)
        }
        Arm::Artillery => {
            let passes =
                !body.is(Arm::Cavalry) || game.rules.on(rule!("volley.charge.cav.through-artillery"));
            (!passes).then_some(Stop::FriendlyGuns)
        }
        Arm::Skirmishers => None,
    }
}

/// How far the unit can go straight ahead and stay on the table.
pub(crate) fn edge_gap(game: &Volley, line: Pose, here: &Rect, reach: Inches) -> Inches {
    let terrain = &game.scenario.terrain;
    let on = |distance: Inches| {
        let [a, b, c, d] = here.corners().map(|corner| corner.stored().ahead(line.facing, distance));
        [a, b, c, d]
            .iter()
            .all(|p| p.x >= -4 && p.y >= -4 && p.x <= terrain.width.0 + 4 && p.y <= terrain.depth.0 + 4)
    };
    if on(reach) {
        return reach;
    }
    let (mut low, mut high) = (0, reach.0);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if on(Inches(middle)) { low = middle } else { high = middle }
    }
    Inches(low)
}

/// The end of a ride of this length along a strip: beyond friends it may pass, else short of them.
pub(crate) fn ride_end(game: &Volley, unit: UnitId, line: Pose, distance: Inches) -> Option<Pose> {
    let formation = game.unit(unit).formation;
    let beyond = (0..48).map(|n| line.ahead(distance + STEP.times(n)));
    let short = (1..240).map(|n| line.ahead(Inches((distance - STEP.times(n)).0.max(0))));
    beyond
        .chain(short)
        .find(|pose| fits(game, unit, *pose, formation))
        .or_else(|| nearest_clear(game, unit, line.ahead(distance), formation))
}

/// Brings a charger into contact with its target, flush against the face it meets.
pub(crate) fn contact(game: &mut Volley, unit: UnitId, line: Pose, gap: Inches, target: UnitId) {
    let body = game.unit(unit);
    let formation = body.formation;
    let footprint = body.footprint(&game.rules);
    let touched = line.ahead(gap);
    let mut pose = touched;
    if let (Some(rect), true) =
        (game.unit(target).rect(), game.rules.plays(house!("charge.contact", "flush")))
    {
        let face = rect.face_hit(line.at.into());
        let flush = table::flush(footprint, rect, face, touched.at);
        if is_clear(game, unit, &Rect::new(flush, footprint)) {
            pose = flush;
        }
    }
    if !fits(game, unit, pose, formation) {
        let short = (0..240).map(|n| line.ahead(Inches((gap - STEP.times(n)).0.max(0))));
        let Some(clear) = short.into_iter().find(|pose| fits(game, unit, *pose, formation)) else { return };
        pose = clear;
    }
    stand(game, unit, pose, formation);
}

/// Straight back, or straight home, facing kept; stopped by whatever is in the way. The rest: how far it went.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retired {
    Went(Inches),
    OffTable,
}

pub(crate) fn retire(game: &mut Volley, unit: UnitId, enemy: Option<UnitId>, distance: Inches) -> Retired {
    let body = game.unit(unit);
    let (Some(pose), formation) = (body.pose, body.formation) else { return Retired::Went(distance) };
    let away = if game.rules.plays(house!("loss.placement", "homeward")) {
        game.scenario.edges[body.side()].inward().opposite()
    } else {
        enemy.map_or(pose.facing.opposite(), |enemy| away_from(game, unit, enemy, pose))
    };
    let footprint = body.footprint(&game.rules);
    let terrain = &game.scenario.terrain;
    let blocked = |rect: &Rect| overlaps_any(game, unit, rect) || terrain.under(rect).impassable;
    let gave = room::give_way(terrain, pose, footprint, away, distance, blocked);
    if is_off(game, &gave) {
        return Retired::OffTable;
    }
    stand(game, unit, gave.at, formation);
    Retired::Went(gave.by)
}

/// Whether a unit that gave way has left the table, where the house lets it.
fn is_off(game: &Volley, gave: &GaveWay) -> bool {
    matches!(gave.end, WayEnd::Edge(_)) && game.rules.plays(house!("edge", "removed"))
}

/// The way straight back from the face in contact.
fn away_from(game: &Volley, unit: UnitId, enemy: UnitId, pose: Pose) -> Bearing {
    let Some(own) = game.unit(unit).rect() else { return pose.facing.opposite() };
    room::away_from_face(own, pose.facing, game.unit(enemy).rect())
}

/// The pose of a loser that forms line back from the enemy and faces him.
pub(crate) fn line_back_from(game: &Volley, unit: UnitId, enemy: UnitId, gap: Inches) -> Option<Pose> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let away = if game.rules.plays(house!("loss.placement", "homeward")) {
        game.scenario.edges[body.side()].inward().opposite()
    } else {
        away_from(game, unit, enemy, pose)
    };
    let rect = body.rect()?;
    let foe = game.unit(enemy).rect()?;
    let footprint = body.footprint_in(&game.rules, Formation::Line);
    // The front edge of the new line lies where the old unit met the enemy, then goes back by the gap.
    let front = rect.nearest_point_to(foe.centre()).stored();
    let start = Pose { at: front.ahead(away, gap), facing: away.opposite() };
    let mut extra = Inches::ZERO;
    for _ in 0..4 {
        let there = Pose { at: start.at.ahead(away, extra), ..start };
        let short = gap - Rect::new(there, footprint).distance(foe);
        if short.0.abs() <= 2 {
            break;
        }
        extra += short;
    }
    Some(Pose { at: start.at.ahead(away, extra), ..start })
}

/// Skirmishers run: straight away, over friends, stopped by enemies and impassable ground.
pub(crate) fn evade(game: &mut Volley, unit: UnitId, charger: UnitId, distance: Inches) -> Retired {
    let body = game.unit(unit);
    let (Some(pose), formation, side) = (body.pose, body.formation, body.side()) else {
        return Retired::Went(distance);
    };
    let footprint = body.footprint(&game.rules);
    let away = if game.rules.plays(house!("skirm.evade-direction", "home")) {
        game.scenario.edges[side].inward().opposite()
    } else {
        room::away_from(&Rect::new(pose, footprint), game.unit(charger).rect())
    };
    let nearer = |enemy: &Unit, rect: &Rect| {
        enemy.rect().is_some_and(|there| game.nearer_than_separation(there, rect).is_some())
    };
    let blocked = |rect: &Rect| {
        game.scenario.terrain.under(rect).impassable
            || game.of(side.enemy()).any(|(id, enemy)| id != charger && nearer(enemy, rect))
    };
    let at = |distance: Inches| Pose { at: pose.at.ahead(away, distance), facing: pose.facing };
    let gave = room::give_way(&game.scenario.terrain, pose, footprint, away, distance, blocked);
    if is_off(game, &gave) {
        return Retired::OffTable;
    }
    let GaveWay { at: mut reached, by: went, .. } = gave;
    // Not on top of a friend: on to the first clear spot.
    if !fits(game, unit, reached, formation) {
        let beyond = (1..48).map(|n| at(went + STEP.times(n)));
        let clear = beyond
            .into_iter()
            .find(|pose| fits(game, unit, *pose, formation) && !blocked(&Rect::new(*pose, footprint)));
        reached = clear.or_else(|| nearest_clear(game, unit, reached, formation)).unwrap_or(pose);
    }
    stand(game, unit, reached, formation);
    Retired::Went(went)
}

/// Ends every melee and charge a unit has part in.
pub(crate) fn part(game: &mut Volley, unit: UnitId) {
    game.melees.retain(|melee| !melee.has(unit));
}

pub(crate) fn join(game: &mut Volley, attacker: UnitId, defender: UnitId, gun: Option<UnitId>) {
    if game.melees.iter().any(|melee| melee.has(attacker) && melee.has(defender)) {
        return;
    }
    game.melees.push(Melee {
        a: attacker,
        b: defender,
        gun,
        rounds: 0,
        rounds_this_turn: 0,
        fresh: true,
        done: false,
    });
}

/// The nearest friend a general can ride to.
pub(crate) fn nearest_friend(game: &Volley, general: GeneralId, reach: Option<Inches>) -> Option<UnitId> {
    let general = game.general(general)?;
    let Some(pose) = general.pose else {
        return game.of(general.side).map(|(id, _)| id).next();
    };
    let from = general_rect(game, pose.at);
    let friends = game.of(general.side).filter_map(|(id, unit)| Some((game.gap(&from, unit.rect()?), id)));
    friends.filter(|(distance, _)| reach.is_none_or(|reach| *distance <= reach)).min().map(|(_, id)| id)
}

/// A general's base.
pub(crate) fn general_rect(game: &Volley, at: Point) -> Rect {
    let side = game.rules.scaled(Inches::whole(1));
    let footprint = table::Footprint::new(side, side);
    Rect::new(Pose::from_centre(at, Bearing::NORTH, footprint), footprint)
}

impl Volley {
    pub(crate) fn is_standing(&self, unit: UnitId) -> bool {
        self.unit(unit).standing == Standing::OnTable
    }
}

/// Whether a unit fits that closes up while a charger touches it: chargers in contact make way.
pub(crate) fn fits_now(game: &Volley, unit: UnitId, pose: Pose, formation: Formation) -> bool {
    let rect = Rect::new(pose, game.unit(unit).footprint_in(&game.rules, formation));
    let side = game.unit(unit).side();
    game.scenario.terrain.on_table(&rect)
        && !game.scenario.terrain.under(&rect).impassable
        && !game.on_table().any(|(id, other)| {
            let makes_way = other.side() != side && game.charges.iter().any(|charge| charge.charger == id);
            id != unit && !makes_way && other.rect().is_some_and(|r| r.overlaps(&rect))
        })
}

/// Chargers that a square has closed up against step back until they just touch.
pub(crate) fn make_way(game: &mut Volley, unit: UnitId) {
    let Some(rect) = game.unit(unit).rect().copied() else { return };
    let side = game.unit(unit).side();
    let pressed: Vec<UnitId> = game
        .of(side.enemy())
        .filter(|(_, enemy)| enemy.rect().is_some_and(|r| r.overlaps(&rect)))
        .map(|(id, _)| id)
        .collect();
    for id in pressed {
        let (Some(pose), formation) = (game.unit(id).pose, game.unit(id).formation) else { continue };
        let fine = (1..200).map(|n| pose.back(Inches::mils(50 * n)));
        let clear = fine.into_iter().find(|pose| fits(game, id, *pose, formation));
        if let Some(pose) = clear.or_else(|| nearest_clear(game, id, pose, formation)) {
            stand(game, id, pose, formation);
        }
    }
}

/// The unit that fights for a battery comes up beside it, on the side it is nearer to, if it fits.
pub(crate) fn beside_gun(game: &mut Volley, unit: UnitId, gun: UnitId) {
    let (Some(pose), formation) = (game.unit(gun).pose, game.unit(unit).formation) else { return };
    let Some(now) = game.unit(unit).pose else { return };
    let half = |id: UnitId| game.unit(id).footprint(&game.rules).width.half();
    let aside = half(gun) + half(unit) + Inches::mils(10);
    let mut spots =
        [1, -1].map(|hand| Pose { at: pose.at.ahead(pose.facing.turned(hand * 16_384), aside), ..pose });
    spots.sort_by_key(|spot| spot.at.distance(now.at));
    if let Some(spot) = spots.into_iter().find(|spot| fits(game, unit, *spot, formation)) {
        stand(game, unit, spot, formation);
    }
}

impl Volley {
    /// The separation every move but a charge keeps.
    pub fn separation(&self) -> Inches {
        self.rules.ruled(house!("move.separation"))
    }

    /// How far two are apart, where that is nearer than the separation.
    pub(crate) fn nearer_than_separation(&self, one: &Rect, two: &Rect) -> Option<Inches> {
        let separation = self.separation();
        one.distance_within(two, separation).filter(|apart| *apart < separation)
    }
}
