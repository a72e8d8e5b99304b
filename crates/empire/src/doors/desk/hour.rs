//! The charts of the hour.

mod bonus;
mod engagement;
mod fatigue;
