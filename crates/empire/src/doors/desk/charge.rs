//! The charts of charge.
