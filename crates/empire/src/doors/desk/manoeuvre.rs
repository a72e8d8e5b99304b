//! The charts of manoeuvre.
