//! What a charge may lead to that is ordered now: looked at as it would come in.

use crate::ids::house;
use crate::rules::chain;
use crate::rules::charge::{Declared, bonus_needed, charge, skirmishers_ahead};
use crate::rules::fire::shooting::{may_shoot, may_side_shoot, shot_targets, volleys_at};
use crate::rules::fire::volley_dice;
use crate::rules::ground::facts::GeneralNear;
use crate::rules::outlook::{self, ALSO_ON_ITS_WAY, About, Body, CHARGES, ChargeFacts, Outlook};
use crate::state::game::{Contact, Volley};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Arm;
use dice::Odds;
use engine::desk::{End, Found, Liking, Value, count, found};
use engine::outlook::Lucky;
use engine::{Fact as _, Game as _, Policy};

/// A charge that may be ordered now.
pub(super) fn outlook_of(game: &Volley, declared: &Declared) -> Option<Outlook> {
    let (unit, target) = (declared.unit, declared.target);
    let coming = Coming::look(game, unit, target, declared);
    if game.unit(target).is_open() {
        return Some(of_skirmishers(game, unit, target, declared, coming.besides));
    }
    let Some(contact) = coming.contact else {
        return Some(stopped(unit, target, coming.besides));
    };
    let foe = contact.charged();
    let facts = ChargeFacts {
        flank: contact.flank,
        target_shoots: coming.target_shoots,
        other_dice: coming.dice,
        general_near: GeneralNear { unit }.measure(game),
        bonus_needed: if game.unit(unit).is(Arm::Cavalry) { bonus_needed(game, declared) } else { 0 },
        ..ChargeFacts::new(Body::of(game, unit), Body::of(game, foe))
    };
    let mut outlook = outlook::charge(game, &facts, [unit, foe], &[])?;
    outlook.others = coming.others;
    outlook.besides = coming.besides;
    Some(outlook)
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
        let mut policy = Policy { dice: tally, choose: Volley::decline };
        charge(&mut after, &mut policy, declared.clone())?;
        let (us, foe) = (after.unit(unit), after.unit(target));
        let end = match foe.standing {
            _ if us.charge_refused => charged(chain::End::Refused),
            _ if !us.on_table() => charged(chain::End::ChargerBroken),
            Standing::OnTable | Standing::LeftTable => {
                ("target-escapes", End::new("target-escapes", Liking::Even, "{they} get away"))
            }
            Standing::Undeployed
            | Standing::AtEdge
            | Standing::Routed
            | Standing::Destroyed
            | Standing::WipedOut => charged(chain::End::TargetDestroyed),
        };
        let lost = game.unit(unit).figures.saturating_sub(us.figures);
        Ok(ended(end, lost))
    });
    played(unit, target, odds, besides)
}

/// Something on the way stops it, however far it rides.
fn stopped(unit: UnitId, target: UnitId, besides: Vec<UnitId>) -> Outlook {
    played(unit, target, Odds::certain(ended(charged(chain::End::FallsShort), 0)), besides)
}

fn played(unit: UnitId, target: UnitId, odds: Odds<Found>, besides: Vec<UnitId>) -> Outlook {
    let outlook = Outlook::played(About::Charge, (unit, Some(target)), odds).titled(CHARGES);
    outlook.beside(besides).caveat(ALSO_ON_ITS_WAY)
}

fn charged(end: chain::End) -> (&'static str, End) {
    (end.word(), end.told())
}

fn ended((word, end): (&'static str, End), lost: u32) -> Found {
    found([("end", Value::Word(word)), ("charger-lost", count(lost))]).ends(end)
}

/// A charge as it would come in, with all units where they stand then.
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
        let mut eyes = Policy { dice: &mut Lucky, choose: Volley::decline };
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
