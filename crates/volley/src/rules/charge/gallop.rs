//! Cavalry charges: bonus dice, the strip ahead, and everything on it up to the first stop.

use crate::ids::{Ids, house, rule};
use crate::rules::charge::skirmishers::{cut_down, skirmishers_run};
use crate::rules::charge::{ChargeLane, lane_of, pick_supporter};
use crate::rules::ground::facts::{InFlank, OnStrip};
use crate::rules::ground::placing::{self, Strip};
use crate::state::event::{Event, What};
use crate::state::game::{Charge, ChargeState, Contact, Volley};
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Marker, UnitId};
use crate::state::words::{Arm, Stop};
use engine::Tests as _;
use engine::outlook::Lucky;
use engine::tested::dice_of;
use engine::{Game as _, Policy, Umpire};
use rulebook::RuleId;
use table::{Inches, Pose};

pub(crate) fn cavalry_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    lane: Option<ChargeLane>,
    from: Option<Pose>,
) -> Result<(), U::Pause> {
    let formation = game.unit(unit).formation;
    if game.rules.on(rule!("volley.charge.cav.marker")) {
        game.unit_mut(unit).marker = Some(Marker { pose: from, formation });
    }
    game.unit_mut(unit).initiated = true;
    let bonus = match game.rules.dice(rule!("volley.charge.cav.bonus")) {
        Some(pool) => {
            let by = dice_of::<Ids>(rule!("volley.charge.cav.bonus"));
            umpire.hand(game.unit(unit).side()).amount(by, pool, "\"")?
        }
        None => 0,
    };
    let wheel = lane.map_or(Inches::ZERO, |lane| lane.wheel);
    let rate = game.charge_allowance(unit, false);
    let mut reach = rate.inches - wheel + Inches::whole(bonus as i32);
    if !game.rules.on(rule!("volley.charge.cav.stop.end")) {
        reach = reach.times(4);
    }
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.bonus"), rule!("volley.charge.cav.marker")];
        let mut working = rate.working;
        working.add(rule!("volley.charge.cav.bonus"), Inches::whole(bonus as i32).0);
        if wheel > Inches::ZERO {
            working.add(rule!("volley.move.wheel"), -wheel.0);
        }
        let told =
            Event::with(What::Gallops { unit, rate: rate.inches, bonus, wheel, reach }, &rules, working);
        Event { ruling: (wheel > Inches::ZERO).then_some(house!("charge.path")), ..told }
    });
    let start = lane.map(|lane| lane.start);
    let mut contacts = strip_contacts(game, umpire, unit, target, start, &mut reach, from)?;
    // Skirmishers on the strip act at once and stop no charge.
    for met in contacts.iter().map(|contact| contact.unit) {
        if game.unit(met).is_open() && game.is_standing(unit) {
            skirmishers_run(game, umpire, unit, met)?;
        }
    }
    let first = contacts.iter().find(|contact| !game.unit(contact.unit).is_open()).copied();
    let halt_at = first.map_or(reach, |contact| contact.at);
    for met in contacts.iter().map(|contact| contact.unit) {
        if game.unit(met).is_open() {
            cut_down(game, umpire, unit, met, start, halt_at)?;
        }
    }
    contacts.retain(|contact| !game.unit(contact.unit).is_open());
    for contact in &mut contacts {
        contact.supporter = pick_supporter(game, umpire, contact.unit)?;
    }
    if !game.is_standing(unit) {
        return Ok(());
    }
    // The unit it was ordered against is reached if all on the way lets it ride on.
    let reached = contacts.iter().any(|contact| contact.unit == target);
    umpire.tell(|| {
        let met = contacts.iter().map(|contact| contact.unit);
        let on_way: Vec<UnitId> = if reached {
            met.take_while(|met| *met != target).collect()
        } else {
            // Any other unit on the strip is met only if this one lets it pass.
            met.take(1).collect()
        };
        let rule = match (on_way.is_empty(), reached) {
            (false, true) => rule!("volley.charge.cav.fight-all"),
            (false, false) => rule!("volley.charge.cav.stop.enemy-cavalry"),
            (true, _) => rule!("volley.charge.cav.stop.end"),
        };
        Event::new(What::Meets { unit, target, on_way, reached }, &[rule])
    });
    if let Some(start) = start {
        match first {
            Some(contact) => placing::contact(game, unit, start, contact.at, contact.unit),
            None => {
                if let Some(pose) = placing::ride_end(game, unit, start, reach) {
                    placing::stand(game, unit, pose, formation);
                }
            }
        }
    }
    let state = if contacts.is_empty() { ChargeState::Over } else { ChargeState::Riding };
    game.charges.push(Charge {
        charger: unit,
        target,
        from,
        line: start,
        reach,
        gone: halt_at,
        contacts,
        state,
    });
    game.reach_generals(unit, umpire)
}

const fn rule_of(stop: Stop) -> RuleId {
    match stop {
        Stop::FriendlyInfantry => rule!("volley.charge.cav.stop.friendly-infantry"),
        Stop::FriendlyCavalry => rule!("volley.charge.cav.stop.friendly-cavalry"),
        Stop::Difficult => rule!("volley.charge.cav.stop.difficult"),
        Stop::FriendlyGuns => rule!("volley.charge.cav.not-through-friends"),
        Stop::Impassable | Stop::Edge => rule!("volley.charge.cav.stop.end"),
    }
}

/// Whether a ride that may be declared can meet its target at all, were the dice ever so good.
///
/// # Errors
/// What stops it, and by which rule.
pub fn can_arrive(game: &Volley, unit: UnitId, target: UnitId, wheel: i32) -> Result<(), Refusal> {
    let body = game.unit(unit);
    let Some(lane) = lane_of(game, unit, wheel).filter(|_| body.is(Arm::Cavalry)) else { return Ok(()) };
    let most = game.charge_rate(unit, false) - lane.wheel + game.most_bonus(body);
    let mut eyes = Policy { dice: &mut Lucky, choose: |game: &Volley, question: &_| game.decline(question) };
    let (start, mut reach) = (Some(lane.start), most);
    let Ok(met) = strip_contacts(game, &mut eyes, unit, target, start, &mut reach, body.pose);
    if met.iter().any(|contact| contact.unit == target) {
        return Ok(());
    }
    let (name, foe) = (body.called(), game.called(target));
    let Strip { stop, contacts } = placing::strip(game, unit, lane.start, most);
    let before = contacts.iter().find(|(other, at)| *other != target && *at >= reach);
    match (stop, before) {
        (Some((at, why)), _) if at >= reach && before.is_none_or(|(_, gap)| *gap >= at) => {
            let (rule, what) = (rule_of(why), why.word());
            let said =
                why!("{} cannot get to {}: the ride is stopped by {} after {}.", name, foe, what, reach);
            refuse(rule, said)
        }
        (_, Some((other, _))) => {
            let why = why!(
                "{} cannot get to {}: {} is met before and stops the ride.",
                name,
                foe,
                game.called(*other)
            );
            refuse(rule!("volley.charge.cav.stop.enemy-cavalry"), why)
        }
        _ => refuse(rule!("volley.charge.cav.stop.end"), why!("{} cannot get to {}.", name, foe)),
    }
}

/// Enemies the ride will meet, up to the first thing that stops it; `reach` shrinks to that.
fn strip_contacts<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    line: Option<Pose>,
    reach: &mut Inches,
    from: Option<Pose>,
) -> Result<Vec<Contact>, U::Pause> {
    let met = umpire.see(game, OnStrip { charger: unit, line, reach: *reach })?;
    let mut obstacle = None;
    let short = game.separation();
    let mut distances: Vec<(UnitId, Inches)> = met.iter().map(|id| (*id, Inches::ZERO)).collect();
    if let Some(line) = line {
        let Strip { contacts, stop } = placing::strip(game, unit, line, *reach);
        distances = contacts;
        if let Some((at, why)) = stop {
            let stops = rule_of(why);
            let short = if why == Stop::Edge { Inches::ZERO } else { short };
            // An enemy met before the obstacle is met, however near the two are.
            let met = distances
                .iter()
                .filter(|(id, gap)| *gap < at && !game.unit(*id).is_open())
                .map(|(_, gap)| *gap)
                .max();
            *reach = (at - short).max(met.unwrap_or_default()).max(Inches::ZERO);
            obstacle = Some((why, stops));
        }
    }
    let mut contacts = Vec::new();
    for (id, at) in distances {
        if at > *reach {
            break;
        }
        let body = game.unit(id);
        if body.side() == game.unit(unit).side() {
            continue;
        }
        let taken = body.is(Arm::Cavalry)
            && id != target
            && game.rules.int(rule!("volley.charge.cav.one-per-cavalry")).is_some_and(|limit| {
                let on = game.charges.iter().filter(|charge| charge.contacts.iter().any(|c| c.unit == id));
                on.count() >= limit.max(0) as usize
            });
        let not_named =
            id != target && !body.is_open() && game.rules.plays(house!("charge.sweep", "named-only"));
        if taken || not_named {
            *reach = Inches((at - short).0.max(0));
            obstacle = None;
            break;
        }
        let flank = umpire.see(game, InFlank { from, charger: unit, target: id })?;
        contacts.push(Contact { unit: id, at, flank, supporter: None, fired: false });
        let cavalry_stops =
            body.is(Arm::Cavalry) && game.rules.on(rule!("volley.charge.cav.stop.enemy-cavalry"));
        let only_first = game.rules.plays(house!("charge.contact-resolution", "first-only"));
        if cavalry_stops
            || (!body.is_open() && (only_first || !game.rules.on(rule!("volley.charge.cav.fight-all"))))
        {
            *reach = at;
            obstacle = None;
            break;
        }
    }
    // Told only where no unit on the strip ends the ride before.
    if let Some((by, stops)) = obstacle {
        umpire.tell(|| Event::new(What::Stopped { unit, by }, &[stops]));
    }
    Ok(contacts)
}
