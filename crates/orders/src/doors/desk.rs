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

use crate::rules::on_sheet::REACHED;
use crate::rules::outlook::{Check, Checks, ShotAndChecks, WholeCharge};
use crate::state::game::Orders;
use engine::desk::{Bars, Desk, Liking};
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
}
