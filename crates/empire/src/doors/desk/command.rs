//! The charts of command.
