//! The outlook of a charge: from its order, or from the middle where somebody has to decide.

use super::{About, Outlook, decline, measured};
use crate::chain::{Body, ChargeFacts};
use crate::charge::{Declared, bonus_needed, charge, check_charge, skirmishers_ahead};
use crate::facts::{GeneralNear, InFlank};
use crate::fire::volley_dice;
use crate::game::{Contact, Volley};
use crate::ids::house;
use crate::refusal::Refusal;
use crate::shooting::{may_shoot, may_side_shoot, shot_targets, volleys_at};
use crate::unit::{Standing, UnitId};
use crate::words::{Arm, Moment, Phase};
use dice::Odds;
use engine::desk::{Found, Value};
use engine::outlook::Lucky;
use engine::{Fact as _, Policy, Side};

impl Body {
    /// A unit as it stands.
    pub fn of(game: &Volley, id: UnitId) -> Body {
        let unit = game.unit(id);
        Body {
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            figures: unit.figures,
            lost: game.casualties(unit),
            general: game.has_general(id),
            cover: game.cover(id),
            cuirassier: unit.profile.cuirassier,
            lancer: unit.profile.lancer,
        }
    }
}

/// A charge that may be ordered now.
pub(super) fn ordered(
    game: &Volley,
    side: Side,
    unit: UnitId,
    target: UnitId,
    wheel: i32,
) -> Result<Option<Outlook>, Refusal> {
    let declared = check_charge(game, side, unit, target, wheel)?;
    let coming = Coming::look(game, unit, target, &declared);
    if game.unit(target).is_open() {
        return Ok(Some(of_skirmishers(game, unit, target, &declared, coming.besides)));
    }
    let Some(contact) = coming.contact else {
        return Ok(Some(stopped(unit, target, coming.besides)));
    };
    let foe = contact.charged();
    let facts = ChargeFacts {
        flank: contact.flank,
        target_shoots: coming.target_shoots,
        other_dice: coming.dice,
        general_near: GeneralNear { unit }.measure(game),
        bonus_needed: if game.unit(unit).is(Arm::Cavalry) { bonus_needed(game, &declared) } else { 0 },
        ..ChargeFacts::new(Body::of(game, unit), Body::of(game, foe))
    };
    let mut outlook = fight(game, &facts, [unit, foe], &[]);
    if let Some(outlook) = &mut outlook {
        outlook.others = coming.others;
        outlook.besides = coming.besides;
    }
    Ok(outlook)
}

/// A charge nobody has ordered yet, as if it came in from where the two stand; nobody but the target shoots.
pub(super) fn threat(game: &Volley, unit: UnitId, target: UnitId) -> Option<Outlook> {
    let (us, foe) = (game.unit(unit), game.unit(target));
    if us.is_open() || us.is(Arm::Artillery) || foe.is_open() {
        return None;
    }
    let facts = ChargeFacts {
        flank: InFlank { from: us.pose, charger: unit, target }.measure(game),
        target_shoots: may_side_shoot(game, foe.side()) && may_shoot(game, target),
        general_near: GeneralNear { unit }.measure(game),
        ..ChargeFacts::new(Body::of(game, unit), Body::of(game, target))
    };
    fight(game, &facts, [unit, target], &[])
}

/// A charged unit decides how it meets the charge; of several the first horse counts.
pub(super) fn charged(game: &Volley, unit: UnitId, from: Moment, moments: &[Moment]) -> Option<Outlook> {
    let horse = |id: &UnitId| game.unit(*id).is(Arm::Cavalry);
    let on: Vec<UnitId> = game.charges_on(unit).map(|(charge, _)| charge.charger).collect();
    let charger = on.iter().copied().find(horse).or(on.first().copied())?;
    between(game, charger, unit, from, moments)
}

/// A charger that was held off decides whether it goes in.
pub(super) fn pressing(game: &Volley, unit: UnitId, from: Moment, moments: &[Moment]) -> Option<Outlook> {
    let charge = game.charges.iter().find(|charge| charge.charger == unit)?;
    let foe = charge.contacts.first().map_or(charge.target, Contact::charged);
    between(game, unit, foe, from, moments)
}

/// A round of melee: the unit's own, or with the enemy named.
pub(super) fn melee(game: &Volley, unit: UnitId, enemy: Option<UnitId>) -> Option<Outlook> {
    let mut fights = game.melees_of(unit).filter(|melee| !melee.done);
    let melee = fights.find(|melee| enemy.is_none_or(|enemy| melee.has(enemy))).copied();
    let rides = game.charge_of(unit).and_then(|charge| charge.contacts.first());
    let (a, b) = match (melee, rides) {
        (Some(melee), _) => (melee.a, melee.b),
        (None, Some(contact)) => (unit, contact.charged()),
        (None, None) => return None,
    };
    // Horse rides, whoever came first.
    let (a, b) = if game.unit(b).is(Arm::Cavalry) { (b, a) } else { (a, b) };
    let mut facts =
        ChargeFacts { from: Moment::Melee, ..ChargeFacts::new(Body::of(game, a), Body::of(game, b)) };
    facts.first_melee = game.phase() == Phase::FirstMelee;
    facts.continuing = melee.is_some_and(|melee| !game.is_first_round(&melee));
    fight(game, &facts, [a, b], &[])
}

fn between(
    game: &Volley,
    charger: UnitId,
    target: UnitId,
    from: Moment,
    moments: &[Moment],
) -> Option<Outlook> {
    let whole = ChargeFacts::new(Body::of(game, charger), Body::of(game, target));
    fight(game, &ChargeFacts { from, ..whole }, [charger, target], moments)
}

fn fight(game: &Volley, facts: &ChargeFacts, pair: [UnitId; 2], moments: &[Moment]) -> Option<Outlook> {
    let mut given = measured::charge(facts);
    measured::narrow_charge(&mut given, game, facts, pair);
    measured::narrow_moment(&mut given, moments);
    Outlook::charted(&game.rules, About::Charge, (pair[0], Some(pair[1])), "charge", given)
}

/// Skirmishers shoot and run: the step itself is played, and says whether they are caught. Others of their kind on
/// the way are left out.
fn of_skirmishers(
    game: &Volley,
    unit: UnitId,
    target: UnitId,
    declared: &Declared,
    mut besides: Vec<UnitId>,
) -> Outlook {
    let mut alone = game.clone();
    for other in skirmishers_ahead(game, declared).into_iter().filter(|other| *other != target) {
        alone.unit_mut(other).leave(Standing::LeftTable);
        besides.push(other);
    }
    let odds: Odds<Found> = Odds::of(|tally| {
        let mut after = alone.clone();
        let mut policy = Policy { dice: tally, choose: decline };
        charge(&mut after, &mut policy, declared.clone())?;
        let (us, foe) = (after.unit(unit), after.unit(target));
        let end = match foe.standing {
            _ if us.charge_refused => "refused",
            _ if !us.on_table() => "charger-broken",
            Standing::OnTable | Standing::LeftTable => "target-escapes",
            _ => "target-destroyed",
        };
        let lost = game.unit(unit).figures.saturating_sub(us.figures);
        Ok(ended(end, lost))
    });
    Outlook::played(About::Charge, (unit, Some(target)), odds).beside(besides)
}

/// Something on the way stops it, however far it rides.
fn stopped(unit: UnitId, target: UnitId, besides: Vec<UnitId>) -> Outlook {
    let odds = Odds::certain(ended("falls-short", 0));
    Outlook::played(About::Charge, (unit, Some(target)), odds).beside(besides)
}

fn ended(end: &'static str, lost: u32) -> Found {
    let outcome = [("end", Value::Word(end)), ("charger-lost", Value::Number(i64::from(lost)))];
    Found { outcome: outcome.into() }
}

/// A charge as it would come in, with everybody where he stands then.
struct Coming {
    contact: Option<Contact>,
    /// Enemies on its way, before the target or beyond it.
    besides: Vec<UnitId>,
    target_shoots: bool,
    others: Vec<UnitId>,
    /// Dice of the others together.
    dice: u32,
}

impl Coming {
    fn look(game: &Volley, unit: UnitId, target: UnitId, declared: &Declared) -> Coming {
        let mut after = game.clone();
        let mut eyes = Policy { dice: &mut Lucky, choose: decline };
        let Ok(()) = charge(&mut after, &mut eyes, declared.clone());
        let met: Vec<Contact> = after
            .charges
            .iter()
            .find(|charge| charge.charger == unit)
            .map_or_else(Vec::new, |charge| charge.contacts.clone());
        let contact = met.iter().find(|contact| contact.unit == target).copied();
        let besides = met.iter().filter(|contact| contact.unit != target).map(Contact::charged).collect();
        let foe = contact.map_or(target, |contact| contact.charged());
        let mut coming = Coming { contact, besides, target_shoots: false, others: Vec::new(), dice: 0 };
        if game.rules.plays(house!("shoot.timing", "before-moves")) || contact.is_none() {
            return coming;
        }
        let side = game.unit(target).side();
        let allowed = may_side_shoot(&after, side);
        for (id, body) in after.of(side) {
            // Skirmishers in the way have shot already.
            let has_shot = body.shot && !game.unit(id).shot;
            let Ok(targets) = shot_targets(&after, &mut eyes, id);
            let shoots = allowed && may_shoot(&after, id) && targets.contains(&unit);
            if !shoots && !has_shot {
                continue;
            }
            if id == foe {
                coming.target_shoots = true;
                continue;
            }
            let Ok(shot) = volleys_at(&after, &mut eyes, id, unit);
            coming.others.push(id);
            coming.dice += volley_dice(&game.rules, shot.figures, shot.artillery);
        }
        coming
    }
}
