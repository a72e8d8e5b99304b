//! How a captain goes about it: what today's does otherwise than the one before him. All else they share.

/// What a captain does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Manner {
    /// He carries out every word of a plan, sends everybody of an attack at somebody he can reach, sends to empty ground
    /// whoever has a way there, turns no guns at what is out of their reach, and draws his nature from the seed.
    pub(super) schooled: bool,
}

impl Manner {
    pub(super) const BEFORE: Manner = Manner { schooled: false };
    pub(super) const NOW: Manner = Manner { schooled: true };
}
