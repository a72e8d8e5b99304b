//! Which units stand where for what: foot that keeps the guns, supports behind those that go in, and those that walk
//! onto ground.

use crate::kit::{accepted, wheel_to};
use empire::rules::hour::verdict::{is_at, short_of};
use empire::unit::Unit;
use empire::words::Arm;
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::Side;
use table::{EIGHTH, Face, Inches, Leg, Point, Pose, Rect};

/// Guns are kept by foot within this.
pub(super) const KEPT: Inches = Inches::whole(4);
/// A hair within a range, so that it is within it.
const WITHIN: Inches = Inches::mils(100);
/// A battalion has support if a unit stands behind it within this.
const BEHIND: Inches = Inches::whole(12);

fn is_formed_foot(unit: &Unit) -> bool {
    unit.arm() == Arm::Infantry && unit.is_formed()
}

/// Whether a formed friend stands behind a unit, to whom it can fall back.
pub(super) fn has_support(view: &Empire, unit: UnitId) -> bool {
    let body = view.unit(unit);
    let Some(rect) = body.rect() else { return false };
    view.of(body.side()).any(|(id, friend)| {
        let is_behind = |other: &Rect| {
            rect.distance(other) <= BEHIND && rect.quarter_of(other.centre().stored()) == Face::Rear
        };
        id != unit
            && friend.arm() != Arm::Artillery
            && friend.is_formed()
            && friend.rect().is_some_and(is_behind)
    })
}

/// The batteries of a side that still have their guns.
fn batteries(view: &Empire, side: Side) -> impl Iterator<Item = &Rect> {
    let has_guns = |it: &Unit| it.arm() == Arm::Artillery && it.in_good_morale() && !it.abandoned;
    view.of(side).filter(move |(_, it)| has_guns(it)).filter_map(|(_, it)| it.rect())
}

/// Batteries that this battalion alone keeps.
fn kept_alone(view: &Empire, unit: UnitId) -> impl Iterator<Item = &Rect> {
    let body = view.unit(unit);
    let keeps = move |it: &Unit, guns: &Rect| {
        is_formed_foot(it) && it.rect().is_some_and(|rect| rect.distance(guns) <= KEPT)
    };
    batteries(view, body.side()).filter(move |guns| {
        keeps(body, guns) && !view.of(body.side()).any(|(id, other)| id != unit && keeps(other, guns))
    })
}

/// Whether guns would be left alone if a unit went away.
pub(super) fn is_last_guard(view: &Empire, unit: UnitId) -> bool {
    kept_alone(view, unit).next().is_some()
}

/// Whether an act of a unit leaves no guns alone.
pub(super) fn keeps_guns(view: &Empire, unit: UnitId, answer: &Answer) -> bool {
    let body = view.unit(unit);
    let Answer::Act(act) = answer else { return true };
    let (legs, formation, facing) = match act {
        Act::Manoeuvre { legs, .. } => (legs, body.formation, None),
        Act::Form { legs, formation, facing, .. } => (legs, *formation, *facing),
        Act::Begin { .. }
        | Act::Relocate { .. }
        | Act::Gallop { .. }
        | Act::Prolong { .. }
        | Act::Fire { .. }
        | Act::FireAtWill
        | Act::Charge { .. }
        | Act::Command { .. } => return true,
    };
    let Some(pose) = body.pose else { return true };
    let footprint = body.footprint_in(formation);
    let start =
        facing.map_or(pose, |facing| Pose::from_centre(pose.centre(body.footprint()), facing, footprint));
    let end = legs.iter().fold(start, |pose, leg| match leg {
        Leg::Wheel(turn) => pose.wheeled(footprint.width, *turn),
        Leg::Ahead(by) => Pose { at: pose.at.ahead(pose.facing, *by), ..pose },
        Leg::Back(by) => Pose { at: pose.at.ahead(pose.facing, Inches(-by.0)), ..pose },
        Leg::To(pose) => *pose,
    });
    let there = Rect::new(end, footprint);
    !kept_alone(view, unit).any(|guns| guns.distance(&there) > KEPT)
}

/// Whether ground is not a side's own yet and has none of its men on it.
pub(super) fn is_wanted(view: &Empire, side: Side, n: usize) -> bool {
    view.holders.get(n) != Some(&Some(side)) && !view.of(side).any(|(id, _)| is_at(view, id, n))
}

/// Whether ground is held by this unit alone.
pub(super) fn stands_alone_on(view: &Empire, unit: UnitId) -> bool {
    let side = view.unit(unit).side();
    (0..view.holders.len())
        .any(|n| is_at(view, unit, n) && !view.of(side).any(|(id, _)| id != unit && is_at(view, id, n)))
}

/// Onto ground that is not his side's and has none of his units on it goes the nearest of those that have not acted;
/// first to the ground he is sent to.
pub(super) fn walk_onto(
    view: &Empire,
    unit: UnitId,
    first: Option<usize>,
    question: &Question,
) -> Option<Answer> {
    let body = view.unit(unit);
    if body.arm() == Arm::Artillery {
        return None;
    }
    let side = body.side();
    let ground = &view.scenario.objectives;
    let others = (0..ground.len()).filter(|n| Some(*n) != first);
    first.into_iter().chain(others).find_map(|n| {
        let place = ground.get(n)?;
        if !is_wanted(view, side, n) {
            return None;
        }
        let far = |unit: &Unit| unit.rect().map(|rect| rect.distance_to(place.at));
        let may = |(id, unit): &(UnitId, &Unit)| {
            unit.in_good_morale()
                && !unit.impulse.acted
                && unit.arm() != Arm::Artillery
                && !is_last_guard(view, *id)
        };
        let nearest = view.of(side).filter(may).min_by_key(|(_, unit)| far(unit));
        if nearest.map(|(id, _)| id) != Some(unit) {
            return None;
        }
        let by = short_of(view, unit, n)? + WITHIN;
        legs_to(body, place.at, by)?
            .map(|legs| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false }))
            .filter(|act| keeps_guns(view, unit, act))
            .find_map(|act| accepted(view, question, act))
    })
}

/// Ways toward a point: the wheel that it needs, or less of it, and so far ahead, or a part of that; the longest first.
pub(super) fn legs_to(body: &Unit, at: Point, by: Inches) -> Option<impl Iterator<Item = Vec<Leg>> + use<>> {
    let pose = body.pose?;
    let turn = wheel_to(pose, body.footprint(), at, EIGHTH);
    let parts = [by, Inches(by.0 / 4 * 3), by.half(), Inches(by.0 / 4)];
    let ways = parts
        .into_iter()
        .filter(|by| by.0 > 500)
        .flat_map(move |by| [turn, turn / 2, 0].into_iter().map(move |turn| (turn, by)));
    Some(ways.map(|(turn, by)| {
        let mut legs = Vec::new();
        legs.extend((turn != 0).then_some(Leg::Wheel(turn)));
        legs.push(Leg::Ahead(by));
        legs
    }))
}
