//! The charts of guns-charged.
