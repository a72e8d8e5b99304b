//! The charts of me-morale.
