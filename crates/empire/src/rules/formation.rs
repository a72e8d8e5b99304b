//! Changes of formation.
