//! Firefights.
