//! Charges: who may, how far, what lies on the way; skirmishers that run; closing and standing.

use crate::asks::{FormLineAsk, PressAsk, RollForSquareAsk, StandAsk, SupporterAsk};
use crate::event::{Event, What};
use crate::facts::{CanSupport, Caught, CoverOf, GeneralNear, InFlank, Locked, OnStrip, Room};
use crate::fire;
use crate::game::{Charge, ChargeState, Contact, Stage, Volley};
use crate::ids::{house, rule};
use crate::morale::{self, next_to_test, roll_losses};
use crate::movement::{self, Going, allowance, rate_of};
use crate::placing::{self, Retired, Stop, Strip};
use crate::question::StandChoice;
use crate::refusal::{Refusal, refuse};
use crate::rules::Rules;
use crate::unit::{Marker, Standing, Unit, UnitId};
use crate::words::{Arm, Cover, Formation, Grade, Nation, Test, Verdict};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::{Inches, Leg, Pose, Track};

/// A charge that may be made: its line and what it costs to get onto it.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    unit: UnitId,
    target: UnitId,
    /// `None` beside real figures.
    line: Option<Line>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    /// After the wheel.
    start: Pose,
    /// What the wheel took of the move.
    wheel: Inches,
}

impl Volley {
    /// Straight distance a charger has left after its wheel, without bonus dice.
    fn charge_rate(&self, id: UnitId, difficult: bool) -> Inches {
        let going =
            Going { in_command: !self.measured || self.in_command(id), difficult, ..Going::default() };
        allowance(&self.rules, rate_of(&self.rules, self.unit(id)), &going).inches
    }

    /// The most the bonus dice can add to a cavalry charge.
    fn most_bonus(&self, unit: &Unit) -> Inches {
        match self.rules.dice(rule!("volley.charge.cav.bonus")) {
            Some(pool) if unit.is(Arm::Cavalry) => Inches::whole((pool.count * pool.sides) as i32),
            _ => Inches::ZERO,
        }
    }
}

fn line_of(game: &Volley, unit: UnitId, wheel: i32) -> Option<Line> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let footprint = body.footprint(&game.rules);
    if wheel == 0 {
        return Some(Line { start: pose, wheel: Inches::ZERO });
    }
    let track = Track::new(pose, footprint, &[Leg::Wheel(wheel)]);
    Some(Line { start: track.end(), wheel: track.length() })
}

/// A wheel that brings the target onto the strip, the smallest that was found; for generals and screens.
pub fn aim(game: &Volley, unit: UnitId, target: UnitId) -> Option<i32> {
    let body = game.unit(unit);
    let rect = game.unit(target).rect()?;
    let pose = body.pose?;
    let most = game.most_wheel();
    let footprint = body.footprint(&game.rules);
    let reach = game.charge_rate(unit, false) + game.most_bonus(body);
    if !body.rect()?.is_within(rect, reach) {
        return None;
    }
    let hits = |wheel: i32| {
        let start = pose.wheeled(footprint.width, wheel);
        table::gap_ahead(start, footprint, reach, rect).is_some()
    };
    if hits(0) {
        return Some(0);
    }
    if game.rules.plays(house!("charge.path", "straight")) {
        return None;
    }
    let goals = [rect.nearest_point_to(pose.at.into()).stored(), rect.centre().stored()];
    for goal in goals {
        let mut wheel = pose.facing.off(pose.at.bearing_to(goal)).clamp(-most, most);
        for _ in 0..3 {
            let start = pose.wheeled(footprint.width, wheel);
            let error = start.facing.off(start.at.bearing_to(goal));
            wheel = (wheel + error).clamp(-most, most);
        }
        if hits(wheel) {
            return Some(wheel);
        }
    }
    None
}

/// Whether a charge may be declared.
pub(crate) fn check_charge(
    game: &Volley,
    side: Side,
    id: UnitId,
    target_id: UnitId,
    wheel: i32,
) -> Result<Declared, Refusal> {
    let unit = movement::may_act(game, side, id)?;
    let name = unit.name();
    let declare = house!("charge.declare");
    let Some(target) = game.get(target_id).filter(|target| target.on_table() && target.side() != side) else {
        return refuse(declare, format!("{name} must name an enemy unit on the table."));
    };
    let foe = target.name();
    movement::not_locked(game, id, rule!("volley.move.firefight.no-charge"), "charge")?;
    match unit.arm() {
        Arm::Skirmishers => {
            return refuse(house!("skirm.units"), format!("{name} are skirmishers and do not charge."));
        }
        Arm::Artillery => return refuse(declare, format!("{name} is artillery and does not charge.")),
        Arm::Infantry => may_infantry_charge(game, unit, target, target_id)?,
        Arm::Cavalry => {}
    }
    if unit.charge_refused {
        return refuse(
            rule!("volley.charge.inf.british-six"),
            format!("{name} rolled, and will not charge this turn."),
        );
    }
    if game.rules.plays(house!("move.order", "charges-first"))
        && game
            .of(side)
            .any(|(other, body)| body.acted && game.charges.iter().all(|charge| charge.charger != other))
    {
        return refuse(house!("move.order"), "Charges are made before any other unit moves.");
    }
    let first_phase_contact = game.in_old_melee(target_id);
    if first_phase_contact
        && (unit.is(Arm::Infantry) || game.rules.plays(house!("charge.melee-target", "none")))
    {
        return refuse(house!("charge.melee-target"), format!("{foe} is in melee and may not be charged."));
    }
    if game.rules.plays(house!("charge.several", "one-charger"))
        && game.charges_on(target_id).next().is_some()
    {
        return refuse(house!("charge.several"), format!("{foe} is being charged already."));
    }
    let horse_on_it = game.charges.iter().filter(|charge| {
        game.unit(charge.charger).is(Arm::Cavalry)
            && game.unit(charge.charger).side() == side
            && charge.contacts.iter().any(|contact| contact.charged() == target_id)
    });
    if target.is(Arm::Cavalry)
        && let Some(limit) = game.rules.main(rule!("volley.charge.cav.one-per-cavalry"))
        && horse_on_it.count() >= limit.max(0) as usize
    {
        return refuse(
            rule!("volley.charge.cav.one-per-cavalry"),
            format!("{foe} is in contact with one charger already."),
        );
    }
    if wheel.abs() > game.most_wheel() + 8 {
        return refuse(rule!("volley.move.wheel"), format!("{name} would wheel more than 45°."));
    }
    if wheel != 0 && game.rules.plays(house!("charge.path", "straight")) {
        return refuse(house!("charge.path"), format!("{name} must charge straight ahead."));
    }
    if !game.measured {
        return Ok(Declared { unit: id, target: target_id, line: None });
    }
    let Some(line) = line_of(game, id, wheel) else {
        return refuse(declare, format!("{name} is not placed."));
    };
    if game.rules.plays(house!("charge.declare", "visible-and-reachable"))
        && !game.sees_to_charge(id, target_id)
    {
        return refuse(declare, format!("{name} does not see {foe}."));
    }
    reaches(game, unit, id, target_id, line)?;
    Ok(Declared { unit: id, target: target_id, line: Some(line) })
}

/// Whether a nation's infantry charges from column only: all but the British.
pub fn only_in_column(rules: &Rules, nation: Nation) -> bool {
    nation != Nation::British && rules.on(rule!("volley.charge.inf.column-only"))
}

fn may_infantry_charge(game: &Volley, unit: &Unit, target: &Unit, target_id: UnitId) -> Result<(), Refusal> {
    let name = unit.name();
    if only_in_column(&game.rules, unit.nation()) && unit.formation != Formation::Column {
        let why = format!("{name} cannot charge: it is in {}, and only a column may.", unit.formation);
        return refuse(rule!("volley.charge.inf.column-only"), why);
    }
    if unit.formation.is_closed() {
        return refuse(house!("charge.declare"), format!("{name} cannot charge in {}.", unit.formation));
    }
    let no_cavalry = rule!("volley.charge.inf.no-cavalry");
    if target.is(Arm::Cavalry) && game.rules.on(no_cavalry) {
        return refuse(
            no_cavalry,
            format!("{name} is infantry and cannot charge cavalry ({}).", target.name()),
        );
    }
    let one = rule!("volley.charge.inf.one-per-target");
    if let Some(limit) = game.rules.main(one) {
        let others = game.charges.iter().filter(|charge| {
            game.unit(charge.charger).is(Arm::Infantry)
                && (charge.target == target_id
                    || charge.contacts.iter().any(|contact| contact.charged() == target_id))
        });
        if others.count() >= limit.max(0) as usize {
            return refuse(one, format!("{} is being charged by infantry already.", target.name()));
        }
    }
    Ok(())
}

/// Infantry must get there with its move; cavalry with its rate and the best of its dice.
fn reaches(game: &Volley, unit: &Unit, id: UnitId, target: UnitId, line: Line) -> Result<(), Refusal> {
    let name = unit.name();
    let foe = game.name(target);
    let footprint = unit.footprint(&game.rules);
    let Some(rect) = game.unit(target).rect() else {
        return refuse(house!("charge.declare"), "It is not placed.");
    };
    let far = Inches::whole(60);
    let Some(gap) = table::gap_ahead(line.start, footprint, far, rect) else {
        return refuse(
            house!("charge.path"),
            format!("{foe} is not straight ahead of {name} after that wheel."),
        );
    };
    // The ground between the two decides about halving.
    let way = Track::new(line.start, footprint, &[Leg::Ahead(gap)]);
    let ground = game.scenario.terrain.along(way.sweeps());
    let difficult = unit.is(Arm::Infantry) && ground.difficult;
    let most = game.charge_rate(id, difficult) - line.wheel + game.most_bonus(unit);
    let normal_move = rule!("volley.charge.inf.move");
    // Without the rule of the normal move nothing limits how far infantry comes from.
    if gap > most && (!unit.is(Arm::Infantry) || game.rules.on(normal_move)) {
        let rule = if unit.is(Arm::Infantry) { normal_move } else { rule!("volley.charge.cav.bonus") };
        return refuse(rule, format!("{foe} is {gap} away, and {name} can charge {most} at most."));
    }
    if !unit.is(Arm::Infantry) {
        if line.wheel > game.charge_rate(id, false) {
            return refuse(house!("charge.path"), format!("{name} cannot wheel so far."));
        }
        return not_through_friends(game, unit, id, target, line, gap);
    }
    if ground.impassable {
        return refuse(house!("move.difficult-scope"), format!("{name} cannot pass there."));
    }
    let wheel = Track::new(unit.pose.unwrap_or(line.start), footprint, &[]);
    let Strip { contacts, .. } = placing::strip(game, id, line.start, gap);
    if let Some((first, _)) = contacts.iter().find(|(other, at)| *other != target && *at < gap) {
        return refuse(
            house!("charge.path"),
            format!("{} stands between {name} and {foe}.", game.name(*first)),
        );
    }
    let through_guns = game.rules.on(rule!("volley.charge.inf.through-artillery"));
    for (other_id, other) in game.of(unit.side()) {
        let passes = other.is_open() || (other.is(Arm::Artillery) && through_guns);
        if other_id == id || passes {
            continue;
        }
        let in_way = other.rect().is_some_and(|r| way.first_hit(r) && !wheel.first_hit(r));
        if in_way {
            let why = format!("{} is in the way of {name}.", other.name());
            return if other.is(Arm::Artillery) {
                refuse(rule!("volley.charge.inf.through-artillery"), why)
            } else {
                refuse(house!("charge.path"), why)
            };
        }
    }
    Ok(())
}

/// No friendly cavalry or infantry before the target; those beyond it only stop the ride.
fn not_through_friends(
    game: &Volley,
    unit: &Unit,
    id: UnitId,
    target: UnitId,
    line: Line,
    gap: Inches,
) -> Result<(), Refusal> {
    let rule = rule!("volley.charge.cav.not-through-friends");
    let footprint = unit.footprint(&game.rules);
    let before = |other: &Unit| {
        matches!(other.arm(), Arm::Infantry | Arm::Cavalry)
            && other
                .rect()
                .and_then(|rect| table::gap_ahead(line.start, footprint, gap, rect))
                .is_some_and(|at| at < gap)
    };
    match game.of(unit.side()).find(|(other_id, other)| *other_id != id && before(other)) {
        Some((_, friend)) if game.rules.on(rule) => refuse(
            rule,
            format!("{} may not charge {} through {}.", unit.name(), game.name(target), friend.name()),
        ),
        _ => Ok(()),
    }
}

// -------------------------------------------------------------- the charge runs ----

/// Phases 3 and 8: declares and runs a charge to its first contact.
pub(crate) fn charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    declared: Declared,
) -> Result<(), U::Pause> {
    let Declared { unit, target, line } = declared;
    if !game.measured && umpire.see(game, Locked { unit })? {
        umpire.tell(|| Event::new(What::Lapsed { unit }, &[rule!("volley.move.firefight.no-charge")]));
        return Ok(());
    }
    if !may_british_charge(game, umpire, unit, target)? {
        game.unit_mut(unit).charge_refused = true;
        return Ok(());
    }
    let from = game.unit(unit).pose;
    let flank = umpire.see(game, InFlank { from, charger: unit, target })?;
    umpire.tell(|| Event::new(What::Charges { unit, target, flank }, &[]));
    game.unit_mut(unit).acted = true;
    match game.unit(unit).arm() {
        Arm::Cavalry => cavalry_charge(game, umpire, unit, target, line, from),
        Arm::Infantry | Arm::Skirmishers | Arm::Artillery => {
            infantry_charge(game, umpire, unit, target, line, from, flank)
        }
    }
}

/// The face infantry must roll to be allowed to charge, if it must roll at all: British infantry with no
/// general, unless it charges defensive ground.
pub fn charge_roll(rules: &Rules, nation: Nation, arm: Arm, general: bool, cover: Cover) -> Option<u32> {
    let need = rules.main(rule!("volley.charge.inf.british-six"))?;
    let led = general && rules.on(rule!("volley.charge.inf.british-general"));
    let at_cover = cover != Cover::None && rules.on(rule!("volley.charge.inf.british-defensive"));
    let rolls = arm == Arm::Infantry && nation == Nation::British && !led && !at_cover;
    rolls.then_some(need.max(2) as u32)
}

/// The face wavering infantry needs to form square before cavalry, where it may try.
pub fn late_square(rules: &Rules, nation: Nation, formation: Formation, by_cavalry: bool) -> Option<u32> {
    let need = rules.main(rule!("volley.stand.fail12.british-square"))?;
    (by_cavalry && nation == Nation::British && !formation.is_closed()).then_some(need.max(2) as u32)
}

/// Whether a charge that may need a roll goes in.
fn may_british_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
) -> Result<bool, U::Pause> {
    let body = game.unit(unit);
    let (nation, arm) = (body.nation(), body.arm());
    if charge_roll(&game.rules, nation, arm, false, Cover::None).is_none() {
        return Ok(true);
    }
    let general = game.has_general(unit)
        || (game.rules.plays(house!("charge.british-roll", "general-in-range"))
            && umpire.see(game, GeneralNear { unit })?);
    let cover = umpire.see(game, CoverOf { unit: target })?;
    let Some(need) = charge_roll(&game.rules, nation, arm, general, cover) else { return Ok(true) };
    let may = umpire.shows(need)?;
    umpire.tell(|| Event::new(What::ChargeRoll { unit, may }, &[rule!("volley.charge.inf.british-six")]));
    Ok(may)
}

/// Skirmishers in the way of a charge shoot, then run; whoever is reached is lost.
fn skirmishers_run<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    skirmishers: UnitId,
) -> Result<(), U::Pause> {
    let body = game.unit(skirmishers);
    if game.rules.on(rule!("volley.skirm.charged.shoot")) && !body.shot && fire::may_shoot(game, skirmishers)
    {
        let hits = fire::one_volley(game, umpire, skirmishers, charger)?;
        game.unit_mut(skirmishers).shot = true;
        fire::shot_off(game, umpire, charger, hits)?;
    }
    let ridden = game.unit(charger).is(Arm::Cavalry)
        && game.rules.plays(house!("charge.cavalry-vs-skirmishers", "ridden-down"));
    let Some(pool) = game.rules.dice(rule!("volley.skirm.charged.evade")) else { return Ok(()) };
    if ridden || !game.is_standing(charger) {
        return Ok(());
    }
    let by = umpire.total(pool)?;
    umpire
        .tell(|| Event::new(What::Evades { unit: skirmishers, by }, &[rule!("volley.skirm.charged.evade")]));
    if let Retired::OffTable = placing::evade(game, skirmishers, charger, Inches::whole(by as i32)) {
        game.remove(skirmishers, Standing::LeftTable, umpire)?;
    }
    Ok(())
}

/// Whether the charge still reaches skirmishers after they have run; if so they are gone.
fn cut_down<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    skirmishers: UnitId,
    line: Option<Pose>,
    reach: Inches,
) -> Result<bool, U::Pause> {
    let destroyed = rule!("volley.skirm.contact.destroyed");
    let never = game.rules.plays(house!("skirm.charger-after", "always-escape"));
    if !game.is_standing(skirmishers) || !game.is_standing(charger) || never || !game.rules.on(destroyed) {
        return Ok(false);
    }
    if !umpire.see(game, Caught { charger, skirmishers, line, reach })? {
        return Ok(false);
    }
    umpire.tell(|| Event::new(What::CutDown { unit: skirmishers, by: charger }, &[destroyed]));
    game.remove(skirmishers, Standing::Destroyed, umpire)?;
    Ok(true)
}

fn infantry_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    line: Option<Line>,
    from: Option<Pose>,
    flank: bool,
) -> Result<(), U::Pause> {
    let start = line.map(|line| line.start);
    let gap = measured_gap(game, unit, target, start);
    let difficult = start.is_some_and(|start| {
        let way = Track::new(start, game.unit(unit).footprint(&game.rules), &[Leg::Ahead(gap)]);
        game.scenario.terrain.along(way.sweeps()).difficult
    });
    let reach = game.charge_rate(unit, difficult) - line.map_or(Inches::ZERO, |line| line.wheel);
    if game.unit(target).is_open() {
        skirmishers_run(game, umpire, unit, target)?;
        let caught = cut_down(game, umpire, unit, target, start, reach)?;
        // Nobody is left to close with: the column goes on to where they stood.
        if game.is_standing(unit)
            && let Some(start) = start
        {
            let upto = if caught { gap } else { Inches(gap.0.min(reach.0)) };
            advance(game, umpire, unit, start, upto)?;
        }
        return game.reach_generals(unit, umpire);
    }
    let mut contact = Contact { unit: target, at: gap, flank, supporter: None, fired: false };
    contact.supporter = pick_supporter(game, umpire, target)?;
    if let Some(start) = start {
        placing::contact(game, unit, start, gap, target);
    }
    game.charges.push(Charge {
        charger: unit,
        target,
        from,
        line: start,
        reach,
        gone: gap,
        contacts: vec![contact],
        state: ChargeState::Closing,
    });
    game.reach_generals(unit, umpire)
}

fn measured_gap(game: &Volley, unit: UnitId, target: UnitId, start: Option<Pose>) -> Inches {
    let footprint = game.unit(unit).footprint(&game.rules);
    let rect = game.unit(target).rect();
    start
        .zip(rect)
        .and_then(|(start, rect)| table::gap_ahead(start, footprint, Inches::whole(60), rect))
        .unwrap_or(Inches::ZERO)
}

/// Straight on, at most so far, and short of any enemy and of whatever cannot be passed.
fn advance<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    line: Pose,
    upto: Inches,
) -> Result<(), U::Pause> {
    let Strip { contacts, stop } = placing::strip(game, unit, line, upto);
    let separation = game.separation();
    let enemy = contacts.iter().map(|(_, at)| *at - separation).min();
    let other = stop.map(|(at, _)| at);
    let distance = [Some(upto), enemy, other].into_iter().flatten().min().unwrap_or(upto);
    let distance = Inches(distance.0.max(0));
    let formation = game.unit(unit).formation;
    let short = (0..60).map(|n| line.ahead(Inches((distance.0 - 250 * n).max(0))));
    if let Some(pose) = short.into_iter().find(|pose| placing::fits(game, unit, *pose, formation)) {
        placing::stand(game, unit, pose, formation);
        umpire.tell(|| Event::new(What::Advances { unit }, &[]));
    }
    game.reach_generals(unit, umpire)
}

/// The unit that fights for guns that are charged, by its owner's choice.
pub(crate) fn pick_supporter<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    gun: UnitId,
) -> Result<Option<UnitId>, U::Pause> {
    let battery = game.unit(gun);
    let fights = rule!("volley.melee.artillery.support-fights");
    if !battery.is(Arm::Artillery) || battery.formation == Formation::Limbered || !game.rules.on(fights) {
        return Ok(None);
    }
    let mut units = umpire.see(game, CanSupport { gun })?;
    units.retain(|id| {
        let unit = game.unit(*id);
        unit.side() == battery.side()
            && matches!(unit.arm(), Arm::Infantry | Arm::Cavalry)
            && !game.in_melee(*id)
    });
    let chosen = match units.as_slice() {
        [] => return Ok(None),
        [only] => *only,
        [nearest, ..] if game.rules.plays(house!("artillery.support-choice", "nearest")) => *nearest,
        _ => umpire.ask(game, SupporterAsk { gun, units })?,
    };
    umpire.tell(|| {
        let rules = [fights, rule!("volley.melee.artillery.support-distance")];
        Event::new(What::SupportedBy { gun, unit: chosen }, &rules)
    });
    Ok(Some(chosen))
}

fn cavalry_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    line: Option<Line>,
    from: Option<Pose>,
) -> Result<(), U::Pause> {
    let formation = game.unit(unit).formation;
    if game.rules.on(rule!("volley.charge.cav.marker")) {
        game.unit_mut(unit).marker = Some(Marker { pose: from, formation });
    }
    game.unit_mut(unit).initiated = true;
    let bonus = match game.rules.dice(rule!("volley.charge.cav.bonus")) {
        Some(pool) => umpire.total(pool)?,
        None => 0,
    };
    let wheel = line.map_or(Inches::ZERO, |line| line.wheel);
    let mut reach = game.charge_rate(unit, false) - wheel + Inches::whole(bonus as i32);
    if !game.rules.on(rule!("volley.charge.cav.stop.end")) {
        reach = reach.times(4);
    }
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.bonus"), rule!("volley.charge.cav.marker")];
        Event::new(What::Gallops { unit, bonus, reach }, &rules)
    });
    let start = line.map(|line| line.start);
    let mut contacts = strip_contacts(game, umpire, unit, target, start, &mut reach, from)?;
    // Skirmishers on the strip act at once and stop nobody.
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
    let short = game.separation();
    let mut distances: Vec<(UnitId, Inches)> = met.iter().map(|id| (*id, Inches::ZERO)).collect();
    if let Some(line) = line {
        let Strip { contacts, stop } = placing::strip(game, unit, line, *reach);
        distances = contacts;
        if let Some((at, why)) = stop {
            let stops = match why {
                Stop::FriendlyInfantry => rule!("volley.charge.cav.stop.friendly-infantry"),
                Stop::FriendlyCavalry => rule!("volley.charge.cav.stop.friendly-cavalry"),
                Stop::Difficult => rule!("volley.charge.cav.stop.difficult"),
                Stop::FriendlyGuns => rule!("volley.charge.cav.not-through-friends"),
                Stop::Impassable | Stop::Edge => rule!("volley.charge.cav.stop.end"),
            };
            let short = if why == Stop::Edge { Inches::ZERO } else { short };
            // An enemy met before the obstacle is met, however near the two are.
            let met = distances
                .iter()
                .filter(|(id, gap)| *gap < at && !game.unit(*id).is_open())
                .map(|(_, gap)| *gap)
                .max();
            *reach = (at - short).max(met.unwrap_or_default()).max(Inches::ZERO);
            umpire.tell(|| Event::new(What::Stopped { unit, by: why }, &[stops]));
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
            && game.rules.main(rule!("volley.charge.cav.one-per-cavalry")).is_some_and(|limit| {
                let on = game.charges.iter().filter(|charge| charge.contacts.iter().any(|c| c.unit == id));
                on.count() >= limit.max(0) as usize
            });
        let not_named =
            id != target && !body.is_open() && game.rules.plays(house!("charge.sweep", "named-only"));
        if taken || not_named {
            *reach = Inches((at - short).0.max(0));
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
            break;
        }
    }
    Ok(contacts)
}

// ------------------------------------------------------------------- phases 4, 9 ----

/// Whether a unit tests in the closing phase, and why.
fn closes(game: &Volley, id: UnitId) -> (bool, bool) {
    let unit = game.unit(id);
    let charging =
        game.charges.iter().any(|charge| charge.charger == id && charge.state == ChargeState::Closing);
    let shot = unit.shot_losses > 0 && game.rules.on(rule!("volley.close.who.shooting"));
    let exempt = game.is_charging_cavalry(id) && game.rules.on(rule!("volley.close.exempt.cavalry"));
    let tests = !exempt && morale::tests_at_all(game, id);
    (tests && shot, tests && charging && game.rules.on(rule!("volley.close.who.charging")))
}

pub(crate) fn close<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let candidates: Vec<UnitId> = game
        .of(side)
        .map(|(id, _)| id)
        .filter(|id| !game.tested.contains(id) && closes(game, *id) != (false, false))
        .collect();
    let Some(unit) = next_to_test(game, umpire, side, candidates)? else {
        morale::forget_shots(game);
        game.stage = Stage::End;
        return Ok(());
    };
    game.tested.push(unit);
    let (shot, charging) = closes(game, unit);
    let mut reasons = vec![(shot, charging)];
    if shot && charging && game.rules.plays(house!("morale.timing", "one-per-reason")) {
        reasons = vec![(true, false), (false, true)];
    }
    for (shot, charging) in reasons {
        let mut why = Vec::new();
        if shot {
            why.push(rule!("volley.close.who.shooting"));
        }
        if charging {
            why.push(rule!("volley.close.who.charging"));
        }
        let facts = morale::Morale { charging, ..game.morale_facts(unit, Test::Close) };
        let verdict = morale::test(game, umpire, unit, &facts, &why)?;
        closing_result(game, umpire, unit, side, verdict)?;
        if verdict != Verdict::Pass {
            break;
        }
    }
    Ok(())
}

/// What a closing test does, by nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CloseResult {
    /// The charge goes on, or the unit carries on.
    GoesOn,
    /// The charger ends so far from its target, in line if there is room.
    FormsLine(Inches),
    /// The charger ends so far from its target as it is.
    SetBack(Inches),
    /// No charger: it stands, or it is as if it had passed.
    Stands,
    Routs,
}

/// The table of phases 4 and 9.
pub fn close_result(
    rules: &Rules,
    nation: Nation,
    infantry: bool,
    charging: bool,
    verdict: Verdict,
) -> (CloseResult, Vec<RuleId>) {
    match verdict {
        Verdict::Rout => (CloseResult::Routs, vec![rule!("volley.morale.band.rout")]),
        Verdict::Pass => {
            let passed = match nation {
                Nation::French => rule!("volley.close.pass.french"),
                Nation::Austrian | Nation::Prussian | Nation::British => rule!("volley.close.pass.allied"),
            };
            // Without the rule a pass carries nobody forward.
            let result = if rules.on(passed) { CloseResult::GoesOn } else { CloseResult::Stands };
            (result, vec![passed])
        }
        Verdict::Fail if charging && infantry => {
            let (rule, line) = match nation {
                Nation::French => (rule!("volley.close.fail12.french-form-line"), true),
                Nation::Austrian => (rule!("volley.close.fail12.austrian-form-line"), true),
                Nation::Prussian => (rule!("volley.close.fail12.prussian-back"), false),
                Nation::British => (rule!("volley.close.fail12.british-charging"), false),
            };
            match rules.inches(rule) {
                Some(by) if line => (CloseResult::FormsLine(by), vec![rule]),
                Some(by) => (CloseResult::SetBack(by), vec![rule]),
                None => (CloseResult::GoesOn, Vec::new()),
            }
        }
        Verdict::Fail => {
            let rule = match (nation, infantry) {
                (Nation::French, _) => rule!("volley.close.fail12.french-others"),
                (Nation::Austrian, _) => rule!("volley.close.fail12.austrian-others"),
                (Nation::Prussian, _) => rule!("volley.close.fail12.prussian-others"),
                (Nation::British, true) => rule!("volley.close.fail12.british-stay"),
                (Nation::British, false) => rule!("volley.close.fail12.british-cavalry"),
            };
            (CloseResult::Stands, vec![rule])
        }
    }
}

fn closing_result<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    _side: Side,
    verdict: Verdict,
) -> Result<(), U::Pause> {
    let at =
        game.charges.iter().position(|charge| charge.charger == unit && charge.state == ChargeState::Closing);
    let body = game.unit(unit);
    let (nation, infantry) = (body.nation(), matches!(body.arm(), Arm::Infantry | Arm::Skirmishers));
    let (result, rules) = close_result(&game.rules, nation, infantry, at.is_some(), verdict);
    match (result, at) {
        (CloseResult::Routs, _) => game.remove(unit, Standing::Routed, umpire)?,
        (CloseResult::GoesOn, _) => umpire.tell(|| Event::new(What::CarriesOn { unit }, &rules)),
        (CloseResult::Stands, at) => {
            if let Some(at) = at {
                game.charges[at].state = ChargeState::Over;
            }
            // 'Stand in place' on A15 and P7, 'pass' on Br8: the same unless the house halts them.
            let stands =
                game.rules.on(rules.first().copied().unwrap_or(rule!("volley.close.fail12.french-others")));
            if stands && verdict == Verdict::Fail {
                if game.rules.plays(house!("morale.stand-in-place", "halted")) {
                    game.unit_mut(unit).halted = 1;
                    game.unit_mut(unit).silenced = true;
                }
                umpire.tell(|| Event::new(What::CarriesOn { unit }, &rules));
            }
        }
        (CloseResult::FormsLine(by), Some(at)) => {
            game.charges[at].state = ChargeState::Over;
            let target = game.charges[at].target;
            forms_line_short(game, umpire, unit, target, by, &rules)?;
        }
        (CloseResult::SetBack(by), Some(at)) => {
            game.charges[at].state = ChargeState::Over;
            let target = game.charges[at].target;
            set_back(game, unit, target, by, at);
            let formation = game.unit(unit).formation;
            umpire.tell(|| Event::new(What::ShortOf { unit, target, by, formation }, &rules));
        }
        (CloseResult::FormsLine(_) | CloseResult::SetBack(_), None) => {}
    }
    Ok(())
}

/// Straight back along its path, to the gap, in the formation it has.
fn set_back(game: &mut Volley, unit: UnitId, target: UnitId, gap: Inches, charge: usize) {
    let formation = game.unit(unit).formation;
    if let (Some(from), true) =
        (game.charges[charge].from, game.rules.plays(house!("charge.placement", "at-start")))
        && placing::fits(game, unit, from, formation)
    {
        placing::stand(game, unit, from, formation);
        return;
    }
    if let Some(pose) = placing::back_from(game, unit, target, gap)
        && let Some(pose) = placing::settle_back(game, unit, pose, formation)
    {
        placing::stand(game, unit, pose, formation);
    }
}

/// The charger goes into line short of the target; without room it pays and stays as it is.
fn forms_line_short<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    gap: Inches,
    why: &[RuleId],
) -> Result<(), U::Pause> {
    let austrian = game.unit(unit).nation() == Nation::Austrian;
    let crowding = rule!("volley.close.fail12.austrian-crowding");
    let crowded = austrian && morale::crowd(game, umpire, unit, crowding)?;
    if !game.is_standing(unit) {
        return Ok(());
    }
    let at = placing::back_from(game, unit, target, gap);
    let keeps = crowded && game.rules.plays(house!("crowding.line", "or"));
    if !keeps && umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::ShortOf { unit, target, by: gap, formation: Formation::Line }, why));
        return Ok(());
    }
    let no_room = if austrian { crowding } else { rule!("volley.close.fail12.french-no-room") };
    if let Some(pool) = game.rules.dice(no_room).filter(|_| !crowded) {
        let lost = roll_losses(umpire, pool)?;
        let lost = game.lose(unit, lost, umpire)?;
        umpire.tell(|| Event::new(What::NoRoom { unit, formation: Formation::Line, lost }, &[no_room]));
    }
    if game.is_standing(unit) {
        let formation = game.unit(unit).formation;
        if let Some(pose) = at.and_then(|at| placing::settle_back(game, unit, at, formation)) {
            placing::stand(game, unit, pose, formation);
        }
        umpire.tell(|| Event::new(What::ShortOf { unit, target, by: gap, formation }, why));
    }
    Ok(())
}

// ------------------------------------------------------------------ phases 5, 10 ----

/// Units of the side that must test to stand: infantry that is charged and not in melee already.
fn must_stand(game: &Volley, side: Side) -> Vec<UnitId> {
    let named = match side {
        Side::Allied => game.rules.on(rule!("volley.stand.who.allied")),
        Side::French => game.rules.on(rule!("volley.stand.who.french")),
    };
    game.of(side)
        .filter(|(id, unit)| {
            let in_melee = game.in_old_melee(*id) && game.rules.on(rule!("volley.stand.exempt.in-melee"));
            let arm = match unit.arm() {
                Arm::Infantry => true,
                Arm::Cavalry => !game.rules.on(rule!("volley.stand.exempt.cavalry")),
                Arm::Artillery => game.rules.plays(house!("artillery.charged", "tests")),
                Arm::Skirmishers => false,
            };
            named && arm && !in_melee && !game.tested.contains(id) && game.charges_on(*id).next().is_some()
        })
        .map(|(id, _)| id)
        .collect()
}

pub(crate) fn stand<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let candidates = must_stand(game, side);
    let Some(unit) = next_to_test(game, umpire, side, candidates)? else {
        return bring_into_contact(game, umpire, side);
    };
    game.tested.push(unit);
    let flank = game.charges_on(unit).any(|(_, contact)| contact.flank);
    let facts = morale::Morale { flank, ..game.morale_facts(unit, Test::Stand) };
    let who = match side {
        Side::Allied => rule!("volley.stand.who.allied"),
        Side::French => rule!("volley.stand.who.french"),
    };
    let verdict = morale::test(game, umpire, unit, &facts, &[who])?;
    if !game.unit(unit).is(Arm::Infantry) {
        if verdict == Verdict::Rout {
            game.remove(unit, Standing::Routed, umpire)?;
        }
        return Ok(());
    }
    let infantry: Vec<UnitId> = chargers(game, unit, Arm::Infantry);
    let cavalry: Vec<UnitId> = chargers(game, unit, Arm::Cavalry);
    match verdict {
        Verdict::Pass => stands_firm(game, umpire, unit, &infantry, &cavalry),
        Verdict::Fail => stands_shaken(game, umpire, unit, &infantry, &cavalry),
        Verdict::Rout => game.remove(unit, Standing::Routed, umpire),
    }
}

fn chargers(game: &Volley, unit: UnitId, arm: Arm) -> Vec<UnitId> {
    game.charges_on(unit).map(|(charge, _)| charge.charger).filter(|id| game.unit(*id).is(arm)).collect()
}

/// The closed formation infantry that passes may take, by nation and formation, with its rule.
pub fn closes_up_into(rules: &Rules, nation: Nation, formation: Formation) -> Option<(Formation, RuleId)> {
    let (into, rule) = match (nation, formation) {
        (_, Formation::Square | Formation::Masse) => return None,
        (Nation::Austrian, Formation::Column) => (Formation::Masse, rule!("volley.stand.pass.masse")),
        (Nation::Prussian, _) => (Formation::Square, rule!("volley.stand.pass.prussian-square")),
        (Nation::French, _) => (Formation::Square, rule!("volley.stand.pass.french-square")),
        (Nation::British, Formation::Line) => (Formation::Square, rule!("volley.stand.pass.british-square")),
        (Nation::Austrian | Nation::British, _) => return None,
    };
    rules.on(rule).then_some((into, rule))
}

/// What a unit that passes may do besides standing, by nation and by who charges.
pub(crate) fn stand_choices(game: &Volley, unit: UnitId, by_infantry: bool) -> Vec<StandChoice> {
    let body = game.unit(unit);
    let mut may = vec![StandChoice::Stay];
    if let Some((into, _)) = closes_up_into(&game.rules, body.nation(), body.formation) {
        let room = placing::reformed(game, unit, into, None)
            .is_none_or(|at| placing::fits_now(game, unit, at, into));
        if room && movement::open_enough(game, body) {
            may.push(if into == Formation::Masse { StandChoice::Masse } else { StandChoice::Square });
        }
    }
    let goes_in = body.nation() == Nation::British
        && body.formation == Formation::Line
        && game.rules.on(rule!("volley.stand.pass.british-countercharge"))
        && !game.rules.plays(house!("stand.british-countercharge", "off"));
    if goes_in && by_infantry {
        may.push(StandChoice::CounterCharge);
    }
    may
}

fn stands_firm<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    infantry: &[UnitId],
    cavalry: &[UnitId],
) -> Result<(), U::Pause> {
    if !game.rules.on(rule!("volley.stand.pass.stand")) {
        // Nothing else that is printed keeps it on its ground.
        return game.remove(unit, Standing::Routed, umpire);
    }
    let may = stand_choices(game, unit, !infantry.is_empty());
    let choice = if may.len() > 1 { umpire.ask(game, StandAsk { unit, may })? } else { StandChoice::Stay };
    match choice {
        StandChoice::Stay => {
            umpire.tell(|| Event::new(What::CarriesOn { unit }, &[rule!("volley.stand.pass.stand")]));
        }
        StandChoice::Square | StandChoice::Masse => {
            let body = game.unit(unit);
            if let Some((formation, rule)) = closes_up_into(&game.rules, body.nation(), body.formation) {
                close_up(game, umpire, unit, formation, rule)?;
            }
        }
        StandChoice::CounterCharge => {
            for charger in infantry {
                placing::join(game, *charger, unit, None);
                end_charge(game, *charger);
                let what = What::CounterCharges { unit, charger: *charger };
                umpire.tell(|| Event::new(what, &[rule!("volley.stand.pass.british-countercharge")]));
            }
        }
    }
    if choice != StandChoice::CounterCharge {
        for charger in infantry {
            held_off(game, umpire, *charger, unit)?;
        }
    }
    if game.rules.plays(house!("stand.pass-vs-cavalry", "repulse")) {
        for horse in cavalry {
            let short = game.separation();
            if let Some(at) = game.charges.iter().position(|charge| charge.charger == *horse) {
                game.charges[at].state = ChargeState::Over;
                set_back(game, *horse, unit, short, at);
            }
        }
    }
    Ok(())
}

fn end_charge(game: &mut Volley, charger: UnitId) {
    for charge in game.charges.iter_mut().filter(|charge| charge.charger == charger) {
        charge.state = ChargeState::Over;
    }
}

/// Forms square or masse before a charge; cavalry in contact gets its two dice at once.
fn close_up<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    formation: Formation,
    rule: RuleId,
) -> Result<(), U::Pause> {
    let at = placing::reformed(game, unit, formation, None);
    placing::reform(game, unit, formation, at);
    placing::make_way(game, unit);
    umpire.tell(|| Event::new(What::Formed { unit, formation }, &[rule]));
    let owed: Vec<(usize, UnitId)> = game
        .charges
        .iter()
        .enumerate()
        .filter(|(_, charge)| charge.state == ChargeState::Riding)
        .filter(|(_, charge)| {
            charge.contacts.iter().any(|contact| contact.charged() == unit && !contact.fired)
        })
        .map(|(at, charge)| (at, charge.charger))
        .collect();
    for (at, cavalry) in owed {
        fire::fire_square(game, umpire, unit, cavalry, at)?;
    }
    Ok(())
}

/// Charging infantry whose target stands: set back, unless the Guard presses on.
fn held_off<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    if !game.is_standing(charger) {
        return Ok(());
    }
    if presses_on(game, umpire, charger)? {
        end_charge(game, charger);
        if game.is_standing(charger) {
            placing::join(game, charger, target, gun_of(game, charger, target));
        }
        return Ok(());
    }
    let placed = rule!("volley.stand.pass.charger-placed");
    let Some(gap) = game.rules.inches(placed) else {
        // Without the rule the charge is not held off.
        end_charge(game, charger);
        placing::join(game, charger, target, gun_of(game, charger, target));
        return Ok(());
    };
    if let Some(at) = game.charges.iter().position(|charge| charge.charger == charger) {
        // From the guns too, where the target stands for them.
        for foe in gun_of(game, charger, target).into_iter().chain([target]) {
            if game.distance(charger, foe) < gap {
                set_back(game, charger, foe, gap, at);
            }
        }
    }
    end_charge(game, charger);
    let formation = game.unit(charger).formation;
    umpire.tell(|| Event::new(What::ShortOf { unit: charger, target, by: gap, formation }, &[placed]));
    may_form_line(game, umpire, charger)
}

fn gun_of(game: &Volley, charger: UnitId, target: UnitId) -> Option<UnitId> {
    let charge = game.charges.iter().find(|charge| charge.charger == charger)?;
    let contact = charge.contacts.iter().find(|contact| contact.charged() == target)?;
    contact.supporter.map(|_| contact.unit)
}

/// A15 and P7: French Guard infantry may lose a figure and go in all the same.
fn presses_on<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<bool, U::Pause> {
    let guard = rule!("volley.stand.pass.guard");
    let body = game.unit(unit);
    let br8 = game.rules.flag(house!("br8.guard")) && game.rules.sheet == crate::words::Sheet::Br8;
    let price = game.rules.main(guard).or(br8.then_some(1));
    let Some(price) = price.filter(|_| body.profile.guard && body.nation() == Nation::French) else {
        return Ok(false);
    };
    if game.rules.plays(house!("stand.guard", "off")) || !umpire.ask(game, PressAsk { unit })? {
        return Ok(false);
    }
    game.lose(unit, price.max(0) as u32, umpire)?;
    umpire.tell(|| Event::new(What::Presses { unit }, &[guard]));
    Ok(true)
}

/// A charger that was held off may form line, where its sheet says so.
fn may_form_line<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let body = game.unit(unit);
    let rule = match body.nation() {
        Nation::French => {
            // Br8 keeps the French as they are; A15 and P7 let them deploy.
            if game.rules.on(rule!("volley.stand.pass.french-keep-formation")) {
                return Ok(());
            }
            rule!("volley.stand.pass.french-may-line")
        }
        Nation::Austrian => rule!("volley.stand.pass.austrian-may-line"),
        Nation::Prussian if body.grade() != Grade::Conscript => rule!("volley.stand.pass.prussian-may-line"),
        Nation::Prussian => return Ok(()),
        Nation::British => {
            if game.rules.on(rule!("volley.stand.pass.british-halted")) {
                return Ok(());
            }
            rule!("volley.stand.pass.french-may-line")
        }
    };
    let keeps_off = game.rules.sheet == crate::words::Sheet::Br8;
    if (!game.rules.on(rule) && !keeps_off) || body.formation == Formation::Line {
        return Ok(());
    }
    let at = placing::reformed(game, unit, Formation::Line, None);
    if !umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        return Ok(());
    }
    if umpire.ask(game, FormLineAsk { unit })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::Formed { unit, formation: Formation::Line }, &[rule]));
    }
    Ok(())
}

/// Fail by 1 or 2: it stands as it is, and the charge comes in.
fn stands_shaken<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    infantry: &[UnitId],
    cavalry: &[UnitId],
) -> Result<(), U::Pause> {
    if !game.rules.on(rule!("volley.stand.fail12.stand")) {
        return game.remove(unit, Standing::Routed, umpire);
    }
    umpire.tell(|| {
        let rules = [rule!("volley.stand.fail12.stand"), rule!("volley.stand.fail12.no-formation")];
        Event::new(What::CarriesOn { unit }, &rules)
    });
    let body = game.unit(unit);
    let late = late_square(&game.rules, body.nation(), body.formation, !cavalry.is_empty());
    if let Some(need) = late.filter(|_| movement::open_enough(game, body))
        && umpire.ask(game, RollForSquareAsk { unit })?
    {
        let formed = umpire.shows(need)?;
        let rule = rule!("volley.stand.fail12.british-square");
        umpire.tell(|| Event::new(What::SquareRoll { unit, formed }, &[rule]));
        let at = placing::reformed(game, unit, Formation::Square, None);
        if formed && at.is_none_or(|at| placing::fits_now(game, unit, at, Formation::Square)) {
            close_up(game, umpire, unit, Formation::Square, rule)?;
        }
    } else if !game.rules.on(rule!("volley.stand.fail12.no-formation")) {
        // A house that takes the restriction out lets the unit choose as if it had passed.
        let may: Vec<StandChoice> = stand_choices(game, unit, false)
            .into_iter()
            .filter(|c| *c != StandChoice::CounterCharge)
            .collect();
        if may.len() > 1 {
            match umpire.ask(game, StandAsk { unit, may })? {
                StandChoice::Square => {
                    close_up(game, umpire, unit, Formation::Square, rule!("volley.stand.fail12.stand"))?
                }
                StandChoice::Masse => {
                    close_up(game, umpire, unit, Formation::Masse, rule!("volley.stand.fail12.stand"))?
                }
                StandChoice::Stay | StandChoice::CounterCharge => {}
            }
        }
    }
    for charger in infantry {
        come_to_blows(game, umpire, *charger, unit)?;
    }
    Ok(())
}

/// The charge gets in: contact, a melee to come, and on A15 a toast.
fn come_to_blows<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    let contact = rule!("volley.stand.fail12.contact");
    let gun = gun_of(game, charger, target);
    let tested = game.unit(target).is(Arm::Infantry);
    end_charge(game, charger);
    if tested && !game.rules.on(contact) {
        return Ok(());
    }
    if tested && !game.rules.on(rule!("volley.stand.fail12.fight")) {
        return Ok(());
    }
    placing::join(game, charger, target, gun);
    if let Some(gun) = gun {
        placing::beside_gun(game, target, gun);
    }
    umpire.tell(|| {
        let rules = if tested { vec![contact, rule!("volley.stand.fail12.fight")] } else { Vec::new() };
        Event::new(What::ClosesIn { unit: charger, target }, &rules)
    });
    if tested && game.drinks() {
        let (toast, to) = match game.unit(charger).side() {
            Side::French => (rule!("volley.stand.fail12.toast-napoleon"), "Napoleon"),
            Side::Allied => (rule!("volley.stand.fail12.toast-charles"), "Archduke Charles"),
        };
        if game.rules.on(toast) {
            umpire.tell(|| Event::new(What::Toast { to }, &[toast]));
        }
    }
    Ok(())
}

/// After the stand tests: charges on guns and on cavalry come in; infantry whose target is gone moves up.
fn bring_into_contact<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let next = game.charges.iter().find(|charge| charge.state == ChargeState::Closing).cloned();
    let Some(charge) = next else {
        game.stage = Stage::End;
        return Ok(());
    };
    let Charge { charger, target, line, reach, .. } = charge;
    let contact = charge.contacts.first().copied();
    let foe = contact.map_or(target, |contact| contact.charged());
    let other_gun = contact.is_some_and(|contact| contact.supporter.is_some()) && game.is_standing(target);
    if game.is_standing(foe) {
        return come_to_blows(game, umpire, charger, foe);
    }
    if other_gun {
        // The supporter is gone: another may take its place, else the guns stand alone.
        let gun = target;
        let again = pick_supporter(game, umpire, gun)?;
        if let Some(at) =
            game.charges.iter().position(|c| c.charger == charger && c.state == ChargeState::Closing)
            && let Some(contact) = game.charges[at].contacts.first_mut()
        {
            contact.supporter = again;
        }
        return match again.filter(|unit| must_stand(game, side).contains(unit)) {
            Some(_) => Ok(()),
            None => come_to_blows(game, umpire, charger, again.unwrap_or(gun)),
        };
    }
    end_charge(game, charger);
    if game.rules.plays(house!("charge.rout-advance", "stop"))
        && let (Some(line), true) = (line, game.is_standing(charger))
    {
        let depth = game.unit(charger).footprint(&game.rules).depth;
        let upto = Inches(reach.0.min((charge.gone + depth).0));
        advance(game, umpire, charger, line, upto)?;
    }
    Ok(())
}
