//! Cavalry rides down its strip: over infantry and guns, past squares, into other cavalry.

use super::{Fighter, count_of_dice, exchange};
use crate::charts::Rules;
use crate::ids::{Ids, house, rule};
use crate::rules::charge::pick_supporter;
use crate::rules::fire::shooting;
use crate::rules::ground::facts::CoverOf;
use crate::rules::ground::placing;
use crate::state::event::{Event, What};
use crate::state::game::{ChargeState, Volley};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Cover, Formation};
use dice::{Dice, d6};
use engine::Tests as _;
use engine::Umpire;
use engine::tested::each_by;
use rulebook::RuleId;
use table::Inches;

/// What cavalry does to a unit it meets on its strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RideResult {
    /// Infantry in column or line: destroyed.
    RidesDown,
    /// Square, masse or fortification: the cavalry passes by and may lose a figure.
    PassesThrough,
    /// Unsupported guns: destroyed.
    TakesGuns,
    /// Cavalry, or infantry where the house lets it: a melee.
    Fights,
}

/// The rows of the melee results for cavalry.
pub fn ride_result(rules: &Rules, arm: Arm, formation: Formation, fortified: bool) -> (RideResult, RuleId) {
    let down = rule!("volley.melee.result.cav-vs-inf");
    match arm {
        Arm::Artillery if rules.on(rule!("volley.melee.result.artillery")) => {
            (RideResult::TakesGuns, rule!("volley.melee.result.artillery"))
        }
        Arm::Infantry if rules.passes_through(formation, fortified) => {
            (RideResult::PassesThrough, rule!("volley.melee.result.square.which"))
        }
        Arm::Infantry
            if rules.on(down) && rules.plays(house!("melee.inf-vs-cav-in-melee", "infantry-row")) =>
        {
            (RideResult::RidesDown, down)
        }
        Arm::Cavalry | Arm::Infantry | Arm::Artillery | Arm::Skirmishers => {
            (RideResult::Fights, rule!("volley.melee.result.lose"))
        }
    }
}

/// Casualties of cavalry that passes these squares: for each of them one on the printed face.
///
/// # Errors
/// The umpire's pause.
pub fn pass_through_losses<D: Dice>(dice: &mut D, rules: &Rules, squares: u32) -> Result<u32, D::Pause> {
    match rules.int(rule!("volley.melee.result.square.casualty")) {
        Some(need) => {
            let (by, face) = (rule!("volley.melee.result.square.casualty"), need.max(2) as u32);
            dice.each(d6(squares), face, || each_by::<Ids>(by, face))
        }
        None => Ok(0),
    }
}

/// Whether a square throws its melee dice at cavalry that passes, since nothing printed spares the cavalry.
fn square_strikes(rules: &Rules) -> bool {
    !rules.on(rule!("volley.melee.result.square.no-dice"))
}

/// Figures that cavalry loses as it passes a square: by its blows where it strikes, else by the printed die. `None`: a square
/// that does not strike.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn passing_losses<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    square: Option<&Fighter>,
) -> Result<u32, D::Pause> {
    match square.filter(|_| square_strikes(rules)) {
        Some(square) => square_blows(dice, rules, square),
        None => pass_through_losses(dice, rules, 1),
    }
}

fn square_blows<D: Dice>(dice: &mut D, rules: &Rules, square: &Fighter) -> Result<u32, D::Pause> {
    let by = rule!("volley.melee.to-hit");
    let need = rules.int(by).unwrap_or(7).max(2) as u32;
    dice.each(d6(count_of_dice(rules, square)), need, || each_by::<Ids>(by, need))
}

/// Cavalry meets the next unit on its strip, or finishes its ride.
pub(super) fn ride<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, at: usize) -> Result<(), U::Pause> {
    let charger = game.charges[at].charger;
    game.unit_mut(charger).fought = true;
    let next = game.charges[at].contacts.first().copied();
    let Some(contact) = next else { return finish_ride(game, umpire, at) };
    let mut foe = contact.charged();
    if !game.is_standing(foe) && contact.supporter.is_some() && game.is_standing(contact.unit) {
        // The supporter left before the fight: another may step in, else the guns stand alone.
        foe = pick_supporter(game, umpire, contact.unit)?.unwrap_or(contact.unit);
    }
    if !game.is_standing(foe) {
        game.charges[at].contacts.remove(0);
        return Ok(());
    }
    let full = game.rules.on(rule!("volley.charge.cav.full-move"));
    game.charges[at].gone = contact.at;
    let fortified = umpire.see(game, CoverOf { unit: foe })? == Cover::Fortification;
    let (arm, formation) = (game.unit(foe).arm(), game.unit(foe).formation);
    let (result, rule) = ride_result(&game.rules, arm, formation, fortified);
    game.charges[at].contacts.remove(0);
    match result {
        RideResult::RidesDown => {
            umpire.tell(|| Event::new(What::RiddenDown { unit: foe, by: charger }, &[rule]));
            game.remove(foe, Standing::Destroyed, umpire)?;
            guns_alone(game, umpire, contact.supporter.map(|_| contact.unit), charger)?;
        }
        RideResult::TakesGuns => {
            umpire.tell(|| Event::new(What::RiddenDown { unit: foe, by: charger }, &[rule]));
            game.remove(foe, Standing::Destroyed, umpire)?;
        }
        RideResult::PassesThrough => {
            if !contact.fired && shooting::has_square_fire(&game.rules, formation) {
                shooting::fire_square(game, umpire, foe, charger, at)?;
            }
            if game.is_standing(charger) {
                roll_by(game, umpire, charger, foe)?;
                if !game.rules.on(rule!("volley.melee.result.square.pass-through")) {
                    game.charges[at].state = ChargeState::Over;
                    return Ok(());
                }
                if game.rules.plays(house!("square.pass-through", "just-beyond")) {
                    game.charges[at].contacts.clear();
                    game.charges[at].reach = just_beyond(game, at, foe);
                }
            }
        }
        RideResult::Fights => {
            // Enemy cavalry ends the ride.
            game.charges[at].state = ChargeState::Over;
            let gun = contact.supporter.map(|_| contact.unit);
            placing::join(game, charger, foe, gun);
            if let Some(gun) = gun {
                placing::beside_gun(game, foe, gun);
            }
            if let Some(line) = game.charges[at].line {
                placing::contact(game, charger, line, contact.at, foe);
            }
            game.unit_mut(foe).fought = true;
            return exchange(game, umpire, charger, foe);
        }
    }
    if game.charges[at].contacts.is_empty() && game.is_standing(charger) && full {
        return finish_ride(game, umpire, at);
    }
    if game.charges[at].contacts.is_empty() || !game.is_standing(charger) {
        game.charges[at].state = ChargeState::Over;
    }
    Ok(())
}

fn just_beyond(game: &Volley, at: usize, square: UnitId) -> Inches {
    let charge = &game.charges[at];
    let depth = game.unit(charge.charger).footprint(&game.rules).depth;
    match (charge.line, game.unit(square).rect()) {
        (Some(line), Some(rect)) => line.far_side(rect) + depth + game.separation(),
        _ => charge.gone,
    }
}

/// The rest of the distance: beyond what was passed, short of what has come onto the strip since.
fn finish_ride<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, at: usize) -> Result<(), U::Pause> {
    game.charges[at].state = ChargeState::Over;
    let charge = game.charges[at].clone();
    let unit = charge.charger;
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.full-move"), rule!("volley.charge.cav.stop.end")];
        Event::new(What::RidesOn { unit }, &rules)
    });
    let Some(line) = charge.line else { return Ok(()) };
    let strip = placing::strip(game, unit, line, charge.reach);
    let separation = game.separation();
    let depth = game.unit(unit).footprint(&game.rules).depth;
    let passed = strip.contacts.iter().filter(|(id, at)| *at <= charge.gone && !game.unit(*id).is_open());
    // Beyond every unit that was passed, fortified or in square, even if the distance does not quite clear it.
    let beyond = passed
        .filter_map(|(id, _)| game.unit(*id).rect())
        .map(|rect| line.far_side(rect) + depth + separation)
        .max();
    let fresh =
        strip.contacts.iter().filter(|(_, at)| *at > charge.gone).map(|(_, at)| *at - separation).min();
    let mut distance = charge.reach;
    if let Some(stop) = fresh {
        distance = Inches(distance.0.min(stop.0).max(charge.gone.0));
    }
    if let Some(beyond) = beyond.filter(|_| game.rules.on(rule!("volley.melee.result.square.placement"))) {
        distance = Inches(distance.0.max(beyond.0));
    }
    if let Some(pose) = placing::ride_end(game, unit, line, distance) {
        let formation = game.unit(unit).formation;
        placing::stand(game, unit, pose, formation);
    }
    game.charges[at].gone = distance;
    game.reach_generals(unit, umpire)
}

/// Cavalry that fights its way past a square outside its own ride.
pub(super) fn passes<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    horse: UnitId,
    square: UnitId,
) -> Result<(), U::Pause> {
    roll_by(game, umpire, horse, square)?;
    if let (true, Some(pose)) = (game.is_standing(horse), game.unit(horse).pose) {
        let formation = game.unit(horse).formation;
        let depth = game.unit(horse).footprint(&game.rules).depth;
        if let Some(rect) = game.unit(square).rect() {
            let distance = pose.far_side(rect) + depth + game.separation();
            if let Some(pose) = placing::ride_end(game, horse, pose, distance) {
                placing::stand(game, horse, pose, formation);
            }
        }
    }
    Ok(())
}

/// The price of passing a square, and the duty to recall.
fn roll_by<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    horse: UnitId,
    square: UnitId,
) -> Result<(), U::Pause> {
    let must_recall = game.rules.on(rule!("volley.melee.result.square.recall"));
    let strikes = square_strikes(&game.rules);
    let fighter = if strikes { Some(game.fighter(umpire, square)?) } else { None };
    let thrower = if strikes { square } else { horse };
    let hand = umpire.hand(game.unit(thrower).side());
    let lost = passing_losses(hand, &game.rules, fighter.as_ref())?.min(game.unit(horse).figures);
    if !strikes {
        umpire.tell(|| passed(game, horse, square, lost));
    }
    game.lose(horse, lost, umpire)?;
    if game.is_standing(horse) && must_recall {
        game.unit_mut(horse).must_recall = true;
    }
    Ok(())
}

/// Guns whose supporter has gone: destroyed, unless the house spares them.
pub(crate) fn guns_alone<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    gun: Option<UnitId>,
    by: UnitId,
) -> Result<(), U::Pause> {
    let Some(gun) = gun.filter(|gun| game.is_standing(*gun)) else { return Ok(()) };
    let rule = rule!("volley.melee.result.artillery");
    if game.rules.plays(house!("melee.supported-artillery", "saved")) || !game.rules.on(rule) {
        return Ok(());
    }
    umpire.tell(|| Event::new(What::RiddenDown { unit: gun, by }, &[rule]));
    game.remove(gun, Standing::Destroyed, umpire)
}

/// What is told of horse that has passed a square which does not strike.
fn passed(game: &Volley, unit: UnitId, square: UnitId, lost: u32) -> Event {
    // In some houses horse that meets another enemy on its way is not recalled.
    let also_in_contact = !game.rules.plays(house!("recall.contact", "no-recall"));
    let must_recall = game.rules.on(rule!("volley.melee.result.square.recall"));
    let recall = lost < game.unit(unit).figures && must_recall && also_in_contact;
    let rules = [
        rule!("volley.melee.result.square.which"),
        rule!("volley.melee.result.square.no-dice"),
        rule!("volley.melee.result.square.pass-through"),
        rule!("volley.melee.result.square.placement"),
        rule!("volley.melee.result.square.casualty"),
        rule!("volley.melee.result.square.recall"),
    ];
    Event::new(What::PassesThrough { unit, square, lost, recall }, &rules)
}
