//! What happened: the fields of each event, how it is told to readers, and its sentence.
//!
//! `telling` has the words the sentences are made of.

mod telling;

use crate::ids::Ids;
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::state::words::{Formation, Level, LossResult};
use engine::event::{Deed, Reach, rank};
use engine::wording::says;
use engine::{Ending, Heading, Side, Telling, Tone, Weight};
use serde::Serialize;
use table::Inches;
use telling::{
    about, bad_if, cause_text, checks_text, corps_name, ending_text, formed, level_text, loss_text, marched,
    of, officer, side_name, step_heading,
};
pub use telling::{order_text, step_title};

/// A sum with its parts: each number with the rule that gives it.
pub type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

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

engine::events! {
    /// What may happen.
    #[derive(PartialEq)]
    pub enum What of Orders, told of game {
        TurnBegins { turn: u32, rain: bool } [Telling::heading(Heading::Turn(*turn))] => match rain {
            false => format!("Turn {turn}"),
            true => format!("Turn {turn}, in the rain"),
        };
        StepBegins { step: u8, side: Option<Side> } [Telling::heading(Heading::Phase(*step))] =>
            step_heading(game, *step, *side);
        Deployed { unit: UnitId } [about(unit)] => of(game, unit, "[is|are] deployed");
        /// Known to its own side only.
        Sealed { corps: CorpsId, order: Order, sent: bool } [Telling::plain()] =>
            format!("{} will {} (sealed)", corps_name(game, corps), order_text(game, order));
        /// Known to its own side only.
        Dispatched { corps: CorpsId, order: Order, arrives: u32 } [Telling::plain()] => {
            let (corps, order) = (corps_name(game, corps), order_text(game, order));
            format!("A courier rides to {corps}: {order}, there in turn {arrives}")
        };
        /// Known to its own side only.
        Received { corps: CorpsId, order: Order } [Telling::plain()] =>
            says(corps_name(game, corps), &format!("receive[s]: {}", order_text(game, order)));
        Revealed { corps: CorpsId, order: Order, before: Order }
        [Telling::plain().tone(Tone::Strong).matters_if(order.kind != before.kind)] => {
            let was = if order.kind == before.kind { String::new() } else { format!(" (was {})", before.kind) };
            format!("{}: {}{was}", corps_name(game, corps), order_text(game, order))
        };
        Initiative { french: u32, allied: u32, side: Option<Side> } [Telling::plain().matters_if(side.is_some())] =>
            match side {
                Some(winner) => format!("Initiative {french} to {allied}: the {}", side_name(game, winner)),
                None => format!("Initiative {french} to {allied}: they roll again"),
            };
        GoesFirst { side: Side } [Telling::plain()] => format!("The {} go first", side_name(game, side));
        /// Equal dice are thrown again.
        DeploysFirst { side: Option<Side> } [Telling::plain()] => match side {
            Some(side) => format!("The {} deploy first", side_name(game, side)),
            None => "Equal dice for deployment: they roll again".to_owned(),
        };
        /// Known to its own side only, until they come.
        ReinforcementRoll { side: Side, arrives: bool } [Telling::plain().matters_if(*arrives)] => {
            let comes = if *arrives { "they come up" } else { "not yet" };
            format!("Reinforcements of the {}: {comes}", side_name(game, side))
        };
        Arrives { unit: UnitId } [about(unit).matters()] => of(game, unit, "come[s] up");
        Enters { unit: UnitId } [about(unit).does(Deed::Marches)] => of(game, unit, "enter[s] the table");
        Withdraws { unit: UnitId } [about(unit).matters().falls().fortune(60)] => of(game, unit, "leave[s] the table");
        /// The one roll of a unit out of command.
        CommandRoll { unit: UnitId, passes: bool } [about(unit)] => match passes {
            true => of(game, unit, "[is|are] out of command, but move[s] at half rate"),
            false => of(game, unit, "[is|are] out of command and stay[s]"),
        };
        ForceMarches { unit: UnitId, inches: u32 } [about(unit)] =>
            of(game, unit, &format!("force-march[es] {} farther", Inches::whole(*inches as i32)));
        Marches {
            unit: UnitId,
            formation: Formation,
            /// From where it stood to where it stands; `None` beside real figures.
            by: Option<Inches>,
        } [about(unit).does(Deed::Marches)] => of(game, unit, &marched(game, *unit, *formation, *by));
        Forms { unit: UnitId, formation: Formation } [about(unit).does(Deed::Forms)] =>
            of(game, unit, &formed(game, *unit, *formation));
        Faces { unit: UnitId } [about(unit).does(Deed::Turns)] => of(game, unit, "change[s] facing");
        /// Left idle, it was moved to obey its order.
        Obeys { unit: UnitId } [about(unit)] =>
            of(game, unit, "[was|were] left idle and obey[s] [its|their] order");
        /// It could not come nearer to obeying.
        Excused { unit: UnitId } [about(unit)] =>
            of(game, unit, "cannot obey [its|their] order and [is|are] excused");
        Rides { leader: GeneralId, join: Option<UnitId> } [Telling::of(*join).of_general(*leader)] => match join {
            Some(unit) => format!("{} joins {}", officer(game, leader), game.name(*unit)),
            None => format!("{} rides", officer(game, leader)),
        };
        LeaderFlees { leader: GeneralId, to: Option<UnitId> }
        [Telling::of(*to).weighs(Weight::Hit).tone(bad_if(to.is_none())).matters_if(to.is_none()).of_general(*leader)] => match to {
            Some(unit) => format!("{} gets away to {}", officer(game, leader), game.name(*unit)),
            None => format!("{} is overrun", officer(game, leader)),
        };
        LeaderReturns { leader: GeneralId, replaced: bool } [Telling::plain().of_general(*leader)] => match replaced {
            false => format!("{} is back", officer(game, leader)),
            true => format!("Another takes the place of {}", officer(game, leader)),
        };
        Charges { unit: UnitId, target: UnitId, flank: bool }
        [Telling::of([*unit, *target]).weighs(Weight::Hit).tone(Tone::Strong).matters().bears_on_all().does(Deed::Charges)] => {
            let where_to = if *flank { " in flank or rear" } else { "" };
            of(game, unit, &format!("charge[s] {}{where_to}", game.name(*target)))
        };
        SquareRoll { unit: UnitId, passes: bool } [about(unit).weighs(Weight::Hit).follows(rank::ANSWER, Reach::Step)] => match passes {
            true => of(game, unit, "form[s] hasty square"),
            false => of(game, unit, "[is|are] too late to form square"),
        };
        Fires { unit: UnitId, target: UnitId, dice: u32, need: i32 } [Telling::of([*unit, *target]).weighs(Weight::Shot).bears_on_all()] => {
            let dice = if *dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
            of(game, unit, &format!("fire[s] on {}: {dice}, {need} or more", game.name(*target)))
        };
        Hits { unit: UnitId, target: UnitId, hits: u32, checks: u32 } [Telling::of([*unit, *target]).weighs(Weight::Hit).follows(rank::HIT, Reach::Step).fate_of([*target]).bears_on([*target]).floats_if(*hits == 0, *unit, "misses")] =>
            match hits {
                0 => of(game, target, "[is|are] not hit"),
                _ => of(game, target, &format!("[is|are] hit {hits}× and take[s] {}", checks_text(*checks))),
            };
        /// A unit owes checks.
        Owes { unit: UnitId, checks: u32, cause: Cause, target: i32 } [about(unit).weighs(Weight::Move).follows(rank::TEST, Reach::Step).heeds()] => {
            let (checks, cause) = (checks_text(*checks), cause_text(*cause));
            of(game, unit, &format!("take[s] {checks} for {cause}: {target} or more"))
        };
        Passes { unit: UnitId } [about(unit).weighs(Weight::Check).follows(rank::RESULT, Reach::Step)] => of(game, unit, "pass[es] [its|their] check");
        Fails { unit: UnitId } [about(unit).weighs(Weight::Check).follows(rank::TESTED, Reach::Step)] => of(game, unit, "fail[s] [its|their] check");
        /// One level down.
        Drops { unit: UnitId, to: Level }
        [about(unit).weighs(Weight::Loss).tone(bad_if(*to == Level::Panic)).matters_if(*to <= Level::Disrupted).follows(rank::RESULT, Reach::Step).fortune(match to { Level::Panic => 50, Level::Disrupted => 30, Level::Nervous | Level::Firm | Level::Bold | Level::Routed => 10 })] =>
            of(game, unit, &format!("[is|are] {}", level_text(*to)));
        FallsBack { unit: UnitId, by: Inches } [about(unit).weighs(Weight::Hit).follows(rank::AFTER, Reach::Step)] =>
            of(game, unit, &format!("fall[s] back {by}"));
        Stopped { unit: UnitId } [about(unit).follows(rank::AFTER, Reach::Step)] => of(game, unit, "[is|are] stopped on [its|their] way back");
        Routed { unit: UnitId } [about(unit).weighs(Weight::Gone).tone(Tone::Bad).matters().falls().follows(rank::AFTER, Reach::Step).alarms().fortune(90)] =>
            of(game, unit, "disperse[s]");
        LeaderLoss { leader: GeneralId, result: LossResult }
        [
            Telling::plain()
                .tone(bad_if(matches!(result, LossResult::Wounded | LossResult::Killed)))
                .matters_if(*result != LossResult::Unhurt)
        .follows(rank::GENERAL, Reach::Step).alarms().fortune(match result { LossResult::Killed | LossResult::Wounded => 70, LossResult::Unhurt | LossResult::Detached | LossResult::Back | LossResult::Grazed => 0 }).of_general(*leader)] => format!("{} {}", officer(game, leader), loss_text(*result));
        MeleeRound { a: UnitId, b: UnitId, round: u32, totals: [i32; 2] }
        [Telling::of([*a, *b]).weighs(Weight::Hit).tone(Tone::Strong).bears_on_all()] => {
            let [one, two] = totals;
            format!("Round {round}: {} {one}, {} {two}", game.name(*a), game.name(*b))
        };
        MeleeResult { loser: Option<UnitId>, margin: u32, drops: u32, checks: u32 }
        [Telling::of(*loser).weighs(Weight::Result).matters_if(loser.is_some()).follows(rank::HIT, Reach::Step).bears_on_all().fortune(if loser.is_some() { 20 } else { 0 })] => match loser {
            None => "In the balance: both check".to_owned(),
            Some(unit) => {
                let drops = if *drops > 0 { "drop[s] a level and " } else { "" };
                let checks = checks_text(*checks);
                of(game, unit, &format!("lose[s] by {margin}: [it|they] {drops}take[s] {checks}"))
            }
        };
        FallsOff { unit: UnitId } [about(unit).weighs(Weight::Result).follows(rank::AFTER, Reach::Step)] => of(game, unit, "fall[s] back from the locked melee");
        NoMelee { unit: UnitId, target: UnitId } [Telling::of([*unit, *target])] => {
            let target = game.name(*target);
            of(game, unit, &format!("[is|are] no longer in contact with {target}: no melee"))
        };
        Advances { unit: UnitId } [about(unit).follows(rank::AFTER, Reach::Step)] => of(game, unit, "follow[s] up");
        SquareHolds { unit: UnitId } [about(unit)] =>
            format!("The hasty square of {} is now a square", game.name(*unit));
        RallyRoll { unit: UnitId, passes: bool } [about(unit).weighs(Weight::Check)] => match passes {
            true => of(game, unit, "rall[ies|y]"),
            false => of(game, unit, "[does|do] not rally yet"),
        };
        Rallies { unit: UnitId, to: Level } [about(unit).weighs(Weight::Hit).matters()] =>
            of(game, unit, &format!("[is|are] {} again", level_text(*to)));
        /// It stays as it is: the enemy is too near, or its corps is cut off from its supply.
        NoRally { unit: UnitId, cut: bool } [about(unit)] => match cut {
            false => of(game, unit, "[is|are] too near the enemy to rally"),
            true => of(game, unit, "[is|are] cut off from supply and cannot rally"),
        };
        /// Where the house traces supply.
        CutOff { corps: CorpsId } [Telling::plain()] =>
            says(corps_name(game, corps), "[is|are] cut off from [its|their] supply");
        Holds { objective: usize, side: Option<Side> } [Telling::plain().matters().fortune(40).of_ground(*objective)] => {
            let place = game.scenario.objectives.get(*objective).map_or("?", |place| place.name.as_str());
            match side {
                Some(holder) => format!("The {} hold {place}", side_name(game, holder)),
                None => format!("Nobody holds {place}"),
            }
        };
        Ends { winner: Option<Side>, by: Ending } [Telling::plain().weighs(Weight::Gone).tone(Tone::Last).matters()] =>
            match winner {
                Some(winner) if *by == Ending::Conceded => {
                    let (won, lost) = (side_name(game, winner), side_name(game, &winner.enemy()));
                    format!("The {won} win: the {lost} concede the battle")
                }
                Some(winner) => format!("The {} win: {}", side_name(game, winner), ending_text(*by)),
                None => "The battle is drawn".to_owned(),
            };
    }
}

impl What {
    /// The side that alone may know of it; `None`: both do.
    pub fn secret_of(&self, game: &Orders) -> Option<Side> {
        if let What::Sealed { corps, .. } | What::Dispatched { corps, .. } | What::Received { corps, .. } =
            self
        {
            return game.get_corps(*corps).map(|corps| corps.side);
        }
        let What::ReinforcementRoll { side, arrives: false } = self else { return None };
        Some(*side)
    }
}
