//! What follows what, where several rolls hang together: the checks of a unit, a shot with the checks it gives, and a whole
//! charge from the hasty square through the fire of step 3 to the last round of melee. It is written once, in stages: dice
//! that fall go through them, and exact odds do with every fall. On the table a charge lies in three steps of the turn;
//! each roll of a check is thrown there in the stage that stands here, and who takes what after a shot or a round is said
//! by the same functions.
//!
//! Between two rolls a unit is a small [`Status`], so that states are merged after each of them and a whole charge
//! costs microseconds. What depends on the table is given: a unit that is moved back has left contact and its
//! garrison, unless it is [`Body::cornered`]; the shock of a leader's death is followed for his own unit only.
//! Choices follow the ruling on undecided options: infantry that may try the hasty square does.
//!
//! | file | what stands there |
//! |---|---|
//! | `body` | a unit as these odds know it, and what has become of it between two rolls |
//! | `checks` | the stages of the morale checks a unit goes through for one cause, and of the shock of its leader's death |
//! | `shot` | a shot and its checks |
//! | `charge` | the stages of a whole charge: hasty square, the fire of step 3, the rounds of melee |
//! | `odds` | the odds of all this, sooner than by going through the stages anew: for captains |

mod body;
mod charge;
mod checks;
mod odds;
mod shot;

pub(crate) use body::{ARMED, CHECKED, KIND};
pub use body::{Body, LeaderFate, Status};
pub use charge::{ChargeFacts, End, Outcome, SUPPORT, charge, charge_odds_by_stages};
pub use checks::checks;
pub(crate) use checks::{Checking, Harm, Next, Rolled, UnderChecks};
pub use odds::{Reckoner, charge_odds, checks_odds, shot_odds};
pub use shot::{ShotOutcome, shot};
