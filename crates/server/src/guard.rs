//! What callers may cost, whose work is done when, and who is let in.

pub(crate) mod caller;
pub(crate) mod crowd;
pub(crate) mod growth;
pub(crate) mod limits;
pub(crate) mod machine;
pub(crate) mod metrics;
pub(crate) mod nets;
pub(crate) mod purse;
pub(crate) mod rate;
pub(crate) mod work;
