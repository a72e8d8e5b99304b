//! Whatever is asked of a game beside its rules: each file answers for one trait of the engine, or reads one kind of
//! file.
//!
//! | file | what it answers |
//! |---|---|
//! | `played` | the game's files, where in its turn it is, how it stands |
//! | `bodies` | the corps: orders, couriers, signs, and what may be written |
//! | `battle` | battle files |
//! | `position` | a state read from its text |
//! | `sound` | what must always hold |
//! | `desk` | the charts one by one, with exact odds |
//! | `foreseen` | what may come: of an answer, of a charge that was not ordered, of a shot a unit might have |
//! | `overlay` | the geometry the rules measure with |
//! | `situation` | cases |

pub mod battle;
mod bodies;
mod desk;
mod foreseen;
mod overlay;
mod played;
mod position;
pub mod situation;
pub(crate) mod sound;
