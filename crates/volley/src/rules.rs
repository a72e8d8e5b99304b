//! The rules, one file for one topic of the sheet, in wings: what belongs together stands beside each other.
//!
//! | wing | phases | files |
//! |---|---|---|
//! | `turn` | the order of play, deployment, reserves (1), and how it ends | `sequence`, `deployment`, `reserves`, `verdict` |
//! | `orders` | 3 and 8: one side moves | the wing itself, `movement`, `formation`, `command` |
//! | `fire` | 1: guns; 3 and 8: the other side shoots | the wing itself, `bombardment`, `shooting` |
//! | `charge` | 3 and 8: it is declared and runs; 4 and 9: it closes; 5 and 10: the charged stand | the wing itself, `gallop`, `skirmishers`, `close`, `stand` |
//! | `melee` | melees, who loses them, the recall of cavalry | the wing itself, `loss`, `recall` |
//! | `morale` | 2: after guns; every other test; units that leave the game | the wing itself, `artillery_morale`, `testing`, `removal` |
//! | `ground` | what the table shows, and where units fit | `facts`, `placing` |
//!
//! `on_sheet` is what there is by a sheet, `asking` what questions have in common, `outlook` what an answer comes down to, and
//! `chain` a whole charge or shot for exact odds.
//!
//! What follows what in a charge is written once, phase by phase, for play, odds and captains: `shooting::reply`,
//! `close::closes`, `stand::procedure`, `melee::row` and `after_round`, `loss::loss_result`.

pub(crate) mod asking;
pub mod chain;
pub mod charge;
pub mod fire;
pub(crate) mod ground;
pub mod melee;
pub mod morale;
pub(crate) mod on_sheet;
pub(crate) mod orders;
pub mod outlook;
pub(crate) mod turn;
