//! Who may charge whom, and by which way (ruling charge.foot-at-horse).

use crate::charts::march::manoeuvre::{Mover, Soil};
use crate::ids::{house, rule};
use crate::rules::ground::measure::{cover, is_structure, sees};
use crate::rules::ground::walk::{Body, Toll, walk};
use crate::rules::march::manoeuvre::{self, HorseMove, mover, pacing, toll};
use crate::state::answer::{Act, Refusal};
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Cover, Formation};
use dice::Stream;
use engine::room::STEP;
use engine::{refuse, why};
use rulebook::RuleId;
use table::{EIGHTH, Face, Footprint, Inches, Leg, Pose, Rect, steps_along};

/// A charge that was checked.
#[derive(Clone, Debug)]
pub(crate) struct Onset {
    pub(super) unit: UnitId,
    pub(super) target: UnitId,
    /// `None` beside real figures.
    pub(super) way: Option<Way>,
}

#[derive(Clone, Debug)]
pub(super) struct Way {
    /// Where it stands after its wheel.
    pub(super) wheeled: Pose,
    /// The face it meets.
    pub(super) face: Face,
    /// Ground on the way disorders it.
    pub(super) disorders: Option<RuleId>,
}

/// Whether a unit may charge at all.
fn may_charge(game: &Empire, unit: UnitId) -> Result<&Unit, Refusal> {
    let by = house!("charge.foot-at-horse");
    let Some(body) = game.get(unit).filter(|body| body.on_table()) else {
        return refuse(by, why!("{} [is|are] not on the table.", game.called(unit)));
    };
    let name = body.called();
    if body.impulse.acted || body.impulse.fired {
        return refuse(
            house!("impulse.action"),
            why!("{} [has|have] had [its|their] one action of this impulse.", name),
        );
    }
    let is_able = body.is_formed() && body.arm() != Arm::Artillery && body.formation != Formation::Square;
    if !is_able || body.formation == Formation::Dismounted || body.inside.is_some() {
        return refuse(by, why!("Only formed troops in good morale and not in square charge; not {}.", name));
    }
    if body.blown {
        return refuse(by, why!("The horses of {} are blown.", name));
    }
    Ok(body)
}

/// Whether a unit may be charged by another, but for the way.
fn may_be_charged(game: &Empire, body: &Unit, target: UnitId) -> Result<(), Refusal> {
    let by = house!("charge.foot-at-horse");
    let Some(aim) = game.get(target).filter(|aim| aim.on_table() && aim.side() != body.side()) else {
        return refuse(by, why!("{} [is|are] no enemy on the table.", game.called(target)));
    };
    if aim.abandoned {
        let why = why!("The crew of {} has run from its guns: nobody is there to charge.", aim.called());
        return refuse(house!("gun-moves"), why);
    }
    let in_the_open = cover(game, target) == Cover::None;
    let may = game.rules.plays(house!("charge.foot-at-horse", "may"));
    let at_horse = aim.arm() == Arm::Cavalry && aim.formation != Formation::Dismounted;
    if body.arm() == Arm::Infantry && at_horse && in_the_open && !may {
        return refuse(by, why!("{} [is|are] foot and do[es] not charge horse in the open.", body.called()));
    }
    Ok(())
}

/// How far a unit may charge.
pub fn reach(game: &Empire, unit: UnitId) -> Inches {
    let body = game.unit(unit);
    match body.profile.mounts.filter(|_| body.formation != Formation::Dismounted) {
        Some(mounts) => {
            let mud = game.weather().mud;
            HorseMove { horse: mounts.horse, charging: true, mud, rest: () }.allowance(&game.rules).total()
        }
        None => manoeuvre::allowance(game, body, body.formation, manoeuvre::Ease::NONE).total(),
    }
}

/// Checks a charge: one wheel, then straight on to the target, which is seen and the first on the way.
///
/// # Errors
/// Why it may not be.
pub(crate) fn check(game: &Empire, units: &[UnitId], target: UnitId, wheel: i32) -> Result<Onset, Refusal> {
    let [unit] = units else {
        return refuse(house!("groups"), why!("One unit charges at a time; others follow as waves."));
    };
    let unit = *unit;
    let body = may_charge(game, unit)?;
    may_be_charged(game, body, target)?;
    let most = game.rules.number(house!("charge.wheel")) * EIGHTH / 45;
    if wheel.abs() > most {
        return refuse(house!("charge.wheel"), why!("{} may not wheel so far.", body.called()));
    }
    let Some(pose) = body.pose.filter(|_| game.measured) else {
        return Ok(Onset { unit, target, way: None });
    };
    let by = house!("charge.foot-at-horse");
    if !sees(game, unit, target) {
        return refuse(by, why!("{} [does|do] not see {}.", body.called(), game.called(target)));
    }
    let footprint = body.footprint();
    let wheeled = if wheel == 0 { pose } else { pose.wheeled(footprint.width, wheel) };
    let most = reach(game, unit);
    let Some((length, face)) = straight_to(game, unit, wheeled, target, most)? else {
        let why = why!(
            "With this wheel the way of {} straight ahead, {} at most, does not meet {}.",
            body.called(),
            most,
            game.called(target)
        );
        return refuse(by, why);
    };
    let who = mover(body, body.formation);
    let rules = &game.rules;
    // Foot comes up to a garrison through the structure it holds, and through no other.
    let storms = who != Mover::Horse && game.unit(target).inside.is_some();
    let toll = |_: UnitId, soil| match soil {
        Soil::Structure if storms => Toll::FREE,
        soil @ (Soil::LightWoods
        | Soil::MediumWoods
        | Soil::HeavyWoods
        | Soil::LowWall
        | Soil::HighWall
        | Soil::Mud
        | Soil::Structure
        | Soil::Swamp
        | Soil::Contour) => toll(rules, who, soil, true),
    };
    let mut pacing = pacing(body, body.formation, rules, &toll);
    pacing.to_contact = true;
    pacing.pivot = None;
    let mut legs = Vec::new();
    legs.extend((wheel != 0).then_some(Leg::Wheel(wheel)));
    legs.extend((length > Inches::ZERO).then_some(Leg::Ahead(length)));
    let mut disorders = None;
    if !legs.is_empty() {
        let walked = walk(game, &[Body { unit, pose, footprint }], &legs, &pacing)?;
        if let Some(walker) = walked.ends.first() {
            if walker.price > most {
                let why = why!(
                    "{} [has|have] {} for a charge, and it would take {}.",
                    body.called(),
                    most,
                    walker.price
                );
                return refuse(by, why);
            }
            disorders = walker.disorders;
            if storms && let Some(rule) = bars(game, target, &walker.sweeps) {
                return refuse(rule, why!("{} cannot go through another structure.", body.called()));
            }
        }
    }
    Ok(Onset { unit, target, way: Some(Way { wheeled, face, disorders }) })
}

/// The rule by which another structure than the target's own is in the way.
fn bars(game: &Empire, target: UnitId, sweeps: &[Rect]) -> Option<RuleId> {
    let terrain = &game.scenario.terrain;
    let own = game.unit(target).inside.and_then(|id| game.structure(id)).map(|it| usize::from(it.feature));
    let mut near = terrain.near(Rect::box_around(sweeps), |feature| is_structure(feature.kind));
    let meets = |number: usize| sweeps.iter().any(|sweep| terrain.touches(number, sweep));
    let rule = rule!("empire.infmove.terrain.structure");
    near.any(|(number, _)| Some(number) != own && meets(number)).then_some(rule)
}

/// How far it is straight ahead to the target, and the face that is met there. Another enemy before it is in the way.
fn straight_to(
    game: &Empire,
    unit: UnitId,
    from: Pose,
    target: UnitId,
    most: Inches,
) -> Result<Option<(Inches, Face)>, Refusal> {
    let body = game.unit(unit);
    let footprint = body.footprint();
    let Some(aim) = game.unit(target).rect() else { return Ok(None) };
    let start = Rect::new(from, footprint);
    let face = start.face_met(aim).or_else(|| start.touches(aim).then(|| aim.face_hit(start.centre())));
    let Some(face) = face else { return Ok(None) };
    let mut last = Inches::ZERO;
    let here = std::iter::once((Inches::ZERO, from));
    let meets = |there: &Rect| there.touches(aim) || there.overlaps(aim);
    for (gone, pose) in here.chain(steps_along(from, from.facing, most, STEP)) {
        let there = Rect::new(pose, footprint);
        let mut met = game.units.near(there.bounds(), Inches::ZERO).filter(|(_, other, rect)| {
            other.side() != body.side()
                && !other.abandoned
                && (there.overlaps(rect) || (gone > Inches::ZERO && there.touches(rect)))
        });
        if meets(&there) {
            return Ok(Some((up_to(from, footprint, [last, gone], meets), face)));
        }
        if let Some((_, other, _)) = met.next() {
            let why = why!("{} [is|are] in the way of {}.", other.called(), body.called());
            return refuse(house!("charge.foot-at-horse"), why);
        }
        last = gone;
    }
    Ok(None)
}

/// How far it is straight on to where something is met, to a hair: it is not yet after the first of two distances, and it is
/// after the second.
fn up_to(
    from: Pose,
    footprint: Footprint,
    [mut not_yet, mut met]: [Inches; 2],
    meets: impl Fn(&Rect) -> bool,
) -> Inches {
    while met - not_yet > Inches(1) {
        let between = not_yet + (met - not_yet).half();
        let there = Rect::new(Pose { at: from.at.ahead(from.facing, between), ..from }, footprint);
        if meets(&there) { met = between } else { not_yet = between }
    }
    not_yet
}

/// Enemies that a unit may charge without or with a wheel, each with the least wheel that leads there.
pub fn targets(game: &Empire, unit: UnitId) -> Vec<(UnitId, i32)> {
    let Ok(body) = may_charge(game, unit) else { return Vec::new() };
    if !game.measured {
        let may = |target: &UnitId| check(game, &[unit], *target, 0).is_ok();
        return game.of(body.side().enemy()).map(|(id, _)| id).filter(may).map(|id| (id, 0)).collect();
    }
    let near = crate::rules::ground::measure::enemies_near(game, unit, reach(game, unit));
    let by = |(_, target): (Inches, UnitId)| wheel_at(game, unit, target).map(|wheel| (target, wheel));
    near.into_iter().filter_map(by).collect()
}

/// The least wheel with which a unit may charge another; `None`: it may not.
pub(crate) fn wheel_at(game: &Empire, unit: UnitId, target: UnitId) -> Option<i32> {
    let most = game.rules.number(house!("charge.wheel")) * EIGHTH / 45;
    let wheel = wheel_to(game, unit, target).clamp(-most, most);
    [0, wheel].into_iter().find(|wheel| check(game, &[unit], target, *wheel).is_ok())
}

/// The wheel that brings a unit's front to face another.
fn wheel_to(game: &Empire, unit: UnitId, target: UnitId) -> i32 {
    let (Some(pose), Some(aim)) = (game.unit(unit).pose, game.unit(target).rect()) else { return 0 };
    pose.facing.off(pose.at.bearing_to(aim.centre().stored()))
}

/// Any charge of a unit.
pub fn sample(game: &Empire, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let all = targets(game, unit);
    let (target, wheel) = *all.get(luck.below(all.len() as u32) as usize)?;
    Some(Act::Charge { units: vec![unit], target, wheel })
}

/// The charges that a unit might make now, each with a wheel that brings it in.
pub fn charges(game: &Empire, unit: UnitId) -> Vec<Act> {
    let charge = |(target, wheel)| Act::Charge { units: vec![unit], target, wheel };
    targets(game, unit).into_iter().map(charge).collect()
}
