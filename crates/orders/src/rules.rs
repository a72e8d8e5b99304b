//! The rules, one file for one topic of the sheet; topics that a player looks for together share a folder.
//!
//! | folder | the topics in it |
//! |---|---|
//! | `turn` | the seven steps of a turn, deployment before them, reinforcements (`sequence`); step 7, rally and supply (`rally`); who holds what and who has won (`verdict`) |
//! | `orders` | step 1: corps orders, couriers, what stays sealed; what orders demand of units (`obedience`), the ways they lead (`ways`), what a side may guess of the other's (`guesses`) |
//! | `command` | a commander's radius; leaders who ride and flee (`leaders`), leaders in danger (`leader_loss`) |
//! | `movement` | step 2: what a unit or leader may do, marches, force marches, checks out of command; a way pace by pace and its price (`walk`, `budget`), what a unit could do (`options`) |
//! | `ground` | the ground, and where a unit stands on it (`placing`) |
//! | `fire` | steps 3 and 4 |
//! | `charge` | step 2: charges, and infantry that forms square before horse (`hasty_square`); step 5 (`melee`), and who follows up (`pursuit`) |
//! | `morale` | the check that everything leads to |
//! | `chain` | the rules strung together for exact odds: checks, a shot, a whole charge |
//! | `outlook` | what an answer comes down to |
//!
//! `on_sheet` is what there is by the sheet, `luck` makes random answers.

pub mod chain;
pub mod charge;
pub mod command;
pub mod fire;
pub mod ground;
pub(crate) mod luck;
pub mod morale;
pub mod movement;
pub(crate) mod on_sheet;
pub mod orders;
pub mod outlook;
pub(crate) mod turn;
