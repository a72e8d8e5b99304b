//! Charges: who may, how far, what lies on the way; skirmishers that run; closing and standing.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::facts::{CanSupport, CoverOf, GeneralNear, InFlank, Locked};
use crate::rules::formation::only_in_column;
use crate::rules::gallop::cavalry_charge;
use crate::rules::movement::{self, Allowance, Going, allowance, rate_of};
use crate::rules::placing::{self, Strip};
use crate::rules::skirmishers::{cut_down, skirmishers_run};
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Charge, ChargeState, Contact, Volley};
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Cover, Formation, Nation};
use engine::Why;
use engine::wording::up_to_tenths;
use engine::{Ask, Form, FormKind, PlainAnswer as _, Side, Umpire, one_of};
use serde::Serialize;
use std::cmp::Ordering;
use table::{Aside, Footprint, Inches, Leg, Pose, Rect, Track};

/// Farther than anybody charges.
const FAR: Inches = Inches::whole(60);

/// A charge that may be made: its line and what it costs to get onto it.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) unit: UnitId,
    pub(crate) target: UnitId,
    /// `None` beside real figures.
    line: Option<Line>,
}

/// The line a charge runs along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// After the wheel.
    pub(crate) start: Pose,
    /// What the wheel took of the move.
    pub(crate) wheel: Inches,
}

impl Volley {
    /// Straight distance a charger has, without its wheel and bonus dice.
    pub(crate) fn charge_rate(&self, id: UnitId, difficult: bool) -> Inches {
        self.charge_allowance(id, difficult).inches
    }

    /// Likewise, with its working.
    pub(crate) fn charge_allowance(&self, id: UnitId, difficult: bool) -> Allowance {
        let going =
            Going { in_command: !self.measured || self.in_command(id), difficult, ..Going::default() };
        allowance(&self.rules, rate_of(&self.rules, self.unit(id)), &going)
    }

    /// The most the bonus dice can add to a cavalry charge.
    pub fn most_bonus(&self, unit: &Unit) -> Inches {
        match self.rules.dice(rule!("volley.charge.cav.bonus")) {
            Some(pool) if unit.is(Arm::Cavalry) => Inches::whole((pool.count * pool.sides) as i32),
            _ => Inches::ZERO,
        }
    }
}

pub(crate) fn line_of(game: &Volley, unit: UnitId, wheel: i32) -> Option<Line> {
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
    Charger::of(game, unit)?.aim(game.unit(target).rect()?)
}

/// The wheel of a charge that cannot be made, toward its target: what is in the way is said of it.
pub fn toward(game: &Volley, unit: UnitId, target: UnitId) -> i32 {
    let charger = Charger::of(game, unit);
    charger.zip(game.unit(target).rect()).map_or(0, |(charger, rect)| charger.toward(rect))
}

/// A unit that may charge, with what all its charges have in common.
pub struct Charger {
    pose: Pose,
    rect: Rect,
    footprint: Footprint,
    most_wheel: i32,
    may_wheel: bool,
    /// Straight ahead without bonus dice.
    pub rate: Inches,
    /// With the best of its dice.
    pub reach: Inches,
}

impl Charger {
    /// `None` where it is not placed.
    pub fn of(game: &Volley, unit: UnitId) -> Option<Charger> {
        let body = game.unit(unit);
        let rate = game.charge_rate(unit, false);
        Some(Charger {
            pose: body.pose?,
            rect: *body.rect()?,
            footprint: body.footprint(&game.rules),
            most_wheel: game.most_wheel(),
            may_wheel: !game.rules.plays(house!("charge.path", "straight")),
            rate,
            reach: rate + game.most_bonus(body),
        })
    }

    /// A wheel that brings that ground onto the strip, the smallest that was found.
    #[inline]
    pub fn aim(&self, target: &Rect) -> Option<i32> {
        // Most are far off.
        if self.rect.may_be_within(target, self.reach) { self.aim_near(target) } else { None }
    }

    fn aim_near(&self, target: &Rect) -> Option<i32> {
        if !self.rect.is_within(target, self.reach) {
            return None;
        }
        if self.rect.gap_ahead(self.reach, target).is_some() {
            return Some(0);
        }
        if !self.may_wheel {
            return None;
        }
        self.wheels(target).find(|wheel| self.meets(*wheel, self.reach, target))
    }

    /// A wheel toward ground that may be out of reach, or off the strip however it wheels.
    fn toward(&self, target: &Rect) -> i32 {
        if !self.may_wheel || self.rect.gap_ahead(FAR, target).is_some() {
            return 0;
        }
        let mut wheels = self.wheels(target);
        let first = wheels.next().unwrap_or(0);
        [first].into_iter().chain(wheels).find(|wheel| self.meets(*wheel, FAR, target)).unwrap_or(first)
    }

    fn wheeled(&self, wheel: i32) -> Pose {
        self.pose.wheeled(self.footprint.width, wheel)
    }

    fn meets(&self, wheel: i32, reach: Inches, target: &Rect) -> bool {
        table::gap_ahead(self.wheeled(wheel), self.footprint, reach, target).is_some()
    }

    /// Wheels worth trying: toward the nearest point of the target, then toward its middle.
    fn wheels(&self, target: &Rect) -> impl Iterator<Item = i32> {
        let (pose, most) = (self.pose, self.most_wheel);
        let goals = [target.nearest_point_to(pose.at.into()).stored(), target.centre().stored()];
        goals.into_iter().map(move |goal| {
            let mut wheel = pose.facing.off(pose.at.bearing_to(goal)).clamp(-most, most);
            for _ in 0..3 {
                let start = self.wheeled(wheel);
                let error = start.facing.off(start.at.bearing_to(goal));
                let better = (wheel + error).clamp(-most, most);
                if better == wheel {
                    break;
                }
                wheel = better;
            }
            wheel
        })
    }
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
    let name = unit.called();
    let declare = house!("charge.declare");
    let Some(target) = game.get(target_id).filter(|target| target.on_table() && target.side() != side) else {
        return refuse(declare, why!("{} must name an enemy unit on the table.", name));
    };
    let foe = target.called();
    movement::not_locked(game, id, rule!("volley.move.firefight.no-charge"), "charge")?;
    let formation = unit.formation;
    if let Some(no) = never_charges(&game.rules, unit.nation(), unit.arm(), formation) {
        let why = match no {
            NoCharge::Skirmishers => why!("{} fight[s] as skirmishers and do[es] not charge.", name),
            NoCharge::Artillery => why!("{} [is|are] artillery and do[es] not charge.", name),
            NoCharge::NotInColumn => {
                why!("{} cannot charge: [it is|they are] in {}, and only a column may.", name, formation)
            }
            NoCharge::Closed => why!("{} cannot charge in {}.", name, formation),
        };
        return refuse(no.cites(), why);
    }
    if unit.is(Arm::Infantry) {
        may_infantry_charge(game, unit, target, target_id)?;
    }
    if unit.charge_refused {
        return refuse(
            rule!("volley.charge.inf.british-six"),
            why!("{} rolled, and will not charge this turn.", name),
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
        return refuse(
            house!("charge.melee-target"),
            why!("{} [is|are] in melee and may not be charged.", foe),
        );
    }
    if game.rules.plays(house!("charge.several", "one-charger"))
        && game.charges_on(target_id).next().is_some()
    {
        return refuse(house!("charge.several"), why!("{} [is|are] being charged already.", foe));
    }
    let horse_on_it = game.charges.iter().filter(|charge| {
        game.unit(charge.charger).is(Arm::Cavalry)
            && game.unit(charge.charger).side() == side
            && charge.contacts.iter().any(|contact| contact.charged() == target_id)
    });
    if target.is(Arm::Cavalry)
        && let Some(limit) = game.rules.int(rule!("volley.charge.cav.one-per-cavalry"))
        && horse_on_it.count() >= limit.max(0) as usize
    {
        return refuse(
            rule!("volley.charge.cav.one-per-cavalry"),
            why!("{} [is|are] in contact with one charger already.", foe),
        );
    }
    if wheel.abs() > game.most_wheel() + 8 {
        return refuse(rule!("volley.move.wheel"), why!("{} would wheel more than 45°.", name));
    }
    if wheel != 0 && game.rules.plays(house!("charge.path", "straight")) {
        return refuse(house!("charge.path"), why!("{} must charge straight ahead.", name));
    }
    if !game.measured {
        return Ok(Declared { unit: id, target: target_id, line: None });
    }
    let Some(line) = line_of(game, id, wheel) else {
        return refuse(declare, why!("{} [is|are] not placed.", name));
    };
    if game.rules.plays(house!("charge.declare", "visible-and-reachable"))
        && !game.sees_to_charge(id, target_id)
    {
        return refuse(declare, why!("{} do[es] not see {}.", name, foe));
    }
    reaches(game, unit, id, target_id, line)?;
    Ok(Declared { unit: id, target: target_id, line: Some(line) })
}

/// Why a unit does not charge, whatever the table looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCharge {
    Skirmishers,
    Artillery,
    /// Infantry of a nation that charges from column only.
    NotInColumn,
    /// In square or masse.
    Closed,
}

impl NoCharge {
    /// The rule or ruling that says so.
    pub fn cites(self) -> Cite {
        match self {
            NoCharge::Skirmishers => Cite::from(house!("skirm.units")),
            NoCharge::NotInColumn => Cite::from(rule!("volley.charge.inf.column-only")),
            NoCharge::Artillery | NoCharge::Closed => Cite::from(house!("charge.declare")),
        }
    }
}

/// Whether a unit of that arm and nation in that formation can charge at all.
pub fn never_charges(rules: &Rules, nation: Nation, arm: Arm, formation: Formation) -> Option<NoCharge> {
    match arm {
        Arm::Skirmishers => Some(NoCharge::Skirmishers),
        Arm::Artillery => Some(NoCharge::Artillery),
        Arm::Infantry if only_in_column(rules, nation) && formation != Formation::Column => {
            Some(NoCharge::NotInColumn)
        }
        Arm::Infantry if formation.is_closed() => Some(NoCharge::Closed),
        Arm::Infantry | Arm::Cavalry => None,
    }
}

/// Infantry does not charge cavalry.
pub fn no_infantry_at_horse(rules: &Rules, charger: Arm, target: Arm) -> bool {
    charger == Arm::Infantry && target == Arm::Cavalry && rules.on(rule!("volley.charge.inf.no-cavalry"))
}

fn may_infantry_charge(game: &Volley, unit: &Unit, target: &Unit, target_id: UnitId) -> Result<(), Refusal> {
    let name = unit.called();
    if no_infantry_at_horse(&game.rules, unit.arm(), target.arm()) {
        return refuse(
            rule!("volley.charge.inf.no-cavalry"),
            why!("{} [is|are] infantry and cannot charge cavalry ({}).", name, target.called()),
        );
    }
    let one = rule!("volley.charge.inf.one-per-target");
    if let Some(limit) = game.rules.int(one) {
        let others = game.charges.iter().filter(|charge| {
            game.unit(charge.charger).is(Arm::Infantry)
                && (charge.target == target_id
                    || charge.contacts.iter().any(|contact| contact.charged() == target_id))
        });
        if others.count() >= limit.max(0) as usize {
            return refuse(one, why!("{} [is|are] being charged by infantry already.", target.called()));
        }
    }
    Ok(())
}

/// Infantry must get there with its move; cavalry with its rate and the best of its dice.
fn reaches(game: &Volley, unit: &Unit, id: UnitId, target: UnitId, line: Line) -> Result<(), Refusal> {
    let name = unit.called();
    let foe = game.called(target);
    let footprint = unit.footprint(&game.rules);
    let Some(rect) = game.unit(target).rect() else {
        return refuse(house!("charge.declare"), "It is not placed.");
    };
    let Some(gap) = table::gap_ahead(line.start, footprint, FAR, rect) else {
        return refuse(house!("charge.path"), off_lane(game, unit, target, line));
    };
    // The ground between the two decides about halving.
    let way = Track::new(line.start, footprint, &[Leg::Ahead(gap)]);
    let ground = game.scenario.terrain.along_track(&way);
    let difficult = unit.is(Arm::Infantry) && ground.difficult;
    let most = game.charge_rate(id, difficult) - line.wheel + game.most_bonus(unit);
    let normal_move = rule!("volley.charge.inf.move");
    // Without the rule of the normal move nothing limits how far infantry comes from.
    if gap > most && (!unit.is(Arm::Infantry) || game.rules.on(normal_move)) {
        let rule = if unit.is(Arm::Infantry) { normal_move } else { rule!("volley.charge.cav.bonus") };
        let most = Inches(most.0 / 100 * 100);
        let wheeled = if line.wheel > Inches::ZERO { " after that wheel" } else { "" };
        return refuse(
            rule,
            why!(
                "{} [is|are] {} off, measured straight ahead, and {} can charge {} at most{}.",
                foe,
                up_to_tenths(gap),
                name,
                most,
                wheeled
            ),
        );
    }
    if !unit.is(Arm::Infantry) {
        if line.wheel > game.charge_rate(id, false) {
            return refuse(house!("charge.path"), why!("{} cannot wheel so far.", name));
        }
        return not_through_friends(game, unit, id, target, line, gap);
    }
    if ground.impassable {
        return refuse(house!("move.difficult-scope"), why!("{} cannot pass there.", name));
    }
    let wheel = Track::new(unit.pose.unwrap_or(line.start), footprint, &[]);
    let Strip { contacts, .. } = placing::strip(game, id, line.start, gap);
    if let Some((first, _)) = contacts.iter().find(|(other, at)| *other != target && *at < gap) {
        return refuse(
            house!("charge.path"),
            why!("{} [stands|stand] between {} and {}.", game.called(*first), name, foe),
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
            let why = why!("{} [is|are] in the way of {}.", other.called(), name);
            return if other.is(Arm::Artillery) {
                refuse(rule!("volley.charge.inf.through-artillery"), why)
            } else {
                refuse(house!("charge.path"), why)
            };
        }
    }
    Ok(())
}

/// How far a target lies off the lane straight ahead.
fn off_lane(game: &Volley, unit: &Unit, target: UnitId, line: Line) -> Why {
    let (name, foe) = (unit.called(), game.called(target));
    let lane = Rect::new(line.start, unit.footprint(&game.rules));
    let turn = unit.pose.map_or(0, |pose| pose.facing.off(line.start.facing));
    let degrees = (turn.abs() * 360 + 32_768) / 65_536;
    let wheeled = match turn.cmp(&0) {
        Ordering::Less => why!(", wheeled {}° left", degrees),
        Ordering::Equal => why!(""),
        Ordering::Greater => why!(", wheeled {}° right", degrees),
    };
    match game.unit(target).rect().and_then(|rect| lane.aside(rect)) {
        Some(Aside::Left(off)) => why!(
            "{} [is|are] {} to the left of the lane straight ahead of {}{}.",
            foe,
            up_to_tenths(off),
            name,
            wheeled
        ),
        Some(Aside::Right(off)) => why!(
            "{} [is|are] {} to the right of the lane straight ahead of {}{}.",
            foe,
            up_to_tenths(off),
            name,
            wheeled
        ),
        Some(Aside::Behind) | None => why!("{} [is|are] not before the front of {}{}.", foe, name, wheeled),
    }
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
            why!("{} may not charge {} through {}.", unit.called(), game.called(target), friend.called()),
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
    umpire.tell(|| {
        let rule = match game.unit(unit).arm() {
            Arm::Cavalry => rule!("volley.charge.cav.full-move"),
            Arm::Infantry | Arm::Skirmishers | Arm::Artillery => rule!("volley.charge.inf.move"),
        };
        Event::new(What::Charges { unit, target, flank }, &[rule])
    });
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
    let need = rules.int(rule!("volley.charge.inf.british-six"))?;
    let led = general && rules.on(rule!("volley.charge.inf.british-general"));
    let at_cover = cover != Cover::None && rules.on(rule!("volley.charge.inf.british-defensive"));
    let rolls = arm == Arm::Infantry && nation == Nation::British && !led && !at_cover;
    rolls.then_some(need.max(2) as u32)
}

/// Whether infantry of one of the sheet's nations must roll to charge.
pub(crate) fn does_anybody_roll(rules: &Rules) -> bool {
    let nations = [Some(Nation::French), rules.opponent].into_iter().flatten();
    let rolls = |nation| charge_roll(rules, nation, Arm::Infantry, false, Cover::None).is_some();
    nations.into_iter().any(rolls)
}

/// Whether a general counts for that roll: with the unit, or near it where the house lets him help from there.
pub(crate) fn is_led(rules: &Rules, with_it: bool, near: bool) -> bool {
    with_it || (near && rules.plays(house!("charge.british-roll", "general-in-range")))
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
    let helps_from_afar = is_led(&game.rules, false, true);
    let near = helps_from_afar && !game.has_general(unit) && umpire.see(game, GeneralNear { unit })?;
    let general = is_led(&game.rules, game.has_general(unit), near);
    let cover = umpire.see(game, CoverOf { unit: target })?;
    let Some(need) = charge_roll(&game.rules, nation, arm, general, cover) else { return Ok(true) };
    let may = umpire.hand(game.unit(unit).side()).shows(need)?;
    umpire.tell(|| Event::new(What::ChargeRoll { unit, may }, &[rule!("volley.charge.inf.british-six")]));
    Ok(may)
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
        game.scenario.terrain.along_track(&way).difficult
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

pub(crate) fn measured_gap(game: &Volley, unit: UnitId, target: UnitId, start: Option<Pose>) -> Inches {
    let footprint = game.unit(unit).footprint(&game.rules);
    let rect = game.unit(target).rect();
    start
        .zip(rect)
        .and_then(|(start, rect)| table::gap_ahead(start, footprint, FAR, rect))
        .unwrap_or(Inches::ZERO)
}

/// Whole inches the dice of a gallop must bring for the charge to reach its target.
pub(crate) fn bonus_needed(game: &Volley, declared: &Declared) -> u32 {
    let Declared { unit, target, line } = declared;
    let Some(line) = line else { return 0 };
    let gap = measured_gap(game, *unit, *target, Some(line.start));
    let short = gap - (game.charge_rate(*unit, false) - line.wheel);
    (short.0.max(0) as u32).div_ceil(1000)
}

/// Skirmishers a charge may meet on its way.
pub(crate) fn skirmishers_ahead(game: &Volley, declared: &Declared) -> Vec<UnitId> {
    let Declared { unit, line, .. } = declared;
    let Some(line) = line else { return Vec::new() };
    let reach = game.charge_rate(*unit, false) + game.most_bonus(game.unit(*unit));
    let met = placing::strip(game, *unit, line.start, reach).contacts;
    met.into_iter().map(|(id, _)| id).filter(|id| game.unit(*id).is_open()).collect()
}

/// Straight on, at most so far, and short of any enemy and of whatever cannot be passed.
pub(crate) fn advance<U: Umpire<Volley>>(
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
        umpire.tell(|| Event::ruled(What::Advances { unit }, house!("charge.rout-advance")));
    }
    game.reach_generals(unit, umpire)
}

/// Whether another unit may fight for a unit that is charged: for guns that are not limbered.
pub fn may_be_supported(game: &Volley, gun: UnitId) -> bool {
    let battery = game.unit(gun);
    battery.is(Arm::Artillery)
        && battery.formation != Formation::Limbered
        && game.rules.on(rule!("volley.melee.artillery.support-fights"))
}

/// Whether a unit that stands close enough to guns may fight for them.
pub fn may_support(game: &Volley, gun: UnitId, id: UnitId) -> bool {
    let unit = game.unit(id);
    unit.side() == game.unit(gun).side()
        && matches!(unit.arm(), Arm::Infantry | Arm::Cavalry)
        && !game.in_melee(id)
}

/// The unit that fights for guns that are charged, by its owner's choice.
pub(crate) fn pick_supporter<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    gun: UnitId,
) -> Result<Option<UnitId>, U::Pause> {
    if !may_be_supported(game, gun) {
        return Ok(None);
    }
    let mut units = umpire.see(game, CanSupport { gun })?;
    units.retain(|id| may_support(game, gun, *id));
    let chosen = match units.as_slice() {
        [] => return Ok(None),
        [only] => *only,
        [nearest, ..] if game.rules.plays(house!("artillery.support-choice", "nearest")) => *nearest,
        _ => umpire.ask(game, Supporter { gun, units })?,
    };
    umpire.tell(|| {
        let rules = [
            rule!("volley.melee.artillery.support-fights"),
            rule!("volley.melee.artillery.support-distance"),
        ];
        Event::new(What::SupportedBy { gun, unit: chosen }, &rules)
    });
    Ok(Some(chosen))
}

/// Which unit supports the guns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supporter {
    pub gun: UnitId,
    pub units: Vec<UnitId>,
}

impl Ask<Volley> for Supporter {
    const WORD: &'static str = "supporter";
    type Granted = UnitId;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.gun)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.units, |unit| game.name(unit))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::first_of(&self.units)
    }

    fn prompt(&self, game: &Volley) -> String {
        format!("Choose which unit fights for {}.", game.name(self.gun))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("which unit fights for {}.", game.name(self.gun))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::units(FormKind::Choose, Some(self.gun), &self.units, Answer::Unit)
    }
}
