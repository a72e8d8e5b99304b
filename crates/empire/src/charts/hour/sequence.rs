//! The order of the hour.

use engine::InForce;

engine::charts! {}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {}

impl Numbers {
    pub(crate) fn of(_: &InForce) -> Numbers {
        Numbers {}
    }
}
