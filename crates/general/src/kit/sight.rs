//! Lines of fire as a quick guess: who stands between, and what hides.

use super::spot::Spot;
use engine::{Roster, Stands, UnitId};
use table::{Feature, Inches, Kind, Rect, Shape, Terrain, Vec2};

/// How much of woods or a town a line may cross.
const SEEN_THROUGH: Inches = Inches::whole(1);
/// As far from its middle as any base reaches.
const BODY: f64 = 1.2;
/// A unit no farther ahead than this is in the way.
const NEAR: f64 = 4.0;
/// How far aside of a line of fire a unit has to stand.
const ASIDE: f64 = 0.7;

/// The ground as it hides and shelters. Units that stand on it are the caller's to look at.
#[derive(Default)]
pub(crate) struct Sight {
    /// The boxes around woods and towns: west, south, east, north.
    hides: Vec<[f64; 4]>,
    /// The table with nothing on it but those, and with nothing but rough ground.
    screens: Option<Terrain>,
    rough: Option<Terrain>,
    /// Likewise with the places that may be garrisoned, and whether one of them is not rough.
    places: Option<Terrain>,
    has_open_place: bool,
}

fn hides(feature: &Feature) -> bool {
    feature.class.blocks_sight && matches!(feature.kind, Kind::Woods | Kind::Village | Kind::City)
}

impl Sight {
    /// The ground as a game sees it: what is rough there, and what may be garrisoned.
    pub(crate) fn of(
        terrain: &Terrain,
        is_rough: impl Fn(&Feature) -> bool,
        is_place: impl Fn(&Feature) -> bool,
    ) -> Sight {
        let mut sight = Sight::default();
        for feature in terrain.features.iter().filter(|feature| hides(feature)) {
            let (Shape::Line { points, .. } | Shape::Polygon(points)) = &feature.shape;
            let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
            for spot in points.iter().map(|point| Spot::of(*point)) {
                bounds[0] = bounds[0].min(spot.x);
                bounds[1] = bounds[1].min(spot.y);
                bounds[2] = bounds[2].max(spot.x);
                bounds[3] = bounds[3].max(spot.y);
            }
            sight.hides.push(bounds);
        }
        let only = |wanted: &dyn Fn(&Feature) -> bool| {
            let features = terrain.features.iter().filter(|feature| wanted(feature)).cloned().collect();
            Some(Terrain::new(terrain.width, terrain.depth, features))
        };
        sight.screens = only(&hides);
        sight.rough = only(&is_rough);
        sight.places = only(&is_place);
        sight.has_open_place = terrain.features.iter().any(|feature| is_place(feature) && !is_rough(feature));
        sight
    }

    /// Whether any part of the ground is rough.
    pub(crate) fn is_rough(&self, rect: &Rect) -> bool {
        self.rough.as_ref().is_some_and(|rough| rough.touched(rect).next().is_some())
    }

    /// Whether any part of some ground, rough or not, lies in a place that may be garrisoned. Where every place is
    /// rough, ground that is not rough is not looked at.
    pub(crate) fn is_at_place(&self, rect: &Rect, rough: bool) -> bool {
        let may_be = rough || self.has_open_place;
        may_be && self.places.as_ref().is_some_and(|places| places.touched(rect).next().is_some())
    }

    /// Whether the nearest unit in the way from one spot to another stands to the left of it; `None` if there is none.
    pub(crate) fn in_the_way<U: Stands + Clone, F: Default>(
        units: &Roster<U, F>,
        id: UnitId,
        from: Spot,
        to: Spot,
    ) -> Option<bool> {
        let length = from.to(to).max(0.01);
        let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let mut nearest: Option<(f64, f64)> = None;
        for rect in units.on_table().filter(|(other, _)| *other != id).filter_map(|(_, other)| other.rect()) {
            let at = Spot::from_vec(rect.centre());
            let (dx, dy) = (at.x - from.x, at.y - from.y);
            let (along, aside) = (dx * x + dy * y, dx * y - dy * x);
            let before = along > 0.0 && along < NEAR && aside.abs() < 2.0 * BODY;
            if before && nearest.is_none_or(|(least, _)| along < least) {
                nearest = Some((along, aside));
            }
        }
        nearest.map(|(_, aside)| aside < 0.0)
    }

    /// Whether nothing, and no unit but these two, stands between a muzzle and the nearest edge of its mark.
    pub(crate) fn is_clear<U: Stands + Clone, F: Default>(
        &self,
        units: &Roster<U, F>,
        muzzle: Vec2,
        mark: &Rect,
        but: [UnitId; 2],
    ) -> bool {
        let edge = mark.nearest_point_to(muzzle);
        let (from, to) = (Spot::from_vec(muzzle), Spot::from_vec(edge));
        if from.to(to) < 0.1 {
            return true;
        }
        let line = [muzzle.x.min(edge.x), muzzle.y.min(edge.y), muzzle.x.max(edge.x), muzzle.y.max(edge.y)];
        let mut between = units.near(line, Inches::ZERO).filter(|(id, ..)| !but.contains(id));
        if between.any(|(.., rect)| rect.is_crossed(muzzle, edge)) {
            return false;
        }
        let near = self.hides.iter().any(|[west, south, east, north]| {
            from.x.min(to.x) <= *east
                && from.x.max(to.x) >= *west
                && from.y.min(to.y) <= *north
                && from.y.max(to.y) >= *south
        });
        if !near {
            return true;
        }
        let hidden = |screens: &Terrain| screens.crossed(muzzle.stored(), edge.stored(), |_| true);
        self.screens.as_ref().is_none_or(|screens| hidden(screens) <= SEEN_THROUGH)
    }

    /// Whether a spot stands in a line between two others.
    pub(crate) fn masks(from: Spot, to: Spot, at: Spot) -> bool {
        let (x, y) = (to.x - from.x, to.y - from.y);
        let length = (x * x + y * y).sqrt();
        if length < 0.5 {
            return false;
        }
        let (x, y) = (x / length, y / length);
        let (dx, dy) = (at.x - from.x, at.y - from.y);
        let along = dx * x + dy * y;
        along > 0.2 && along < length - 0.2 && (dx * y - dy * x).abs() < ASIDE
    }
}
