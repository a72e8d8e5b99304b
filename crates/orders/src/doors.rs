//! Whatever is asked of a game beside its rules: each file answers for one trait of the engine, or reads one kind of
//! file.
//!
//! | file | what it answers |
//! |---|---|
//! | `played` | the game's files, where in its turn it is, how it stands |
//! | `battle` | battle files |
//! | `position` | a state read from its text |
//! | `sound` | what must always hold |
//! | `desk` | the charts one by one, with exact odds |
//! | `chain` | exact odds of what hangs together: a shot with its checks, a whole charge |
//! | `outlook` | what an answer may lead to, with the facts of the table |
//! | `overlay` | the geometry the rules measure with |
//! | `situation` | cases |

pub mod battle;
pub mod chain;
pub mod desk;
pub mod outlook;
mod overlay;
mod played;
mod position;
pub mod situation;
pub(crate) mod sound;
