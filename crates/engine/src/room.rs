//! Room on the table: whose ground is free, who is nearest, and where a unit ends that gives way.
//!
//! Plain geometry, which does nothing beside real figures. What may stand on which ground, and who stops whom, are rules:
//! a game says so with a question of its own.

use crate::{Roster, Side, Stands, UnitId};
use table::{Bearing, Face, Footprint, Inches, Point, Pose, Rect, Terrain, steps_along};

/// A search for a clear spot, and a unit that gives way, go in quarter inches.
pub const STEP: Inches = Inches::mils(250);

/// Whether ground is free: whole on the table, under no unit but these, and such as the rules let a unit stand on.
pub fn fits<U: Stands + Clone, F: Default>(
    terrain: &Terrain,
    roster: &Roster<U, F>,
    but: &[UnitId],
    rect: &Rect,
    may_lie: impl FnOnce(&Rect) -> bool,
) -> bool {
    terrain.on_table(rect) && !overlaps_any(roster, but, rect) && may_lie(rect)
}

/// Whether any unit but these is on that ground.
pub fn overlaps_any<U: Stands + Clone, F: Default>(
    roster: &Roster<U, F>,
    but: &[UnitId],
    rect: &Rect,
) -> bool {
    let mut near = roster.near(rect.bounds(), Inches::ZERO);
    near.any(|(id, _, there)| there.overlaps(rect) && !but.contains(&id))
}

/// How far the nearest enemy is looked for at first, then farther and farther; the last reaches everywhere.
const RINGS: [Inches; 4] = [Inches::whole(4), Inches::whole(10), Inches::whole(24), Inches(i32::MAX)];

/// The nearest enemy of a side and how far off he is, edge to edge; of equals the first.
pub fn nearest_enemy<U: Stands + Clone, F: Default>(
    roster: &Roster<U, F>,
    side: Side,
    rect: &Rect,
) -> Option<(UnitId, Inches)> {
    RINGS.into_iter().find_map(|ring| {
        let mut nearest: Option<(Inches, UnitId)> = None;
        for (id, enemy, there) in roster.near(rect.bounds(), ring) {
            if enemy.side() == side {
                continue;
            }
            let reach = nearest.map_or(ring, |(gap, _)| gap);
            if let Some(gap) = rect.distance_within(there, reach)
                && nearest.is_none_or(|nearest| (gap, id) < nearest)
            {
                nearest = Some((gap, id));
            }
        }
        nearest.map(|(gap, id)| (id, gap))
    })
}

/// What stays where it is when a unit changes formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The middle of the ground it covers.
    Centre,
    /// The middle of its front.
    Front,
}

/// The pose of a unit that changes formation where it stands.
pub fn reformed(pose: Pose, facing: Bearing, before: Footprint, after: Footprint, keeps: Keeps) -> Pose {
    match keeps {
        Keeps::Centre => Pose::from_centre(pose.centre(before), facing, after),
        Keeps::Front => Pose { at: pose.at, facing },
    }
}

/// The way straight away from another unit, middle from middle; to the rear where there is none, or no telling.
pub fn away_from(rect: &Rect, other: Option<&Rect>) -> Bearing {
    let centre = rect.centre().stored();
    match other.map(|other| other.centre().stored()) {
        Some(other) if other != centre => other.bearing_to(centre),
        _ => rect.facing().opposite(),
    }
}

/// The way straight back from the face that the other meets.
pub fn away_from_face(rect: &Rect, facing: Bearing, other: Option<&Rect>) -> Bearing {
    other.map_or(facing.opposite(), |other| outward(facing, rect.face_hit(other.centre())).opposite())
}

/// The way straight away from the face in contact, whether it is its own or the other's: the one whose line keeps the
/// two apart. Of two at a distance, the face that looks at the other. To the rear where there is no other.
pub fn away_from_contact(rect: &Rect, other: Option<&Rect>) -> Bearing {
    let Some(other) = other else { return rect.facing().opposite() };
    let ((own, apart), (theirs, by_theirs)) = (rect.face_toward(other), other.face_toward(rect));
    if by_theirs > apart { outward(other.facing(), theirs) } else { outward(rect.facing(), own).opposite() }
}

/// The bearing at right angles out of a face.
fn outward(facing: Bearing, face: Face) -> Bearing {
    match face {
        Face::Front => facing,
        Face::Right => facing.turned(16_384),
        Face::Rear => facing.opposite(),
        Face::Left => facing.turned(-16_384),
    }
}

/// How a move straight along a bearing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveWay {
    /// The last place reached, whole on the table and not barred; the start where there is none.
    pub at: Pose,
    /// How far that is.
    pub by: Inches,
    pub end: WayEnd,
}

/// What ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayEnd {
    /// It has gone all the way.
    Whole,
    /// Something barred it.
    Barred,
    /// It would leave the table, so far on.
    Edge(Inches),
}

/// Goes straight along a bearing, step by step, facing kept, until something bars it or the table ends.
pub fn give_way(
    terrain: &Terrain,
    start: Pose,
    footprint: Footprint,
    away: Bearing,
    distance: Inches,
    is_barred: impl Fn(&Rect) -> bool,
) -> GaveWay {
    let mut gave = GaveWay { at: start, by: Inches::ZERO, end: WayEnd::Whole };
    for (gone, pose) in steps_along(start, away, distance, STEP) {
        let there = Rect::new(pose, footprint);
        if !terrain.on_table(&there) {
            return GaveWay { end: WayEnd::Edge(gone), ..gave };
        }
        if is_barred(&there) {
            return GaveWay { end: WayEnd::Barred, ..gave };
        }
        (gave.by, gave.at) = (gone, pose);
    }
    gave
}

/// The nearest point of the table.
pub fn kept_on_table(terrain: &Terrain, at: Point) -> Point {
    Point { x: at.x.clamp(0, terrain.width.0), y: at.y.clamp(0, terrain.depth.0) }
}
