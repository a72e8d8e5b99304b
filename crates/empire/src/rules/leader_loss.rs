//! What becomes of leaders.
