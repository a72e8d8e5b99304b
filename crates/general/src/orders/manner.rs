//! How a captain goes about it: what today's does otherwise than the one before him. All else they share.

/// What a captain does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Manner {
    /// He carries out every word of a plan, goes back to no formation that was just given up, leaves guns in action where
    /// they are, keeps his army's commander out of it, and draws his temper from the seed.
    pub(crate) schooled: bool,
}

impl Manner {
    pub(crate) const BEFORE: Manner = Manner { schooled: false };
    pub(crate) const NOW: Manner = Manner { schooled: true };
}
