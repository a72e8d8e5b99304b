//! Forming square.
