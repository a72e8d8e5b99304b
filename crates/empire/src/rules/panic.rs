//! Panic.
