//! A way on the table: where it leads, what it costs each of those who go it, whom and what it meets.
//!
//! One unit or several go together: several are a block, in which each keeps its place. The caller says what ground
//! costs (`Toll`) and how far each may go; here is what lies on the way. Ground is paid where the leading edge is in
//! it, contours along the way of the middle of the front (ruling manoeuvre).

use crate::charts::march::manoeuvre::Soil;
use crate::ids::{house, rule};
use crate::rules::ground::measure::{is_barred, is_structure};
use crate::state::answer::Refusal;
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::charts::Ratio;
use engine::{refuse, room, why};
use rulebook::RuleId;
use table::{
    Block, Density, EIGHTH, Feature, Footprint, Inches, Inside, Kind, Kinds, Leg, Point, Pose, Rect, Track,
    Wall, around, wheel_length,
};

/// The most legs of one way.
const MOST_LEGS: usize = 8;
/// How finely a wheel is walked.
const STEP: Inches = Inches::mils(250);
/// How far off a road's edge the middle of a column still is on it.
const ON_ROAD: Inches = Inches::mils(500);
/// What a column may march along.
const ROADS: Kinds = Kinds::of(&[Kind::Road, Kind::Bridge]);
/// What a distance or a turn may be over its limit by rounding.
const A_HAIR: Inches = Inches(2);
const A_HAIR_OF_TURN: i32 = 8;
/// Ground that leaves a part of the move, or bars it, by the inches that lie in it.
const SOILS: [Soil; 4] = [Soil::LightWoods, Soil::MediumWoods, Soil::HeavyWoods, Soil::Swamp];

/// What ground does to a unit that goes over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toll {
    pub price: Price,
    /// It disorders, by this rule.
    pub disorders: Option<RuleId>,
}

/// What ground takes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    Free,
    /// Only this part of the move is left: each inch costs accordingly more.
    Share(RuleId, Ratio),
    /// These inches for each wall or contour.
    Inches(RuleId, Inches),
    /// Only its edge may be reached.
    Edge(RuleId),
    Barred(RuleId),
}

impl Toll {
    pub const FREE: Toll = Toll { price: Price::Free, disorders: None };

    /// What these inches of it cost, or this number of walls or contours; `None` where it bars the way.
    pub fn of(self, inches: Inches, times: u32) -> Option<Inches> {
        match self.price {
            Price::Free | Price::Edge(_) => Some(inches),
            Price::Share(_, (part, of)) => {
                let dearer = i64::from(inches.0) * i64::from(of) / i64::from(part.max(1));
                Some(Inches(dearer.clamp(0, i64::from(i32::MAX)) as i32))
            }
            Price::Inches(_, each) => Some(each.times(times as i32)),
            Price::Barred(_) => None,
        }
    }

    /// The rule it goes by.
    pub fn rule(self) -> Option<RuleId> {
        match self.price {
            Price::Free => None,
            Price::Share(rule, _) | Price::Inches(rule, _) | Price::Edge(rule) | Price::Barred(rule) => {
                Some(rule)
            }
        }
    }
}

/// One of those who go: where it stands and what ground it covers, in the formation it goes in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) unit: UnitId,
    pub(crate) pose: Pose,
    pub(crate) footprint: Footprint,
}

/// A wheel about the middle, up to these 65,536ths of a turn, once on a way and at no cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pivot {
    /// Of the front.
    Front(i32),
    /// Of the ground it covers.
    Centre(i32),
}

/// How those who go may go.
pub(crate) struct Pacing<'a> {
    /// What ground costs each of them.
    pub(crate) toll: &'a dyn Fn(UnitId, Soil) -> Toll,
    pub(crate) pivot: Option<(RuleId, Pivot)>,
    /// They face and go as they like: unformed troops.
    pub(crate) free: bool,
    /// Contours cost down as well as up: horse.
    pub(crate) both_slopes: bool,
    /// So narrow that a road carries them through woods and marsh (ruling manoeuvre.roads).
    pub(crate) by_road: bool,
    /// They may come up to the enemy: a charge.
    pub(crate) to_contact: bool,
}

/// A way that may be gone.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    /// Where each unit ends, what that costs it and what disorders it, in the order they were given.
    pub(crate) ends: Vec<Walker>,
    /// How long the way is, nothing added.
    pub(crate) length: Inches,
    /// Friends that were gone through.
    pub(crate) passed: Vec<UnitId>,
    /// The whole way keeps to roads.
    pub(crate) on_road: bool,
    /// By which rules it wheels.
    pub(crate) wheels: Vec<RuleId>,
}

impl Walked {
    /// What made the way dearer or bent it, for all that go.
    pub(crate) fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.ends.iter().flat_map(|walker| walker.tolls.iter().copied()).chain(self.wheels.iter().copied())
    }
}

/// A unit that has gone its way.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    pub(crate) unit: UnitId,
    pub(crate) end: Pose,
    pub(crate) price: Inches,
    pub(crate) disorders: Option<RuleId>,
    /// The rules of ground that made it dearer.
    pub(crate) tolls: Vec<RuleId>,
    /// The ground swept, to which the enemy may react.
    pub(crate) sweeps: Vec<Rect>,
}

/// A unit on its way.
struct Walking {
    body: Body,
    start: Rect,
    price: Inches,
    disorders: Option<RuleId>,
    tolls: Vec<RuleId>,
    sweeps: Vec<Rect>,
    /// The way of the middle of its front.
    points: Vec<Point>,
}

/// Walks a way and looks what is in it.
///
/// # Errors
/// The refusal of the first leg that may not be gone, or of where it ends.
pub(crate) fn walk(
    game: &Empire,
    bodies: &[Body],
    legs: &[Leg],
    pacing: &Pacing<'_>,
) -> Result<Walked, Refusal> {
    let Some(first) = bodies.first() else {
        return refuse(house!("manoeuvre"), why!("Nobody was named."));
    };
    if legs.is_empty() || legs.len() > MOST_LEGS {
        return refuse(house!("manoeuvre"), why!("A way has one to {} legs.", MOST_LEGS));
    }
    let facing = first.pose.facing;
    if let Some(other) = bodies.iter().find(|body| facing.off(body.pose.facing).abs() > A_HAIR_OF_TURN) {
        let why = why!("{} face[s] another way: who goes together faces alike.", game.called(other.unit));
        return refuse(house!("manoeuvre"), why);
    }
    let rects: Vec<Rect> = bodies.iter().map(|body| Rect::new(body.pose, body.footprint)).collect();
    let whole = match bodies {
        [only] => Some((only.pose, only.footprint)),
        _ => around(facing, &rects),
    };
    let Some((front, footprint)) = whole else {
        return refuse(house!("manoeuvre"), why!("Nobody was named."));
    };
    let block = Block::new(front, bodies.iter().map(|body| body.pose).collect());
    let going = bodies.iter().zip(&rects).map(|(body, rect)| Walking {
        body: *body,
        start: *rect,
        price: Inches::ZERO,
        disorders: None,
        tolls: Vec::new(),
        sweeps: vec![*rect],
        points: vec![body.pose.at],
    });
    let mut party = Party {
        game,
        pacing,
        block,
        footprint,
        front,
        going: going.collect(),
        length: Inches::ZERO,
        on_road: true,
        pivoted: false,
        wheels: Vec::new(),
    };
    for leg in legs {
        party.leg(*leg)?;
    }
    party.climb();
    let passed = party.meets()?;
    party.arrives()?;
    let Party { going, length, on_road, wheels, .. } = party;
    let end = |going: Walking| Walker {
        unit: going.body.unit,
        end: going.body.pose,
        price: going.price,
        disorders: going.disorders,
        tolls: going.tolls,
        sweeps: going.sweeps,
    };
    Ok(Walked { ends: going.into_iter().map(end).collect(), length, passed, on_road, wheels })
}

/// The units that go together, and how far they are.
struct Party<'a> {
    game: &'a Empire,
    pacing: &'a Pacing<'a>,
    block: Block,
    /// Of all of them together.
    footprint: Footprint,
    front: Pose,
    going: Vec<Walking>,
    length: Inches,
    on_road: bool,
    pivoted: bool,
    wheels: Vec<RuleId>,
}

impl Party<'_> {
    fn leg(&mut self, leg: Leg) -> Result<(), Refusal> {
        match leg {
            Leg::Ahead(by) => self.straight(by, false),
            Leg::Back(by) => self.straight(by, true),
            Leg::Wheel(turn) => self.wheel(turn),
            Leg::To(pose) => self.freely(pose),
        }
    }

    fn name(&self) -> &engine::Name {
        self.going.first().map_or(engine::no_name(), |going| self.game.called(going.body.unit))
    }

    /// Straight ahead, or straight back at a multiple of the price (ruling manoeuvre.back).
    fn straight(&mut self, by: Inches, back: bool) -> Result<(), Refusal> {
        if by <= Inches::ZERO {
            return refuse(house!("manoeuvre"), why!("{} must go some way.", self.name()));
        }
        let facing = self.front.facing;
        let along = if back { facing.opposite() } else { facing };
        let terrain = &self.game.scenario.terrain;
        let times = if back { self.game.rules.number(house!("manoeuvre.back")).max(1) } else { 1 };
        let is_road = self.pacing.by_road && self.game.rules.plays(house!("manoeuvre.roads", "carry"));
        for going in &mut self.going {
            let Body { unit, pose, footprint } = going.body;
            let start = Rect::new(pose, footprint);
            let end = Pose { at: pose.at.ahead(along, by), facing };
            let deep = Footprint { depth: footprint.depth + by, ..footprint };
            let swept = Rect::new(if back { pose } else { end }, deep);
            let on_road = keeps_to_road(self.game, &swept);
            self.on_road &= on_road;
            let mut price = by;
            for soil in SOILS.into_iter().filter(|_| !(is_road && on_road)) {
                let met = terrain.met(&start, along, by, |feature| soil_of(feature) == Some(soil));
                let inside = Inside::together(&met);
                if inside <= Inches::ZERO {
                    continue;
                }
                let toll = (self.pacing.toll)(unit, soil);
                price += toll.of(inside, 0).unwrap_or(inside) - inside;
                going.note(toll);
            }
            let walls = terrain.met(&start, along, by, is_wall);
            for inside in walls.iter().filter(|inside| !inside.from_the_start()) {
                let Some(soil) = terrain.features.get(inside.feature).and_then(wall_of) else { continue };
                let toll = (self.pacing.toll)(unit, soil);
                price += toll.of(Inches::ZERO, 1).unwrap_or_default();
                going.note(toll);
            }
            going.price += price.times(times);
            going.sweeps.push(swept);
            going.body.pose = end;
            going.points.push(end.at);
        }
        self.length += by;
        self.front = Pose { at: self.front.at.ahead(along, by), facing };
        Ok(())
    }

    /// About the middle where that is given, else on an end of the front: the outer arc is paid (ruling wheels.others).
    fn wheel(&mut self, turn: i32) -> Result<(), Refusal> {
        if turn == 0 || turn.abs() > 4 * EIGHTH {
            return refuse(house!("manoeuvre"), why!("{} wheel[s] by half a turn at most.", self.name()));
        }
        let alone = !self.pivoted && self.going.len() == 1;
        if let Some((rule, pivot)) = self.pacing.pivot.filter(|(_, pivot)| alone && pivot.allows(turn)) {
            self.pivoted = true;
            self.wheels.push(rule);
            let facing = self.front.facing.turned(turn);
            let end = match pivot {
                Pivot::Front(_) => Pose { facing, ..self.front },
                Pivot::Centre(_) => {
                    Pose::from_centre(self.front.centre(self.footprint), facing, self.footprint)
                }
            };
            let track = Track::new(self.front, self.footprint, &[Leg::To(end)]);
            self.swept(end, Inches::ZERO, track.poses(STEP).collect());
            return Ok(());
        }
        let rule = rule!("empire.wheel.other");
        if !self.game.rules.on(rule) {
            return refuse(house!("wheels.others"), why!("{} do[es] not wheel so.", self.name()));
        }
        self.wheels.push(rule);
        let track = Track::new(self.front, self.footprint, &[Leg::Wheel(turn)]);
        let arc = wheel_length(self.footprint.width, turn);
        self.swept(track.end(), arc, track.poses(STEP).collect());
        Ok(())
    }

    /// Straight to a place and any facing: unformed troops alone.
    fn freely(&mut self, to: Pose) -> Result<(), Refusal> {
        if !self.pacing.free || self.going.len() > 1 {
            let why = why!("{} go[es] straight ahead, with wheels, or straight back.", self.name());
            return refuse(house!("manoeuvre"), why);
        }
        let track = Track::new(self.front, self.footprint, &[Leg::To(to)]);
        self.swept(to, track.length(), track.poses(STEP).collect());
        Ok(())
    }

    /// Goes through poses of the whole front; ground is paid for the part of them in which a front stands in it.
    fn swept(&mut self, end: Pose, length: Inches, fronts: Vec<Pose>) {
        let terrain = &self.game.scenario.terrain;
        let places: Vec<Vec<Pose>> = fronts.iter().map(|front| self.block.at(*front).collect()).collect();
        for (number, going) in self.going.iter_mut().enumerate() {
            let footprint = going.body.footprint;
            let poses: Vec<Pose> = places.iter().filter_map(|all| all.get(number).copied()).collect();
            let rects: Vec<Rect> = poses.iter().map(|pose| Rect::new(*pose, footprint)).collect();
            let mut price = length;
            let all = rects.len().max(1) as i64;
            for soil in SOILS {
                let inside = rects.iter().filter(|rect| front_is_in(self.game, rect, soil)).count() as i64;
                if inside == 0 {
                    continue;
                }
                let inside = Inches((i64::from(length.0) * inside / all) as i32);
                let toll = (self.pacing.toll)(going.body.unit, soil);
                price += toll.of(inside, 0).unwrap_or(inside) - inside;
                going.note(toll);
            }
            let begins = Rect::new(going.body.pose, footprint);
            for (wall, feature) in terrain.near(Rect::box_around(&rects), is_wall) {
                let Some(soil) = wall_of(feature) else { continue };
                let is_met =
                    !terrain.touches(wall, &begins) && rects.iter().any(|rect| terrain.touches(wall, rect));
                if is_met {
                    let toll = (self.pacing.toll)(going.body.unit, soil);
                    price += toll.of(Inches::ZERO, 1).unwrap_or_default();
                    going.note(toll);
                }
            }
            going.price += price;
            self.on_road &= rects.iter().all(|rect| keeps_to_road(self.game, rect));
            going.points.extend(poses.iter().map(|pose| pose.at));
            going.sweeps.extend(rects);
            going.body.pose = poses.last().copied().unwrap_or(going.body.pose);
        }
        self.length += length;
        self.front = end;
    }

    /// Contours along the way of each.
    fn climb(&mut self) {
        let terrain = &self.game.scenario.terrain;
        for going in &mut self.going {
            let climb = terrain.climb(&going.points);
            let times = climb.up() + if self.pacing.both_slopes { climb.down() } else { 0 };
            if times > 0 {
                let toll = (self.pacing.toll)(going.body.unit, Soil::Contour);
                going.price += toll.of(Inches::ZERO, times).unwrap_or_default();
                going.note(toll);
            }
        }
    }

    /// Checks that none leaves the table, crosses what bars it or comes up to the enemy. Says which friends are gone
    /// through.
    fn meets(&self) -> Result<Vec<UnitId>, Refusal> {
        let mut passed = Vec::new();
        for going in &self.going {
            self.is_open(going)?;
            self.clear_of_units(going, &mut passed)?;
        }
        Ok(passed)
    }

    fn is_open(&self, going: &Walking) -> Result<(), Refusal> {
        let terrain = &self.game.scenario.terrain;
        let name = self.game.called(going.body.unit);
        if !going.sweeps.iter().all(|sweep| terrain.on_table(sweep)) {
            return refuse(house!("retreat"), why!("{} may not leave the table.", name));
        }
        if terrain.along(&going.sweeps).impassable && !is_barred(self.game, &going.start) {
            return refuse(house!("ground"), why!("{} cannot pass that but by a bridge or ford.", name));
        }
        let bounds = Rect::box_around(&going.sweeps);
        for (number, feature) in
            terrain.near(bounds, |feature| soil_of(feature).is_some() || is_wall(feature))
        {
            let Some(soil) = soil_of(feature).or(wall_of(feature)) else { continue };
            let Price::Barred(rule) = (self.pacing.toll)(going.body.unit, soil).price else { continue };
            let carried = |sweep: &Rect| {
                soil == Soil::Structure && terrain.carries(number, sweep, ON_ROAD, ROADS)
                    || self.pacing.by_road
                        && self.game.rules.plays(house!("manoeuvre.roads", "carry"))
                        && keeps_to_road(self.game, sweep)
            };
            let meets = |sweep: &&Rect| terrain.touches(number, sweep) && !carried(sweep);
            if !terrain.touches(number, &going.start) && going.sweeps.iter().any(|sweep| meets(&sweep)) {
                return refuse(rule, why!("{} cannot go through {}.", name, &feature.name));
            }
        }
        Ok(())
    }

    /// Friends may be gone through where the house lets them; enemies are kept clear of (ruling manoeuvre).
    fn clear_of_units(&self, going: &Walking, passed: &mut Vec<UnitId>) -> Result<(), Refusal> {
        let (game, unit) = (self.game, going.body.unit);
        let name = game.called(unit);
        let side = game.unit(unit).side();
        let apart = if self.pacing.to_contact {
            Inches::ZERO
        } else {
            game.rules.ruled(house!("manoeuvre.separation"))
        };
        for (id, other, rect) in game.units.near(Rect::box_around(&going.sweeps), apart) {
            if self.going.iter().any(|going| going.body.unit == id) {
                continue;
            }
            let crossed =
                || going.sweeps.iter().any(|sweep| sweep.overlaps(rect)) && !going.start.overlaps(rect);
            if other.side() == side {
                if crossed() {
                    if game.rules.plays(house!("manoeuvre.friends", "not-through")) {
                        let why = why!("{} [is|are] in the way of {}.", other.called(), name);
                        return refuse(house!("manoeuvre.friends"), why);
                    }
                    if !passed.contains(&id) {
                        passed.push(id);
                    }
                }
                continue;
            }
            // A charge goes through guns that their crew has left (ruling gun-moves).
            if self.pacing.to_contact && other.abandoned {
                continue;
            }
            let nearest = going.sweeps.iter().filter_map(|sweep| sweep.distance_within(rect, apart)).min();
            let limit = going.start.distance(rect).min(apart) - A_HAIR;
            if crossed() || nearest.is_some_and(|gap| gap < limit) {
                let why =
                    why!("{} would come within {} of {} without a charge.", name, apart, other.called());
                return refuse(house!("manoeuvre.separation"), why);
            }
        }
        Ok(())
    }

    /// Checks that there is room for all where the way ends.
    fn arrives(&self) -> Result<(), Refusal> {
        let own: Vec<UnitId> = self.going.iter().map(|going| going.body.unit).collect();
        for going in &self.going {
            stands_free(self.game, &own, &going.body)?;
        }
        Ok(())
    }
}

impl Walking {
    fn note(&mut self, toll: Toll) {
        if let Some(rule) = toll.rule().filter(|rule| !self.tolls.contains(rule)) {
            self.tolls.push(rule);
        }
        self.disorders = self.disorders.or(toll.disorders);
    }
}

impl Pivot {
    fn allows(self, turn: i32) -> bool {
        let (Pivot::Front(most) | Pivot::Centre(most)) = self;
        turn.abs() <= most + A_HAIR_OF_TURN
    }
}

/// Checks that a unit could stand so, these left out: whole on the table, on no other unit, on ground that is not
/// barred.
///
/// # Errors
/// The refusal.
pub(crate) fn stands_free(game: &Empire, but: &[UnitId], body: &Body) -> Result<(), Refusal> {
    let rect = Rect::new(body.pose, body.footprint);
    let name = game.called(body.unit);
    if !game.scenario.terrain.on_table(&rect) {
        return refuse(house!("retreat"), why!("{} would stick out over the table's edge.", name));
    }
    if room::overlaps_any(&game.units, but, &rect) {
        return refuse(
            house!("manoeuvre"),
            why!("{} [has|have] no room there: somebody stands in it.", name),
        );
    }
    if is_barred(game, &rect) {
        return refuse(house!("ground"), why!("{} cannot stand there.", name));
    }
    Ok(())
}

// ------------------------------------------------------------------ ground ----

fn is_road(feature: &Feature) -> bool {
    ROADS.hold(feature)
}

/// Woods by their density (where the map does not say, light), marsh, and structures.
fn soil_of(feature: &Feature) -> Option<Soil> {
    if is_structure(feature.kind) {
        return Some(Soil::Structure);
    }
    match feature.kind {
        Kind::Marsh => Some(Soil::Swamp),
        Kind::Woods => Some(match feature.grades.density {
            None | Some(Density::Light) => Soil::LightWoods,
            Some(Density::Medium) => Soil::MediumWoods,
            Some(Density::Heavy) => Soil::HeavyWoods,
        }),
        Kind::Hill
        | Kind::Village
        | Kind::Fortification
        | Kind::Wall
        | Kind::Stream
        | Kind::River
        | Kind::Bridge
        | Kind::Ford
        | Kind::Road
        | Kind::Enclosure
        | Kind::Slope
        | Kind::City
        | Kind::Mountain => None,
    }
}

fn is_wall(feature: &Feature) -> bool {
    wall_of(feature).is_some()
}

/// Walls and the hedges of enclosures; where the map does not say how high, low (ruling ground).
fn wall_of(feature: &Feature) -> Option<Soil> {
    match feature.kind {
        Kind::Wall | Kind::Enclosure => Some(match feature.grades.wall {
            None | Some(Wall::Low) => Soil::LowWall,
            Some(Wall::High) => Soil::HighWall,
        }),
        Kind::Woods
        | Kind::Hill
        | Kind::Village
        | Kind::Fortification
        | Kind::Stream
        | Kind::River
        | Kind::Bridge
        | Kind::Ford
        | Kind::Road
        | Kind::Marsh
        | Kind::Slope
        | Kind::City
        | Kind::Mountain => None,
    }
}

/// Whether a corner or the middle of a front is in ground of that kind.
fn front_is_in(game: &Empire, rect: &Rect, soil: Soil) -> bool {
    let terrain = &game.scenario.terrain;
    let [left, right, ..] = rect.corners();
    let points = [left, rect.front_centre(), right].map(|point| point.stored());
    let mut near = terrain.near(rect.bounds(), |feature| soil_of(feature) == Some(soil));
    near.any(|(number, _)| points.iter().any(|point| terrain.is_in(number, *point)))
}

/// Whether the whole centre-line of some ground is on a road.
fn keeps_to_road(game: &Empire, ground: &Rect) -> bool {
    game.scenario.terrain.keeps_to(ground, ON_ROAD, is_road)
}
