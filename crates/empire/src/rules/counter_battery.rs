//! Hits on batteries.
