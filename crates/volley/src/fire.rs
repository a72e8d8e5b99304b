//! Artillery in phase 1, shooting in phases 3 and 8: needs, dice, and the steps of both.

use crate::asks::{AdjustAsk, ShootAsk, TargetAsk};
use crate::event::{Event, What, Working};
use crate::facts::{Ahead, Behind, CoverOf, Enfiladed, InShot, OnLevelGround, RangeBand};
use crate::game::{Aim, Stage, Volley};
use crate::ids::{house, rule};
use crate::question::Order;
use crate::rules::Rules;
use crate::unit::UnitId;
use crate::words::{Arm, Band, Cover, Formation, Row};
use dice::{Dice, d6};
use engine::{Side, Umpire};
use rulebook::RuleId;

/// What is shot at, as the tables ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub french: bool,
    pub arm: Arm,
    pub formation: Formation,
    pub enfiladed: bool,
    pub cover: Cover,
    /// Cavalry charging in this phase.
    pub charging: bool,
}

/// A battery's shot in phase 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cannonade {
    pub crew: u32,
    pub pounds: u32,
    pub band: Band,
    pub target: Target,
}

/// A volley in phases 3 and 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volleys {
    pub figures: u32,
    pub artillery: bool,
    pub target: Target,
}

/// A printed need with its modifiers: the face each die must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Above 6: nothing hits.
    pub face: u32,
    pub working: Working,
}

/// The row of a to-hit table that holds: of those that fit the hardest, or as the house rules.
///
/// A line taken in enfilade is no line; where the sheet has no row for that it is one.
fn row(rules: &Rules, target: &Target, chart: impl Fn(Row) -> Option<RuleId>) -> Option<RuleId> {
    let body = match (target.arm, target.formation) {
        (Arm::Skirmishers, _) => Row::Skirmishers,
        (Arm::Artillery, Formation::Limbered)
            if rules.plays(house!("artillery.limbered-target", "column")) =>
        {
            Row::Column
        }
        (Arm::Artillery, _) => Row::Artillery,
        (Arm::Cavalry, _) if rules.plays(house!("artillery.cavalry-target", "line")) => Row::Line,
        (_, Formation::Column) => Row::Column,
        (_, Formation::Square) => Row::Square,
        (_, Formation::Masse) => Row::Masse,
        (_, Formation::Line | Formation::Skirmish | Formation::Limbered | Formation::Unlimbered) => Row::Line,
    };
    let body = match chart(Row::EnfiladedLine) {
        Some(enfiladed) if body == Row::Line && target.enfiladed && target.arm == Arm::Infantry => {
            Some(enfiladed)
        }
        _ => chart(body),
    };
    let fortified = if target.cover == Cover::Fortification { chart(Row::Fortification) } else { None };
    let sheltered = if target.cover == Cover::None { None } else { chart(Row::Defensive) };
    let charging = if target.charging { chart(Row::ChargingCavalry) } else { None };
    let fitting = [body, fortified, sheltered, charging].into_iter().flatten();
    if rules.plays(house!("target.row-priority", "easiest")) {
        fitting.min_by_key(|rule| rules.main(*rule))
    } else {
        // The last of equals, so that cover is named rather than the formation.
        fitting.max_by_key(|rule| rules.main(*rule))
    }
}

fn face(rules: &Rules, need: i32, modifiers: &Working) -> u32 {
    let sum = if rules.plays(house!("hit.modifiers", "strongest")) {
        let values = || modifiers.parts().iter().skip(1).map(|(_, value)| *value);
        values().max().unwrap_or(0).max(0) + values().min().unwrap_or(0).min(0)
    } else {
        modifiers.total() - need
    };
    let face = (need - sum).max(2) as u32;
    if face > 6 && rules.flag(house!("hit.natural-six")) { 6 } else { face }
}

/// What phase 1 fire needs; the working's first part is the printed need, the others change the roll.
pub fn cannon_need(rules: &Rules, shot: &Cannonade) -> Need {
    let mut working = Working::default();
    let Some(row) = row(rules, &shot.target, |row| rules.artillery_row(row)) else {
        return Need { face: 7, working };
    };
    let need = rules.main(row).unwrap_or(7);
    working.add(row, need);
    let mut add = |rule: RuleId| {
        if let Some(value) = rules.main(rule) {
            working.add(rule, value);
        }
    };
    match shot.band {
        Band::Close => add(rule!("volley.p1.fire.mod.close")),
        Band::Long => add(rule!("volley.p1.fire.mod.long")),
        Band::Middle | Band::Out => {}
    }
    // Guns between the light and the heavy weight, and the middle of the stick, have no modifier.
    let neutral = rules.on(rule!("volley.p1.fire.mod.neutral"));
    let (heavy, light) = (rule!("volley.p1.fire.mod.heavy"), rule!("volley.p1.fire.mod.light"));
    if shot.pounds as i32 >= rules.per(heavy) {
        add(heavy);
    } else if shot.pounds as i32 <= rules.per(light) || !neutral {
        add(light);
    }
    Need { face: face(rules, need, &working), working }
}

/// Dice of a battery in phase 1.
pub fn cannon_dice(rules: &Rules, crew: u32) -> u32 {
    rules.rate(rule!("volley.p1.dice")).map_or(0, |(dice, per)| crew * dice / per)
}

/// Phase 1: hits of a battery on one unit.
///
/// # Errors
/// The umpire's pause.
pub fn cannonade<D: Dice>(dice: &mut D, rules: &Rules, shot: &Cannonade) -> Result<u32, D::Pause> {
    if shot.band == Band::Out {
        return Ok(0);
    }
    dice.hits(d6(cannon_dice(rules, shot.crew)), cannon_need(rules, shot).face)
}

/// What shooting needs in phases 3 and 8. There are no modifiers, whatever the range or the gun.
pub fn volley_need(rules: &Rules, shot: &Volleys) -> Need {
    let mut working = Working::default();
    let french = shot.target.french;
    let chart = |row: Row| match (rules.musketry_row(french, row), row) {
        (None, Row::EnfiladedLine) if !french && rules.flag(house!("a15.p8-enfilade")) => {
            rules.musketry_row(true, Row::EnfiladedLine)
        }
        // A15 has a square's row in phase 3 only: an Austrian square, where a house allows one, is hit as a column.
        (None, Row::Square) if rules.on(rule!("volley.shoot.to-hit.square")) => {
            rules.musketry_row(french, Row::Column)
        }
        (found, _) => found,
    };
    let Some(row) = row(rules, &shot.target, chart) else { return Need { face: 7, working } };
    let need = rules.main(row).unwrap_or(7);
    working.add(row, need);
    if !rules.on(rule!("volley.shoot.no-modifiers")) && shot.artillery {
        // Without the rule nearness would count for guns as in phase 1, and every shot of these phases is close.
        working.add(
            rule!("volley.p1.fire.mod.close"),
            rules.main(rule!("volley.p1.fire.mod.close")).unwrap_or(0),
        );
    }
    Need { face: face(rules, need, &working), working }
}

/// Dice of a unit that shoots in phases 3 and 8.
pub fn volley_dice(rules: &Rules, figures: u32, artillery: bool) -> u32 {
    let rule =
        if artillery { rule!("volley.shoot.dice.artillery") } else { rule!("volley.shoot.dice.infantry") };
    let Some((dice, per)) = rules.rate(rule) else { return 0 };
    if rules.plays(house!("dice.shooting-round", "up")) {
        (figures * dice).div_ceil(per)
    } else {
        figures * dice / per
    }
}

/// Phases 3 and 8: hits of a unit's shooting.
///
/// # Errors
/// The umpire's pause.
pub fn volley<D: Dice>(dice: &mut D, rules: &Rules, shot: &Volleys) -> Result<u32, D::Pause> {
    dice.hits(d6(volley_dice(rules, shot.figures, shot.artillery)), volley_need(rules, shot).face)
}

/// The two dice of a square that charging cavalry contacts.
///
/// # Errors
/// The umpire's pause.
pub fn square_fire<D: Dice>(dice: &mut D, rules: &Rules, target: &Target) -> Result<u32, D::Pause> {
    dice.hits(d6(square_dice(rules)), square_need(rules, target).face)
}

pub(crate) fn square_dice(rules: &Rules) -> u32 {
    rules.main(rule!("volley.charge.cav.square-fire")).unwrap_or(0).max(0) as u32
}

pub(crate) fn square_need(rules: &Rules, target: &Target) -> Need {
    volley_need(rules, &Volleys { figures: 0, artillery: false, target: *target })
}

// ------------------------------------------------------------------ phase 1 ----

/// Guns a side may still adjust: horse guns to unlimber, light guns to lay.
pub(crate) fn adjustable(game: &Volley, side: Side) -> Vec<UnitId> {
    let may = |id: UnitId| may_unlimber(game, id) || may_turn(game, id);
    game.of(side).map(|(id, _)| id).filter(|id| may(*id)).collect()
}

pub(crate) fn may_unlimber(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    unit.profile.horse_artillery
        && unit.formation == Formation::Limbered
        && unit.is(Arm::Artillery)
        && !game.in_melee(id)
        && game.rules.on(rule!("volley.p1.horse-unlimber"))
}

/// Guns below the heavy weight turn and shift before they fire; heavy ones do not.
pub(crate) fn may_turn(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let heavy = unit.profile.pounds as i32 >= game.rules.per(rule!("volley.p1.fire.mod.heavy")).max(12);
    unit.is(Arm::Artillery)
        && unit.formation == Formation::Unlimbered
        && !unit.adjusted
        && !game.in_melee(id)
        && game.rules.on(rule!("volley.p1.adjust.light"))
        && !(heavy && game.rules.on(rule!("volley.p1.adjust.heavy")))
}

/// One order to a gun, or no more from this side.
pub(crate) fn adjust<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let guns = adjustable(game, side);
    let next = match side {
        Side::French => Stage::Adjust(Side::Allied),
        Side::Allied => Stage::Aim(Side::French),
    };
    if guns.is_empty() {
        game.stage = next;
        return Ok(());
    }
    match umpire.ask(game, AdjustAsk { side, guns })? {
        None => game.stage = next,
        Some(Order::Form { unit, formation, facing }) => {
            let pose = crate::placing::reformed(game, unit, formation, facing);
            crate::placing::reform(game, unit, formation, pose);
            umpire.tell(|| Event::new(What::Unlimbered { unit }, &[rule!("volley.p1.horse-unlimber")]));
        }
        Some(Order::Turn { unit, to }) => {
            game.unit_mut(unit).adjusted = true;
            if let Some(pose) = to {
                crate::placing::stand(game, unit, pose, Formation::Unlimbered);
            }
            umpire.tell(|| Event::new(What::Turned { unit }, &[rule!("volley.p1.adjust.light")]));
        }
        Some(_) => {}
    }
    Ok(())
}

/// The next battery of the side names its target.
pub(crate) fn take_aim<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let battery = game.of(side).map(|(id, _)| id).find(|id| {
        let unit = game.unit(*id);
        unit.is(Arm::Artillery)
            && unit.formation == Formation::Unlimbered
            && !game.in_melee(*id)
            && !game.aims.iter().any(|aim| aim.shooter == *id)
    });
    let Some(battery) = battery else {
        let one_by_one = !game.rules.flag(house!("artillery.simultaneous"));
        game.stage = match side {
            Side::French if !one_by_one => Stage::Aim(Side::Allied),
            Side::French | Side::Allied => Stage::Fire,
        };
        return Ok(());
    };
    let targets = targets(game, umpire, battery)?;
    let target = if targets.is_empty() { None } else { umpire.ask(game, TargetAsk { battery, targets })? };
    game.aims.push(Aim { shooter: battery, target, fired: false });
    Ok(())
}

/// The units a battery may name: the nearest in its strip that is not skirmishers, and skirmishers before it.
fn targets<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
) -> Result<Vec<UnitId>, U::Pause> {
    let mut may = Vec::new();
    if !game.rules.on(rule!("volley.p1.choose-target")) {
        return Ok(may);
    }
    let side = game.unit(battery).side();
    let ahead = if game.rules.on(rule!("volley.p1.arc")) {
        umpire.see(game, Ahead { battery })?
    } else {
        game.of(side.enemy()).map(|(id, _)| id).filter(|id| game.sees(battery, *id, true)).collect()
    };
    for id in ahead {
        let unit = game.unit(id);
        let friend = unit.side() == side;
        if !friend && umpire.see(game, RangeBand { battery, target: id })? != Band::Out {
            let fighting = game.in_melee(id) && !game.rules.flag(house!("artillery.melee-target"));
            if !fighting {
                may.push(id);
            }
        }
        if !unit.is_open() && game.rules.on(rule!("volley.p1.arc")) {
            break;
        }
    }
    Ok(may)
}

/// The next battery fires; after the last the losses come off together.
pub(crate) fn fire<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let one_by_one = !game.rules.flag(house!("artillery.simultaneous"));
    if let Some(at) = game.aims.iter().position(|aim| !aim.fired) {
        let Aim { shooter, target, .. } = game.aims[at];
        game.aims[at].fired = true;
        if let Some(target) = target
            && game.is_standing(target)
            && game.is_standing(shooter)
        {
            fire_battery(game, umpire, shooter, target)?;
            if one_by_one {
                take_losses(game, umpire)?;
            }
        }
        return Ok(());
    }
    if one_by_one && game.aims.iter().all(|aim| game.unit(aim.shooter).side() == Side::French) {
        let allied =
            game.of(Side::Allied).any(|(_, u)| u.is(Arm::Artillery) && u.formation == Formation::Unlimbered);
        if allied {
            // The other side's guns name their targets after these have told.
            game.stage = Stage::Aim(Side::Allied);
            return Ok(());
        }
    }
    take_losses(game, umpire)?;
    game.aims.clear();
    game.stage = if game.rules.plays(house!("p1.order", "adjust-fire-reserves")) {
        Stage::Reserves
    } else {
        Stage::End
    };
    Ok(())
}

fn fire_battery<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    battery: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    one_target(game, umpire, battery, target, false)?;
    game.unit_mut(battery).fired_this_turn = true;
    if game.rules.inches(rule!("volley.p1.bounce.depth")).is_none() {
        return Ok(());
    }
    let friendly = game.rules.flag(house!("artillery.bounce-friends"));
    for unit in umpire.see(game, Behind { battery, target })? {
        if game.unit(unit).side() == game.unit(battery).side() && !friendly {
            continue;
        }
        if game.rules.on(rule!("volley.p1.bounce.level"))
            && !umpire.see(game, OnLevelGround { units: [battery, target, unit] })?
        {
            continue;
        }
        one_target(game, umpire, battery, unit, true)?;
    }
    Ok(())
}

/// Dice for one unit in the line of fire. Losses are kept until all batteries have fired.
fn one_target<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    battery: UnitId,
    unit: UnitId,
    carried: bool,
) -> Result<(), U::Pause> {
    let mut band = umpire.see(game, RangeBand { battery, target: unit })?;
    if band == Band::Out && carried && !game.rules.on(rule!("volley.p1.bounce.range")) {
        band = Band::Long;
    }
    if band == Band::Out {
        return Ok(());
    }
    let gun = game.unit(battery);
    let full = game.rules.plays(house!("artillery.crew", "full-dice"));
    let mut crew = if full { gun.profile.figures } else { gun.figures };
    if carried && game.rules.plays(house!("artillery.bounce", "half")) {
        crew /= 2;
    }
    let shot = Cannonade {
        crew,
        pounds: gun.profile.pounds,
        band: if game.rules.on(rule!("volley.p1.range-stick")) { band } else { Band::Middle },
        target: seen_target(game, umpire, battery, unit)?,
    };
    let need = cannon_need(&game.rules, &shot);
    let dice = cannon_dice(&game.rules, crew);
    umpire.tell(|| {
        let mut rules = vec![rule!("volley.p1.dice"), rule!("volley.p1.range-stick")];
        if carried {
            rules.extend([
                rule!("volley.p1.bounce.depth"),
                rule!("volley.p1.bounce.level"),
                rule!("volley.p1.bounce.range"),
            ]);
        }
        Event::with(
            What::Fires { battery, target: unit, band, dice, need: need.face, carried },
            &rules,
            need.working,
        )
    });
    let hits = cannonade(umpire, &game.rules, &shot)?;
    game.unit_mut(unit).pending += hits;
    umpire.tell(|| Event::new(What::Hit { unit, by: battery, hits }, &[rule!("volley.p1.dice")]));
    Ok(())
}

/// The facts of a target, seen from a shooter.
pub(crate) fn seen_target<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
    target: UnitId,
) -> Result<Target, U::Pause> {
    let unit = game.unit(target);
    let line = unit.is_formed_infantry() && unit.formation == Formation::Line;
    Ok(Target {
        french: unit.side() == Side::French,
        arm: unit.arm(),
        formation: unit.formation,
        enfiladed: line && umpire.see(game, Enfiladed { shooter, target })?,
        cover: umpire.see(game, CoverOf { unit: target })?,
        charging: game.is_charging_cavalry(target),
    })
}

/// Takes off what shooting has cost, all at once; the units keep the number for their test.
fn take_losses<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    for id in game.ids() {
        let hits = std::mem::take(&mut game.unit_mut(id).pending);
        if hits > 0 && game.is_standing(id) {
            shot_off(game, umpire, id, hits)?;
        }
    }
    Ok(())
}

/// Takes off losses to fire at once and remembers them for the test.
pub(crate) fn shot_off<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    hits: u32,
) -> Result<(), U::Pause> {
    let off = hits.min(game.unit(unit).figures);
    game.unit_mut(unit).shot_losses += off;
    if off > 0 {
        umpire.tell(|| Event::new(What::Lost { unit, figures: off }, &[]));
    }
    game.lose(unit, off, umpire).map(drop)
}

// ----------------------------------------------------------- phases 3 and 8 ----

/// Whether a unit shoots in this phase at all.
pub(crate) fn may_shoot(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let arm = match unit.arm() {
        Arm::Infantry | Arm::Skirmishers => true,
        Arm::Artillery => unit.formation == Formation::Unlimbered,
        Arm::Cavalry => !game.rules.on(rule!("volley.shoot.no-cavalry")),
    };
    let again = !unit.fired_this_turn || game.rules.flag(house!("artillery.shoots-again"));
    let charged_gun = unit.is(Arm::Artillery)
        && game.rules.plays(house!("move.in-contact", "guns-silent"))
        && game.charges_on(id).next().is_some();
    let fighting = game.in_old_melee(id) && game.rules.on(rule!("volley.shoot.no-continuing-melee"));
    let hushed =
        unit.silenced || (unit.halted > 0 && game.rules.plays(house!("move.halt-scope", "everything")));
    unit.on_table() && arm && again && !unit.shot && !fighting && !charged_gun && !hushed
}

/// Whether a square has ended its shooting with the two dice it owes charging cavalry.
fn owes_square_fire(game: &Volley, id: UnitId) -> Option<(usize, UnitId)> {
    if !game.unit(id).formation.is_closed() || !game.rules.on(rule!("volley.charge.cav.square-fire")) {
        return None;
    }
    let at = game.charges.iter().position(|charge| {
        let first = charge.contacts.iter().find(|contact| !game.unit(contact.unit).is_open());
        game.unit(charge.charger).is(Arm::Cavalry)
            && first.is_some_and(|contact| contact.charged() == id && !contact.fired)
    })?;
    Some((at, game.charges[at].charger))
}

/// The next unit of the side that does not move names its target.
pub(crate) fn choose_shots<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let side = game.active().enemy();
    let allowed = match side {
        Side::Allied => game.rules.on(rule!("volley.shoot.who.p3")),
        Side::French => game.rules.on(rule!("volley.shoot.who.p8")),
    };
    let shooter = game
        .of(side)
        .map(|(id, _)| id)
        .find(|id| allowed && may_shoot(game, *id) && !game.aims.iter().any(|aim| aim.shooter == *id));
    let Some(shooter) = shooter else {
        game.stage = Stage::Volley;
        return Ok(());
    };
    if let Some((at, cavalry)) = owes_square_fire(game, shooter) {
        fire_square(game, umpire, shooter, cavalry, at)?;
        if game.rules.plays(house!("square.fire", "replace")) {
            game.aims.push(Aim { shooter, target: None, fired: true });
            return Ok(());
        }
    }
    let mut targets = umpire.see(game, InShot { shooter })?;
    targets.retain(|id| game.unit(*id).side() != side && !game.in_old_melee(*id));
    let chargers: Vec<UnitId> = game.charges_on(shooter).map(|(charge, _)| charge.charger).collect();
    if targets.iter().any(|id| chargers.contains(id))
        && game.rules.plays(house!("shoot.choice", "chargers-first"))
    {
        targets.retain(|id| chargers.contains(id));
    }
    let target =
        if targets.is_empty() { None } else { umpire.ask(game, ShootAsk { unit: shooter, targets })? };
    game.aims.push(Aim { shooter, target, fired: false });
    Ok(())
}

/// A square fires its two dice at the cavalry that contacts it, once for each charge.
pub(crate) fn fire_square<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    square: UnitId,
    cavalry: UnitId,
    charge: usize,
) -> Result<(), U::Pause> {
    if let Some(contact) =
        game.charges[charge].contacts.iter_mut().find(|contact| contact.charged() == square)
    {
        contact.fired = true;
    }
    if square_dice(&game.rules) == 0 || !game.is_standing(cavalry) {
        return Ok(());
    }
    let target = Target { charging: true, ..seen_target(game, umpire, square, cavalry)? };
    let need = square_need(&game.rules, &target);
    let dice = square_dice(&game.rules);
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.square-fire")];
        Event::with(
            What::Shoots { unit: square, target: cavalry, dice, need: need.face },
            &rules,
            need.working,
        )
    });
    let hits = square_fire(umpire, &game.rules, &target)?;
    let off = hits.min(game.unit(cavalry).figures);
    umpire.tell(|| {
        Event::new(What::Lost { unit: cavalry, figures: off }, &[rule!("volley.charge.cav.square-fire")])
    });
    game.lose(cavalry, off, umpire).map(drop)
}

/// The shots fall one after another; the losses come off after the last.
pub(crate) fn fire_volleys<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let Some(at) = game.aims.iter().position(|aim| !aim.fired) else {
        take_losses(game, umpire)?;
        game.aims.clear();
        let before = game.rules.plays(house!("shoot.timing", "before-moves"));
        game.stage = if before { Stage::Move } else { Stage::End };
        return Ok(());
    };
    let Aim { shooter, target, .. } = game.aims[at];
    game.aims[at].fired = true;
    let Some(target) = target.filter(|target| game.is_standing(*target)) else { return Ok(()) };
    game.unit_mut(shooter).shot = true;
    let hits = one_volley(game, umpire, shooter, target)?;
    game.unit_mut(target).pending += hits;
    Ok(())
}

/// One unit's shooting: its dice, and what it hit.
pub(crate) fn one_volley<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
    target: UnitId,
) -> Result<u32, U::Pause> {
    let unit = game.unit(shooter);
    let artillery = unit.is(Arm::Artillery);
    let front = game.rules.flag(house!("shoot.all-figures"));
    let figures = match unit.formation {
        // Without the ruling a column shoots with its two front ranks of three.
        Formation::Column if !front => unit.figures.min(6),
        _ => unit.figures,
    };
    let shot = Volleys { figures, artillery, target: seen_target(game, umpire, shooter, target)? };
    let need = volley_need(&game.rules, &shot);
    let dice = volley_dice(&game.rules, figures, artillery);
    umpire.tell(|| {
        let by = if artillery {
            rule!("volley.shoot.dice.artillery")
        } else {
            rule!("volley.shoot.dice.infantry")
        };
        let rules = [by, rule!("volley.shoot.range"), rule!("volley.shoot.no-modifiers")];
        Event::with(What::Shoots { unit: shooter, target, dice, need: need.face }, &rules, need.working)
    });
    let hits = volley(umpire, &game.rules, &shot)?;
    umpire.tell(|| Event::new(What::Hit { unit: target, by: shooter, hits }, &[]));
    Ok(hits)
}
