//! Manoeuvre and relocation of guns.

use engine::InForce;

engine::charts! {}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {}

impl Numbers {
    pub(super) fn of(_: &InForce) -> Numbers {
        Numbers {}
    }
}
