//! The charts and tests of a volley sheet on the desk, a file for each topic of the sheet.
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

use crate::rules::outlook::{ArtilleryMorale, Bombardment, ChargeFacts, Close, Firing, Loss, Recall, Stand};
use crate::state::game::Volley;
use engine::desk::{Bars, Desk, Liking};
use fire::{ArtilleryFire, Shooting, SquareFire};
use melee::{CavalryResult, Melee, MeleeDice, PassThrough};
use morale::NoRoom;
use movement::{ChargeBonus, Evade, InfantryCharge, Movement};
use turn::{GeneralCasualty, GeneralUnitLost, Reserves, Sequence};

engine::desk! {
    /// The charts of a sheet, in its order.
    pub enum Charts of Volley {
        Sequence,
        Reserves,
        ArtilleryFire,
        ArtilleryMorale,
        Movement,
        InfantryCharge,
        ChargeBonus,
        Evade,
        Shooting,
        SquareFire,
        Close,
        Stand,
        MeleeDice,
        Melee,
        CavalryResult,
        PassThrough,
        Loss,
        NoRoom,
        Recall,
        GeneralCasualty,
        GeneralUnitLost,
        ChargeFacts,
        Bombardment,
        Firing,
    }
}

impl Desk for Volley {
    type Charts = Charts;

    const BARS: &'static [Bars] = &[
        Bars::new("hits", "Hits", Liking::Good),
        Bars::new("charger-lost", "Figures {unit} loses", Liking::Bad),
        Bars::new("target-lost", "Figures {foe} loses", Liking::Good),
        // Hits are figures, unless there are more of them.
        Bars::new("lost", "Figures lost", Liking::Good).unless("hits"),
    ];
}
