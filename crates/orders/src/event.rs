//! What happened, with its working and the rules it rests on; `telling` has it in words.

mod telling;

use crate::game::Orders;
use crate::ids::Ids;
use crate::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::words::{Formation, Level, LossResult};
use engine::{Ending, Side};
use serde::Serialize;
use table::Inches;
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
        /// From where it stood to where it stands; `None` beside real figures.
        by: Option<Inches>,
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
    /// It stays as it is: the enemy is too near, or its corps is cut off from its supply.
    NoRally {
        unit: UnitId,
        cut: bool,
    },
    /// Where the house traces supply.
    CutOff {
        corps: CorpsId,
    },
    Holds {
        objective: usize,
        side: Option<Side>,
    },
    Ends {
        winner: Option<Side>,
        by: Ending,
    },
}

impl What {
    /// The side that alone may know of it; `None`: everybody hears.
    pub fn secret_of(&self, game: &Orders) -> Option<Side> {
        match self {
            What::Sealed { corps, .. } | What::Dispatched { corps, .. } | What::Received { corps, .. } => {
                game.get_corps(*corps).map(|corps| corps.side)
            }
            _ => None,
        }
    }

    /// The units it is about.
    pub fn units(&self) -> Vec<UnitId> {
        match *self {
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
            | What::NoRally { unit, .. } => vec![unit],
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
            | What::CutOff { .. }
            | What::Holds { .. }
            | What::Ends { .. } => Vec::new(),
        }
    }
}
