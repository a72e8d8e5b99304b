//! How a captain goes about it: what today's does otherwise than the one before him. All else they share.

/// What a captain does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    /// He carries out every word of a plan, sends every unit of an attack at an enemy it can reach, sends to empty
    /// ground a unit that has a way there, turns no guns at what is out of their reach, and draws his nature from the
    /// seed.
    pub(super) schooled: bool,
    /// What a charge must be worth to an ME that works its way forward.
    pub(super) presses: f64,
    /// What the enemy's losses count beside its own to an ME that does.
    pub(super) zeal: f64,
    /// How much stronger than the enemy an ME must be to work its way forward although it is ahead.
    pub(super) stronger: f64,
    pub(super) by_nature: Strays,
}

/// How far the wary and the bold stray from the steady, either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strays {
    /// What a charge must be worth.
    pub(super) least: f64,
    /// What the enemy's losses count, as a part of it.
    pub(super) zeal: f64,
    pub(super) stronger: f64,
}

impl Manner {
    pub(super) const BEFORE: Manner = Manner {
        schooled: false,
        presses: 0.0,
        zeal: 1.2,
        stronger: 1.3,
        by_nature: Strays { least: 0.0, zeal: 0.0, stronger: 0.15 },
    };
    /// He counts losses soberly and dares a little more, and does not press where he need not: found by matches against the
    /// one before, and tried on seeds that had no part in it.
    pub(super) const NOW: Manner = Manner {
        schooled: true,
        presses: -0.2,
        zeal: 0.9,
        stronger: 1.7,
        by_nature: Strays { least: 0.06, zeal: 0.25, stronger: 0.3 },
    };
}

impl Default for Manner {
    fn default() -> Manner {
        Manner::NOW
    }
}
