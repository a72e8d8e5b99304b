//! The ground as this game sees it: rough and impassable, roads and bridges, built-up places, and lines of sight.
//!
//! What a kind of ground does stands in the rows of `movement.toml`; without its rule a kind is open ground.

pub mod placing;
pub(crate) mod zones;

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::state::game::Orders;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation, Going, Shelter};
use engine::Side;
use rulebook::words;
use table::{Bearing, Feature, Inches, Inside, Kind, Kinds, Point, Rect, Shape, Terrain, Vec2};

words!(
    /// Built-up places that may be garrisoned.
    Place { Town = "town", City = "city", Fortress = "fortress" }
);

impl Place {
    /// What shelters a garrison, whose whole base is inside: towns are rough ground.
    pub(crate) const fn shelter(self) -> Shelter {
        match self {
            Place::Town => Shelter::Rough,
            Place::City => Shelter::City,
            Place::Fortress => Shelter::Fortress,
        }
    }
}

/// How far off a road's or bridge's edge the middle of a unit still is on it.
const ON_ROAD: Inches = Inches::mils(500);
/// How much of woods or a town a line of sight may cross.
const SEEN_THROUGH: Inches = Inches::whole(1);
/// Roads, what carries units over water, places, and what may hide: a look for one of these passes all other kinds by.
const ROADS: Kinds = Kinds::of(&[Kind::Road, Kind::Bridge]);
const FORDS: Kinds = Kinds::of(&[Kind::Ford]);
const PLACES: Kinds = Kinds::of(&[Kind::Village, Kind::City, Kind::Fortification]);
const SCREENS: Kinds = Kinds::of(&[Kind::Woods, Kind::Village, Kind::City]);

/// The place a feature is.
pub fn place_of(rules: &Rules, feature: &Feature) -> Option<Place> {
    let is = |kind: Kind| feature.kind == kind;
    let strong = || rules.plays(house!("terrain.city", "as-fortress"));
    if is(Kind::Village) {
        Some(Place::Town)
    } else if is(Kind::Fortification) || (is(Kind::City) && strong()) {
        Some(Place::Fortress)
    } else {
        is(Kind::City).then_some(Place::City)
    }
}

fn is_rough(rules: &Rules, feature: &Feature) -> bool {
    rules.class_of(feature).difficult
}

/// All that is rough is of one of these kinds.
fn rough_kinds(rules: &Rules) -> Kinds {
    rules.kinds_of(Going::Rough)
}

/// A rough thing drawn as a line: a stream, a steep slope.
fn is_rough_line(rules: &Rules, feature: &Feature) -> bool {
    matches!(feature.shape, Shape::Line { .. }) && is_rough(rules, feature)
}

pub(crate) fn is_road(feature: &Feature) -> bool {
    ROADS.hold(feature)
}

/// Whether any part of the ground is rough or built up: no squares there.
pub fn is_broken(game: &Orders, rect: &Rect) -> bool {
    let rules = &game.rules;
    let broken = |feature: &Feature| is_rough(rules, feature) || place_of(rules, feature).is_some();
    game.scenario.terrain.touched_of(rough_kinds(rules).and(PLACES), rect, broken).next().is_some()
}

// ---------------------------------------------------------------- cover ----

/// What a unit stands in: any part of its base inside is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    pub rough: bool,
    pub city: bool,
    pub fortress: bool,
}

/// What covers a unit where it stands. A stream or slope does so only where the house goes by standing in it; else by
/// [`crosses_line`].
pub fn cover(game: &Orders, unit: UnitId) -> Cover {
    let mut cover = Cover::default();
    let Some(rect) = game.unit(unit).rect() else { return cover };
    let standing = game.rules.plays(house!("terrain.linear", "standing"));
    let kinds = rough_kinds(&game.rules).and(PLACES);
    for (_, feature) in game.scenario.terrain.touched_of(kinds, rect, |_| true) {
        match place_of(&game.rules, feature) {
            Some(Place::City) => cover.city = true,
            Some(Place::Fortress) => cover.fortress = true,
            Some(Place::Town) | None => {}
        }
        let counts = standing || !matches!(feature.shape, Shape::Line { .. });
        cover.rough |= counts && is_rough(&game.rules, feature);
    }
    cover
}

/// Whether the straight way from a point to a unit crosses a stream or slope (ruling terrain.linear).
pub fn crosses_line(game: &Orders, from: Point, to: UnitId) -> bool {
    if game.rules.plays(house!("terrain.linear", "standing")) {
        return false;
    }
    let Some(rect) = game.unit(to).rect() else { return false };
    let terrain = &game.scenario.terrain;
    let rough = |feature: &Feature| is_rough_line(&game.rules, feature);
    terrain.crossed_of(rough_kinds(&game.rules), from, rect.centre().stored(), rough) > Inches::ZERO
}

/// The place a unit garrisons: infantry or unlimbered guns wholly inside it (ruling garrison).
pub fn garrison(game: &Orders, unit: UnitId) -> Option<Place> {
    garrisoned(game, unit).map(|(_, place)| place)
}

/// The feature a unit garrisons, by its number.
pub(crate) fn garrisoned(game: &Orders, unit: UnitId) -> Option<(usize, Place)> {
    let body = game.unit(unit);
    garrisoned_in(game, body, body.formation, body.rect()?)
}

/// The place a unit would garrison if it stood there in that formation.
pub fn garrison_in(game: &Orders, unit: UnitId, formation: Formation, rect: &Rect) -> Option<Place> {
    garrisoned_in(game, game.unit(unit), formation, rect).map(|(_, place)| place)
}

fn garrisoned_in(game: &Orders, unit: &Unit, formation: Formation, rect: &Rect) -> Option<(usize, Place)> {
    if may_garrison(&game.rules, unit.arm(), formation) { holding(game, rect) } else { None }
}

/// Whether a unit of that arm in that formation can be a garrison (ruling garrison).
pub(crate) fn may_garrison(rules: &Rules, arm: Arm, formation: Formation) -> bool {
    arm.is_infantry() || formation == Formation::Unlimbered || rules.plays(house!("garrison", "any-unit"))
}

/// The place a base lies wholly inside; the strongest, where one lies in another.
pub(crate) fn holding(game: &Orders, rect: &Rect) -> Option<(usize, Place)> {
    let terrain = &game.scenario.terrain;
    terrain
        .touched_of(PLACES, rect, |feature| place_of(&game.rules, feature).is_some())
        .filter_map(|(number, feature)| Some((number, place_of(&game.rules, feature)?)))
        .filter(|(number, _)| terrain.holds(*number, rect))
        .max_by_key(|(_, place)| *place)
}

// ----------------------------------------------------- what cannot be passed ----

/// The impassable feature that keeps a unit of a formation from covering any of this ground; a straight sweep is a long
/// base.
///
/// A road or bridge carries a column whose centre-line is on it, a ford carries any unit over water; a fortress is a
/// wall: its outline is crossed by road only, and inside there is room to move.
pub fn obstacle<'t>(
    rules: &Rules,
    terrain: &'t Terrain,
    formation: Formation,
    ground: &[Rect],
) -> Option<&'t Feature> {
    let bounds = Rect::box_around(ground);
    let mut near = terrain
        .near_of(rules.kinds_of(Going::Impassable), bounds, |feature| rules.class_of(feature).impassable)
        .filter(|(number, _)| ground.len() < 2 || terrain.touches(*number, &Rect::filling(bounds)));
    let blocks = |number: usize, feature: &Feature, ground: &Rect| {
        terrain.touches(number, ground) && blocks(rules, terrain, number, feature, formation, ground)
    };
    near.find(|(number, feature)| ground.iter().any(|ground| blocks(*number, feature, ground)))
        .map(|(_, feature)| feature)
}

/// Whether nothing rough or impassable can lie in a box.
pub(crate) fn is_open(game: &Orders, bounds: [f64; 4]) -> bool {
    let hinders = |feature: &Feature| {
        let class = game.rules.class_of(feature);
        class.difficult || class.impassable
    };
    let kinds = rough_kinds(&game.rules).and(game.rules.kinds_of(Going::Impassable));
    game.scenario.terrain.near_of(kinds, bounds, hinders).next().is_none()
}

/// Whether nothing impassable can lie in a box.
pub(crate) fn is_passable(game: &Orders, bounds: [f64; 4]) -> bool {
    let bars = |feature: &Feature| game.rules.class_of(feature).impassable;
    game.scenario.terrain.near_of(game.rules.kinds_of(Going::Impassable), bounds, bars).next().is_none()
}

/// Whether ground holds a unit of that formation: for battle files.
///
/// # Errors
/// The name of what it may not stand in.
pub(crate) fn may_stand(
    rules: &Rules,
    terrain: &Terrain,
    formation: Formation,
    ground: &Rect,
) -> Result<(), String> {
    match obstacle(rules, terrain, formation, std::slice::from_ref(ground)) {
        Some(feature) => Err(format!("{:?}", feature.name)),
        None => Ok(()),
    }
}

fn blocks(
    rules: &Rules,
    terrain: &Terrain,
    number: usize,
    feature: &Feature,
    formation: Formation,
    ground: &Rect,
) -> bool {
    if place_of(rules, feature) == Some(Place::Fortress) {
        let by_gate = || uses_roads(rules, formation) && terrain.enters(number, ground, ON_ROAD, ROADS);
        return !terrain.holds(number, ground) && !by_gate();
    }
    if uses_roads(rules, formation) && terrain.carries(number, ground, ON_ROAD, ROADS) {
        return false;
    }
    let is_water = matches!(feature.kind, Kind::River | Kind::Stream);
    !(is_water && terrain.carries(number, ground, ON_ROAD, FORDS))
}

/// Who may use a road or bridge through impassable ground (ruling terrain.impassable).
fn uses_roads(rules: &Rules, formation: Formation) -> bool {
    matches!(formation, Formation::Column | Formation::Road)
        || rules.plays(house!("terrain.impassable", "any-formation"))
}

/// How far a base can go straight ahead before ground it cannot pass.
pub(crate) fn gap_ahead(game: &Orders, ground: &Rect, limit: Inches) -> Option<Inches> {
    let terrain = &game.scenario.terrain;
    let barred = |feature: &Feature| game.rules.class_of(feature).impassable;
    terrain
        .near_of(game.rules.kinds_of(Going::Impassable), ground.box_ahead(limit), barred)
        .filter(|(number, _)| !terrain.holds(*number, ground))
        .filter_map(|(number, _)| terrain.gap_to(number, ground, limit))
        .min()
}

// ---------------------------------------------------------------- rough ways ----

/// How many inches of rough ground a straight way has: those its leading edge is in, and for a stream or slope at least
/// so many as the house says. Bridges lead over streams.
pub(crate) fn rough_inches(game: &Orders, formation: Formation, start: &Rect, way: Sweep) -> Inches {
    rough_of(game, formation, rough_met(game, start, way.along, way.by), way.swept)
}

/// The rough ground on a straight way.
pub(crate) fn rough_met(game: &Orders, start: &Rect, along: Bearing, by: Inches) -> Vec<Inside> {
    let rough = |feature: &Feature| is_rough(&game.rules, feature);
    game.scenario.terrain.met_of(rough_kinds(&game.rules), start, along, by, rough)
}

/// How many inches of it there are for a unit that sweeps that ground.
pub(crate) fn rough_of(game: &Orders, formation: Formation, mut met: Vec<Inside>, swept: &Rect) -> Inches {
    let (rules, terrain) = (&game.rules, &game.scenario.terrain);
    if met.is_empty() {
        return Inches::ZERO;
    }
    let bridged = |inside: &Inside| {
        terrain.features[inside.feature].kind == Kind::Stream
            && uses_roads(rules, formation)
            && terrain.carries(inside.feature, swept, ON_ROAD, ROADS)
    };
    met.retain(|inside| !bridged(inside));
    let least = rules.ruled(house!("terrain.linear-width"));
    let lines = met
        .iter()
        .filter(|inside| !inside.from_the_start() && is_rough_line(rules, &terrain.features[inside.feature]));
    let more = lines.fold(Inches::ZERO, |sum, line| sum + (least - line.length()).max(Inches::ZERO));
    Inside::together(&met) + more
}

/// A straight way: where to, how far, and the ground it sweeps.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'a> {
    pub(crate) along: Bearing,
    pub(crate) by: Inches,
    pub(crate) swept: &'a Rect,
}

/// How many of these bases have their front in rough ground: a corner or the middle of it.
pub(crate) fn fronts_in_rough(game: &Orders, all: &[Rect]) -> usize {
    let terrain = &game.scenario.terrain;
    let is_rough = |feature: &Feature| is_rough(&game.rules, feature);
    let near = terrain.near_of(rough_kinds(&game.rules), Rect::box_around(all), is_rough);
    let rough: Vec<usize> = near.map(|(number, _)| number).collect();
    let in_rough = |point: Point| rough.iter().any(|number| terrain.is_in(*number, point));
    let fronts = all.iter().map(|ground| {
        let [left, right, ..] = ground.corners();
        [left, ground.front_centre(), right]
    });
    fronts.filter(|front| front.iter().any(|point| in_rough(point.stored()))).count()
}

// -------------------------------------------------------------------- roads ----

/// Whether a base is on a road: the whole of its centre-line, to half an inch.
pub fn is_on_road(terrain: &Terrain, ground: &Rect) -> bool {
    terrain.keeps_to(ground, ON_ROAD, is_road)
}

// -------------------------------------------------------------------- sight ----

/// Whether a straight line runs clear from a firer's front to the nearest point of its target (ruling fire.line).
pub fn line_clear(game: &Orders, from: UnitId, to: UnitId) -> bool {
    line_of_fire(game, from, to).is_some_and(|line| line.is_clear())
}

/// What stands in a line of fire, each by its name: units, and ground that hides when taken together.
pub fn hidden_by(game: &Orders, from: UnitId, to: UnitId) -> Vec<String> {
    line_of_fire(game, from, to).map_or_else(Vec::new, |line| line.barred_by())
}

fn line_of_fire(game: &Orders, from: UnitId, to: UnitId) -> Option<LineOfFire<'_>> {
    let past = (!game.rules.on(rule!("orders.fire.no-overhead"))).then(|| game.unit(from).side());
    LineOfFire::new(game, from, to, None, past)
}

/// Whether a unit sees another that it might charge. The place a garrison holds does not hide it from a unit that
/// storms that place's edge.
pub fn sees(game: &Orders, from: UnitId, to: UnitId) -> bool {
    let own = garrisoned(game, to).map(|(place, _)| place);
    LineOfFire::new(game, from, to, own, None).is_some_and(|line| line.is_clear())
}

/// A straight line from one unit's front to the nearest point of another.
struct LineOfFire<'g> {
    game: &'g Orders,
    from: UnitId,
    to: UnitId,
    eye: Vec2,
    aim: Vec2,
    /// A place that does not hide.
    open: Option<&'g Feature>,
    /// The side over whose units it passes.
    past: Option<Side>,
}

impl<'g> LineOfFire<'g> {
    /// `None` where positions are not known.
    fn new(
        game: &'g Orders,
        from: UnitId,
        to: UnitId,
        open: Option<usize>,
        past: Option<Side>,
    ) -> Option<LineOfFire<'g>> {
        let shooter = game.unit(from);
        let (own, rect) = (shooter.rect()?, game.unit(to).rect()?);
        let eye = if shooter.is_square() { own.nearest_point_to(rect.centre()) } else { own.front_centre() };
        let open = open.and_then(|place| game.scenario.terrain.features.get(place));
        Some(LineOfFire { game, from, to, eye, aim: rect.nearest_point_to(eye), open, past })
    }

    fn friends_only(&self) -> bool {
        self.game.rules.plays(house!("fire.line", "friends-only"))
    }

    fn is_clear(&self) -> bool {
        self.units().next().is_none() && !self.is_hidden_by_ground()
    }

    /// The units on it.
    fn units(&self) -> impl Iterator<Item = UnitId> {
        let LineOfFire { game, from, to, eye, aim, past, .. } = *self;
        let own = self.friends_only().then(|| game.unit(from).side());
        let line = [eye.x.min(aim.x), eye.y.min(aim.y), eye.x.max(aim.x), eye.y.max(aim.y)];
        let stands = move |(id, other, body): &(UnitId, &Unit, &Rect)| {
            let counts = *id != from && *id != to && own.is_none_or(|own| other.side() == own);
            counts && body.is_crossed(eye, aim) && past != Some(other.side())
        };
        game.units.near(line, Inches::ZERO).filter(stands).map(|(id, ..)| id)
    }

    fn hides(&self, feature: &Feature) -> bool {
        feature.class.blocks_sight
            && SCREENS.hold(feature)
            && !self.open.is_some_and(|open| std::ptr::eq(open, feature))
    }

    fn is_hidden_by_ground(&self) -> bool {
        let through = |line: &LineOfFire<'_>| {
            let (eye, aim) = (line.eye.stored(), line.aim.stored());
            line.game.scenario.terrain.crossed_of(SCREENS, eye, aim, |feature| line.hides(feature))
        };
        !self.friends_only() && through(self) > SEEN_THROUGH + Inches(1)
    }

    fn barred_by(&self) -> Vec<String> {
        let mut names: Vec<String> = self.units().map(|unit| self.game.name(unit).to_string()).collect();
        if self.is_hidden_by_ground() {
            let terrain = &self.game.scenario.terrain;
            let (eye, aim) = (self.eye.stored(), self.aim.stored());
            let on_it = |feature: &&Feature| {
                self.hides(feature)
                    && terrain.crossed(eye, aim, |one| std::ptr::eq(one, *feature)) > Inches::ZERO
            };
            names.extend(terrain.features.iter().filter(on_it).map(|feature| feature.name.clone()));
        }
        names
    }
}
