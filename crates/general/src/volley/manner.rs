//! How a captain goes about it: what today's does otherwise than the one before him. All else they share.

/// What a captain does, and by what measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    /// He stands where standing wins, owns ground with one battalion each, and carries out every word of a plan.
    pub(super) keeps: bool,
    /// Turns from the end in which he goes for ground he has not got, beside those of the march.
    pub(super) late: u32,
    /// So much stronger he goes in at once.
    pub(super) bold: f64,
    /// What a charge of foot and of horse must be worth; so much more for foot that stands.
    pub(super) least_foot: f64,
    pub(super) least_horse: f64,
    pub(super) calm: f64,
    /// What guns are worth to horse beside what they are worth otherwise.
    pub(super) guns: f64,
}

impl Manner {
    pub(super) const BEFORE: Manner =
        Manner { keeps: false, late: 5, bold: 1.1, least_foot: 0.8, least_horse: 1.0, calm: 0.0, guns: 0.8 };
    pub(super) const NOW: Manner =
        Manner { keeps: true, late: 1, bold: 1.6, least_foot: 0.8, least_horse: 1.0, calm: 0.0, guns: 0.8 };
}
