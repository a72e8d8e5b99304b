//! ME morale, and what shaken MEs suffer.
