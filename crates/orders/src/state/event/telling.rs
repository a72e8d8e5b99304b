//! What the sentences of events are made of.

use super::Cause;
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::state::words::{Formation, Level, LossResult, Step};
use engine::wording::{says, to_tenths};
use engine::{Ending, Side, Telling, Tone};
use table::{Bearing, Feature, Inches, Kind, Point};

/// The title of a step of the turn.
pub fn step_title(game: &Orders, step: Step, side: Option<Side>) -> String {
    let who = side.map(|side| game.scenario.sides[side].as_str()).unwrap_or_default();
    match step {
        Step::Orders => "Orders and initiative".to_owned(),
        Step::Move => format!("{who} move and charge"),
        Step::Reply | Step::Fire => format!("{who} fire"),
        Step::Melee => "Melee".to_owned(),
        Step::Repeat => "The other side".to_owned(),
        Step::Rally => "Rally and supply".to_owned(),
    }
}

/// The heading of a step by its number.
pub(super) fn step_heading(game: &Orders, number: u8, side: Option<Side>) -> String {
    let row = game.rules.steps.iter().find(|row| row.number == number);
    format!("Step {number} · {}", row.map(|row| step_title(game, row.step, side)).unwrap_or_default())
}

/// An order in words, with its place.
pub fn order_text(game: &Orders, order: &Order) -> String {
    match order.objective {
        Some(at) => format!("{} {}", order.kind, place_text(game, at)),
        None => order.kind.to_string(),
    }
}

/// No landmark is named from farther off.
const IN_SIGHT: Inches = Inches::whole(24);

/// A place in words: by its name if it has one, else as it lies from the nearest that has one.
fn place_text(game: &Orders, at: Point) -> String {
    let objectives = &game.scenario.objectives;
    if let Some(place) = objectives.iter().find(|place| place.at.distance(at) <= place.radius) {
        return format!("at {}", place.name);
    }
    let is_landmark = |feature: &&Feature| {
        matches!(feature.kind, Kind::Village | Kind::City | Kind::Fortification | Kind::Bridge)
    };
    let features = game.scenario.terrain.features.iter().filter(is_landmark);
    let named = features.map(|feature| (feature.shape.middle(), feature.name.as_str()));
    let named = named.chain(objectives.iter().map(|place| (place.at, place.name.as_ref())));
    let nearest = named.map(|(from, name)| (from.distance(at), from, name)).min();
    match nearest.filter(|(gap, ..)| *gap <= IN_SIGHT) {
        Some((gap, _, name)) if gap < Inches::whole(1) => format!("at {name}"),
        Some((gap, from, name)) => {
            format!("{} {} of {name}", Inches::whole((gap.0 + 500) / 1000), wind(from.bearing_to(at)))
        }
        None => format!("at {} east, {} north", tenths(at.x), tenths(at.y)),
    }
}

/// The nearest of eight winds.
fn wind(bearing: Bearing) -> &'static str {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    WINDS[usize::from(bearing.0.wrapping_add(4096) / 8192)]
}

/// Thousandths of an inch as inches, near enough for talk.
fn tenths(mils: i32) -> Inches {
    Inches((mils + 50).div_euclid(100) * 100)
}

/// A morale status as one says it of a unit.
pub(super) fn level_text(level: Level) -> &'static str {
    if level == Level::Panic { "in panic" } else { level.word() }
}

/// A unit in a formation, as one says it of guns and of others.
pub(super) fn formed(game: &Orders, unit: UnitId, formation: Formation) -> String {
    match (formation, game.unit(unit).arm().is_artillery()) {
        (Formation::Unlimbered, _) => "unlimber[s]".to_owned(),
        (_, true) => "limber[s] up".to_owned(),
        (formation, false) => format!("form[s] {formation}"),
    }
}

pub(super) fn cause_text(cause: Cause) -> &'static str {
    match cause {
        Cause::Fire => "fire",
        Cause::Melee => "melee",
        Cause::Shock => "a leader's death",
        Cause::ForceMarch => "a force march",
        Cause::Rout => "a rout nearby",
        Cause::Command => "command",
        Cause::Square => "hasty square",
        Cause::Rally => "rally",
    }
}

pub(super) fn checks_text(checks: u32) -> String {
    if checks == 1 { "1 morale check".to_owned() } else { format!("{checks} morale checks") }
}

pub(super) fn loss_text(result: LossResult) -> &'static str {
    match result {
        LossResult::Unhurt => "is missed",
        LossResult::Detached => "has a hole in his coat",
        LossResult::Back => "is struck by a spent ball and goes back",
        LossResult::Grazed => "is grazed and leaves the field for a turn",
        LossResult::Wounded => "is wounded and carried off",
        LossResult::Killed => "is killed",
    }
}

pub(super) fn ending_text(by: Ending) -> &'static str {
    match by {
        Ending::Broken => "the enemy is broken",
        Ending::NothingLeft => "nothing is left of the enemy",
        Ending::Objectives => "by the ground they hold",
        Ending::Losses => "by the losses",
        Ending::Conceded => "the enemy concedes the battle",
    }
}

/// A march, as far as it went and as the unit ends.
pub(super) fn marched(game: &Orders, unit: UnitId, formation: Formation, by: Option<Inches>) -> String {
    let by = by.map(|by| format!(" {}", to_tenths(by))).unwrap_or_default();
    if formation == Formation::Unlimbered {
        format!("march[es]{by} and unlimber[s]")
    } else if game.unit(unit).arm().is_artillery() {
        format!("march[es]{by} limbered")
    } else {
        format!("march[es]{by} in {formation}")
    }
}

/// A sentence about a unit.
pub(super) fn of(game: &Orders, unit: &UnitId, what: &str) -> String {
    says(game.name(*unit), what)
}

pub(super) fn officer<'g>(game: &'g Orders, id: &GeneralId) -> &'g str {
    game.leader(*id).map_or("?", |leader| &leader.name)
}

pub(super) fn corps_name<'g>(game: &'g Orders, id: &CorpsId) -> &'g str {
    game.get_corps(*id).map_or("?", |corps| &corps.name)
}

pub(super) fn side_name<'g>(game: &'g Orders, side: &Side) -> &'g str {
    &game.scenario.sides[*side]
}

/// An event about one unit.
pub(super) fn about(unit: &UnitId) -> Telling {
    Telling::of([*unit])
}

pub(super) fn bad_if(bad: bool) -> Tone {
    if bad { Tone::Bad } else { Tone::Plain }
}
