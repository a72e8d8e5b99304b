//! Unit morale.
