//! A unit between two causes, by its number.

use crate::rules::chain::{LeaderFate, Status};
use crate::state::words::Level;
use dice::Placed;

/// A unit between two causes, by its number: nobody is then still to be moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Settled(pub(super) u8);

impl Settled {
    const FATES: usize = LeaderFate::ALL.len();
    /// How many there are.
    pub(super) const COUNT: usize = Level::WORDS.len() * Self::FATES * 2;

    /// All of them, in their order.
    const ALL: [Status; Self::COUNT] = {
        let (level, leader) = (Level::Routed, LeaderFate::Unharmed);
        let mut all = [Status { level, leader, moved: false, due: false }; Self::COUNT];
        let mut n = 0;
        while n < Self::COUNT {
            all[n].level = Level::WORDS[n / 2 / Self::FATES].1;
            all[n].leader = LeaderFate::ALL[n / 2 % Self::FATES];
            all[n].moved = n % 2 == 1;
            n += 1;
        }
        all
    };

    pub(super) fn of(status: Status) -> Settled {
        let led = status.level as usize * Self::FATES + status.leader as usize;
        Settled((led * 2 + usize::from(status.moved)) as u8)
    }

    pub(super) fn status(self) -> Status {
        Self::ALL[self.place()]
    }
}

impl Placed for Settled {
    const PLACES: usize = Settled::COUNT;
    fn place(&self) -> usize {
        usize::from(self.0)
    }
}
