//! Step 2: what a unit or leader may do, checked before anything changes, and how it is carried out.
//!
//! The geometry and the price of a move stand in `walk`, charges in `charge`, rides in `leaders`, the demands of orders in
//! `obedience`.

use crate::budget::Share;
use crate::charge::{self, Declared};
use crate::command::{self, InCommand};
use crate::event::{Cause, Event, What};
use crate::game::{Activation, Orders};
use crate::ground;
use crate::ids::{house, rule};
use crate::leaders::{self, Ride};
use crate::morale::{self, Ordeal};
use crate::obedience;
use crate::placing;
use crate::question::{Act, Pace};
use crate::refusal::{Cite, Refusal, refuse};
use crate::rules::Rules;
use crate::unit::{Standing, Unit, UnitId};
pub(crate) use crate::walk::may_take;
use crate::walk::{Purpose, Walk};
use crate::words::{Formation, OrderKind};
use engine::{Fact, Side, Umpire};
use rulebook::RuleId;
use table::{EIGHTH, Inches, Pose, Rect, Terrain};

/// What a turn may be over its limit by rounding, in 65536ths.
const A_HAIR: i32 = 8;

/// An act that was checked.
#[derive(Clone, Debug)]
pub(crate) enum Granted {
    Rouse { unit: UnitId },
    ForceMarch { unit: UnitId },
    March(March),
    Charge(Declared),
    Enter(March),
    Leave(March),
    Ride(Ride),
}

/// A move that was checked.
#[derive(Clone, Debug)]
pub(crate) struct March {
    unit: UnitId,
    formation: Formation,
    /// `None` beside real figures.
    end: Option<Pose>,
    kind: Kind,
    rules: Vec<RuleId>,
    /// It breaks its order, and the house only notes that.
    breaks: bool,
}

/// What a move mainly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    March,
    Form,
    Face,
}

/// Whether an act may be made now.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    act: &Act,
) -> Result<Granted, Refusal> {
    match act {
        Act::Rouse { unit } => check_rouse(game, side, only, *unit),
        Act::ForceMarch { unit } => check_force_march(game, side, only, *unit),
        Act::March { unit, paces } => check_march(game, side, only, *unit, paces).map(Granted::March),
        Act::Charge { unit, target, wheel, form } => {
            charge::check_charge(game, side, only, *unit, *target, *wheel, *form).map(Granted::Charge)
        }
        Act::Enter { unit, paces } => check_enter(game, side, only, *unit, paces).map(Granted::Enter),
        Act::Leave { unit, paces } => check_leave(game, side, only, *unit, paces).map(Granted::Leave),
        Act::Ride { leader, to, join } => {
            if let Some(unit) = only {
                let why = format!("{} is being moved and is finished first.", game.name(unit));
                return refuse(house!("move.sequence"), why);
            }
            leaders::check_ride(game, side, *leader, *to, *join).map(Granted::Ride)
        }
    }
}

/// Whether a unit of that side may be given anything to do now (ruling move.sequence).
pub(crate) fn may_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    standing: Standing,
) -> Result<&Unit, Refusal> {
    let Some(unit) = game.get(id) else { return refuse(Cite::question(), "There is no such unit.") };
    let name = unit.name();
    let sequence = house!("move.sequence");
    if unit.side() != side {
        return refuse(sequence, format!("{name} is not yours to move."));
    }
    if unit.standing != standing {
        let why =
            if standing == Standing::OnTable { "is not on the table" } else { "does not wait to enter" };
        return refuse(sequence, format!("{name} {why}."));
    }
    if let Some(first) = only.filter(|only| *only != id) {
        return refuse(sequence, format!("{} is being moved and is finished first.", game.name(first)));
    }
    if unit.acted {
        return refuse(sequence, format!("{name} has acted this turn already."));
    }
    if game.in_contact(id) {
        return refuse(house!("melee.locked"), format!("{name} is in contact with the enemy."));
    }
    if game.rules.plays(house!("move.sequence", "corps")) {
        let begun = game.units_of(unit.corps()).any(|(_, other)| other.acted);
        if let Some(other) = game.acting.filter(|acting| begun && *acting != unit.corps()) {
            let why = format!(
                "{} has begun to act, and the corps of {name} has had its turn.",
                game.corps(other).name
            );
            return refuse(sequence, why);
        }
    }
    Ok(unit)
}

/// What a unit has for its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    pub(crate) budget: Share,
    /// Inches of a force march.
    pub(crate) bonus: Option<Inches>,
    /// Out of command, and its check failed.
    pub(crate) failed: bool,
    /// The rule it has it by.
    rule: Option<RuleId>,
}

/// What a unit has for its move, or that it must roll first.
pub(crate) fn means(game: &Orders, id: UnitId) -> Result<Means, Refusal> {
    let activation = game.activation.filter(|activation| activation.unit == id);
    let bonus = activation.and_then(|activation| activation.force_march);
    let inside = rule!("orders.command.inside");
    let free =
        Means { budget: Share::WHOLE, bonus, failed: false, rule: game.rules.on(inside).then_some(inside) };
    let half = rule!("orders.command.outside.pass");
    match activation.and_then(|activation| activation.command) {
        Some(true) => Ok(match game.rules.share(half) {
            Some((parts, of)) => {
                Means { budget: Share::new(u64::from(parts), u64::from(of)), rule: Some(half), ..free }
            }
            None => Means { rule: None, ..free },
        }),
        Some(false) => Ok(Means { failed: true, rule: None, ..free }),
        None => {
            let in_command = !game.measured || InCommand { unit: id }.measure(game);
            if !in_command || (game.measured && !game.rules.on(inside)) {
                must_not_roll(game, id, in_command)?;
                return Ok(Means { rule: None, ..free });
            }
            Ok(free)
        }
    }
}

fn must_not_roll(game: &Orders, id: UnitId, in_command: bool) -> Result<(), Refusal> {
    if !command::must_roll(game, in_command) {
        return Ok(());
    }
    let why =
        format!("{} is outside its commander's radius and rolls a check before it moves.", game.name(id));
    refuse(rule!("orders.command.outside.check"), why)
}

/// A failed check leaves a change of formation or a wheel on the spot, or nothing at all.
fn after_failure(game: &Orders, unit: &Unit, paces: &[Pace]) -> Result<(), Refusal> {
    let name = unit.name();
    if does_nothing(game) {
        let why = format!("{name} failed its check out of command and does nothing.");
        return refuse(house!("command.outside.fail-actions"), why);
    }
    let allowed = match paces {
        [Pace::Form(_)] => true,
        [Pace::Wheel(turn)] => turn.abs() <= EIGHTH + A_HAIR,
        [Pace::Face(facing)] => {
            unit.pose.is_none_or(|pose| pose.facing.off(*facing).abs() <= EIGHTH + A_HAIR)
        }
        _ => false,
    };
    if allowed {
        return Ok(());
    }
    let why = format!(
        "{name} failed its check out of command: it may change formation or wheel up to 45° in place."
    );
    refuse(rule!("orders.command.outside.fail"), why)
}

/// Whether a unit that failed its command check may do nothing at all.
fn does_nothing(game: &Orders) -> bool {
    !game.rules.on(rule!("orders.command.outside.fail"))
        || game.rules.plays(house!("command.outside.fail-actions", "none"))
}

// ------------------------------------------------------------------ checks ----

fn check_rouse(game: &Orders, side: Side, only: Option<UnitId>, id: UnitId) -> Result<Granted, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    if game.activation.is_some_and(|activation| activation.unit == id && activation.command.is_some()) {
        let why = format!("{} has rolled for command already.", unit.name());
        return refuse(house!("command.outside.mc"), why);
    }
    let in_command = game.measured && InCommand { unit: id }.measure(game);
    if !command::must_roll(game, in_command) {
        let why = format!("{} is in command and moves without a check.", unit.name());
        return refuse(rule!("orders.command.inside"), why);
    }
    Ok(Granted::Rouse { unit: id })
}

fn check_force_march(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
) -> Result<Granted, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let name = unit.name();
    let timing = house!("force-march.timing");
    let means = means(game, id)?;
    if means.bonus.is_some() {
        return refuse(timing, format!("{name} is on its force march already."));
    }
    if means.failed {
        after_failure(game, unit, &[])?;
    }
    if game.rules.dice(rule!("orders.move.force-march.bonus")).is_none() {
        return refuse(timing, "There are no force marches.");
    }
    let road_only = rule!("orders.move.force-march.road-only");
    let off_road = unit.formation != Formation::Road
        || unit.rect().is_some_and(|rect| !ground::is_on_road(&game.scenario.terrain, rect));
    if off_road && game.rules.on(road_only) {
        return refuse(
            road_only,
            format!("{name} is not in road formation on a road, and only so can it force march."),
        );
    }
    Ok(Granted::ForceMarch { unit: id })
}

/// The walk a unit is about to begin, with what it has for its move.
pub(crate) fn begin(
    game: &Orders,
    id: UnitId,
    purpose: Purpose,
) -> Result<Option<(Walk<'_>, Means)>, Refusal> {
    let means = means(game, id)?;
    let Some(pose) = game.unit(id).pose.filter(|_| game.measured) else { return Ok(None) };
    let walk = Walk::new(game, id, pose, purpose).with(means.budget, means.bonus.unwrap_or_default());
    Ok(Some((walk, means)))
}

/// Where paces lead that have been found legal.
pub(crate) fn walked(game: &Orders, id: UnitId, paces: &[Pace]) -> Option<(Pose, Formation)> {
    let (mut walk, _) = begin(game, id, Purpose::March).ok()??;
    walk.take(paces).ok()?;
    walk.arrives().ok()?;
    Some((walk.pose, walk.formation))
}

fn check_march(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let Some((mut walk, means)) = begin(game, id, Purpose::March)? else {
        return beside_figures(game, unit, id, paces);
    };
    if means.failed {
        after_failure(game, unit, paces)?;
    }
    keeps_to_the_march(game, unit, &means, paces)?;
    walk.take(paces)?;
    walk.arrives()?;
    let breaks = match obedience::judge(game, id, &walk, means.failed) {
        Ok(()) => false,
        Err(_) if game.rules.plays(house!("orders.enforcement", "advisory")) => true,
        Err(refusal) => return Err(refusal),
    };
    Ok(march_of(id, paces, &walk, &means, breaks))
}

fn march_of(unit: UnitId, paces: &[Pace], walk: &Walk<'_>, means: &Means, breaks: bool) -> March {
    let kind = match paces {
        _ if walk.moved => Kind::March,
        [Pace::Form(_), ..] => Kind::Form,
        _ => Kind::Face,
    };
    let rules = walk.rules.iter().copied().chain(means.rule).collect();
    March { unit, formation: walk.formation, end: Some(walk.pose), kind, rules, breaks }
}

/// A force march stays on the road, in road formation.
fn keeps_to_the_march(game: &Orders, unit: &Unit, means: &Means, paces: &[Pace]) -> Result<(), Refusal> {
    let road_only = rule!("orders.move.force-march.road-only");
    let strays = paces.iter().any(|pace| !matches!(pace, Pace::Road(_) | Pace::Ahead(_)));
    if means.bonus.is_some() && strays && game.rules.on(road_only) {
        return refuse(road_only, format!("{} is on a force march and keeps to the road.", unit.name()));
    }
    Ok(())
}

/// Beside real figures the players measure; what a unit may form is checked all the same.
fn beside_figures(game: &Orders, unit: &Unit, id: UnitId, paces: &[Pace]) -> Result<March, Refusal> {
    if means(game, id)?.failed {
        after_failure(game, unit, paces)?;
    }
    let mut formation = unit.formation;
    for pace in paces {
        if let Pace::Form(to) = pace {
            may_take(game, unit, *to)?;
            formation = *to;
        }
    }
    let moved = paces.is_empty() || paces.iter().any(|pace| !matches!(pace, Pace::Form(_) | Pace::Face(_)));
    let kind = match paces {
        _ if moved => Kind::March,
        [Pace::Form(_), ..] => Kind::Form,
        _ => Kind::Face,
    };
    Ok(March { unit: id, formation, end: None, kind, rules: Vec::new(), breaks: false })
}

/// Whether a unit may come on in a formation (ruling reinforcements).
fn marches(formation: Formation) -> bool {
    matches!(formation, Formation::Column | Formation::Road)
}

/// What a unit comes on in that says nothing else.
pub(crate) fn enters_in(unit: &Unit) -> Formation {
    if marches(unit.formation) { unit.formation } else { Formation::Column }
}

/// Reinforcements come on in column or road formation, with their full move (ruling reinforcements).
fn check_enter(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::AtEdge)?;
    let (formation, paces) = match paces {
        [Pace::Form(first), rest @ ..] if marches(*first) => (*first, rest),
        _ => (enters_in(unit), paces),
    };
    let free = Means { budget: Share::WHOLE, bonus: None, failed: false, rule: None };
    if !game.measured {
        let March { formation: after, .. } = beside_figures(game, unit, id, paces)?;
        let formation = if after == unit.formation { formation } else { after };
        return Ok(March {
            unit: id,
            formation,
            end: None,
            kind: Kind::March,
            rules: Vec::new(),
            breaks: false,
        });
    }
    let Some(start) = placing::entry(game, id, formation) else {
        return refuse(
            house!("reinforcements"),
            format!("There is no free point of the edge for {}.", unit.name()),
        );
    };
    let mut walk = Walk::new(game, id, start, Purpose::Enter).begin_in(formation);
    walk.take(paces)?;
    walk.arrives()?;
    Ok(march_of(id, paces, &walk, &free, false))
}

/// Under Withdraw a unit may leave by its own edge (ruling table.edge).
fn check_leave(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let name = unit.name();
    let edge = house!("table.edge");
    let withdraws = game.corps(unit.corps()).order.kind == OrderKind::Withdraw;
    if !withdraws || !game.rules.plays(house!("table.edge", "withdraw")) {
        return refuse(
            edge,
            format!("{name} may not leave the table: only under withdraw may a unit do so."),
        );
    }
    let Some((mut walk, means)) = begin(game, id, Purpose::Leave)? else {
        return beside_figures(game, unit, id, paces);
    };
    if means.failed {
        after_failure(game, unit, &[])?;
    }
    keeps_to_the_march(game, unit, &means, paces)?;
    walk.take(paces)?;
    let own = game.scenario.edges[side];
    let depth = game.scenario.terrain.depth;
    let corners = walk.rect().corners().map(|corner| corner.stored());
    let out = corners.iter().any(|corner| own.distance(corner.y, depth) < Inches(-4));
    let aside = corners.iter().any(|corner| {
        corner.x < -4
            || corner.x > game.scenario.terrain.width.0 + 4
            || own.distance(corner.y, depth) > depth + Inches(4)
    });
    if !out || aside {
        return refuse(edge, format!("{name} would not cross its own edge with that move."));
    }
    Ok(march_of(id, paces, &walk, &means, false))
}

/// Whether ground holds a unit of that formation: for battle files.
///
/// # Errors
/// The name of what it may not stand in.
pub(crate) fn may_stand(
    rules: &Rules,
    terrain: &Terrain,
    formation: Formation,
    ground: &Rect,
) -> Result<(), String> {
    match ground::obstacle(rules, terrain, formation, ground) {
        Some(feature) => Err(format!("{:?}", feature.name)),
        None => Ok(()),
    }
}

// ------------------------------------------------------------- carrying out ----

/// Carries a checked act out.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    granted: Granted,
) -> Result<(), U::Pause> {
    match granted {
        Granted::Rouse { unit } => rouse(game, umpire, unit).map(drop),
        Granted::ForceMarch { unit } => force_march(game, umpire, unit),
        Granted::March(march) => {
            if rolls_first(game, umpire, march.unit)? {
                return Ok(());
            }
            carry_out_march(game, umpire, march)
        }
        Granted::Charge(declared) => charge::carry_out(game, umpire, declared),
        Granted::Enter(march) => enter(game, umpire, &march),
        Granted::Leave(march) => {
            let unit = march.unit;
            if rolls_first(game, umpire, unit)? {
                return Ok(());
            }
            umpire.tell(|| Event::ruled(What::Withdraws { unit }, house!("table.edge")));
            placing::remove(game, unit, Standing::Withdrawn);
            done(game, unit);
            Ok(())
        }
        Granted::Ride(ride) => {
            leaders::ride(game, umpire, ride);
            Ok(())
        }
    }
}

/// The check of a unit out of command; says whether it passed.
pub(crate) fn rouse<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let passes = morale::single_roll(game, umpire, unit, Cause::Command)?;
    begin_corps(game, unit);
    if !game.unit(unit).on_table() {
        return Ok(false);
    }
    if !passes && does_nothing(game) {
        done(game, unit);
    } else {
        game.activation = Some(Activation { unit, command: Some(passes), force_march: None });
    }
    Ok(passes)
}

/// Beside real figures nobody has measured the radius yet: a unit that turns out to be outside rolls, and is then asked
/// again.
pub(crate) fn rolls_first<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let rolled =
        game.activation.is_some_and(|activation| activation.unit == unit && activation.command.is_some());
    if game.measured || rolled {
        return Ok(false);
    }
    let in_command = umpire.see(game, InCommand { unit })?;
    if command::must_roll(game, in_command) {
        rouse(game, umpire, unit)?;
        return Ok(true);
    }
    Ok(false)
}

fn force_march<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    if rolls_first(game, umpire, unit)? {
        return Ok(());
    }
    begin_corps(game, unit);
    if game.rules.plays(house!("force-march.timing", "before")) && !march_check(game, umpire, unit)? {
        if game.unit(unit).on_table() {
            done(game, unit);
        }
        return Ok(());
    }
    let bonus = rule!("orders.move.force-march.bonus");
    let inches = match game.rules.dice(bonus) {
        Some(pool) => umpire.total(pool)?,
        None => 0,
    };
    umpire.tell(|| Event::new(What::ForceMarches { unit, inches }, &[bonus]));
    let command = game.activation.filter(|activation| activation.unit == unit).and_then(|it| it.command);
    let force_march = Some(Inches::whole(inches.min(60) as i32));
    game.activation = Some(Activation { unit, command, force_march });
    Ok(())
}

/// The check that a force march costs; says whether its first roll passed.
fn march_check<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId) -> Result<bool, U::Pause> {
    let cost = rule!("orders.move.force-march.cost");
    let checks = game.rules.count(cost);
    let ordeal = Ordeal { unit, drops: 0, checks, cause: Cause::ForceMarch, enemy: None, rule: Some(cost) };
    morale::suffer(game, umpire, ordeal)
}

fn carry_out_march<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    march: March,
) -> Result<(), U::Pause> {
    let March { unit, formation, end, kind, rules, breaks } = march;
    placing::stand(game, unit, end, formation);
    umpire.tell(|| {
        let what = match kind {
            Kind::March => What::Marches { unit, formation },
            Kind::Form => What::Forms { unit, formation },
            Kind::Face => What::Faces { unit },
        };
        Event::new(what, &rules)
    });
    if breaks {
        umpire.tell(|| Event::ruled(What::Excused { unit }, house!("orders.enforcement")));
    }
    finish(game, umpire, unit)?;
    leaders::overrun(game, umpire, game.unit(unit).side())
}

fn enter<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, march: &March) -> Result<(), U::Pause> {
    let unit = march.unit;
    let body = game.unit_mut(unit);
    body.standing = Standing::OnTable;
    body.pose = None;
    placing::stand(game, unit, march.end, march.formation);
    umpire.tell(|| Event::ruled(What::Enters { unit }, house!("reinforcements")));
    done(game, unit);
    leaders::overrun(game, umpire, game.unit(unit).side())
}

/// A unit has done what it does this turn.
pub(crate) fn done(game: &mut Orders, unit: UnitId) {
    game.unit_mut(unit).acted = true;
    begin_corps(game, unit);
    if game.activation.is_some_and(|activation| activation.unit == unit) {
        game.activation = None;
    }
}

fn begin_corps(game: &mut Orders, unit: UnitId) {
    if game.rules.plays(house!("move.sequence", "corps")) {
        game.acting = Some(game.unit(unit).corps());
    }
}

/// A unit that has rolled or begun a force march does nothing more; a force march has its price whether it went or not.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn finish<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    let marched = game.activation.is_some_and(|it| it.unit == unit && it.force_march.is_some());
    done(game, unit);
    if marched && game.rules.plays(house!("force-march.timing", "after")) {
        march_check(game, umpire, unit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
