//! Whether a battle looked like one: who was engaged, who was lost, what stood still and what flickered.
//!
//! The figures are counted from what happens and from the units as every door has them drawn, so they mean the same in
//! every game.

mod openings;
mod watch;

use crate::Studied;
use crate::matches::{Match, each};
use engine::Both;
pub use openings::openings;
use serde::Serialize;
use std::collections::BTreeSet;
pub use watch::Watch;

/// How many out of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    pub many: u64,
    pub of: u64,
}

impl Share {
    pub fn count(&mut self, is: bool) {
        self.many += u64::from(is);
        self.of += 1;
    }

    fn add(&mut self, other: Share) {
        self.many += other.many;
        self.of += other.of;
    }
}

/// The figures of one side over all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideSense {
    /// Foot that never fired, charged or fought, of all its foot that came to the table.
    pub foot_never_engaged: Share,
    /// In the turn in which most of its foot fired, charged or fought: how many did, of all its foot.
    pub most_foot_in_action: Share,
    pub generals_lost: Share,
    /// Of the generals who command a whole side.
    pub commanders_lost: Share,
    /// Batteries that are limbered or elsewhere when the first turn ends, of those in position when it begins.
    pub batteries_leaving: Share,
    /// Of the turns that batteries spent in position: without a shot, for their own troops stood in the lane.
    pub gun_turns_masked: Share,
    /// Changes of formation of foot and horse that were undone within two turns, of all such changes.
    pub changes_undone: Share,
    pub strength_lost: Share,
    /// How differently it began: the sets of its answers in the first turn, each once. The dice and the enemy have a share in
    /// that: what is the general's own alone, [`openings`](fn@openings) counts.
    #[serde(serialize_with = "how_many")]
    pub openings: BTreeSet<u64>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn how_many<S: serde::Serializer>(openings: &BTreeSet<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(openings.len() as u64)
}

impl SideSense {
    fn add(&mut self, other: SideSense) {
        let pairs = [
            (&mut self.foot_never_engaged, other.foot_never_engaged),
            (&mut self.most_foot_in_action, other.most_foot_in_action),
            (&mut self.generals_lost, other.generals_lost),
            (&mut self.commanders_lost, other.commanders_lost),
            (&mut self.batteries_leaving, other.batteries_leaving),
            (&mut self.gun_turns_masked, other.gun_turns_masked),
            (&mut self.changes_undone, other.changes_undone),
            (&mut self.strength_lost, other.strength_lost),
        ];
        pairs.into_iter().for_each(|(own, more)| own.add(more));
        self.openings.extend(other.openings);
    }
}

/// Who held a piece of ground at the end, in how many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Held {
    pub name: String,
    pub french: u64,
    pub allied: u64,
    pub nobody: u64,
}

/// The figures of many battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sense {
    pub sides: Both<SideSense>,
    pub ground: Vec<Held>,
}

impl Sense {
    #[must_use]
    fn and(mut self, other: Sense) -> Sense {
        let Both { french, allied } = other.sides;
        self.sides.french.add(french);
        self.sides.allied.add(allied);
        if self.ground.is_empty() {
            self.ground = other.ground;
            return self;
        }
        for (own, more) in self.ground.iter_mut().zip(other.ground) {
            own.french += more.french;
            own.allied += more.allied;
            own.nobody += more.nobody;
        }
        self
    }
}

/// The figures of one battle for each seed, the very battles of [`matches`](crate::matches). `None` if there is no general
/// of a name.
pub fn sense<G: Studied>(game: &Match<'_, G>, done: impl Fn() + Sync) -> Option<Sense> {
    each(game, done, Watch::<G>::over, Sense::default, Sense::and)
}
