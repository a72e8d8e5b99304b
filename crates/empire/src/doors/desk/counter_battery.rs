//! The charts of counter-battery.
