//! The hour: which phase follows which, who is engaged, the impulses with what may be done in them, how tired MEs are, and how
//! it all ends.
//!
//! | file | what stands there |
//! |---|---|
//! | `phases` | the hour as a list: what a phase is, and one act of it |
//! | `sequence` | which phase follows which, and what an hour begins with |
//! | `at_once` | phases that are done at once |
//! | `engagement` | who engages whom |
//! | `acting` | who may act in an impulse |
//! | `impulse` | the acts of an impulse: who may act, what is asked, who answers |
//! | `bonus` | a second impulse |
//! | `reactions` | what the other side does meanwhile |
//! | `fatigue` | what an hour costs, and what a rest gives back |
//! | `verdict` | who has won |

pub(crate) mod acting;
mod at_once;
pub mod bonus;
pub mod engagement;
pub mod fatigue;
pub mod impulse;
pub(crate) mod phases;
pub(crate) mod reactions;
pub(crate) mod sequence;
pub mod verdict;
