//! What the table shows, for every topic: ranges, arcs, quarters, sight, contact, ground, who is near.
//!
//! The functions measure; they answer `None` or no where a unit has no place. The facts beside them are what a rule asks its
//! umpire for (`umpire.see(game, RangeTo { unit, target, by })`), so that people beside real figures can tell it too.

use crate::charts::Rules;
use crate::ids::{UnitMoraleWhen, house};
use crate::state::game::Empire;
use crate::state::leader::Leader;
use crate::state::me::{Baseline, MeId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Aspect, Cover, Formation, Going, Rank, Sky, Woods};
use engine::sight::Distances;
use table::{Bearing, Blocker, EIGHTH, Face, Inches, Kind, Point, Pose, Rect, Sight, Wall, in_arc};

// ------------------------------------------------------------ distances ----

/// How far two units are from each other, edge to edge.
pub fn range(game: &Empire, unit: UnitId, other: UnitId) -> Option<Inches> {
    Some(game.unit(unit).rect()?.distance(game.unit(other).rect()?))
}

/// Whether two units touch.
pub fn in_contact(game: &Empire, unit: UnitId, other: UnitId) -> bool {
    match (game.unit(unit).rect(), game.unit(other).rect()) {
        (Some(one), Some(two)) => one.touches(two),
        _ => false,
    }
}

/// Units on the table within a reach of another, edge to edge, the nearest first; itself left out.
pub fn near(game: &Empire, unit: UnitId, reach: Inches) -> Vec<(Inches, UnitId)> {
    let Some(rect) = game.unit(unit).rect() else { return Vec::new() };
    let others = game.units.near(rect.bounds(), reach).filter(|(id, ..)| *id != unit);
    let within = |(id, _, other): (UnitId, &Unit, &Rect)| Some((rect.distance_within(other, reach)?, id));
    let mut near: Vec<(Inches, UnitId)> = others.filter_map(within).collect();
    near.sort();
    near
}

/// Likewise of its enemies alone.
pub fn enemies_near(game: &Empire, unit: UnitId, reach: Inches) -> Vec<(Inches, UnitId)> {
    let side = game.unit(unit).side();
    let mut enemies = near(game, unit, reach);
    enemies.retain(|(_, id)| game.unit(*id).side() != side);
    enemies
}

/// Likewise of its friends alone.
pub fn friends_near(game: &Empire, unit: UnitId, reach: Inches) -> Vec<(Inches, UnitId)> {
    let side = game.unit(unit).side();
    let mut friends = near(game, unit, reach);
    friends.retain(|(_, id)| game.unit(*id).side() == side);
    friends
}

// ------------------------------------------------------ arcs and quarters ----

/// The angle to either side of straight ahead, in 65,536ths of a turn (ruling arcs).
pub fn arc(rules: &Rules) -> i32 {
    rules.number(house!("arcs.degrees")) * EIGHTH / 45
}

/// Whether a target lies in a unit's arc. A garrison and a square look all round.
pub fn is_in_arc(game: &Empire, unit: UnitId, target: UnitId) -> bool {
    let firer = game.unit(unit);
    if has_no_flanks(firer) && !firer.formation.is_unformed() {
        return true;
    }
    match (firer.rect(), game.unit(target).rect()) {
        (Some(one), Some(two)) => in_arc(one, two, arc(&game.rules)),
        _ => false,
    }
}

/// Squares, unformed troops and garrisons have neither flank nor rear (ruling arcs).
pub fn has_no_flanks(unit: &Unit) -> bool {
    unit.formation == Formation::Square || unit.formation.is_unformed() || unit.inside.is_some()
}

/// The middle of a unit; `None` where it has no place.
pub fn middle(game: &Empire, unit: UnitId) -> Option<Point> {
    let body = game.unit(unit);
    Some(body.pose?.centre(body.footprint()))
}

/// Whether a blow or shot of one unit comes in the front, flank or rear of another (ruling arcs).
pub fn aspect(game: &Empire, from: UnitId, target: UnitId) -> Aspect {
    aspect_from(game, middle(game, from), target)
}

/// Likewise of one whose middle lay there when it began.
pub fn aspect_from(game: &Empire, middle: Option<Point>, target: UnitId) -> Aspect {
    if has_no_flanks(game.unit(target)) {
        return Aspect::Front;
    }
    let quarter = middle.zip(game.unit(target).rect()).map(|(middle, rect)| rect.quarter_of(middle));
    match quarter {
        None | Some(Face::Front) => Aspect::Front,
        Some(Face::Left | Face::Right) => Aspect::Flank,
        Some(Face::Rear) => Aspect::Rear,
    }
}

// ------------------------------------------------------------------ sight ----

/// Whether one unit sees another: formed troops, buildings, woods and higher ground end sight (ruling arcs), and so do fog and
/// darkness (ruling weather).
pub fn sees(game: &Empire, unit: UnitId, target: UnitId) -> bool {
    let (Some(rect), Some(aim)) = (game.unit(unit).rect(), game.unit(target).rect()) else { return false };
    if sight_ends(game).is_some_and(|end| rect.distance(aim) > end) {
        return false;
    }
    let sight = Sight {
        terrain: &game.scenario.terrain,
        seen_inside: game.rules.ruled(house!("arcs.woods")),
        terrain_blocks: true,
    };
    let others = game.on_table().filter(|(id, other)| *id != unit && *id != target && other.is_formed());
    let blockers = others.filter_map(|(_, other)| Some(Blocker { rect: other.rect()?, elevated: false }));
    sight.sees(rect.front_centre().stored(), rect, aim, blockers)
}

// ----------------------------------------------------------------- ground ----

/// The woods a unit stands in; where the map does not say how thick, they are light.
pub fn woods(game: &Empire, unit: UnitId) -> Woods {
    let Some(rect) = game.unit(unit).rect() else { return Woods::None };
    let terrain = &game.scenario.terrain;
    match terrain.grades_at(rect).density {
        None if terrain.cover(rect).woods => Woods::Light,
        density => Woods::from(density),
    }
}

/// What shelters a unit from fire (ruling ground): the structure it is in, else the best of woods, walls and works.
pub fn cover(game: &Empire, unit: UnitId) -> Cover {
    if game.unit(unit).inside.is_some() {
        return shelter(game, unit);
    }
    let of_woods = match woods(game, unit) {
        Woods::None => Cover::None,
        Woods::Light => Cover::Light,
        Woods::Medium => Cover::Medium,
        Woods::Heavy => Cover::Heavy,
    };
    shelter(game, unit).max(of_woods)
}

/// How the country goes where a unit stands.
pub fn going(game: &Empire, unit: UnitId) -> Going {
    let terrain = &game.scenario.terrain;
    let here = game.unit(unit).rect().and_then(|rect| terrain.grades_at(rect).going);
    Going::from(here.unwrap_or(terrain.going))
}

/// How high a unit stands, in contours.
pub fn level(game: &Empire, unit: UnitId) -> u32 {
    game.unit(unit).rect().map_or(0, |rect| u32::from(game.scenario.terrain.level_at(rect.centre())))
}

/// Whether ground is of a kind that is entered only by a road or bridge.
pub fn is_barred(game: &Empire, rect: &Rect) -> bool {
    game.scenario.terrain.cover(rect).impassable
}

/// Whether a unit could stand so: whole on the table, on ground of its own that is not barred.
pub fn fits(game: &Empire, unit: UnitId, pose: Pose, formation: Formation) -> bool {
    let rect = Rect::new(pose, game.unit(unit).footprint_in(formation));
    engine::room::fits(&game.scenario.terrain, &game.units, &[unit], &rect, |rect| !is_barred(game, rect))
}

/// Whether a feature's kind makes a block, a farm or works of it.
pub fn is_structure(kind: Kind) -> bool {
    matches!(kind, Kind::Village | Kind::City | Kind::Fortification)
}

// ------------------------------------------------------------- front rank ----

/// The figures of a unit that are in front and may fire; shares are of those left, rounded up (ruling front-rank).
pub fn front_rank(rules: &Rules, unit: &Unit) -> u32 {
    match unit.inside {
        Some(_) => of_garrison(rules, unit.figures),
        None => in_front(rules, unit.formation, unit.figures, unit.profile.parts),
    }
}

/// Those of a garrison who fire, whatever its formation (ruling structures).
pub fn of_garrison(rules: &Rules, figures: u32) -> u32 {
    figures.div_ceil(rules.number(house!("structures.garrison")).unsigned_abs().max(1))
}

/// Likewise of so many figures in so many companies or squadrons.
pub fn in_front(rules: &Rules, formation: Formation, figures: u32, parts: u32) -> u32 {
    let share = |of: i32| figures.div_ceil(of.max(1).unsigned_abs());
    let parts_of = |count: u32| (figures * count).div_ceil(parts.max(1)).min(figures);
    match formation {
        Formation::Line | Formation::Skirmish | Formation::SemiSkirmish | Formation::Dismounted => figures,
        Formation::AttackColumn | Formation::ClosedColumn => {
            parts_of(rules.number(house!("front-rank.companies")).unsigned_abs())
        }
        Formation::CompanyColumn | Formation::SquadronColumn => parts_of(1),
        Formation::Square => share(rules.number(house!("front-rank.square"))),
        Formation::TwoRanks => share(rules.number(house!("front-rank.two-ranks"))),
        Formation::Limbered | Formation::Unlimbered => figures,
    }
}

/// Ordre mixte: a line with a column of its ME near each end (ruling formations).
pub fn is_mixte(game: &Empire, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let Some(rect) = body.rect().filter(|_| body.arm() == Arm::Infantry) else { return false };
    if body.formation != Formation::Line {
        return false;
    }
    let reach = game.rules.ruled(house!("formations.mixte"));
    let is_column = |id: UnitId| {
        let other = game.unit(id);
        other.me() == body.me() && other.formation.is_column() && other.in_good_morale()
    };
    let beside = friends_near(game, unit, reach).into_iter().map(|(_, id)| id).filter(|id| is_column(*id));
    let faces: Vec<Face> = beside
        .filter_map(|id| {
            let other = game.unit(id);
            Some(rect.quarter_of(other.pose?.centre(other.footprint())))
        })
        .collect();
    faces.contains(&Face::Left) && faces.contains(&Face::Right)
}

// ------------------------------------------------------------------ facts ----

/// By which chart a distance is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stick {
    /// The range of what the unit shoots with.
    Weapon,
    /// The range of its bombardment.
    Bombardment,
    /// Whether it is near enough for a firefight.
    Firefight,
    /// How far a charge comes, for whom a square is tried.
    Charge,
    /// Whether a charge comes so far that it can be met.
    Countercharge,
    /// From how far fire in flank or rear weighs on whoever tests.
    Enfilade,
}

impl Stick {
    /// What the distance is wanted for.
    fn wanted(self) -> &'static str {
        match self {
            Stick::Weapon => "by the range of what it shoots with",
            Stick::Bombardment => "by the range of its bombardment",
            Stick::Firefight => "for a firefight",
            Stick::Charge => "over which it charges",
            Stick::Countercharge => "for the other to countercharge",
            Stick::Enfilade => "in whose flank or rear it shot",
        }
    }

    /// The bands of that chart.
    fn bands(self, game: &Empire, unit: UnitId) -> Distances {
        let (rules, profile) = (&game.rules, &game.unit(unit).profile);
        match self {
            Stick::Weapon => {
                Distances::upto(rules.shared.ends(profile.weapon).into_iter().flat_map(|(_, ends)| ends))
            }
            Stick::Bombardment => {
                let ends = profile.guns.and_then(|guns| rules.bombardment.ends(guns.weight));
                Distances::upto(ends.into_iter().flat_map(|(_, ends)| ends))
            }
            Stick::Firefight => Distances::upto([rules.ruled(house!("firefight.reach"))]),
            Stick::Charge => Distances::upto(rules.square.ends().into_iter().flatten()),
            Stick::Countercharge => Distances::under([rules.ruled(house!("charge.countercharge"))]),
            Stick::Enfilade => {
                use UnitMoraleWhen::{EnfiladeArt8, EnfiladeInf2, EnfiladeInf24};
                let rows = [EnfiladeInf2, EnfiladeInf24, EnfiladeArt8];
                let rows = rows.into_iter().filter_map(|when| rules.unit_morale.modifiers.find(when));
                Distances::upto(rows.map(|row| Inches::whole(row.per)))
            }
        }
    }
}

engine::sight! {
    /// How far it is from one unit to another, by the bands of the chart that wants to know.
    pub struct RangeTo of Empire { pub unit: UnitId, pub target: UnitId, pub by: Stick } -> Inches;
    word: "range";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: OwnMove;
    measured: |f, g| range(g, f.unit, f.target).unwrap_or_default();
    text: |f, g| format!("How far is it from {} to {}, {}?", g.name(f.unit), g.name(f.target), f.by.wanted());
    answers: |f, g| f.by.bands(g, f.unit);
}

engine::sight! {
    /// From which quarter of a target another unit comes or shoots.
    pub struct ComesFrom of Empire { pub unit: UnitId, pub target: UnitId } -> Aspect;
    word: "comes-from";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Aspect::Front);
    stale: OwnMove;
    measured: |f, g| aspect(g, f.unit, f.target);
    text: |f, g| format!("Is {} before the front, a flank or the rear of {}?", g.name(f.unit), g.name(f.target));
    answers: |_, _| Words;
}

engine::sight! {
    /// What shelters a unit from fire.
    pub struct CoverOf of Empire { pub unit: UnitId } -> Cover;
    word: "cover";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Cover::None);
    stale: OwnMove;
    measured: |f, g| cover(g, f.unit);
    text: |f, g| format!("What cover does {} have?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// The woods a unit stands in.
    pub struct WoodsOf of Empire { pub unit: UnitId } -> Woods;
    word: "woods";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Woods::None);
    stale: OwnMove;
    measured: |f, g| woods(g, f.unit);
    text: |f, g| format!("In what woods does {} stand?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// A line with a column of its ME near each end.
    pub struct Mixte of Empire { pub unit: UnitId } -> bool;
    word: "mixte";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| is_mixte(g, f.unit);
    text: |f, g| format!("Has {} a column of its ME at each end?", g.name(f.unit));
    answers: |_, _| YesNo;
}

// ---------------------------------------------------------- lines of fire ----

/// A straight line of fire from a battery to a target, as the table shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOfFire {
    /// The battery sees the target; friends who stand lower than it hide nothing.
    pub seen: bool,
    /// No formed unit bars the line, whatever hides the target.
    pub open: bool,
    /// Formed friends whom it passes over.
    pub over: Vec<OverFriends>,
    /// Unformed friends stand on it.
    pub screened: bool,
}

/// Friends whom a line of fire passes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverFriends {
    pub friends: UnitId,
    pub to_friends: Inches,
    /// From them to the target.
    pub gap: Inches,
    /// Contours that the battery stands above them.
    pub above: u32,
    /// Contours that the battery stands above the target.
    pub above_target: u32,
}

/// How far units see in this hour's weather; `None`: as far as the ground lets them (ruling weather).
pub fn sight_ends(game: &Empire) -> Option<Inches> {
    let weather = game.weather();
    let fog = (weather.sky == Sky::Fog).then(|| game.rules.ruled(house!("weather.fog")));
    let dark = weather.dark.then(|| game.rules.ruled(house!("weather.dark")));
    fog.into_iter().chain(dark).min()
}

/// The line of fire from a battery to a target; barred where either has no place.
pub fn line_of_fire(game: &Empire, unit: UnitId, target: UnitId) -> LineOfFire {
    let mut line = LineOfFire { seen: false, open: false, over: Vec::new(), screened: false };
    let (Some(rect), Some(aim)) = (game.unit(unit).rect(), game.unit(target).rect()) else { return line };
    let (side, height) = (game.unit(unit).side(), level(game, unit));
    let others = || {
        let apart = game.on_table().filter(|(id, _)| *id != unit && *id != target);
        apart.filter_map(|(id, other)| Some((id, other, other.rect()?)))
    };
    let is_under = |id: UnitId, other: &Unit| other.side() == side && level(game, id) < height;
    let in_the_way: Vec<Blocker> = others()
        .filter(|(id, other, _)| other.is_formed() && !is_under(*id, other))
        .map(|(.., rect)| Blocker { rect, elevated: false })
        .collect();
    let sight = |terrain_blocks| Sight {
        terrain: &game.scenario.terrain,
        seen_inside: game.rules.ruled(house!("arcs.woods")),
        terrain_blocks,
    };
    let from = rect.front_centre();
    let near = sight_ends(game).is_none_or(|end| rect.distance(aim) <= end);
    line.seen = near && sight(true).sees(from.stored(), rect, aim, in_the_way.iter().copied());
    line.open = sight(false).sees(from.stored(), rect, aim, in_the_way.iter().copied());
    let lines: Vec<_> = aim.corners().into_iter().chain([aim.nearest_point_to(from), aim.centre()]).collect();
    let is_on = |rect: &Rect| lines.iter().any(|to| rect.is_crossed(from, *to));
    let nearest = aim.nearest_point_to(from);
    let mut friends = others().filter(|(_, other, _)| other.side() == side);
    line.screened =
        friends.any(|(_, other, rect)| other.formation.is_unformed() && rect.is_crossed(from, nearest));
    let formed: Vec<(UnitId, &Rect)> = others()
        .filter(|(_, other, _)| other.side() == side && other.is_formed())
        .map(|(id, _, rect)| (id, rect))
        .collect();
    let blockers = formed.iter().map(|(_, rect)| Blocker { rect, elevated: true });
    if !sight(false).sees(from.stored(), rect, aim, blockers) {
        let over = formed.iter().filter(|(_, friend)| is_on(friend)).map(|(id, friend)| OverFriends {
            friends: *id,
            to_friends: rect.distance(friend),
            gap: friend.distance(aim),
            above: height.saturating_sub(level(game, *id)),
            above_target: height.saturating_sub(level(game, target)),
        });
        line.over = over.collect();
    }
    line
}

/// Troops of a commander to whom the file gives it, on a hill and lower than the ground close before them (ruling ground).
pub fn is_on_reverse_slope(game: &Empire, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let (me, here) = (game.me_of(unit), level(game, unit));
    let is_his = |leader: &Leader| {
        let commands = match leader.rank {
            Rank::Army | Rank::Wing => true,
            Rank::Me => leader.me == Some(body.me()),
            Rank::Corps | Rank::Brigade | Rank::Adc | Rank::Artillery => leader.corps == Some(me.corps),
        };
        leader.reverse_slope && leader.is_here() && leader.side == body.side() && commands
    };
    let Some(pose) = body.pose.filter(|_| here > 0 && game.leaders.iter().any(is_his)) else { return false };
    let reach = game.rules.ruled(house!("ground.reverse-slope"));
    let steps = reach.0 / QUARTER.0;
    let terrain = &game.scenario.terrain;
    (1..=steps).any(|step| {
        let ahead = pose.ahead(Inches(QUARTER.0 * step)).at;
        u32::from(terrain.level_at(ahead.into())) > here
    })
}

/// Ground ahead is looked at in steps of this length.
const QUARTER: Inches = Inches::mils(250);
// -------------------------------------------------------------------- MEs ----

/// The way an ME faces: as its baseline lies, else as its units stand.
pub fn me_facing(game: &Empire, me: MeId) -> Option<Bearing> {
    game.me(me).baseline.map(|line| line.pose.facing).or_else(|| units_face(game, me))
}

/// The way the first of its units faces, of those in good morale where there are any.
fn units_face(game: &Empire, me: MeId) -> Option<Bearing> {
    let facing = |unit: &Unit| unit.pose.map(|pose| pose.facing);
    let good = game.units_of(me).filter(|(_, unit)| unit.in_good_morale());
    let mut all = good.chain(game.units_of(me));
    all.find_map(|(_, unit)| facing(unit))
}

/// The zone of an ME: the smallest rectangle along its baseline that holds its units in good morale (ruling zone).
pub fn zone(game: &Empire, me: MeId) -> Option<Rect> {
    let good = game.units_of(me).filter(|(_, unit)| unit.in_good_morale());
    let rects = good.filter_map(|(_, unit)| unit.rect());
    table::around(me_facing(game, me)?, rects).map(|(pose, footprint)| Rect::new(pose, footprint))
}

/// The line along the front of an ME as it stands (ruling zone): of all its units where none is in good morale.
pub fn baseline(game: &Empire, me: MeId) -> Option<Baseline> {
    let facing = units_face(game, me)?;
    let rects = |only_good: bool| {
        let units = game.units_of(me).filter(move |(_, unit)| !only_good || unit.in_good_morale());
        table::around(facing, units.filter_map(|(_, unit)| unit.rect()))
    };
    let (pose, footprint) = rects(true).or_else(|| rects(false))?;
    Some(Baseline { pose, width: footprint.width })
}

/// The middle of an ME: of the rectangle around all its units on the table, else of its baseline.
pub fn me_middle(game: &Empire, me: MeId) -> Option<Point> {
    let rects = game.units_of(me).filter_map(|(_, unit)| unit.rect());
    let around = me_facing(game, me).and_then(|facing| table::around(facing, rects));
    let middle = around.map(|(pose, footprint)| pose.centre(footprint));
    middle.or_else(|| game.me(me).baseline.map(|line| line.pose.at))
}

/// How far two MEs are from each other: their nearest units, or the baseline of one that has no units left.
pub fn me_range(game: &Empire, me: MeId, other: MeId) -> Option<Inches> {
    let of = |me: MeId| game.units_of(me).filter_map(|(_, unit)| unit.rect());
    let baseline = |me: MeId| game.me(me).baseline.map(|line| line.pose.at);
    let between = of(me).flat_map(|one| of(other).map(move |two| one.distance(two))).min();
    between
        .or_else(|| baseline(other).and_then(|at| of(me).map(|rect| rect.distance_to(at)).min()))
        .or_else(|| baseline(me).and_then(|at| of(other).map(|rect| rect.distance_to(at)).min()))
}

/// The other MEs of its side within a reach, the nearest first.
pub fn friendly_mes(game: &Empire, me: MeId, reach: Inches) -> Vec<MeId> {
    let friends = game.mes_of(game.me(me).side).filter(|other| *other != me);
    let mut near: Vec<(Inches, MeId)> =
        friends.filter_map(|other| Some((me_range(game, me, other)?, other))).collect();
    near.retain(|(range, _)| *range <= reach);
    near.sort();
    near.into_iter().map(|(_, other)| other).collect()
}

/// The point that an ME goes back to: its corps' of the file, else the middle of its side's edge (ruling retreat).
pub fn retreat_point(game: &Empire, me: MeId) -> Point {
    let (edge, terrain) = (game.scenario.edges[game.me(me).side], &game.scenario.terrain);
    let middle = || edge.point(edge.length(terrain).0 / 2, Inches::ZERO, terrain);
    game.corps(game.me(me).corps).retreat.unwrap_or_else(middle)
}

/// Whether an enemy in good morale stands near the first stretch of an ME's line of retreat (ruling retreat).
pub fn is_retreat_cut(game: &Empire, me: MeId) -> bool {
    let Some(middle) = me_middle(game, me) else { return false };
    let point = retreat_point(game, me);
    let length = game.rules.ruled(house!("retreat.line")).min(middle.distance(point));
    let near = game.rules.ruled(house!("retreat.cut"));
    if length <= Inches::ZERO {
        return false;
    }
    let start = Pose { at: middle, facing: middle.bearing_to(point) };
    let line = table::strip_ahead(start, Inches(1), length);
    let enemies = game.of(game.me(me).side.enemy()).filter(|(_, unit)| unit.in_good_morale());
    enemies.filter_map(|(_, unit)| unit.rect()).any(|rect| rect.is_within(&line, near))
}

/// The other MEs of its side that have a unit standing in its zone (ruling adjacent).
pub fn interpenetrating(game: &Empire, me: MeId) -> Vec<MeId> {
    let Some(zone) = zone(game, me) else { return Vec::new() };
    let friends = game.mes_of(game.me(me).side).filter(|other| *other != me);
    let stands_in = |other: &MeId| {
        let mut rects = game.units_of(*other).filter_map(|(_, unit)| unit.rect());
        rects.any(|rect| rect.overlaps(&zone))
    };
    friends.filter(stands_in).collect()
}

/// The MEs of its side whose zone an ME crosses that goes back so far.
pub fn crossed_by(game: &Empire, me: MeId, away: Bearing, by: Inches) -> Vec<MeId> {
    let units: Vec<Rect> = game
        .units_of(me)
        .filter_map(|(_, unit)| {
            let footprint = unit.footprint();
            let start = Pose::from_centre(unit.rect()?.centre().stored(), away, footprint);
            Some(table::strip_ahead(start, footprint.width, by))
        })
        .collect();
    let friends = game.mes_of(game.me(me).side).filter(|other| *other != me);
    let is_crossed =
        |other: &MeId| zone(game, *other).is_some_and(|zone| units.iter().any(|strip| strip.overlaps(&zone)));
    friends.filter(is_crossed).collect()
}

/// What shelters a unit from fire, woods left out.
pub fn shelter(game: &Empire, unit: UnitId) -> Cover {
    let body = game.unit(unit);
    if let Some(structure) = body.inside.and_then(|id| game.structure(id)) {
        return if structure.aflame { Cover::None } else { structure.cover };
    }
    let Some(rect) = body.rect() else { return Cover::None };
    let terrain = &game.scenario.terrain;
    let (grades, ground) = (terrain.grades_at(rect), terrain.cover(rect));
    let of_walls = match grades.wall {
        Some(Wall::High) => Cover::Medium,
        Some(Wall::Low) => Cover::Light,
        None if ground.defensive && !ground.woods => Cover::Light,
        None => Cover::None,
    };
    let of_works = if ground.fortification { Cover::Super } else { Cover::None };
    Cover::from(grades.cover).max(of_walls).max(of_works)
}

engine::sight! {
    /// What shelters a unit from fire, woods left out.
    pub struct ShelterOf of Empire { pub unit: UnitId } -> Cover;
    word: "shelter";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Cover::None);
    stale: OwnMove;
    measured: |f, g| shelter(g, f.unit);
    text: |f, g| format!("What cover does {} have, woods left out?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// Other MEs of its side within a reach, the nearest first.
    pub struct FriendlyMes of Empire { pub me: MeId, pub reach: Inches } -> Vec<MeId>;
    word: "friendly-mes";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| friendly_mes(g, f.me, f.reach);
    text: |f, g| format!("Which other MEs of its side are within {} of {}, the nearest first?", f.reach, g.me_name(f.me));
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// Other MEs of its side that have a unit standing in its zone.
    pub struct Interpenetrating of Empire { pub me: MeId } -> Vec<MeId>;
    word: "interpenetrating";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| interpenetrating(g, f.me);
    text: |f, g| format!("Which other MEs of its side have a unit standing among those of {}?", g.me_name(f.me));
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// MEs of its side through whose zone an ME runs.
    pub struct RunsThrough of Empire { pub me: MeId, pub away: Bearing, pub by: Inches } -> Vec<MeId>;
    word: "runs-through";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |f, g| crossed_by(g, f.me, f.away, f.by);
    text: |f, g| format!("{} runs {}: through which other MEs of its side?", g.me_name(f.me), f.by);
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// An enemy stands near its line of retreat.
    pub struct RetreatCut of Empire { pub me: MeId } -> bool;
    word: "retreat-cut";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| is_retreat_cut(g, f.me);
    text: |f, g| format!("Does an enemy in good morale stand on the line of retreat of {}?", g.me_name(f.me));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// A unit touches an enemy.
    pub struct InContact of Empire { pub unit: UnitId } -> bool;
    word: "in-contact";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| enemies_near(g, f.unit, Inches::ZERO).into_iter().any(|(_, enemy)| in_contact(g, f.unit, enemy));
    text: |f, g| format!("Does {} touch an enemy?", g.name(f.unit));
    answers: |_, _| YesNo;
}
