//! Initiative, and the commander actions of the impulse.
