//! The charts of bonus.
