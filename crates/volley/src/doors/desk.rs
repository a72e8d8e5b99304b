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

use crate::charts::Rules;
use crate::rules::outlook::{ArtilleryMorale, Bombardment, ChargeFacts, Close, Firing, Loss, Recall, Stand};
use crate::state::game::Volley;
use engine::desk::told::{Part, loses_it};
use engine::desk::{Bars, Desk, Liking, Value};
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

    const TOLD: &'static [Part<Rules>] = &[
        Part::by("verdict", "The test", morale::verdict_said),
        Part::words("result", "Result", &[("not-hit", "nobody is hit"), ("wiped-out", "nobody is left")]),
        Part::by("loser", "The loser", loses_it),
        Part::count("hits", "Hits", ["no hit", "1 hit", "{} hits"]),
        Part::by("lost", "Figures lost", lost_said),
        Part::count(
            "charger-lost",
            "Figures the chargers lose",
            ["", "the chargers lose 1", "the chargers lose {}"],
        ),
        Part::count(
            "target-lost",
            "Figures the defenders lose",
            ["", "the defenders lose 1", "the defenders lose {}"],
        ),
        Part::words("arrives", "Arrival", &[("yes", "it comes up"), ("no", "it does not come up yet")]),
        Part::words("recalled", "Recall", &[("yes", "it comes back"), ("no", "it does not hear")]),
        Part::words("may-charge", "Charge", &[("yes", "it may charge"), ("no", "it may not charge")]),
        Part::words("may-form", "Square", &[("yes", "may still form"), ("no", "")]),
        Part::words("doubled", "Double", &[("yes", "at the double"), ("no", "")]),
        Part::count("dice", "Dice", ["no dice", "one die", "{} dice"]),
        Part::count("inches", "Inches", ["0″", "1″", "{}″"]),
    ];
}

/// Figures of a unit, or a general.
fn lost_said(_: &Rules, lost: &Value) -> String {
    match lost {
        Value::Number(0) => String::new(),
        Value::Number(1) => "1 figure lost".to_owned(),
        Value::Number(n) => format!("{n} figures lost"),
        Value::Word("yes") => "the general is lost".to_owned(),
        Value::Word(_) | Value::Text(_) => "the general is unhurt".to_owned(),
    }
}
