//! What happened, with its working and the rules it rests on; `telling` has it in words.

mod telling;

use crate::game::Ending;
use crate::ids::Ids;
use crate::placing::Stop;
use crate::unit::{GeneralId, Standing, UnitId};
use crate::words::{Band, Formation, Phase, Test, Verdict};
use engine::Side;
use serde::{Serialize, Serializer};
use table::{Inches, Leg, Pose};
pub(crate) use telling::capital;
pub use telling::phase_title;

/// A sum with its parts: each number with the rule that gives it.
pub type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

/// A march as it was walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Way {
    pub ahead: Inches,
    pub back: Inches,
    /// In 65536ths of a turn, to the right.
    pub wheel: i32,
}

impl Way {
    pub(crate) fn of(start: Pose, legs: &[Leg]) -> Way {
        let mut way = Way::default();
        for leg in legs {
            match leg {
                Leg::Ahead(by) => way.ahead.0 += by.0,
                Leg::Back(by) => way.back.0 += by.0,
                Leg::Wheel(by) => way.wheel += by,
                Leg::To(pose) => way.ahead.0 += start.at.distance(pose.at).0,
            }
        }
        way
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    TurnBegins {
        turn: u32,
    },
    PhaseBegins {
        number: u8,
        phase: Phase,
    },
    Deployed {
        unit: UnitId,
    },
    ReserveRoll {
        side: Side,
        command: String,
        arrives: bool,
    },
    Enters {
        unit: UnitId,
    },
    Unlimbered {
        unit: UnitId,
    },
    Turned {
        unit: UnitId,
    },
    Fires {
        battery: UnitId,
        target: UnitId,
        band: Band,
        dice: u32,
        need: u32,
        carried: bool,
    },
    Hit {
        unit: UnitId,
        by: UnitId,
        hits: u32,
    },
    Lost {
        unit: UnitId,
        figures: u32,
    },
    Tests {
        unit: UnitId,
        test: Test,
        target: i32,
    },
    Tested {
        unit: UnitId,
        test: Test,
        verdict: Verdict,
    },
    Halted {
        unit: UnitId,
    },
    CarriesOn {
        unit: UnitId,
    },
    Formed {
        unit: UnitId,
        formation: Formation,
    },
    NoRoom {
        unit: UnitId,
        formation: Formation,
        lost: u32,
    },
    CrowdedLosses {
        unit: UnitId,
        lost: u32,
    },
    FellBack {
        unit: UnitId,
        by: Inches,
    },
    Marched {
        unit: UnitId,
        doubled: bool,
        /// `None` beside real figures: then it is said how far it may go.
        way: Option<Way>,
        allowance: Inches,
    },
    Lapsed {
        unit: UnitId,
    },
    Rides {
        general: GeneralId,
        join: Option<UnitId>,
    },
    ChargeRoll {
        unit: UnitId,
        may: bool,
    },
    Charges {
        unit: UnitId,
        target: UnitId,
        flank: bool,
    },
    Gallops {
        unit: UnitId,
        bonus: u32,
        reach: Inches,
    },
    Shoots {
        unit: UnitId,
        target: UnitId,
        dice: u32,
        need: u32,
    },
    Evades {
        unit: UnitId,
        by: u32,
    },
    CutDown {
        unit: UnitId,
        by: UnitId,
    },
    Stopped {
        unit: UnitId,
        #[serde(serialize_with = "stop_word")]
        by: Stop,
    },
    ShortOf {
        unit: UnitId,
        target: UnitId,
        by: Inches,
        formation: Formation,
    },
    ClosesIn {
        unit: UnitId,
        target: UnitId,
    },
    Presses {
        unit: UnitId,
    },
    CounterCharges {
        unit: UnitId,
        charger: UnitId,
    },
    SquareRoll {
        unit: UnitId,
        formed: bool,
    },
    SupportedBy {
        gun: UnitId,
        unit: UnitId,
    },
    MeleeRound {
        a: UnitId,
        b: UnitId,
        dice: [u32; 2],
        need: [u32; 2],
    },
    MeleeLosses {
        a: UnitId,
        b: UnitId,
        lost: [u32; 2],
        loser: Option<UnitId>,
    },
    FightsOn {
        a: UnitId,
        b: UnitId,
    },
    RiddenDown {
        unit: UnitId,
        by: UnitId,
    },
    PassesThrough {
        unit: UnitId,
        square: UnitId,
        lost: u32,
    },
    RidesOn {
        unit: UnitId,
    },
    Advances {
        unit: UnitId,
    },
    Retires {
        unit: UnitId,
        by: Inches,
    },
    FollowsUp {
        unit: UnitId,
    },
    Parted {
        a: UnitId,
        b: UnitId,
    },
    Recalled {
        unit: UnitId,
        returned: bool,
    },
    NotRecalled {
        unit: UnitId,
        lost: u32,
    },
    Gone {
        unit: UnitId,
        how: Standing,
    },
    GeneralHit {
        general: GeneralId,
        /// The unit he was with.
        with: Option<UnitId>,
        lost: bool,
    },
    GeneralTaken {
        general: GeneralId,
    },
    GeneralMoves {
        general: GeneralId,
        to: Option<UnitId>,
    },
    Drink {
        phase: bool,
    },
    Toast {
        to: &'static str,
    },
    Ends {
        winner: Option<Side>,
        by: Ending,
    },
}

fn stop_word<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stop.word())
}

impl Stop {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Stop::FriendlyInfantry => "friendly infantry",
            Stop::FriendlyCavalry => "friendly cavalry",
            Stop::FriendlyGuns => "friendly guns",
            Stop::Difficult => "difficult ground",
            Stop::Impassable => "impassable ground",
            Stop::Edge => "the table edge",
        }
    }
}

impl What {
    /// The units it is about, the first one first.
    pub fn units(&self) -> Vec<UnitId> {
        match *self {
            What::Fires { battery, target, .. } => vec![battery, target],
            What::Hit { unit, by, .. } | What::CutDown { unit, by } | What::RiddenDown { unit, by } => {
                vec![unit, by]
            }
            What::Charges { unit, target, .. }
            | What::Shoots { unit, target, .. }
            | What::ShortOf { unit, target, .. }
            | What::ClosesIn { unit, target } => vec![unit, target],
            What::CounterCharges { unit, charger } => vec![unit, charger],
            What::SupportedBy { gun, unit } => vec![gun, unit],
            What::PassesThrough { unit, square, .. } => vec![unit, square],
            What::MeleeRound { a, b, .. }
            | What::MeleeLosses { a, b, .. }
            | What::FightsOn { a, b }
            | What::Parted { a, b } => vec![a, b],
            What::Deployed { unit }
            | What::Enters { unit }
            | What::Unlimbered { unit }
            | What::Turned { unit }
            | What::Lost { unit, .. }
            | What::Tests { unit, .. }
            | What::Tested { unit, .. }
            | What::Halted { unit }
            | What::CarriesOn { unit }
            | What::Formed { unit, .. }
            | What::NoRoom { unit, .. }
            | What::CrowdedLosses { unit, .. }
            | What::FellBack { unit, .. }
            | What::Marched { unit, .. }
            | What::Lapsed { unit }
            | What::ChargeRoll { unit, .. }
            | What::Gallops { unit, .. }
            | What::Evades { unit, .. }
            | What::Stopped { unit, .. }
            | What::Presses { unit }
            | What::SquareRoll { unit, .. }
            | What::RidesOn { unit }
            | What::Advances { unit }
            | What::Retires { unit, .. }
            | What::FollowsUp { unit }
            | What::Recalled { unit, .. }
            | What::NotRecalled { unit, .. }
            | What::Gone { unit, .. } => vec![unit],
            What::Rides { join: with, .. }
            | What::GeneralHit { with, .. }
            | What::GeneralMoves { to: with, .. } => with.into_iter().collect(),
            What::TurnBegins { .. }
            | What::PhaseBegins { .. }
            | What::ReserveRoll { .. }
            | What::GeneralTaken { .. }
            | What::Drink { .. }
            | What::Toast { .. }
            | What::Ends { .. } => Vec::new(),
        }
    }
}
