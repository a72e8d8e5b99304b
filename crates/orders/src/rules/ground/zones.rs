//! Front, flank and rear: the zone of a base that a point lies in.

use crate::rules::ground;
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::Aspect;
use table::{Face, Point, Rect};

/// The zone of a base that a point lies in: front and rear are 45 degrees to either side of ahead and behind, the lines
/// between included (ruling melee.flank).
pub fn zone(target: &Rect, point: Point) -> Aspect {
    match target.quarter_of(point) {
        Face::Front => Aspect::Front,
        Face::Rear => Aspect::Rear,
        Face::Right | Face::Left => Aspect::Flank,
    }
}

/// The zone of a unit that a point lies in; squares and garrisons have neither flank nor rear.
pub fn aspect(game: &Orders, target: UnitId, point: Point) -> Aspect {
    let unit = game.unit(target);
    match unit.rect() {
        Some(rect) if !unit.is_square() && ground::garrison(game, target).is_none() => zone(rect, point),
        _ => Aspect::Front,
    }
}
