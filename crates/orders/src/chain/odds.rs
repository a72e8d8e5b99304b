//! The exact odds of checks, of a shot and of a charge: states merged after every roll, each unit's ways worked out once.
//!
//! | file | what stands there |
//! |---|---|
//! | `spread` | results with their weights: merged where they are equal, kept where they are asked for again |
//! | `standing` | a unit between two causes, by its number |
//! | `every_face` | dice that show every face |
//! | `checks` | a unit's ways through its checks |
//! | `shot` | a shot and its checks |
//! | `charge` | a charge; its coming in is in `charge/approach`, its melee in `charge/rounds` |

mod charge;
mod checks;
mod every_face;
mod shot;
mod spread;
mod standing;

pub use charge::charge_odds;
pub use checks::checks_odds;
pub use shot::shot_odds;
