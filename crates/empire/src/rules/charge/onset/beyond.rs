//! Beyond the beaten: a breakthrough goes straight on, and charges whom it meets.

use crate::rules::ground::measure::{aspect_from, fits, is_barred};
use crate::state::game::{Charge, Empire};
use crate::state::unit::UnitId;
use engine::room::STEP;
use table::{Face, Inches, Point, Rect, steps_along};

/// A breakthrough has met an enemy and charges it. It comes from the quarter in which its middle lay when it set out (ruling arcs),
/// not from the one where it now touches.
pub(super) fn meets(
    game: &Empire,
    (unit, began): (UnitId, Option<Point>),
    target: UnitId,
    breakthrough: u32,
) -> Charge {
    Charge {
        chargers: vec![unit],
        target,
        from: game.unit(unit).pose,
        hit: aspect_from(game, began, target),
        face: face(game, unit, target),
        wave: 0,
        breakthrough,
        answers: false,
    }
}

fn face(game: &Empire, unit: UnitId, target: UnitId) -> Face {
    match (game.unit(unit).rect(), game.unit(target).rect()) {
        (Some(rect), Some(aim)) => rect.face_met(aim).unwrap_or_else(|| aim.face_hit(rect.centre())),
        _ => Face::Front,
    }
}

/// Goes straight on until an enemy is met or ground bars the way; abandoned guns are gone through, their crew is not there (ruling
/// gun-moves). Says how far it went and which enemy it met.
pub(super) fn ahead(game: &mut Empire, unit: UnitId, by: Inches) -> (Inches, Option<UnitId>) {
    let body = game.unit(unit);
    let (Some(pose), formation, footprint) = (body.pose, body.formation, body.footprint()) else {
        return (by, None);
    };
    let side = body.side();
    let (mut last, mut met) = ((Inches::ZERO, pose), None);
    for (gone, there) in steps_along(pose, pose.facing, by, STEP) {
        let rect = Rect::new(there, footprint);
        let enemy = game
            .units
            .near(rect.bounds(), Inches::ZERO)
            .find(|(_, other, ground)| other.side() != side && !other.abandoned && ground.overlaps(&rect));
        if let Some((id, ..)) = enemy {
            met = Some(id);
            break;
        }
        if !game.scenario.terrain.on_table(&rect) || is_barred(game, &rect) {
            break;
        }
        if fits(game, unit, there, formation) {
            last = (gone, there);
        }
    }
    game.unit_mut(unit).stand(last.1, formation);
    (last.0, met)
}
