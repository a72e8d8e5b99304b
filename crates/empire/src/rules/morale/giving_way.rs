//! Giving way: which way a unit goes back, how far it gets, what stops it, and who runs for good.
//!
//! Routs, recoils and the retreats of whole MEs all go by `go_back`; `rout` is bad morale with it.

use crate::ids::house;
use crate::rules::command::leader_loss::left_behind;
use crate::rules::ground::measure::{is_barred, me_middle, retreat_point};
use crate::rules::march::gun_moves;
use crate::rules::morale::losses::{lose, remove};
use crate::state::event::{Bar, Event, What};
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, CorpsOrderKind, Formation, MeOrderKind, Morale, Place};
use engine::Umpire;
use engine::room::{self, STEP, WayEnd};
use rulebook::RuleId;
use table::{Bearing, Inches, Point, Pose, Rect, nearest_spot, steps_along};

/// How much farther a unit looks for a clear place when friends stand where it would end.
const ON: Inches = Inches::whole(12);

/// Which way a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Away {
    /// Straight away from the face of an enemy; of the nearest where that one has no place (ruling breakthrough).
    From(UnitId),
    /// Toward its corps' point, and aside from enemies, as MEs go back (rulings bad-morale and retreat).
    Rear,
    /// Along a bearing, as an ME goes back together.
    Along(Bearing),
}

/// How it then faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    AsBefore,
    Away,
}

/// A move back.
#[derive(Clone, Copy, Debug)]
pub struct Back {
    pub away: Away,
    pub by: Inches,
    pub faces: Faces,
    /// The loser of a close action that is stopped by an enemy or barred ground loses a figure more (ruling breakthrough).
    pub pays: bool,
    pub rule: RuleId,
    /// What else it goes by: how far, or how it faces.
    pub also: Option<RuleId>,
}

impl Back {
    /// A rout: it faces away.
    pub fn rout(away: Away, by: Inches, rule: RuleId) -> Back {
        Back { away, by, faces: Faces::Away, pays: false, rule, also: None }
    }

    /// In order, facing the enemy.
    pub fn in_order(away: Away, by: Inches, rule: RuleId) -> Back {
        Back { away, by, faces: Faces::AsBefore, pays: false, rule, also: None }
    }
}

rulebook::words!(
    /// How a way back ends.
    BackEnds { Clear = "clear", Stopped = "stopped", Off = "off-table" }
);

/// Which way a unit goes back, how far, and how it then faces.
#[derive(Clone, Copy, Debug)]
pub struct Goes {
    pub away: Bearing,
    /// The enemy it goes away from, if there is one: it is not in its way.
    pub from: Option<UnitId>,
    pub by: Inches,
    pub faces: Faces,
}

/// A way back as it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    to: Pose,
    /// How far its front's middle goes.
    by: Inches,
    ends: BackEnds,
    /// What keeps it from going as far as it should.
    bar: Option<Bar>,
}

engine::sight! {
    /// How a unit's way back ends.
    pub struct WayBack of Empire { pub unit: UnitId, pub goes: Goes } -> BackEnds;
    word: "way-back";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(BackEnds::Clear);
    stale: AtOnce;
    measured: |f, g| way(g, f.unit, f.goes).map_or(BackEnds::Clear, |way| way.ends);
    text: |f, g| format!(
        "{} goes back {}: is its way clear, is it stopped by an enemy or by ground that nobody can pass, or does it leave the table?",
        g.name(f.unit), f.goes.by
    );
    answers: |_, _| Words;
}

/// The formation in which a unit goes back: never in square.
fn formation_back(unit: &Unit) -> Formation {
    if unit.formation == Formation::Square { Formation::AttackColumn } else { unit.formation }
}

/// Whether a unit that comes to an edge goes over it (ruling retreat): in bad morale over any, on Break Off or under Withdraw
/// over its own.
fn leaves_by(game: &Empire, unit: UnitId, last: Pose) -> bool {
    let body = game.unit(unit);
    if !body.in_good_morale() {
        return true;
    }
    let (me, terrain) = (game.me(body.me()), &game.scenario.terrain);
    let breaks_off = me.order.as_ref().is_some_and(|order| order.kind == MeOrderKind::BreakOff);
    let withdraws = game.corps(me.corps).order.as_ref();
    let withdraws = withdraws.is_some_and(|order| order.kind == CorpsOrderKind::Withdraw);
    let own = game.scenario.edges[body.side()];
    let nearest = engine::Edge::ALL.into_iter().min_by_key(|edge| edge.distance(last.at, terrain));
    (breaks_off || withdraws) && nearest == Some(own)
}

/// Where a unit ends that goes back: it turns about its front's middle where it stands, and goes through friends to the first
/// clear place. The enemy it goes away from is not in its way, nor is one whose ground it turns on to.
fn way(game: &Empire, unit: UnitId, goes: Goes) -> Option<Way> {
    let Goes { away, from, by, faces } = goes;
    let body = game.unit(unit);
    let (here, rect, formation) = (body.pose?, body.rect()?, formation_back(body));
    let footprint = body.footprint_in(formation);
    let start = Pose { at: here.at, facing: if faces == Faces::Away { away } else { here.facing } };
    let enemies_on = |there: &Rect| -> Vec<UnitId> {
        let near = game.units.near(there.bounds(), Inches::ZERO);
        let enemies = near.filter(|(_, other, ground)| other.side() != body.side() && there.overlaps(ground));
        enemies.map(|(id, ..)| id).collect()
    };
    let left_behind = enemies_on(&Rect::new(start, footprint));
    let enemy_on = |there: &Rect| {
        enemies_on(there).into_iter().find(|enemy| Some(*enemy) != from && !left_behind.contains(enemy))
    };
    let begins_barred = is_barred(game, rect);
    let bar_at = |there: &Rect| {
        let ground = || (is_barred(game, there) && !begins_barred).then_some(Bar::Ground);
        enemy_on(there).map(Bar::Enemy).or_else(ground)
    };
    let gave =
        room::give_way(&game.scenario.terrain, start, footprint, away, by, |there| bar_at(there).is_some());
    let ends = match gave.end {
        WayEnd::Whole => BackEnds::Clear,
        WayEnd::Barred => BackEnds::Stopped,
        WayEnd::Edge(_) if leaves_by(game, unit, gave.at) => BackEnds::Off,
        WayEnd::Edge(_) => BackEnds::Clear,
    };
    let fits = |pose: Pose| crate::rules::ground::measure::fits(game, unit, pose, formation);
    let clear = |(gone, pose): (Inches, Pose)| fits(pose).then_some((gone, pose));
    let beyond = || {
        let on = steps_along(gave.at, away, ON, STEP).filter(|_| gave.end == WayEnd::Whole);
        let open = on.take_while(|(_, pose)| bar_at(&Rect::new(*pose, footprint)).is_none());
        open.map(|(more, pose)| (gave.by + more, pose)).find_map(clear)
    };
    let on_the_way = || steps_along(start, away, gave.by, STEP).filter_map(clear).last();
    let aside = || {
        let spot = nearest_spot(gave.at, STEP.times(2), ON, fits)?;
        Some((here.at.distance(spot.at), spot))
    };
    let place = clear((gave.by, gave.at)).or_else(beyond).or_else(on_the_way).or_else(aside);
    let (gone, to) = place.unwrap_or((Inches::ZERO, if fits(start) { start } else { here }));
    let bar = match gave.end {
        _ if gone >= by => None,
        WayEnd::Barred => steps_along(gave.at, away, STEP.min(by - gave.by), STEP)
            .find_map(|(_, pose)| bar_at(&Rect::new(pose, footprint))),
        WayEnd::Edge(_) => Some(Bar::Edge),
        WayEnd::Whole => Some(Bar::Friends),
    };
    Some(Way { to, by: gone, ends, bar })
}

/// The bearing of a way back.
fn bearing(game: &Empire, unit: UnitId, Back { away, by, faces, .. }: Back) -> Bearing {
    let Some(rect) = game.unit(unit).rect() else { return Bearing::NORTH };
    let nearest = || room::nearest_enemy(&game.units, game.unit(unit).side(), rect).map(|(enemy, _)| enemy);
    let from = match away {
        Away::Along(bearing) => return bearing,
        Away::Rear => {
            let straight = toward_point(game, game.unit(unit).me(), rect.centre().stored());
            return past_enemies(game, unit, straight, by, faces);
        }
        Away::From(enemy) if game.unit(enemy).rect().is_some() => Some(enemy),
        Away::From(_) => nearest(),
    };
    room::away_from_contact(rect, from.and_then(|enemy| game.unit(enemy).rect()))
}

/// What came of a move back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WentBack {
    pub stopped: bool,
    /// It has left the table.
    pub gone: bool,
}

/// A unit goes back.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn go_back<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    back: Back,
) -> Result<WentBack, U::Pause> {
    let Back { by, faces, rule, also, .. } = back;
    let cites: Vec<RuleId> = std::iter::once(rule).chain(also).collect();
    if !game.unit(unit).on_table() || by <= Inches::ZERO {
        return Ok(WentBack::default());
    }
    let from = if let Away::From(enemy) = back.away { Some(enemy) } else { None };
    let goes = Goes { away: bearing(game, unit, back), from, by, faces };
    let ends = umpire.see(game, WayBack { unit, goes })?;
    game.end_firefights_of(unit);
    leave_structure(game, unit);
    if ends == BackEnds::Off {
        let place = if game.unit(unit).in_good_morale() { Place::Withdrawn } else { Place::Lost };
        remove(game, unit, place);
        left_behind(game, unit);
        umpire.tell(|| Event::new(What::LeavesTable { unit, lost: place == Place::Lost }, &cites));
        return Ok(WentBack { stopped: false, gone: true });
    }
    let formation = formation_back(game.unit(unit));
    let stopped = ends == BackEnds::Stopped;
    let (gone, bar) = match way(game, unit, goes) {
        Some(way) => {
            game.unit_mut(unit).stand(way.to, formation);
            (way.by, way.bar)
        }
        None => {
            game.unit_mut(unit).formation = formation;
            (by, stopped.then_some(Bar::Unseen))
        }
    };
    umpire.tell(|| Event::new(What::GoesBack { unit, by: gone, bar }, &cites));
    if stopped && back.pays {
        lose(game, umpire, unit, 1, rule);
    }
    Ok(WentBack { stopped, gone: !game.unit(unit).on_table() })
}

/// Takes a unit out of the structure it is in.
fn leave_structure(game: &mut Empire, unit: UnitId) {
    game.unit_mut(unit).inside = None;
    for structure in &mut game.structures {
        structure.garrison.retain(|inside| *inside != unit);
    }
}

/// A unit goes into bad morale: it faces away, may not fire, charge or hold ground, and its battle group is dissolved.
pub(crate) fn go_bad<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId, rule: RuleId) {
    let body = game.unit_mut(unit);
    if body.morale == Morale::Bad || !body.on_table() {
        return;
    }
    body.morale = Morale::Bad;
    body.storming = false;
    let (me, group) = (body.me(), body.group.take());
    game.end_firefights_of(unit);
    for other in game.units.iter_mut().filter(|other| other.group.is_some()) {
        if other.group == Some(unit) || other.group == group {
            other.group = None;
        }
    }
    game.me_mut(me).now.went_bad += 1;
    umpire.tell(|| Event::new(What::GoesBad { unit }, &[rule]));
}

/// A unit routs: bad morale, and it runs. `by`: how far; `None` for the distance of a rout that has none of its own (ruling
/// bad-morale). Guns in action are left where they are, their crew runs.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn rout<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    away: Away,
    by: Option<Inches>,
    rule: RuleId,
) -> Result<WentBack, U::Pause> {
    go_bad(game, umpire, unit, rule);
    let body = game.unit(unit);
    if body.on_table() && body.arm() == Arm::Artillery && body.formation == Formation::Unlimbered {
        if !body.abandoned {
            gun_moves::abandon(game, umpire, unit);
        }
        return Ok(WentBack::default());
    }
    let usual = || game.rules.unit_morale.rout(game.unit(unit).arm()).map(|(rule, by)| (Some(rule), by));
    let Some((also, by)) = by.map(|by| (None, by)).or_else(usual) else { return Ok(WentBack::default()) };
    go_back(game, umpire, unit, Back { also, ..Back::rout(away, by, rule) })
}

/// The bearing along which an ME goes back: straight toward its corps' point (ruling retreat).
pub(crate) fn me_bearing(game: &Empire, me: MeId) -> Option<Bearing> {
    Some(toward_point(game, me, me_middle(game, me)?))
}

/// The bearing to the point of an ME's corps; toward its own edge from there.
fn toward_point(game: &Empire, me: MeId, from: Point) -> Bearing {
    let point = retreat_point(game, me);
    if from == point {
        game.scenario.edges[game.me(me).side].inward().opposite()
    } else {
        from.bearing_to(point)
    }
}

/// The bearing that leads a unit past enemies: straight on, or turned so far that it ends aside by what the ruling says,
/// whichever gets it further.
fn past_enemies(game: &Empire, unit: UnitId, straight: Bearing, by: Inches, faces: Faces) -> Bearing {
    let aside = game.rules.ruled(house!("retreat.aside"));
    let reach =
        |away: Bearing| way(game, unit, Goes { away, from: None, by, faces }).map(|way| (way.by, way.ends));
    if reach(straight).is_none_or(|(_, ends)| ends != BackEnds::Stopped) {
        return straight;
    }
    let origin = Point { x: 0, y: 0 };
    let ahead = origin.ahead(straight, by);
    let turned = [16_384, -16_384].map(|turn| origin.bearing_to(ahead.ahead(straight.turned(turn), aside)));
    let all = [straight, turned[0], turned[1]].into_iter();
    all.max_by_key(|away| reach(*away).map_or(Inches::ZERO, |(by, _)| by)).unwrap_or(straight)
}

/// All units of an ME on the table go back together, those nearest to the rear first; abandoned guns stay where they are.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn me_goes_back<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    (by, faces): (Inches, Faces),
    rule: RuleId,
) -> Result<(), U::Pause> {
    let straight = me_bearing(game, me).unwrap_or(Bearing::NORTH);
    let point = retreat_point(game, me);
    let far = |unit: &Unit| unit.rect().map_or(Inches::ZERO, |rect| rect.distance_to(point));
    let mut units: Vec<(Inches, UnitId)> =
        game.units_of(me).filter(|(_, unit)| !unit.abandoned).map(|(id, unit)| (far(unit), id)).collect();
    units.sort();
    for (_, unit) in units {
        let away = Away::Along(past_enemies(game, unit, straight, by, faces));
        go_back(game, umpire, unit, Back { away, by, faces, pays: false, rule, also: None })?;
    }
    draw_baseline(game, me);
    Ok(())
}

/// Draws the baseline of an ME as it stands (ruling zone). One that has no unit on the table keeps the last.
pub(crate) fn draw_baseline(game: &mut Empire, me: MeId) {
    let baseline = crate::rules::ground::measure::baseline(game, me);
    let body = game.me_mut(me);
    body.baseline = baseline.or(body.baseline);
}

/// Draws all baselines, as the battle begins and once MEs have moved: those that are destroyed later are known by them.
pub(crate) fn draw_baselines(game: &mut Empire) {
    for me in game.me_ids() {
        draw_baseline(game, me);
    }
}
