//! A unit, as far as these odds care: what it is, what has become of it between two rolls, and its number between two causes.

use crate::charts::Rules;
use crate::rules::charge::melee::round::Fighter;
use crate::rules::fire::{Firer, Mark};
use crate::rules::ground::Place;
use crate::rules::morale::CheckFacts;
use crate::rules::on_sheet::{
    ANY, LEADERS, LEVELS, arm, arms, formation, garrison_word, gun_of, guns, leader_of, leader_word, places,
};
use crate::state::words::{Arm, Formation, Gun, Level, Shelter, Trait, Troop};
use dice::Placed;
use engine::desk::{FactSet as _, number, word};
use serde::Serialize;

engine::facts! {
    /// A unit, as far as these odds care.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Body of Rules {
        pub troop: Troop = Troop::Seasoned, word "troop" |name, _| {
            word(name, "{who}troop type", Troop::NAMES, None).named("troop type of {whose}")
        };
        pub level: Level = Level::Firm, word "level" |name, _| {
            word(name, "{who}morale status", &LEVELS, Some("firm")).named("morale status of {whose}")
        };
        /// The leader with it.
        pub leader: Option<Trait> = None;
        pub garrison: Option<Place> = None;
        pub arm: Arm = Arm::Infantry,
            word "arm" |name, _| arm(name, "{who}arm", ANY).named("arm of {whose}");
        pub formation: Formation = Formation::Line, word "formation" |name, rules| {
            formation(name, "{who}formation", rules, ANY).named("formation of {whose}")
        };
        pub stands: u32 = 1, plain "stands" |name, _| {
            let stands = number(name, "{who}stands", 1, 12, Some(2)).usual([1, 2, 3, 4]);
            stands.only("arm", arms(|arm| !arm.is_artillery()))
        };
        pub gun: Option<Gun> = None;
        pub shelter: Shelter = Shelter::Open;
        /// It has no way back: forced moves do not move it.
        pub cornered: bool = false;
        /// The status whose back move takes it off the table.
        pub edge: Option<Level> = None;
        /// Checks it has already from long shots of guns in this step.
        pub far_checks: u32 = 0;
        also {
            "leader" (|it| leader_word(it.leader), |it, word| {
                it.leader = leader_of(word);
                true
            }) |name, _| {
                word(name, "{who}leader with it, by his trait", &LEADERS, Some("nobody"))
                    .named("leader with {whose}")
            };
            "garrison" (|it| garrison_word(it.garrison), |it, word| {
                it.garrison = Place::from_word(word);
                true
            }) |name, _| {
                word(name, "{who}what it garrisons", &places(), Some("nothing")).named("what {whose} garrisons")
            };
            "gun" (|it| it.gun.map_or("", Gun::word).to_owned(), |it, word| {
                it.gun = Gun::from_word(word);
                true
            }) |name, _| word(name, "{who}weight of its guns", Gun::NAMES, Some("heavy")).suits("arm", guns());
        }
    }
}

/// What a check rests on.
pub(crate) const CHECKED: [&str; 4] = ["troop", "level", "leader", "garrison"];
/// What kind of unit it is.
pub(crate) const KIND: [&str; 2] = ["arm", "formation"];
/// What it fires with.
pub(crate) const ARMED: [&str; 2] = ["stands", "gun"];

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
    /// Only a battery has guns, and a garrison has the walls of its place. `before`: what it was until it was turned;
    /// what was measured on the table stays as it is.
    pub(crate) fn settle(&mut self, before: Option<&Body>) {
        self.gun = gun_of(self.arm, self.gun);
        let is_new = before.is_none_or(|before| before.garrison != self.garrison);
        if let Some(place) = self.garrison.filter(|_| is_new) {
            self.shelter = self.shelter.max(place.shelter());
        }
    }

    /// As it fights at first.
    pub(crate) fn start_fighter(&self) -> Fighter {
        self.fighter(Status::of(self), self.formation)
    }

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
            ..CheckFacts::blank()
        }
    }

    pub(super) fn fighter(&self, status: Status, formation: Formation) -> Fighter {
        Fighter {
            troop: self.troop,
            arm: self.arm,
            formation,
            level: status.level,
            leader: self.leader_now(status),
            ..Fighter::blank()
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
            ..Firer::blank()
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            arm: self.arm,
            formation: self.formation,
            shelter: self.shelter,
            garrison: self.garrison.is_some(),
            ..Mark::blank()
        }
    }
}

/// A unit between two causes, by its number: none is then still to be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settled(pub(in crate::rules::chain) u8);

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
