//! What happened, with its working and the rules it rests on.

use crate::game::Orders;
use crate::ids::Ids;
use crate::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::words::{Formation, Level, LossResult};
use engine::{Ending, Side, rule_name, ruling_name};
use rulebook::RuleId;
use serde::{Serialize, Serializer};
use table::Inches;

/// A sum with its parts: each number with the rule that gives it.
pub type Working = engine::Working<Ids>;

/// An event of the log.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    #[serde(flatten)]
    pub what: What,
    #[serde(serialize_with = "rule_names")]
    pub rules: Vec<RuleId>,
    /// The ruling it rests on, where the sheet is silent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "the_ruling")]
    pub ruling: Option<u16>,
    #[serde(skip_serializing_if = "Working::is_empty")]
    pub working: Working,
}

fn the_ruling<S: Serializer>(ruling: &Option<u16>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruling.map_or("", ruling_name::<Ids>))
}

fn rule_names<S: Serializer>(rules: &[RuleId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(|rule| rule_name::<Ids>(*rule)))
}

/// Why a unit takes morale checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    Fire,
    Melee,
    Shock,
    ForceMarch,
    /// A friend nearby was routed (ruling rout.neighbours).
    Rout,
    /// One roll that costs nothing: out of command, hasty square, rally.
    Command,
    Square,
    Rally,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    TurnBegins {
        turn: u32,
        rain: bool,
    },
    StepBegins {
        step: u8,
        side: Option<Side>,
    },
    Deployed {
        unit: UnitId,
    },
    /// Known to its own side only.
    Sealed {
        corps: CorpsId,
        order: Order,
        sent: bool,
    },
    /// Known to its own side only.
    Dispatched {
        corps: CorpsId,
        order: Order,
        arrives: u32,
    },
    /// Known to its own side only.
    Received {
        corps: CorpsId,
        order: Order,
    },
    Revealed {
        corps: CorpsId,
        order: Order,
        before: Order,
    },
    Initiative {
        french: u32,
        allied: u32,
        side: Option<Side>,
    },
    GoesFirst {
        side: Side,
    },
    Arrives {
        unit: UnitId,
    },
    Enters {
        unit: UnitId,
    },
    Withdraws {
        unit: UnitId,
    },
    /// The one roll of a unit out of command.
    CommandRoll {
        unit: UnitId,
        passes: bool,
    },
    ForceMarches {
        unit: UnitId,
        inches: u32,
    },
    Marches {
        unit: UnitId,
        formation: Formation,
    },
    Forms {
        unit: UnitId,
        formation: Formation,
    },
    Faces {
        unit: UnitId,
    },
    /// Left idle, it was moved to obey its order.
    Obeys {
        unit: UnitId,
    },
    /// It could not come nearer to obeying.
    Excused {
        unit: UnitId,
    },
    Rides {
        leader: GeneralId,
        join: Option<UnitId>,
    },
    LeaderFlees {
        leader: GeneralId,
        to: Option<UnitId>,
    },
    LeaderReturns {
        leader: GeneralId,
        replaced: bool,
    },
    Charges {
        unit: UnitId,
        target: UnitId,
        flank: bool,
    },
    SquareRoll {
        unit: UnitId,
        passes: bool,
    },
    Fires {
        unit: UnitId,
        target: UnitId,
        dice: u32,
        need: i32,
    },
    Hits {
        unit: UnitId,
        target: UnitId,
        hits: u32,
        checks: u32,
    },
    /// A unit owes checks.
    Owes {
        unit: UnitId,
        checks: u32,
        cause: Cause,
        target: i32,
    },
    Passes {
        unit: UnitId,
    },
    /// One level down.
    Drops {
        unit: UnitId,
        to: Level,
    },
    FallsBack {
        unit: UnitId,
        by: Inches,
    },
    Stopped {
        unit: UnitId,
    },
    Routed {
        unit: UnitId,
    },
    LeaderLoss {
        leader: GeneralId,
        result: LossResult,
    },
    MeleeRound {
        a: UnitId,
        b: UnitId,
        round: u32,
        totals: [i32; 2],
    },
    MeleeResult {
        loser: Option<UnitId>,
        margin: u32,
        drops: u32,
        checks: u32,
    },
    FallsOff {
        unit: UnitId,
    },
    NoMelee {
        unit: UnitId,
        target: UnitId,
    },
    Advances {
        unit: UnitId,
    },
    SquareHolds {
        unit: UnitId,
    },
    RallyRoll {
        unit: UnitId,
        passes: bool,
    },
    Rallies {
        unit: UnitId,
        to: Level,
    },
    NoRally {
        unit: UnitId,
    },
    Supply {
        corps: CorpsId,
        cut: bool,
    },
    SupplyChecked,
    Holds {
        objective: usize,
        side: Option<Side>,
    },
    Ends {
        winner: Option<Side>,
        by: Ending,
    },
}

impl Event {
    pub fn new(what: What, rules: &[RuleId]) -> Event {
        Event { what, rules: rules.to_vec(), ruling: None, working: Working::default() }
    }

    /// An event that rests on a ruling.
    pub fn ruled(what: What, ruling: u16) -> Event {
        Event { what, rules: Vec::new(), ruling: Some(ruling), working: Working::default() }
    }

    pub fn with(what: What, rules: &[RuleId], working: Working) -> Event {
        Event { what, rules: rules.to_vec(), ruling: None, working }
    }

    /// The ids it cites: rules, the parts of its working, the ruling.
    pub fn cites(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> = Vec::new();
        for rule in self.rules.iter().copied().chain(self.working.rules()) {
            let id = rule_name::<Ids>(rule);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.extend(self.ruling.map(ruling_name::<Ids>));
        ids
    }

    /// The side that alone may know of it; `None`: everybody hears.
    pub fn secret_of(&self, game: &Orders) -> Option<Side> {
        match &self.what {
            What::Sealed { corps, .. } | What::Dispatched { corps, .. } | What::Received { corps, .. } => {
                game.get_corps(*corps).map(|corps| corps.side)
            }
            _ => None,
        }
    }
}

// --------------------------------------------------------------- in words ----

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

impl Event {
    /// The units it is about.
    pub fn units(&self) -> Vec<UnitId> {
        match self.what {
            What::Charges { unit, target, .. }
            | What::Fires { unit, target, .. }
            | What::Hits { unit, target, .. }
            | What::NoMelee { unit, target } => vec![unit, target],
            What::MeleeRound { a, b, .. } => vec![a, b],
            What::MeleeResult { loser, .. } => loser.into_iter().collect(),
            What::Rides { join, .. } => join.into_iter().collect(),
            What::LeaderFlees { to, .. } => to.into_iter().collect(),
            What::Deployed { unit }
            | What::Arrives { unit }
            | What::Enters { unit }
            | What::Withdraws { unit }
            | What::CommandRoll { unit, .. }
            | What::ForceMarches { unit, .. }
            | What::Marches { unit, .. }
            | What::Forms { unit, .. }
            | What::Faces { unit }
            | What::Obeys { unit }
            | What::Excused { unit }
            | What::SquareRoll { unit, .. }
            | What::Owes { unit, .. }
            | What::Passes { unit }
            | What::Drops { unit, .. }
            | What::FallsBack { unit, .. }
            | What::Stopped { unit }
            | What::Routed { unit }
            | What::FallsOff { unit }
            | What::Advances { unit }
            | What::SquareHolds { unit }
            | What::RallyRoll { unit, .. }
            | What::Rallies { unit, .. }
            | What::NoRally { unit } => vec![unit],
            What::TurnBegins { .. }
            | What::StepBegins { .. }
            | What::Sealed { .. }
            | What::Dispatched { .. }
            | What::Received { .. }
            | What::Revealed { .. }
            | What::Initiative { .. }
            | What::GoesFirst { .. }
            | What::LeaderReturns { .. }
            | What::LeaderLoss { .. }
            | What::Supply { .. }
            | What::SupplyChecked
            | What::Holds { .. }
            | What::Ends { .. } => Vec::new(),
        }
    }

    /// One sentence in the players' words.
    pub fn sentence(&self, game: &Orders) -> String {
        let name = |id: &UnitId| game.name(*id).to_owned();
        let officer = |id: &GeneralId| game.leader(*id).map_or("?".to_owned(), |leader| leader.name.clone());
        let corps = |id: &CorpsId| game.get_corps(*id).map_or("?".to_owned(), |corps| corps.name.clone());
        let side = |side: &Side| game.scenario.sides[*side].clone();
        match &self.what {
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
