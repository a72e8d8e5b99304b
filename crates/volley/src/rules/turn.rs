//! The turn: which phase follows which (`sequence`), what comes before the battle (`deployment`), who comes later (`reserves`),
//! and who has won (`verdict`).

pub(crate) mod deployment;
pub(crate) mod reserves;
pub(crate) mod sequence;
pub mod verdict;
