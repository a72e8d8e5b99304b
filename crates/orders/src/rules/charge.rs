//! Charges: who may, how far, what lies in the way, the face they line up on.

mod declared;
pub(crate) mod hasty_square;
pub mod melee;
pub(crate) mod pursuit;

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::hasty_square::hasty_square;
use crate::rules::command::leaders;
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::rules::movement::activation::{done, may_act};
use crate::rules::movement::begin::begin;
use crate::rules::movement::command_check::{Means, means, rolls_first};
use crate::rules::movement::walk::{A_HAIR, Purpose, Walk, may_take};
use crate::rules::orders::obedience;
use crate::state::answer::Pace;
use crate::state::event::{Event, What};
use crate::state::game::{Charge, Orders};
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{Standing, Unit, UnitId};
use crate::state::words::{Arm, Aspect, Formation, Level};
use engine::{Side, Umpire};
use table::{EIGHTH, Face, Inches, MENDED, Pose, Rect, flush, wheel_length};

pub use crate::rules::charge::hasty_square::{RoomForSquare, may_try_square};
pub use crate::rules::ground::zones::{aspect, zone};
use declared::ChargeEnd;
pub use declared::Declared;

/// No charge comes from farther off.
const FAR: Inches = Inches::whole(60);

/// A wheel that brings the target onto the strip, the smallest that was found; for players' helpers.
pub fn aim(game: &Orders, unit: UnitId, target: UnitId) -> Option<i32> {
    let body = game.unit(unit);
    aim_in(body, body.pose?, body.formation, game.unit(target).rect()?)
}

/// Likewise, where the unit's whole move is not plainly too short for it: quicker where many charges are looked at.
pub fn aim_in_reach(game: &Orders, unit: UnitId, target: UnitId) -> Option<i32> {
    let (body, enemy) = (game.unit(unit), game.unit(target));
    let (wheel, gap) = aimed_in(body, body.pose?, body.formation, enemy.rect()?)?;
    let way = gap + wheel_length(body.footprint().width, wheel);
    let rate = game.rules.rate(body.arm(), body.formation).map_or(Inches::ZERO, |(_, rate)| rate);
    // The edge of the place a target garrisons may be nearer than the target is.
    (way <= rate || ground::garrisoned(game, target).is_some()).then_some(wheel)
}

/// Likewise from a pose, in a formation.
pub(crate) fn aim_in(body: &Unit, pose: Pose, formation: Formation, target: &Rect) -> Option<i32> {
    aimed_in(body, pose, formation, target).map(|(wheel, _)| wheel)
}

/// That wheel, and how far the target is after it.
fn aimed_in(body: &Unit, pose: Pose, formation: Formation, target: &Rect) -> Option<(i32, Inches)> {
    let footprint = body.footprint_in(formation);
    let hits = |wheel: i32| {
        let start = pose.wheeled(footprint.width, wheel);
        Rect::new(start, footprint).gap_ahead(FAR, target).map(|gap| (wheel, gap))
    };
    if let Some(straight) = hits(0) {
        return Some(straight);
    }
    for goal in [target.nearest_point_to(pose.at.into()).stored(), target.centre().stored()] {
        let wheel = pose.wheel_toward(footprint.width, goal, EIGHTH, MENDED);
        if wheel != 0
            && let Some(found) = hits(wheel)
        {
            return Some(found);
        }
    }
    None
}

/// Whether a charge may be made.
pub(crate) fn check_charge(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    target: UnitId,
    wheel: i32,
    form: Option<Formation>,
) -> Result<Declared, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let name = unit.called();
    let Some(enemy) = game.get(target).filter(|enemy| enemy.on_table() && enemy.side() != side) else {
        return refuse(house!("charge.procedure"), why!("{} can only charge an enemy on the table.", name));
    };
    let formation = form.unwrap_or(unit.formation);
    may_charge(game, id, unit, enemy, formation)?;
    obedience::may_charge(game, id)?;
    has_room(game, target, enemy)?;
    if wheel.abs() > EIGHTH + A_HAIR {
        let why =
            format!("{name} would wheel {}°, and 45° is the most in a charge.", wheel.abs() * 45 / EIGHTH);
        return refuse(house!("charge.limits"), why);
    }
    let Some((walk, means)) = begin(game, id, Purpose::Charge)? else {
        if let Some(form) = form {
            may_take(game, unit, form)?;
        }
        fails_not(game, unit, means(game, id)?)?;
        return Ok(Declared { unit: id, target, formation, end: None });
    };
    fails_not(game, unit, means)?;
    if !ground::sees(game, id, target) {
        let why = why!("{} do[es] not see {} from where [it stands|they stand].", name, enemy.called());
        return refuse(house!("charge.procedure"), why);
    }
    let end = end_of(game, walk, target, wheel, form)?;
    obedience::ends_where_it_may(game, id, &Rect::new(end.contact, unit.footprint_in(formation)))?;
    Ok(Declared { unit: id, target, formation, end: Some(end) })
}

/// Why a unit does not charge, whatever the table looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoCharge {
    Artillery,
    Panic,
    Disrupted,
    FootAtHorse,
    Road,
}

/// Whether a unit of that arm, in that state and formation, can charge one of another arm at all.
pub(crate) fn never_charges(
    rules: &Rules,
    arm: Arm,
    level: Level,
    formation: Formation,
    enemy: Arm,
) -> Option<NoCharge> {
    let no_disrupted = rules.plays(house!("charge.procedure", "no-disrupted"));
    let no_foot_at_horse = rules.plays(house!("charge.procedure", "no-infantry-vs-cavalry"));
    match level {
        _ if arm.is_artillery() => Some(NoCharge::Artillery),
        Level::Panic => Some(NoCharge::Panic),
        Level::Disrupted if no_disrupted => Some(NoCharge::Disrupted),
        _ if no_foot_at_horse && arm.is_infantry() && enemy.is_cavalry() => Some(NoCharge::FootAtHorse),
        _ if formation == Formation::Road => Some(NoCharge::Road),
        Level::Bold | Level::Firm | Level::Nervous | Level::Disrupted | Level::Routed => None,
    }
}

/// The ruling by which a unit could not charge at all in that formation, though it may as it stands.
pub fn gives_up_charging(game: &Orders, unit: &Unit, formation: Formation) -> Option<Cite> {
    let never =
        |formation: Formation| never_charges(&game.rules, unit.arm(), unit.level, formation, Arm::Infantry);
    let road = never(formation) == Some(NoCharge::Road) && never(unit.formation).is_none();
    road.then(|| Cite::from(house!("move.road")))
}

/// Who charges whom, in what state and formation (ruling charge.procedure).
fn may_charge(
    game: &Orders,
    id: UnitId,
    unit: &Unit,
    enemy: &Unit,
    formation: Formation,
) -> Result<(), Refusal> {
    let procedure = house!("charge.procedure");
    let (name, foe) = (unit.called(), enemy.called());
    let plays = |choice| game.rules.plays(choice);
    match never_charges(&game.rules, unit.arm(), unit.level, formation, enemy.arm()) {
        Some(NoCharge::Artillery) => {
            return refuse(procedure, why!("{} [is|are] artillery and never charge[s].", name));
        }
        Some(NoCharge::Panic) => {
            return refuse(procedure, why!("{} [is|are] in panic and may not charge.", name));
        }
        Some(NoCharge::Disrupted) => {
            return refuse(procedure, why!("{} [is|are] disrupted and may not charge.", name));
        }
        Some(NoCharge::FootAtHorse) => {
            let why = why!("{} [is|are] infantry and may not charge cavalry ({}).", name, foe);
            return refuse(procedure, why);
        }
        Some(NoCharge::Road) => {
            return refuse(
                house!("move.road"),
                why!("{} [is|are] in road formation and may not charge.", name),
            );
        }
        None => {}
    }
    let mut side = game.of(unit.side());
    let moved = |other: UnitId| game.charges.iter().all(|charge| charge.charger != other);
    if plays(house!("charge.procedure", "declared"))
        && side.any(|(other, body)| other != id && body.acted && moved(other))
    {
        return refuse(procedure, "Charges are made before any other unit moves.");
    }
    Ok(())
}

/// Where the house lets a unit be charged once only.
fn has_room(game: &Orders, target: UnitId, enemy: &Unit) -> Result<(), Refusal> {
    let charged = game.charges.iter().any(|charge| charge.target == target && !charge.fought);
    if charged && game.rules.plays(house!("charge.limits", "per-target")) {
        return refuse(house!("charge.limits"), why!("{} [is|are] charged already.", enemy.called()));
    }
    Ok(())
}

/// A failed command check or a force march leaves no charge.
fn fails_not(game: &Orders, unit: &Unit, means: Means) -> Result<(), Refusal> {
    let name = unit.called();
    if means.failed {
        let fail = rule!("orders.command.outside.fail");
        let why = why!("{} failed [its|their] check out of command and may not charge.", name);
        return if game.rules.on(fail) {
            refuse(fail, why)
        } else {
            refuse(house!("command.outside.fail-actions"), why)
        };
    }
    if means.bonus.is_some() {
        return refuse(
            house!("force-march.timing"),
            why!("{} [is|are] on a force march and may not charge.", name),
        );
    }
    Ok(())
}

/// The line of a charge: a change of formation, a wheel, straight in, and flush on the face it meets.
fn end_of(
    game: &Orders,
    mut walk: Walk<'_>,
    target: UnitId,
    wheel: i32,
    form: Option<Formation>,
) -> Result<ChargeEnd, Refusal> {
    let limits = house!("charge.limits");
    let (enemy, unit) = (game.unit(target), walk.name());
    let Some(rect) = enemy.rect() else {
        return refuse(limits, why!("{} [is|are] not placed.", enemy.called()));
    };
    if let Some(form) = form {
        walk.pace(&Pace::Form(form))?;
    }
    if wheel != 0 {
        walk.pace(&Pace::Wheel(wheel))?;
    }
    let start = walk.rect();
    let Some(gap) = start.gap_ahead(FAR, rect) else {
        let why = why!("{} [is|are] not straight ahead of {} after that wheel.", enemy.called(), unit);
        return refuse(limits, why);
    };
    let edge = edge_of(game, target, &start, gap)?;
    let way = edge.unwrap_or(gap);
    if way > Inches::ZERO {
        walk.pace(&Pace::Ahead(way))?;
    }
    let touched = walk.pose;
    let footprint = walk.footprint();
    let face = start.face_met(rect).unwrap_or_else(|| rect.face_hit(start.front_centre()));
    let as_fit = game.rules.plays(house!("charge.limits", "as-fit"));
    let taken =
        game.charges.iter().any(|charge| charge.target == target && charge.contact && charge.face == face);
    if taken && !as_fit {
        return refuse(limits, why!("{} [is|are] charged on that face already.", enemy.called()));
    }
    let contact = if edge.is_some() || !game.rules.on(rule!("orders.melee.conform")) {
        touched
    } else {
        let near = if as_fit { touched.at } else { rect.centre().stored() };
        flush(footprint, rect, face, near)
    };
    if !placing::is_clear_in(game, walk.id(), walk.formation, &Rect::new(contact, footprint)) {
        let why = why!("There is no room for {} to line up on {}.", unit, enemy.called());
        return refuse(limits, why);
    }
    let conform = rule!("orders.melee.conform");
    let mut rules = walk.rules;
    if game.rules.on(conform) {
        rules.push(conform);
    }
    Ok(ChargeEnd { contact, face, rules })
}

/// How far to the edge of the place a target garrisons, where contact with that is contact with it (ruling
/// charge.garrison); `None`: the unit itself must be reached.
fn edge_of(game: &Orders, target: UnitId, start: &Rect, gap: Inches) -> Result<Option<Inches>, Refusal> {
    if game.rules.plays(house!("charge.garrison", "must-enter")) {
        return Ok(None);
    }
    let Some((place, _)) = ground::garrisoned(game, target) else { return Ok(None) };
    let terrain = &game.scenario.terrain;
    let nearer = |id: UnitId, unit: &Unit| {
        id != target
            && ground::garrisoned(game, id).is_some_and(|(other, _)| other == place)
            && unit.rect().and_then(|rect| start.gap_ahead(gap, rect)).is_some_and(|other| other < gap)
    };
    if let Some((_, other)) = game.of(game.unit(target).side()).find(|(id, unit)| nearer(*id, unit)) {
        let why = why!("{} [is|are] the nearer garrison there.", other.called());
        return refuse(house!("charge.garrison"), why);
    }
    let inside = terrain.touched(start).any(|(number, _)| number == place);
    Ok(if inside { None } else { terrain.gap_to(place, start, gap) })
}

// ----------------------------------------------------------- carrying out ----

engine::sight! {
    /// The zone of the target a charge came from: where the charger's centre was when its move began.
    pub struct Struck of Orders {
        pub charger: UnitId,
        pub target: UnitId,
        pub from: Option<Pose>,
        /// The formation it began in.
        pub formation: Formation,
    } -> Aspect;
    word: "struck";
    about: |f, _| [f.charger, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Aspect::Front);
    stale: AtOnce;
    measured: |f, g| {
        let footprint = g.unit(f.charger).footprint_in(f.formation);
        f.from.map_or(Aspect::Front, |from| aspect(g, f.target, from.centre(footprint)))
    };
    text: |f, g| format!(
        "From which zone of {} did {} begin its charge?",
        g.name(f.target),
        g.name(f.charger)
    );
    answers: |_, _| Words;
}

engine::sight! {
    /// The charge crosses a stream or a steep slope to reach its target.
    pub struct CrossesToReach of Orders { pub charger: UnitId, pub target: UnitId, pub from: Option<Pose> } -> bool;
    word: "crosses-to-reach";
    about: |f, _| [f.charger, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |fact, game| fact.from.is_some_and(|from| ground::crosses_line(game, from.at, fact.target));
    text: |fact, game| format!(
        "Does {} cross a stream or a steep slope to reach {}?",
        game.name(fact.charger),
        game.name(fact.target)
    );
    answers: |_, _| YesNo;
}

/// Carries a checked charge out, to contact and the hasty square.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    declared: Declared,
) -> Result<(), U::Pause> {
    let (unit, target) = declared.pair();
    if strikes(game, umpire, declared)? {
        hasty_square(game, umpire, unit, target)?;
        leaders::overrun(game, umpire, game.unit(unit).side())?;
    }
    Ok(())
}

/// The charger comes into contact, unless a check it must take first keeps it; says whether it does.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn strikes<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    declared: Declared,
) -> Result<bool, U::Pause> {
    let Declared { unit, target, formation, end } = declared;
    if rolls_first(game, umpire, unit)? {
        return Ok(false);
    }
    let (from, began) = (game.unit(unit).pose, game.unit(unit).formation);
    let hit = if game.unit(target).is_square() {
        Aspect::Front
    } else {
        umpire.see(game, Struck { charger: unit, target, from, formation: began })?
    };
    let standing = game.rules.plays(house!("terrain.linear", "standing"));
    let crossed = !standing && umpire.see(game, CrossesToReach { charger: unit, target, from })?;
    placing::stand(game, unit, end.as_ref().map(|end| end.contact), formation);
    done(game, unit);
    let face = end.as_ref().map_or(Face::Front, |end| end.face);
    game.charges.push(Charge {
        charger: unit,
        target,
        from,
        face,
        hit,
        crossed,
        contact: true,
        fought: false,
    });
    umpire.tell(|| {
        let rules = end.map(|end| end.rules).unwrap_or_default();
        let mut event = Event::new(What::Charges { unit, target, flank: hit != Aspect::Front }, &rules);
        event.ruling = Some(house!("charge.procedure"));
        event
    });
    Ok(true)
}
