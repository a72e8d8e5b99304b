//! The charts of formation.
