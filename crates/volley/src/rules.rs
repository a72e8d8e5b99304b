//! The rules, one file for one topic of the sheet.
//!
//! | phases | files |
//! |---|---|
//! | the order of play, and how it ends | `sequence`, `verdict` |
//! | before the battle | `deployment` |
//! | 1: reserves and guns | `reserves`, `bombardment`, `fire` |
//! | 2: morale after guns | `artillery_morale`, `morale`, `testing` |
//! | 3 and 8: one side moves, the other shoots | `orders`, `movement`, `formation`, `command`, `charge`, `gallop`, `skirmishers`, `shooting`, `fire` |
//! | 4 and 9: the charge closes | `close` |
//! | 5 and 10: the charged stand | `stand` |
//! | melees and who loses them | `melee`, `loss` |
//! | the recall of cavalry | `recall` |
//! | units that leave the game | `removal` |
//!
//! `on_sheet` is what there is by a sheet, `facts` what they see on the table and `placing` where units fit; `asking` is what their questions have in
//! common, `outlook` what an answer comes down to, and `chain` a whole charge or shot for exact odds.
//!
//! What follows what in a charge is written once, phase by phase, for play, odds and captains: `shooting::reply`,
//! `close::closes`, `stand::procedure`, `melee::row` and `after_round`, `loss::loss_result`.

pub(crate) mod artillery_morale;
pub(crate) mod asking;
pub(crate) mod bombardment;
pub mod chain;
pub mod charge;
pub mod close;
pub mod command;
pub(crate) mod deployment;
pub mod facts;
pub mod fire;
pub mod formation;
pub mod gallop;
pub mod loss;
pub mod melee;
pub mod morale;
pub mod movement;
pub(crate) mod on_sheet;
pub(crate) mod orders;
pub mod outlook;
pub(crate) mod placing;
pub(crate) mod recall;
pub(crate) mod removal;
pub(crate) mod reserves;
pub(crate) mod sequence;
pub mod shooting;
pub(crate) mod skirmishers;
pub mod stand;
pub(crate) mod testing;
pub mod verdict;
