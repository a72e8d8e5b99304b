//! The charts of panic.
