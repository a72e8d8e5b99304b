//! The charts of close.
