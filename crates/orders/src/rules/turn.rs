//! The turn: its seven steps in their order, rally at its end, and who has won.

pub mod rally;
pub(crate) mod sequence;
pub mod verdict;
