//! The rules, one file for one topic, in wings: what belongs together stands beside each other.
//!
//! | wing | what a player looks for there |
//! |---|---|
//! | `hour` | phases, engagement, impulses, bonus impulses, reactions, fatigue, the end |
//! | `command` | initiative, commander actions, leaders lost |
//! | `march` | coming up, manoeuvre, guns that move, formations |
//! | `fire` | musketry, guns, counter-battery, bombardment, firefights |
//! | `charge` | a charge from its declaration to what the winner does |
//! | `morale` | tests of units and MEs, panic, losses, routs |
//! | `ground` | what the table shows, and ways on it |
//!
//! Beside them, without rules of their own: `secrets` (what a side does not know), `guesses` (what may be behind it), `frame`
//! (what questions and facts have in common), `outlook` (what may be looked at beforehand).

pub mod charge;
pub mod command;
pub mod fire;
pub(crate) mod frame;
pub mod ground;
pub(crate) mod guesses;
pub mod hour;
pub mod march;
pub mod morale;
pub mod outlook;
pub(crate) mod secrets;
