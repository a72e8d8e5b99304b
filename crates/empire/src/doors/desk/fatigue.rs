//! The charts of fatigue.
