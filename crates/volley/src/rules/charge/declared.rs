//! Whether a charge may be declared: who may charge whom, how far, and past whom.

use super::aim::{ChargeLane, FAR, lane_of, measured_gap};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground::placing::{self, Strip};
use crate::rules::orders::formation::only_in_column;
use crate::rules::orders::movement;
use crate::state::game::Volley;
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation, Nation};
use engine::wording::up_to_tenths;
use engine::{Side, Why};
use std::cmp::Ordering;
use table::{Aside, Inches, Leg, Rect, Track};

/// A charge that may be made: its line and what it costs to get onto it.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) unit: UnitId,
    pub(crate) target: UnitId,
    /// `None` beside real figures.
    pub(super) lane: Option<ChargeLane>,
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
        return Ok(Declared { unit: id, target: target_id, lane: None });
    }
    let Some(lane) = lane_of(game, id, wheel) else {
        return refuse(declare, why!("{} [is|are] not placed.", name));
    };
    if game.rules.plays(house!("charge.declare", "visible-and-reachable"))
        && !game.sees_to_charge(id, target_id)
    {
        return refuse(declare, why!("{} do[es] not see {}.", name, foe));
    }
    reaches(game, unit, id, target_id, lane)?;
    Ok(Declared { unit: id, target: target_id, lane: Some(lane) })
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
fn reaches(game: &Volley, unit: &Unit, id: UnitId, target: UnitId, lane: ChargeLane) -> Result<(), Refusal> {
    let name = unit.called();
    let foe = game.called(target);
    let footprint = unit.footprint(&game.rules);
    let Some(rect) = game.unit(target).rect() else {
        return refuse(house!("charge.declare"), "It is not placed.");
    };
    let Some(gap) = table::gap_ahead(lane.start, footprint, FAR, rect) else {
        return refuse(house!("charge.path"), off_lane(game, unit, target, lane));
    };
    // The ground between the two decides about halving.
    let way = Track::new(lane.start, footprint, &[Leg::Ahead(gap)]);
    let ground = game.scenario.terrain.along_track(&way);
    let difficult = unit.is(Arm::Infantry) && ground.difficult;
    let most = game.charge_rate(id, difficult) - lane.wheel + game.most_bonus(unit);
    let normal_move = rule!("volley.charge.inf.move");
    // Without the rule of the normal move nothing limits how far infantry comes from.
    if gap > most && (!unit.is(Arm::Infantry) || game.rules.on(normal_move)) {
        let rule = if unit.is(Arm::Infantry) { normal_move } else { rule!("volley.charge.cav.bonus") };
        let most = Inches(most.0 / 100 * 100);
        let wheeled = if lane.wheel > Inches::ZERO { " after that wheel" } else { "" };
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
        if lane.wheel > game.charge_rate(id, false) {
            return refuse(house!("charge.path"), why!("{} cannot wheel so far.", name));
        }
        return not_through_friends(game, unit, id, target, lane, gap);
    }
    if ground.impassable {
        return refuse(house!("move.difficult-scope"), why!("{} cannot pass there.", name));
    }
    let wheel = Track::new(unit.pose.unwrap_or(lane.start), footprint, &[]);
    let Strip { contacts, .. } = placing::strip(game, id, lane.start, gap);
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
fn off_lane(game: &Volley, unit: &Unit, target: UnitId, lane: ChargeLane) -> Why {
    let (name, foe) = (unit.called(), game.called(target));
    let front = Rect::new(lane.start, unit.footprint(&game.rules));
    let turn = unit.pose.map_or(0, |pose| pose.facing.off(lane.start.facing));
    let degrees = (turn.abs() * 360 + 32_768) / 65_536;
    let wheeled = match turn.cmp(&0) {
        Ordering::Less => why!(", wheeled {}° left", degrees),
        Ordering::Equal => why!(""),
        Ordering::Greater => why!(", wheeled {}° right", degrees),
    };
    match game.unit(target).rect().and_then(|rect| front.aside(rect)) {
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
    lane: ChargeLane,
    gap: Inches,
) -> Result<(), Refusal> {
    let rule = rule!("volley.charge.cav.not-through-friends");
    let footprint = unit.footprint(&game.rules);
    let before = |other: &Unit| {
        matches!(other.arm(), Arm::Infantry | Arm::Cavalry)
            && other
                .rect()
                .and_then(|rect| table::gap_ahead(lane.start, footprint, gap, rect))
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

/// Whole inches the dice of a gallop must bring for the charge to reach its target.
pub(crate) fn bonus_needed(game: &Volley, declared: &Declared) -> u32 {
    let Declared { unit, target, lane } = declared;
    let Some(lane) = lane else { return 0 };
    let gap = measured_gap(game, *unit, *target, Some(lane.start));
    let short = gap - (game.charge_rate(*unit, false) - lane.wheel);
    (short.0.max(0) as u32).div_ceil(1000)
}

/// Skirmishers a charge may meet on its way.
pub(crate) fn skirmishers_ahead(game: &Volley, declared: &Declared) -> Vec<UnitId> {
    let Declared { unit, lane, .. } = declared;
    let Some(lane) = lane else { return Vec::new() };
    let reach = game.charge_rate(*unit, false) + game.most_bonus(game.unit(*unit));
    let met = placing::strip(game, *unit, lane.start, reach).contacts;
    met.into_iter().map(|(id, _)| id).filter(|id| game.unit(*id).is_open()).collect()
}
