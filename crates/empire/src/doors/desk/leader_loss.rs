//! The charts of leader-loss.
