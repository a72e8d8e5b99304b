//! Sights know themselves.

mod written;
