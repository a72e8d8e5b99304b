//! The exact odds of checks, of a shot and of a charge: states merged after every roll, each unit's ways worked out once.
//!
//! | file | what stands there |
//! |---|---|
//! | `settled` | a unit between two causes, by its number |
//! | `checks` | a unit's ways through its checks |
//! | `shot` | a shot and its checks |
//! | `charge` | a charge; its coming in is in `charge/approach`, its melee in `charge/rounds` |
//! | `reckoner` | odds one after another, with what they have in common worked out once |

mod charge;
mod checks;
mod reckoner;
mod settled;
mod shot;

pub use checks::checks_odds;
pub use reckoner::{Reckoner, charge_odds, shot_odds};
