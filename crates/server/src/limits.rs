//! What callers may cost, whose work is done when, and who is let in.

pub(crate) mod at_once;
pub(crate) mod caller;
pub(crate) mod growth;
pub(crate) mod nets;
pub(crate) mod purses;
pub(crate) mod rate;
pub(crate) mod settings;
