//! A unit, as far as these odds care: what it is, and what has become of it between two rolls.

use crate::rules::fire::{Firer, Mark};
use crate::rules::ground::Place;
use crate::rules::melee::Fighter;
use crate::rules::morale::CheckFacts;
use crate::state::words::{Arm, Aspect, Formation, Gun, Level, Shelter, Trait, Troop};
use serde::Serialize;

/// A unit, as far as these odds care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    pub troop: Troop,
    pub arm: Arm,
    pub gun: Option<Gun>,
    pub formation: Formation,
    pub stands: u32,
    pub level: Level,
    /// The leader with it.
    pub leader: Option<Trait>,
    pub shelter: Shelter,
    pub garrison: Option<Place>,
    /// It has no way back: forced moves do not move it.
    pub cornered: bool,
    /// The status whose back move takes it off the table.
    pub edge: Option<Level>,
    /// Checks it has already from long shots of guns in this step.
    pub far_checks: u32,
}

/// What has become of a leader who was with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderFate {
    /// With his unit; or it had none.
    Unharmed,
    /// Detached, sent back, or off the table for a time.
    Away,
    /// Removed.
    Lost,
}

impl LeaderFate {
    pub const ALL: [LeaderFate; 3] = [LeaderFate::Unharmed, LeaderFate::Away, LeaderFate::Lost];

    pub const fn word(self) -> &'static str {
        match self {
            LeaderFate::Unharmed => "unharmed",
            LeaderFate::Away => "away",
            LeaderFate::Lost => "lost",
        }
    }
}

/// A unit between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Status {
    pub level: Level,
    pub leader: LeaderFate,
    /// Moved back, or gone.
    pub moved: bool,
    /// To be moved back after its last roll.
    #[serde(skip)]
    pub(super) due: bool,
}

impl Status {
    pub fn of(body: &Body) -> Status {
        Status { level: body.level, leader: LeaderFate::Unharmed, moved: false, due: false }
    }

    pub(super) fn is_gone(self) -> bool {
        self.level == Level::Routed
    }

    pub(super) fn is_out(self) -> bool {
        self.moved || self.is_gone()
    }
}

impl Body {
    /// What of it its checks rest on: the same for all whose checks go alike.
    pub(super) fn nature(&self) -> Body {
        Body { gun: None, stands: 0, level: Level::Firm, shelter: Shelter::Open, far_checks: 0, ..*self }
    }

    pub(super) fn leader_now(&self, status: Status) -> Option<Trait> {
        self.leader.filter(|_| status.leader == LeaderFate::Unharmed)
    }

    /// What its first check rests on.
    pub(crate) fn start_check(&self) -> CheckFacts {
        self.check(Status::of(self))
    }

    pub(super) fn check(&self, status: Status) -> CheckFacts {
        CheckFacts {
            troop: self.troop,
            level: status.level,
            garrison: self.garrison.filter(|_| !status.moved),
            leader: self.leader_now(status),
        }
    }

    pub(super) fn fighter(&self, status: Status, formation: Formation) -> Fighter {
        Fighter {
            troop: self.troop,
            arm: self.arm,
            formation,
            level: status.level,
            leader: self.leader_now(status),
        }
    }

    pub(super) fn firer(&self, status: Status, formation: Formation) -> Firer {
        Firer {
            troop: self.troop,
            arm: self.arm,
            gun: self.gun,
            formation,
            stands: self.stands,
            level: status.level,
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            arm: self.arm,
            formation: self.formation,
            aspect: Aspect::Front,
            shelter: self.shelter,
            garrison: self.garrison.is_some(),
        }
    }
}
