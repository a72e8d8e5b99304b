//! Events in the players' words.

use super::{Cause, What};
use crate::game::Orders;
use crate::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::words::{Formation, Level, LossResult, Step};
use engine::wording::{says, to_tenths};
use engine::{Ending, Side};
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
fn step_heading(game: &Orders, number: u8, side: Option<Side>) -> String {
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
fn level_text(level: Level) -> &'static str {
    match level {
        Level::Panic => "in panic",
        level => level.word(),
    }
}

/// A unit in a formation, as one says it of guns and of others.
fn formed(game: &Orders, unit: UnitId, formation: Formation) -> String {
    match (formation, game.unit(unit).arm().is_artillery()) {
        (Formation::Unlimbered, _) => "unlimber[s]".to_owned(),
        (_, true) => "limber[s] up".to_owned(),
        (formation, false) => format!("form[s] {formation}"),
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
        let of = |id: &UnitId, what: &str| says(game.name(*id), what);
        let of_corps = |id: &CorpsId, what: &str| says(&corps(id), what);
        let side = |side: &Side| game.scenario.sides[*side].clone();
        match self {
            What::TurnBegins { turn, rain: false } => format!("Turn {turn}"),
            What::TurnBegins { turn, rain: true } => format!("Turn {turn}, in the rain"),
            What::StepBegins { step, side } => step_heading(game, *step, *side),
            What::Deployed { unit } => of(unit, "[is|are] deployed"),
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
                of_corps(id, &format!("receive[s]: {}", order_text(game, order)))
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
            What::Arrives { unit } => of(unit, "come[s] up"),
            What::Enters { unit } => of(unit, "enter[s] the table"),
            What::Withdraws { unit } => of(unit, "leave[s] the table"),
            What::CommandRoll { unit, passes: true } => {
                of(unit, "[is|are] out of command, but move[s] at half rate")
            }
            What::CommandRoll { unit, passes: false } => of(unit, "[is|are] out of command and stay[s]"),
            What::ForceMarches { unit, inches } => of(unit, &format!("force-march[es] {inches}\" farther")),
            What::Marches { unit, formation, by } => {
                let by = by.map(|by| format!(" {}", to_tenths(by))).unwrap_or_default();
                let how = match formation {
                    Formation::Unlimbered => " and unlimber[s]".to_owned(),
                    _ if game.unit(*unit).arm().is_artillery() => " limbered".to_owned(),
                    formation => format!(" in {formation}"),
                };
                of(unit, &format!("march[es]{by}{how}"))
            }
            What::Forms { unit, formation } => of(unit, &formed(game, *unit, *formation)),
            What::Faces { unit } => of(unit, "change[s] facing"),
            What::Obeys { unit } => of(unit, "[was|were] left idle and obey[s] [its|their] order"),
            What::Excused { unit } => of(unit, "cannot obey [its|their] order and [is|are] excused"),
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
                of(unit, &format!("charge[s] {}{where_to}", name(target)))
            }
            What::SquareRoll { unit, passes: true } => of(unit, "form[s] hasty square"),
            What::SquareRoll { unit, passes: false } => of(unit, "[is|are] too late to form square"),
            What::Fires { unit, target, dice, need } => {
                let dice = if *dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
                of(unit, &format!("fire[s] on {}: {dice}, {need} or more", name(target)))
            }
            What::Hits { target, hits: 0, .. } => of(target, "[is|are] not hit"),
            What::Hits { target, hits, checks, .. } => {
                of(target, &format!("[is|are] hit {hits}× and take[s] {}", checks_text(*checks)))
            }
            What::Owes { unit, checks, cause, target } => of(
                unit,
                &format!("take[s] {} for {}: {target} or more", checks_text(*checks), cause_text(*cause)),
            ),
            What::Passes { unit } => of(unit, "pass[es] [its|their] check"),
            What::Drops { unit, to } => of(unit, &format!("[is|are] {}", level_text(*to))),
            What::FallsBack { unit, by } => of(unit, &format!("fall[s] back {by}")),
            What::Stopped { unit } => of(unit, "[is|are] stopped on [its|their] way back"),
            What::Routed { unit } => of(unit, "disperse[s]"),
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
                let drops = if *drops > 0 { "drop[s] a level and " } else { "" };
                of(unit, &format!("lose[s] by {margin}: [it|they] {drops}take[s] {}", checks_text(*checks)))
            }
            What::FallsOff { unit } => of(unit, "fall[s] back from the locked melee"),
            What::NoMelee { unit, target } => {
                of(unit, &format!("[is|are] no longer in contact with {}: no melee", name(target)))
            }
            What::Advances { unit } => of(unit, "follow[s] up"),
            What::SquareHolds { unit } => format!("The hasty square of {} is now a square", name(unit)),
            What::RallyRoll { unit, passes: true } => of(unit, "rall[ies|y]"),
            What::RallyRoll { unit, passes: false } => of(unit, "[does|do] not rally yet"),
            What::Rallies { unit, to } => of(unit, &format!("[is|are] {} again", level_text(*to))),
            What::NoRally { unit, cut: false } => of(unit, "[is|are] too near the enemy to rally"),
            What::NoRally { unit, cut: true } => of(unit, "[is|are] cut off from supply and cannot rally"),
            What::CutOff { corps: id } => of_corps(id, "[is|are] cut off from [its|their] supply"),
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
