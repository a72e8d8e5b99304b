//! The charts of firefight.
