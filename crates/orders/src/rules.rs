//! The rules, one file for one topic of the sheet.
//!
//! | file | the topic |
//! |---|---|
//! | `sequence` | the seven steps of a turn, deployment before them, reinforcements |
//! | `orders`, `command` | step 1: corps orders, couriers, what stays sealed; a commander's radius |
//! | `guesses` | what of that a side may guess of the other |
//! | `movement` | step 2: what a unit or leader may do; marches, force marches, checks out of command |
//! | `walk`, `budget`, `placing`, `ground` | a way pace by pace and its price; where a unit stands, and on what |
//! | `charge`, `hasty_square` | step 2: charges, and infantry that forms square before horse |
//! | `obedience`, `ways` | what orders demand of units, and how idle ones are made to obey |
//! | `leaders`, `leader_loss` | leaders who ride and flee; leaders in danger |
//! | `fire` | steps 3 and 4 |
//! | `melee`, `pursuit` | step 5, and who follows up |
//! | `morale` | the check that everything leads to |
//! | `rally` | step 7: rally and supply |
//! | `verdict` | who holds what, and who has won |
//!
//! `on_sheet` is what there is by the sheet, `options` finds what a unit could do, `luck` makes random answers, `outlook` says what an
//! answer comes down to, and `chain` strings the rules together for exact odds: checks, a shot, a whole charge.

pub mod budget;
pub mod chain;
pub mod charge;
pub mod command;
pub mod fire;
pub mod ground;
pub(crate) mod guesses;
pub(crate) mod hasty_square;
pub mod leader_loss;
pub mod leaders;
pub(crate) mod luck;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod obedience;
pub(crate) mod on_sheet;
pub mod options;
pub mod orders;
pub mod outlook;
pub mod placing;
pub(crate) mod pursuit;
pub mod rally;
pub(crate) mod sequence;
pub mod verdict;
pub(crate) mod walk;
pub(crate) mod ways;
