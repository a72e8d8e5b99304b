//! The charts of victory.
