//! Step 2: what a unit or leader may do, checked before anything changes, and how it is carried out.
//!
//! Marches stand in `march`, the check out of command in `command_check`, charges in `charge`, rides in `leaders`; the
//! geometry and the price of a move in `walk`, the demands of orders in `obedience`.

pub(crate) mod activation;
pub(crate) mod begin;
pub mod budget;
pub(crate) mod command_check;
mod force_march;
pub(crate) mod formations;
mod march;
pub mod options;
pub(crate) mod question;
mod sample;
pub(crate) mod walk;

use crate::ids::house;
use crate::rules::charge::{self, Declared};
use crate::rules::command::leaders::{self, Ride};
use crate::state::answer::Act;
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::UnitId;
pub use begin::walked;
use command_check::{check_rouse, rouse};
use engine::{Side, Umpire};
pub(crate) use force_march::finish;
use force_march::{check_force_march, force_march};
pub(crate) use march::enters_in;
use march::{March, check_enter, check_leave, check_march};
pub use question::Move;

/// An act that was checked.
#[derive(Clone, Debug)]
pub enum Granted {
    Rouse { unit: UnitId },
    ForceMarch { unit: UnitId },
    March(March),
    Charge(Declared),
    Enter(March),
    Leave(March),
    Ride(Ride),
}

/// Whether an act may be made now.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub fn check_act(game: &Orders, side: Side, only: Option<UnitId>, act: &Act) -> Result<Granted, Refusal> {
    match act {
        Act::Rouse { unit } => check_rouse(game, side, only, *unit).map(|()| Granted::Rouse { unit: *unit }),
        Act::ForceMarch { unit } => {
            check_force_march(game, side, only, *unit).map(|()| Granted::ForceMarch { unit: *unit })
        }
        Act::March { unit, paces } => check_march(game, side, only, *unit, paces).map(Granted::March),
        Act::Charge { unit, target, wheel, form } => {
            charge::check_charge(game, side, only, *unit, *target, *wheel, *form).map(Granted::Charge)
        }
        Act::Enter { unit, paces } => check_enter(game, side, only, *unit, paces).map(Granted::Enter),
        Act::Leave { unit, paces } => check_leave(game, side, only, *unit, paces).map(Granted::Leave),
        Act::Ride { leader, to, join } => {
            if let Some(unit) = only {
                let why = why!("{} [is|are] being moved and [is|are] finished first.", game.called(unit));
                return refuse(house!("move.sequence"), why);
            }
            leaders::check_ride(game, side, *leader, *to, *join).map(Granted::Ride)
        }
    }
}

/// Carries a checked act out.
///
/// # Errors
/// The umpire's pause.
pub fn carry_out<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    granted: Granted,
) -> Result<(), U::Pause> {
    match granted {
        Granted::Rouse { unit } => rouse(game, umpire, unit).map(drop),
        Granted::ForceMarch { unit } => force_march(game, umpire, unit),
        Granted::March(march) => march::carry_out(game, umpire, march),
        Granted::Charge(declared) => charge::carry_out(game, umpire, declared),
        Granted::Enter(march) => march::enter(game, umpire, &march),
        Granted::Leave(march) => march::leave(game, umpire, &march),
        Granted::Ride(ride) => {
            leaders::ride(game, umpire, ride);
            Ok(())
        }
    }
}
