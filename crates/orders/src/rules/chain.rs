//! Exact odds of what hangs together: a shot with the checks it gives, and a whole charge from the hasty square through
//! the fire of step 3 to the last round of melee, made of the very functions the steps of play call.
//!
//! Between two rolls a unit is a small [`Status`], so that states are merged after each of them and a whole charge
//! costs microseconds. What depends on the table is given: a unit that is moved back has left contact and its
//! garrison, unless it is [`Body::cornered`]; the shock of a leader's death is followed for his own unit only.
//! Choices follow the ruling on undecided options: infantry that may try the hasty square does.
//!
//! | file | what stands there |
//! |---|---|
//! | `body` | a unit as these odds know it, and what has become of it between two rolls |
//! | `checks` | the morale checks a unit goes through for one cause, and the shock of its leader's death |
//! | `shot` | a shot and its checks |
//! | `charge` | a whole charge: hasty square, the fire of step 3, the rounds of melee |
//! | `odds` | every way all this can come out, with its chance |

mod body;
mod charge;
mod checks;
mod odds;
mod shot;

pub(crate) use body::{ARMED, CHECKED, KIND};
pub use body::{Body, LeaderFate, Status};
pub use charge::{ChargeFacts, End, Outcome, SUPPORT, charge};
pub use checks::checks;
pub use odds::{Reckoner, charge_odds, checks_odds, shot_odds};
pub use shot::{ShotOutcome, shot};
