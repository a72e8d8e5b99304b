//! How a captain goes about it: what today's does otherwise than the one before him. All else they share.

/// What a captain does, and by what measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    /// He begins by standing, owns ground with one battalion each, carries out every word of a plan, goes back to no
    /// formation that was just given up and keeps his generals for those who need them.
    pub(super) keeps: bool,
    /// What a charge of horse must be worth.
    pub(super) least_horse: f64,
}

impl Manner {
    pub(super) const BEFORE: Manner = Manner { keeps: false, least_horse: 1.0 };
    pub(super) const NOW: Manner = Manner { keeps: true, least_horse: 1.6 };
}
