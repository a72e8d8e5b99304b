//! Fatigue, rest and rally.
