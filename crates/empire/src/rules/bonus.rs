//! Bonus impulses.
