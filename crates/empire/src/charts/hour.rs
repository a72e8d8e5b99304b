//! The numbers of the hour.

pub mod bonus;
pub mod engagement;
pub mod fatigue;
pub mod sequence;
