//! The exact odds of checks, of a shot and of a charge, sooner: a unit's ways are worked out once and kept, and what is
//! kept is found by its number.
//!
//! The stages of `charge` and `checks` have the same odds ([`super::charge_odds_by_stages`]; a test holds the two against
//! each other whatever the house), and take 1.5 to 40 ms for a charge where this takes 0.5 at most. A captain asks for 160
//! shots and charges in a battle that takes him 25 ms, an eighth of them for this.
//!
//! | file | what stands there |
//! |---|---|
//! | `checks` | a unit's ways through its checks |
//! | `shot` | a shot and its checks |
//! | `charge` | a charge; its coming in is in `charge/approach`, its melee in `charge/rounds` |
//! | `reckoner` | odds one after another, with what they have in common worked out once |

mod charge;
mod checks;
mod reckoner;
mod shot;

pub use checks::checks_odds;
pub use reckoner::{Reckoner, charge_odds, shot_odds};
