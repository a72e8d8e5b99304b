//! Events in the players' words.

use super::{Cause, What};
use crate::game::Orders;
use crate::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::words::{Formation, Level, LossResult};
use engine::{Ending, Side};
use table::Inches;

/// The title of a step of the turn.
pub fn step_title(game: &Orders, step: u8, side: Option<Side>) -> String {
    let who = side.map(|side| game.scenario.sides[side].as_str()).unwrap_or_default();
    match step {
        1 => "Orders and initiative".to_owned(),
        2 => format!("{who} move and charge"),
        3 | 4 => format!("{who} fire"),
        5 => "Melee".to_owned(),
        6 => "The other side".to_owned(),
        _ => "Rally and supply".to_owned(),
    }
}

/// An order in words, with its place: by its name if it has one.
pub fn order_text(game: &Orders, order: &Order) -> String {
    let Some(at) = order.objective else { return order.kind.to_string() };
    let named = game.scenario.objectives.iter().find(|place| place.at.distance(at) <= place.radius);
    match named {
        Some(place) => format!("{} at {}", order.kind, place.name),
        None => format!("{} at {} east, {} north", order.kind, tenths(at.x), tenths(at.y)),
    }
}

/// Thousandths of an inch as inches, near enough for talk.
fn tenths(mils: i32) -> Inches {
    Inches((mils + 50).div_euclid(100) * 100)
}

/// A morale status as one says it of a unit.
fn level_text(level: Level) -> &'static str {
    match level {
        Level::Panic => "in panic",
        level => level.word(),
    }
}

/// A unit in a formation, as one says it of guns and of others.
fn formed(game: &Orders, unit: UnitId, formation: Formation) -> String {
    match (formation, game.unit(unit).arm().is_artillery()) {
        (Formation::Unlimbered, _) => "unlimbers".to_owned(),
        (_, true) => "limbers up".to_owned(),
        (formation, false) => format!("forms {formation}"),
    }
}

fn cause_text(cause: Cause) -> &'static str {
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

fn checks_text(checks: u32) -> String {
    if checks == 1 { "1 morale check".to_owned() } else { format!("{checks} morale checks") }
}

impl What {
    /// One sentence in the players' words.
    pub fn sentence(&self, game: &Orders) -> String {
        let name = |id: &UnitId| game.name(*id).to_owned();
        let officer =
            |id: &GeneralId| game.leader(*id).map_or("?".to_owned(), |leader| leader.name.to_string());
        let corps = |id: &CorpsId| game.get_corps(*id).map_or("?".to_owned(), |corps| corps.name.to_string());
        let side = |side: &Side| game.scenario.sides[*side].clone();
        match self {
            What::TurnBegins { turn, rain: false } => format!("Turn {turn}"),
            What::TurnBegins { turn, rain: true } => format!("Turn {turn}, in the rain"),
            What::StepBegins { step, side } => format!("Step {step} · {}", step_title(game, *step, *side)),
            What::Deployed { unit } => format!("{} is deployed", name(unit)),
            What::Sealed { corps: id, order, .. } => {
                format!("{} will {} (sealed)", corps(id), order_text(game, order))
            }
            What::Dispatched { corps: id, order, arrives } => {
                format!(
                    "A courier rides to {}: {}, there in turn {arrives}",
                    corps(id),
                    order_text(game, order)
                )
            }
            What::Received { corps: id, order } => {
                format!("{} receives: {}", corps(id), order_text(game, order))
            }
            What::Revealed { corps: id, order, before } if order.kind == before.kind => {
                format!("{}: {}", corps(id), order_text(game, order))
            }
            What::Revealed { corps: id, order, before } => {
                format!("{}: {} (was {})", corps(id), order_text(game, order), before.kind)
            }
            What::Initiative { french, allied, side: Some(winner) } => {
                format!("Initiative {french} to {allied}: the {}", side(winner))
            }
            What::Initiative { french, allied, side: None } => {
                format!("Initiative {french} to {allied}: they roll again")
            }
            What::GoesFirst { side: first } => format!("The {} go first", side(first)),
            What::Arrives { unit } => format!("{} comes up", name(unit)),
            What::Enters { unit } => format!("{} enters the table", name(unit)),
            What::Withdraws { unit } => format!("{} leaves the table", name(unit)),
            What::CommandRoll { unit, passes: true } => {
                format!("{} is out of command, but moves at half rate", name(unit))
            }
            What::CommandRoll { unit, passes: false } => {
                format!("{} is out of command and stays", name(unit))
            }
            What::ForceMarches { unit, inches } => format!("{} force-marches {inches}\" farther", name(unit)),
            What::Marches { unit, formation } if game.unit(*unit).arm().is_artillery() => match formation {
                Formation::Unlimbered => format!("{} moves and unlimbers", name(unit)),
                _ => format!("{} moves limbered", name(unit)),
            },
            What::Marches { unit, formation } => format!("{} moves in {formation}", name(unit)),
            What::Forms { unit, formation } => format!("{} {}", name(unit), formed(game, *unit, *formation)),
            What::Faces { unit } => format!("{} changes facing", name(unit)),
            What::Obeys { unit } => format!("{} was left idle and obeys its order", name(unit)),
            What::Excused { unit } => format!("{} cannot obey its order and is excused", name(unit)),
            What::Rides { leader, join: Some(unit) } => format!("{} joins {}", officer(leader), name(unit)),
            What::Rides { leader, join: None } => format!("{} rides", officer(leader)),
            What::LeaderFlees { leader, to: Some(unit) } => {
                format!("{} gets away to {}", officer(leader), name(unit))
            }
            What::LeaderFlees { leader, to: None } => format!("{} is overrun", officer(leader)),
            What::LeaderReturns { leader, replaced: false } => format!("{} is back", officer(leader)),
            What::LeaderReturns { leader, replaced: true } => {
                format!("Another takes the place of {}", officer(leader))
            }
            What::Charges { unit, target, flank } => {
                let where_to = if *flank { " in flank or rear" } else { "" };
                format!("{} charges {}{where_to}", name(unit), name(target))
            }
            What::SquareRoll { unit, passes: true } => format!("{} forms hasty square", name(unit)),
            What::SquareRoll { unit, passes: false } => format!("{} is too late to form square", name(unit)),
            What::Fires { unit, target, dice, need } => {
                let dice = if *dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
                format!("{} fires on {}: {dice}, {need} or more", name(unit), name(target))
            }
            What::Hits { target, hits: 0, .. } => format!("{} is not hit", name(target)),
            What::Hits { target, hits, checks, .. } => {
                format!("{} is hit {hits}× and takes {}", name(target), checks_text(*checks))
            }
            What::Owes { unit, checks, cause, target } => {
                format!(
                    "{} takes {} for {}: {target} or more",
                    name(unit),
                    checks_text(*checks),
                    cause_text(*cause)
                )
            }
            What::Passes { unit } => format!("{} passes its check", name(unit)),
            What::Drops { unit, to } => format!("{} is {}", name(unit), level_text(*to)),
            What::FallsBack { unit, by } => format!("{} falls back {by}", name(unit)),
            What::Stopped { unit } => format!("{} is stopped on its way back", name(unit)),
            What::Routed { unit } => format!("{} disperses", name(unit)),
            What::LeaderLoss { leader, result } => {
                let what = match result {
                    LossResult::Unhurt => "is missed",
                    LossResult::Detached => "has a hole in his coat",
                    LossResult::Back => "is struck by a spent ball and goes back",
                    LossResult::Grazed => "is grazed and leaves the field for a turn",
                    LossResult::Wounded => "is wounded and carried off",
                    LossResult::Killed => "is killed",
                };
                format!("{} {what}", officer(leader))
            }
            What::MeleeRound { a, b, round, totals: [one, two] } => {
                format!("Round {round}: {} {one}, {} {two}", name(a), name(b))
            }
            What::MeleeResult { loser: None, .. } => "In the balance: both check".to_owned(),
            What::MeleeResult { loser: Some(unit), margin, drops, checks } => {
                let drops = if *drops > 0 { "drops a level and " } else { "" };
                format!("{} loses by {margin}: it {drops}takes {}", name(unit), checks_text(*checks))
            }
            What::FallsOff { unit } => format!("{} falls back from the locked melee", name(unit)),
            What::NoMelee { unit, target } => {
                format!("{} is no longer in contact with {}: no melee", name(unit), name(target))
            }
            What::Advances { unit } => format!("{} follows up", name(unit)),
            What::SquareHolds { unit } => format!("The hasty square of {} is now a square", name(unit)),
            What::RallyRoll { unit, passes: true } => format!("{} rallies", name(unit)),
            What::RallyRoll { unit, passes: false } => format!("{} does not rally yet", name(unit)),
            What::Rallies { unit, to } => format!("{} is {} again", name(unit), level_text(*to)),
            What::NoRally { unit } => format!("{} is too near the enemy to rally", name(unit)),
            What::Supply { corps: id, cut: true } => format!("{} is cut off from its supply", corps(id)),
            What::Supply { corps: id, cut: false } => format!("{} is in supply", corps(id)),
            What::SupplyChecked => "Supply is checked: nothing follows from it".to_owned(),
            What::Holds { objective, side: holder } => {
                let place = game.scenario.objectives.get(*objective).map_or("?", |place| place.name.as_str());
                match holder {
                    Some(holder) => format!("The {} hold {place}", side(holder)),
                    None => format!("Nobody holds {place}"),
                }
            }
            What::Ends { winner, by } => {
                let how = match by {
                    Ending::Broken => "the enemy is broken",
                    Ending::NothingLeft => "nothing is left of the enemy",
                    Ending::Objectives => "by the ground they hold",
                    Ending::Losses => "by the losses",
                };
                match winner {
                    Some(winner) => format!("The {} win: {how}", side(winner)),
                    None => "The battle is drawn".to_owned(),
                }
            }
        }
    }
}
