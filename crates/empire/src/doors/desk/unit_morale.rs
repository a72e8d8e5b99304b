//! The charts of unit-morale.
