//! Who there is: names, what each does in a sentence, and by which of a few habits.

/// A bot as lists show it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub name: &'static str,
    pub says: &'static str,
    pub(super) does: Habits,
}

/// Who may go where the captain would send him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    NoUnit,
    Everybody,
    Guns,
    Horse,
    Foot,
}

/// Where units are walked that the captain does not send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    Nowhere,
    /// All units onto the nearest ground that counts.
    Ground,
    /// One battalion onto each.
    Owners,
    /// All units to their own edge.
    Home,
}

/// What a bot does in its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// How many turns before the end it begins; before that no unit goes. 0: from the first turn on.
    pub(super) last: u32,
    /// The units the captain may send.
    pub(super) go: Go,
    /// The units he may send to charge.
    pub(super) charge: Go,
    pub(super) walk: Walk,
    /// Whether orders are written and generals ride.
    pub(super) leads: bool,
}

const STANDS: Habits =
    Habits { last: 0, go: Go::NoUnit, charge: Go::NoUnit, walk: Walk::Nowhere, leads: false };

const fn about(name: &'static str, says: &'static str, does: Habits) -> About {
    About { name, says, does }
}

/// All of them: each plays every game.
pub const ALL: &[About] = &[
    about("still", "nobody moves; whoever may fire does", STANDS),
    about("countercharge", "nobody moves but to charge", Habits { charge: Go::Everybody, ..STANDS }),
    about(
        "last",
        "nobody moves until the last turn, in which all go for the ground",
        Habits { last: 1, walk: Walk::Ground, ..STANDS },
    ),
    about(
        "late",
        "nobody moves until the last third; then the captain leads",
        Habits { last: u32::MAX, go: Go::Everybody, charge: Go::Everybody, leads: true, ..STANDS },
    ),
    about("guns", "only guns move; the others stand and fire", Habits { go: Go::Guns, ..STANDS }),
    about("horse", "only horse moves and charges", Habits { go: Go::Horse, charge: Go::Horse, ..STANDS }),
    about("foot", "only foot moves and charges", Habits { go: Go::Foot, charge: Go::Foot, ..STANDS }),
    about(
        "owner",
        "one battalion walks onto each ground that counts; the others stand",
        Habits { walk: Walk::Owners, ..STANDS },
    ),
    about(
        "squat",
        "everybody walks onto the nearest ground that counts, and stays",
        Habits { walk: Walk::Ground, ..STANDS },
    ),
    about(
        "rush",
        "everybody walks onto the nearest ground, and charges whom the captain would",
        Habits { charge: Go::Everybody, walk: Walk::Ground, ..STANDS },
    ),
    about("home", "everybody goes back to the own edge", Habits { walk: Walk::Home, ..STANDS }),
    about(
        "silent",
        "as the captain, but no order is ever written and no general rides about",
        Habits { go: Go::Everybody, charge: Go::Everybody, ..STANDS },
    ),
    about(
        "wary",
        "as the captain, but nobody ever charges",
        Habits { go: Go::Everybody, leads: true, ..STANDS },
    ),
];
