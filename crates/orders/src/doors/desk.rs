//! The charts of the sheet on the desk, a file for each topic.
//!
//! Each chart is one struct: the facts it wants, what it says, what it refuses and its numbers. It calls the function
//! the game calls.

mod charge;
mod fire;
mod melee;
mod morale;
mod movement;
mod numbers;
mod refusals;
mod turn;

use crate::charts::Rules;
use crate::rules::on_sheet::REACHED;
use crate::rules::outlook::{Check, Checks, ShotAndChecks, WholeCharge};
use crate::state::game::Orders;
use engine::desk::told::{Part, loses_it};
use engine::desk::{Bars, Desk, Liking, Value};
use fire::Fire;
use melee::Melee;
use morale::{LeaderLoss, Rally, Status};
use movement::{ForceMarch, Movement};
use turn::{Initiative, Order, OrderChange, Radius, Sequence};

engine::desk! {
    /// The charts of the sheet, in its order.
    pub enum Charts of Orders {
        Sequence,
        Initiative,
        Order,
        OrderChange,
        Radius,
        Movement,
        ForceMarch,
        Fire,
        ShotAndChecks,
        Check,
        Checks,
        Status,
        LeaderLoss,
        Melee,
        WholeCharge,
        Rally,
    }
}

impl Desk for Orders {
    type Charts = Charts;

    const BARS: &'static [Bars] = &[
        Bars::new("hits", "Hits", Liking::Good),
        Bars::new("checks", "Checks of {foe}", Liking::Good).unless("hits"),
        Bars::new("charger-level", "{unit} afterwards", Liking::Even).in_order(&REACHED),
        Bars::new("target-level", "{foe} afterwards", Liking::Even).in_order(&REACHED),
        Bars::new("charger-leader", "The leader with {unit}", Liking::Even),
        Bars::new("target-leader", "The leader with {foe}", Liking::Even),
        Bars::new("leader", "The leader with it", Liking::Even),
    ];

    const TOLD: &'static [Part<Rules>] = &[
        Part::by("loser", "The loser", loses_it),
        Part::words("passes", "The check", &[("yes", "passes"), ("no", "fails")]),
        Part::words("level", "Afterwards", &[]),
        Part::words("result", "Result", &[("not-hit", "nobody is hit"), ("wiped-out", "nobody is left")]),
        Part::count("hits", "Hits", ["no hit", "1 hit", "{} hits"]),
        Part::count("checks", "Morale checks", ["no morale check", "1 morale check", "{} morale checks"])
            .unless("hits"),
        Part::words("driven-back", "Driven back", &[("yes", "is driven back"), ("no", "stays where it is")]),
        Part::words("leader-tested", "The leader", &[("yes", "its leader is in danger"), ("no", "")]),
        Part::by("leader", "The leader with it", leader_said),
        Part::by("inches", "Inches", |_, inches| match inches {
            Value::Number(_) => format!("{inches}″"),
            Value::Word(_) | Value::Text(_) => inches.to_string().replace('"', "″"),
        }),
    ];
}

fn leader_said(_: &Rules, leader: &Value) -> String {
    match leader.to_string().as_str() {
        "away" => String::new(),
        fate => format!("its leader is {fate}"),
    }
}
