//! The charts of square.
