//! The ground: features, what they are, and what a unit stands in or crosses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::boxes::{Boxes, SHEAF};
use crate::outline::Outline;
use crate::{Footprint, Going, Grades, Inches, Point, Pose, Rect, Track, Vec2};

/// How far off its planks a bridge or ford still carries a unit, in thousandths.
const BRIDGE_REACH: f64 = 500.0;

/// How near its front a unit must have a wall to be behind it.
const WALL_REACH: Inches = Inches(500);

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "FeatureKind")]
pub enum Kind {
    Woods,
    Hill,
    Village,
    Fortification,
    Wall,
    Stream,
    River,
    Bridge,
    Ford,
    Road,
    Marsh,
    Enclosure,
    Slope,
    City,
    Mountain,
}

impl Kind {
    /// Every kind with the word that names it in a file.
    #[must_use]
    pub fn words() -> &'static [(&'static str, Kind)] {
        &[
            ("woods", Kind::Woods),
            ("hill", Kind::Hill),
            ("village", Kind::Village),
            ("fortification", Kind::Fortification),
            ("wall", Kind::Wall),
            ("stream", Kind::Stream),
            ("river", Kind::River),
            ("bridge", Kind::Bridge),
            ("ford", Kind::Ford),
            ("road", Kind::Road),
            ("marsh", Kind::Marsh),
            ("enclosure", Kind::Enclosure),
            ("slope", Kind::Slope),
            ("city", Kind::City),
            ("mountain", Kind::Mountain),
        ]
    }

    /// What it does unless a scenario says otherwise.
    #[must_use]
    pub fn class(self) -> Class {
        let open = Class::default();
        match self {
            Kind::Woods => {
                Class { difficult: true, defensive: true, woods: true, blocks_sight: true, ..open }
            }
            Kind::Village | Kind::City => {
                Class { difficult: true, defensive: true, blocks_sight: true, ..open }
            }
            Kind::Fortification => Class { fortification: true, defensive: true, ..open },
            Kind::Wall => Class { defensive: true, ..open },
            Kind::Stream | Kind::Ford | Kind::Marsh | Kind::Slope => Class { difficult: true, ..open },
            Kind::River => Class { impassable: true, ..open },
            Kind::Mountain => Class { impassable: true, blocks_sight: true, ..open },
            Kind::Enclosure => Class { difficult: true, defensive: true, ..open },
            Kind::Hill => Class { blocks_sight: true, ..open },
            Kind::Bridge | Kind::Road => open,
        }
    }

    /// Whether a bridge or ford opens it.
    fn is_water(self) -> bool {
        matches!(self, Kind::Stream | Kind::River)
    }
}

/// The most kinds there may be.
const KINDS: usize = u32::BITS as usize;

/// A set of kinds of features: a search by it passes over all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(u32::MAX);
    /// Whatever its battle makes rough though its kind is not.
    pub const MADE_ROUGH: Kinds = Kinds(1 << 31);

    /// Those kinds.
    #[must_use]
    pub const fn of(kinds: &[Kind]) -> Kinds {
        let (mut all, mut n) = (0, 0);
        while n < kinds.len() {
            all |= 1 << kinds[n] as u32;
            n += 1;
        }
        Kinds(all)
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether a feature is of one of them.
    #[must_use]
    pub fn hold(self, feature: &Feature) -> bool {
        self.0 & Kinds::of_feature(feature).0 != 0
    }

    /// What a feature is.
    fn of_feature(feature: &Feature) -> Kinds {
        let own = Kinds::of(&[feature.kind]);
        if feature.is_made_rough() { own.and(Kinds::MADE_ROUGH) } else { own }
    }
}

/// What a feature does to units and sight.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(default)]
#[schemars(rename = "FeatureClass")]
pub struct Class {
    pub difficult: bool,
    pub defensive: bool,
    pub fortification: bool,
    pub impassable: bool,
    pub woods: bool,
    pub blocks_sight: bool,
}

/// Where a feature lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A closed outline, which may be concave.
    Polygon(Vec<Point>),
    /// A line of this width, such as a wall, river or road.
    Line { points: Vec<Point>, width: Inches },
}

impl Shape {
    /// The middle of its points.
    #[must_use]
    pub fn middle(&self) -> Point {
        let (Shape::Polygon(points) | Shape::Line { points, .. }) = self;
        let count = points.len().max(1) as i64;
        let mean = |of: fn(&Point) -> i32| {
            (points.iter().map(|point| i64::from(of(point))).sum::<i64>() / count) as i32
        };
        Point { x: mean(|point| point.x), y: mean(|point| point.y) }
    }
}

/// One feature of the ground.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    pub name: String,
    pub kind: Kind,
    pub class: Class,
    pub level: u8,
    /// What the map says beside its kind, for sheets that have grades.
    #[serde(default, skip_serializing_if = "Grades::is_empty")]
    pub grades: Grades,
    pub shape: Shape,
}

impl Feature {
    /// A feature with its kind's own class; a hill is one level high, all else none.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: Kind, shape: Shape) -> Feature {
        let level = u8::from(kind == Kind::Hill);
        Feature { name: name.into(), kind, class: kind.class(), level, grades: Grades::default(), shape }
    }

    /// Whether its battle makes it rough ground though its kind is not.
    #[must_use]
    pub fn is_made_rough(&self) -> bool {
        self.class.difficult && !self.kind.class().difficult
    }
}

/// The ground a unit is on or crosses, all features taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ground {
    pub difficult: bool,
    pub defensive: bool,
    pub fortification: bool,
    pub impassable: bool,
    pub woods: bool,
    pub village: bool,
}

impl Ground {
    /// Both together: whatever either has.
    #[must_use]
    pub fn and(self, other: Ground) -> Ground {
        Ground {
            difficult: self.difficult || other.difficult,
            defensive: self.defensive || other.defensive,
            fortification: self.fortification || other.fortification,
            impassable: self.impassable || other.impassable,
            woods: self.woods || other.woods,
            village: self.village || other.village,
        }
    }

    /// The ground one feature makes.
    fn of(feature: &Feature) -> Ground {
        let Class { difficult, defensive, fortification, impassable, woods, blocks_sight: _ } = feature.class;
        Ground {
            difficult,
            defensive,
            fortification,
            impassable,
            woods,
            village: matches!(feature.kind, Kind::Village | Kind::City),
        }
    }

    /// The ground a water feature makes where it may be opened by a bridge or ford.
    fn of_water(feature: &Feature, opened_by: Option<Kind>) -> Ground {
        match opened_by {
            None => Ground::of(feature),
            Some(kind) => Ground { difficult: kind == Kind::Ford, impassable: false, ..Ground::of(feature) },
        }
    }
}

/// A table and everything on it that is not a unit; 0..width by 0..depth.
///
/// Outlines are worked out by `new`, so changing `features` afterwards needs a new one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Plain")]
#[schemars(rename = "Ground")]
pub struct Terrain {
    pub width: Inches,
    pub depth: Inches,
    pub features: Vec<Feature>,
    /// How the country goes where no feature says otherwise.
    #[serde(skip_serializing_if = "is_marchfield")]
    pub going: Going,
    #[serde(skip)]
    pub(crate) outlines: Vec<Outline>,
    /// Around the pieces of the outlines, feature by feature. A river winds through half a table: few ways that lie in the
    /// box around the whole of it come near any stretch of it.
    #[serde(skip)]
    pieces: Boxes,
    /// The number of the feature that each piece belongs to.
    #[serde(skip)]
    piece_of: Vec<usize>,
    /// For each sheaf of pieces and each kind a bit for each piece of that kind.
    #[serde(skip)]
    sorts: Vec<[u128; KINDS]>,
    /// For each sheaf a bit for each piece of a feature that makes ground of some kind, water included: others need no look.
    #[serde(skip)]
    telling: Vec<u128>,
    /// Likewise for each piece of a feature that blocks sight.
    #[serde(skip)]
    hiding: Vec<u128>,
    /// The numbers of the features higher than the table.
    #[serde(skip)]
    raised: Vec<usize>,
}

/// Terrain as written down.
#[derive(Deserialize, JsonSchema)]
struct Plain {
    width: Inches,
    depth: Inches,
    features: Vec<Feature>,
    #[serde(default)]
    going: Going,
}

/// Open ground is what most tables have, and files from before grades: it is not written.
fn is_marchfield(going: &Going) -> bool {
    *going == Going::Marchfield
}

impl From<Plain> for Terrain {
    fn from(plain: Plain) -> Terrain {
        Terrain::new(plain.width, plain.depth, plain.features).with_going(plain.going)
    }
}

impl PartialEq for Terrain {
    fn eq(&self, other: &Terrain) -> bool {
        (self.width, self.depth, self.going, &self.features)
            == (other.width, other.depth, other.going, &other.features)
    }
}

impl Eq for Terrain {}

impl std::hash::Hash for Terrain {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.width, self.depth, self.going, &self.features).hash(state);
    }
}

impl Terrain {
    /// A table with those features.
    #[must_use]
    pub fn new(width: Inches, depth: Inches, features: Vec<Feature>) -> Terrain {
        let outlines: Vec<Outline> = features.iter().map(|feature| Outline::new(&feature.shape)).collect();
        let pieces =
            || outlines.iter().enumerate().flat_map(|(n, one)| one.pieces().map(move |each| (n, each)));
        let piece_of: Vec<usize> = pieces().map(|(n, _)| n).collect();
        let sorts = sorts(&features, &piece_of);
        let pieces = pieces().map(|(_, bounds)| bounds).enumerate().collect();
        let tells = |feature: &Feature| feature.kind.is_water() || Ground::of(feature) != Ground::default();
        let telling = marked(&features, &piece_of, tells);
        let hiding = marked(&features, &piece_of, |feature| feature.class.blocks_sight);
        let raised = (0..features.len()).filter(|n| features[*n].level > 0).collect();
        let going = Going::default();
        Terrain { width, depth, features, going, outlines, pieces, piece_of, sorts, telling, hiding, raised }
    }

    /// Every feature with its outline.
    pub(crate) fn outlined(&self) -> impl Iterator<Item = (&Feature, &Outline)> {
        self.features.iter().zip(&self.outlines)
    }

    /// The features that may come within reach of a box, in their order, with their numbers and outlines: all that do, and
    /// some that do not.
    pub(crate) fn outlined_near(
        &self,
        bounds: [f64; 4],
        reach: Inches,
    ) -> impl Iterator<Item = (usize, &Feature, &Outline)> {
        self.outlined_of(Kinds::ALL, bounds, reach)
    }

    /// Likewise of some kinds.
    #[inline]
    pub(crate) fn outlined_of(
        &self,
        kinds: Kinds,
        bounds: [f64; 4],
        reach: Inches,
    ) -> impl Iterator<Item = (usize, &Feature, &Outline)> {
        let wanted = move |sheaf: usize| match kinds {
            Kinds::ALL => u128::MAX,
            _ => self.pieces_of(kinds, sheaf),
        };
        self.outlined_with(wanted, bounds, reach)
    }

    /// Likewise of those alone whose pieces are wanted: a bit for each piece, sheaf by sheaf.
    #[inline]
    fn outlined_with(
        &self,
        wanted: impl Fn(usize) -> u128,
        bounds: [f64; 4],
        reach: Inches,
    ) -> impl Iterator<Item = (usize, &Feature, &Outline)> {
        let mut last = None;
        // The pieces of a feature follow each other.
        let near = self.pieces.near_of(bounds, reach, wanted).map(|piece| self.piece_of[piece]);
        near.filter(move |number| last.replace(*number) != Some(*number))
            .map(|number| (number, &self.features[number], &self.outlines[number]))
            .filter(move |(.., outline)| outline.is_near(bounds, reach.float()))
    }

    /// A bit for each piece of some kinds, sheaf by sheaf.
    #[inline]
    fn pieces_of(&self, kinds: Kinds, sheaf: usize) -> u128 {
        let (mut all, mut left) = (0, kinds.0);
        while left != 0 {
            all |= self.sorts[sheaf][left.trailing_zeros() as usize];
            left &= left - 1;
        }
        all
    }

    /// Whether a box lies whole on the table.
    #[must_use]
    pub fn holds_box(&self, bounds: [f64; 4]) -> bool {
        crate::footprint::lies_on(bounds, self.width, self.depth)
    }

    /// Whether the rectangle lies whole on the table.
    #[must_use]
    pub fn on_table(&self, rect: &Rect) -> bool {
        rect.within(self.width, self.depth)
    }

    /// The features that make ground of some kind and may come within reach of a box, with their outlines.
    fn telling_near(&self, bounds: [f64; 4], reach: Inches) -> impl Iterator<Item = (&Feature, &Outline)> {
        let near = self.outlined_with(|sheaf| self.telling[sheaf], bounds, reach);
        near.map(|(_, feature, outline)| (feature, outline))
    }

    /// The features that block sight and may lie in a box, with their outlines.
    pub(crate) fn hiding_in(&self, bounds: [f64; 4]) -> impl Iterator<Item = (&Feature, &Outline)> {
        let near = self.outlined_with(|sheaf| self.hiding[sheaf], bounds, Inches::ZERO);
        near.map(|(_, feature, outline)| (feature, outline))
    }

    /// The ground under any part of the rectangle.
    ///
    /// A bridge or ford opens a stream or river for a rectangle whose centre-line crosses on it.
    #[must_use]
    pub fn under(&self, rect: &Rect) -> Ground {
        self.along(std::slice::from_ref(rect))
    }

    /// The ground a unit stands in: features that hold its centre, and defensive lines overlapped or within half an inch of its front.
    #[must_use]
    pub fn cover(&self, rect: &Rect) -> Ground {
        let centre = rect.centre();
        let near = self.telling_near(rect.bounds(), WALL_REACH + Inches(1));
        near.fold(Ground::default(), |ground, (feature, outline)| {
            if !stands_in(feature, outline, rect) {
                return ground;
            }
            let opened_by = if feature.kind.is_water() { self.carried_at(centre) } else { None };
            ground.and(Ground::of_water(feature, opened_by))
        })
    }

    /// The features of which the map says more than their kind, with their outlines.
    pub(crate) fn graded(&self) -> impl Iterator<Item = (&Feature, &Outline)> {
        self.outlined().filter(|(feature, _)| !feature.grades.is_empty())
    }

    /// The level of each feature higher than the table, and which parts of a line lie in it.
    pub(crate) fn raised_along(&self, from: Vec2, to: Vec2) -> impl Iterator<Item = (i32, Vec<(f64, f64)>)> {
        let parts = move |n: &usize| (i32::from(self.features[*n].level), self.outlines[*n].chords(from, to));
        self.raised.iter().map(parts).filter(|(_, parts)| !parts.is_empty())
    }

    /// The ground under all the rectangles of a sweep.
    #[must_use]
    pub fn along(&self, sweeps: &[Rect]) -> Ground {
        self.swept(Rect::box_around(sweeps), || sweeps)
    }

    /// The ground under any part of a track.
    #[must_use]
    pub fn along_track(&self, track: &Track) -> Ground {
        self.swept(track.bounds(), || track.sweeps())
    }

    /// The ground under any of the rectangles of a sweep that lies in a box; they are asked for where there is any.
    fn swept<'s>(&self, bounds: [f64; 4], sweeps: impl Fn() -> &'s [Rect]) -> Ground {
        let near = self.telling_near(bounds, Inches::ZERO);
        near.fold(Ground::default(), |ground, (feature, outline)| {
            let mut met = sweeps().iter().filter(|sweep| outline.overlaps(sweep));
            if feature.kind.is_water() {
                return met.fold(ground, |ground, sweep| {
                    ground.and(Ground::of_water(feature, self.crossing(sweep, outline)))
                });
            }
            if met.next().is_some() { ground.and(Ground::of(feature)) } else { ground }
        })
    }

    /// How far straight ahead until the front strip first meets a wanted feature; 0 if any part of the unit stands in one.
    ///
    /// Water that the strip's centre-line crosses on a bridge or ford is passed over.
    pub fn first_ahead(
        &self,
        start: Pose,
        footprint: Footprint,
        limit: Inches,
        wanted: impl Fn(&Feature) -> bool,
    ) -> Option<Inches> {
        let rect = Rect::new(start, footprint);
        let limit = limit.max(Inches::ZERO);
        let whole = Rect::new(start.ahead(limit), Footprint { depth: footprint.depth + limit, ..footprint });
        let near = Inches(10);
        self.outlined_near(whole.bounds(), near)
            .filter(|(_, feature, outline)| wanted(feature) && outline.is_near_rect(&whole, near))
            .filter(|(_, feature, outline)| {
                !feature.kind.is_water() || self.crossing(&whole, outline).is_none()
            })
            .filter_map(|(.., outline)| {
                if outline.overlaps(&rect) { Some(Inches::ZERO) } else { outline.gap_before(&rect, limit) }
            })
            .min()
    }

    /// The highest level at a point.
    #[must_use]
    pub fn level_at(&self, point: Vec2) -> u8 {
        let here = self.raised.iter().filter(|n| self.outlines[**n].contains(point));
        here.map(|n| self.features[*n].level).max().unwrap_or(0)
    }

    /// The bridge or ford, if any, on which the rectangle gets over the water.
    fn crossing(&self, rect: &Rect, water: &Outline) -> Option<Kind> {
        let (front, rear) = (rect.front_centre(), rect.rear_centre());
        let wet = water.chords(rear, front);
        let at = |share: f64| rear + (front - rear) * share;
        let carries = |bridge: &Outline| {
            if wet.is_empty() {
                return bridge.is_near_rect(rect, Inches(500));
            }
            wet.iter().all(|&(enter, leave)| {
                [enter, f64::midpoint(enter, leave), leave]
                    .iter()
                    .all(|&share| bridge.is_within(at(share), BRIDGE_REACH))
            })
        };
        self.crossings().filter(|(_, outline)| carries(outline)).map(|(feature, _)| feature.kind).min()
    }

    /// The bridge or ford, if any, at a point.
    fn carried_at(&self, point: Vec2) -> Option<Kind> {
        self.crossings()
            .filter(|(_, outline)| outline.is_within(point, BRIDGE_REACH))
            .map(|(feature, _)| feature.kind)
            .min()
    }

    fn crossings(&self) -> impl Iterator<Item = (&Feature, &Outline)> {
        self.outlined().filter(|(feature, _)| matches!(feature.kind, Kind::Bridge | Kind::Ford))
    }
}

/// For each sheaf of pieces and each kind a bit for each piece of that kind.
fn sorts(features: &[Feature], piece_of: &[usize]) -> Vec<[u128; KINDS]> {
    let mut sorts = vec![[0; KINDS]; piece_of.len().div_ceil(SHEAF)];
    for (piece, number) in piece_of.iter().enumerate() {
        let Kinds(kinds) = Kinds::of_feature(&features[*number]);
        for kind in (0..KINDS).filter(|kind| kinds >> kind & 1 == 1) {
            sorts[piece / SHEAF][kind] |= 1 << (piece % SHEAF);
        }
    }
    sorts
}

/// For each sheaf of pieces a bit for each piece of a feature that is so.
fn marked(features: &[Feature], piece_of: &[usize], is_so: impl Fn(&Feature) -> bool) -> Vec<u128> {
    let mut marked = vec![0; piece_of.len().div_ceil(SHEAF)];
    for (piece, _) in piece_of.iter().enumerate().filter(|(_, number)| is_so(&features[**number])) {
        marked[piece / SHEAF] |= 1 << (piece % SHEAF);
    }
    marked
}

/// Whether a unit stands in a feature: it holds the unit's centre, or is a defensive line at or under its front.
pub(crate) fn stands_in(feature: &Feature, outline: &Outline, rect: &Rect) -> bool {
    let is_wall = (feature.class.defensive || feature.class.fortification)
        && matches!(feature.shape, Shape::Line { .. });
    let front = || Rect::spanning(rect.front_centre(), rect.forward(), rect.halves().0, 0.0);
    outline.contains(rect.centre())
        || is_wall && (outline.is_near_rect(&front(), WALL_REACH) || outline.overlaps(rect))
}
