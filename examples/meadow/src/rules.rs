//! The rules, one file for one topic: `sequence` is the order of play, `advance`, `volley` and `rally` what a side does in
//! its part of a turn, `verdict` how it ends.

pub(crate) mod advance;
pub mod rally;
pub(crate) mod sequence;
pub(crate) mod verdict;
pub mod volley;
