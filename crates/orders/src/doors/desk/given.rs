//! Facts as the desk was given them, put together as the rules want them.

use crate::doors::chain::{Body, ChargeFacts, SUPPORT};
use crate::rules::fire::{Firer, Mark, ShotFacts};
use crate::rules::ground::Place;
use crate::rules::melee::{Field, Fighter};
use crate::rules::morale::CheckFacts;
use crate::state::words::{Arm, Aspect, Formation, Gun, Level, Nation, OrderKind, Shelter, Trait, Troop};
use engine::desk::Facts;
use table::Inches;

/// Facts of a chart; a prefix tells the two of a charge apart.
#[derive(Clone, Copy)]
pub(crate) struct Given<'f>(pub(crate) &'f Facts);

impl Given<'_> {
    fn word<T: Copy>(&self, prefix: &str, name: &str, words: &[(&str, T)]) -> Option<T> {
        self.0.word(&format!("{prefix}{name}"), words)
    }

    pub(crate) fn nation(&self) -> Nation {
        self.word("", "nation", Nation::WORDS).unwrap_or(Nation::French)
    }
    pub(crate) fn order(&self) -> OrderKind {
        self.word("", "order", OrderKind::WORDS).unwrap_or(OrderKind::Attack)
    }
    fn troop(&self, prefix: &str) -> Troop {
        self.word(prefix, "troop", Troop::WORDS).unwrap_or(Troop::Seasoned)
    }
    pub(crate) fn arm(&self, prefix: &str) -> Arm {
        self.word(prefix, "arm", Arm::WORDS).unwrap_or(Arm::Infantry)
    }
    pub(crate) fn formation(&self, prefix: &str) -> Formation {
        self.word(prefix, "formation", Formation::WORDS).unwrap_or(Formation::Line)
    }
    pub(crate) fn level(&self, prefix: &str) -> Level {
        self.word(prefix, "level", Level::WORDS).unwrap_or(Level::Firm)
    }
    fn shelter(&self, prefix: &str) -> Shelter {
        self.word(prefix, "shelter", Shelter::WORDS).unwrap_or(Shelter::Open)
    }
    fn aspect(&self, name: &str) -> Aspect {
        self.word("", name, Aspect::WORDS).unwrap_or(Aspect::Front)
    }

    /// The leader with a unit; the card says "nobody" where there is none.
    pub(crate) fn leader(&self, prefix: &str) -> Option<Trait> {
        let name = format!("{prefix}leader");
        if self.0.get(&name) == "no-trait" { Some(Trait::None) } else { self.0.word(&name, Trait::WORDS) }
    }

    pub(crate) fn garrison(&self, prefix: &str) -> Option<Place> {
        self.word(prefix, "garrison", Place::WORDS)
    }

    fn gun(&self, prefix: &str) -> Option<Gun> {
        let gun = self.word(prefix, "gun", Gun::WORDS);
        let arm = self.arm(prefix);
        gun.or(arm.usual_gun()).filter(|_| arm.is_artillery())
    }

    fn stands(&self, prefix: &str) -> u32 {
        self.0.number(&format!("{prefix}stands")).max(1)
    }

    pub(crate) fn check(&self) -> CheckFacts {
        CheckFacts {
            troop: self.troop(""),
            level: self.level(""),
            garrison: self.garrison(""),
            leader: self.leader(""),
        }
    }

    pub(crate) fn shot(&self) -> ShotFacts {
        let firer = Firer {
            troop: self.troop(""),
            arm: self.arm(""),
            gun: self.gun(""),
            formation: self.formation(""),
            stands: self.stands(""),
            level: self.level(""),
        };
        let target = Mark {
            arm: self.arm("target-"),
            formation: self.formation("target-"),
            aspect: self.aspect("from"),
            shelter: self.shelter("target-"),
            garrison: self.garrison("target-").is_some(),
        };
        let range = Inches::whole(self.0.number("range") as i32);
        ShotFacts { firer, target, range, rain: self.0.flag("rain") }
    }

    pub(crate) fn body(&self, prefix: &str) -> Body {
        Body {
            troop: self.troop(prefix),
            arm: self.arm(prefix),
            gun: self.gun(prefix),
            formation: self.formation(prefix),
            stands: self.stands(prefix),
            level: self.level(prefix),
            leader: self.leader(prefix),
            shelter: self.shelter(prefix),
            garrison: self.garrison(prefix),
            cornered: self.0.flag(&format!("{prefix}cornered")),
            edge: None,
            far_checks: self.0.number(&format!("{prefix}far-checks")),
        }
    }

    pub(crate) fn fighter(&self, prefix: &str) -> Fighter {
        Fighter {
            troop: self.troop(prefix),
            arm: self.arm(prefix),
            formation: self.formation(prefix),
            level: self.level(prefix),
            leader: self.leader(prefix),
        }
    }

    pub(crate) fn field(&self) -> Field {
        Field {
            shelter: self.shelter("target-"),
            garrison: self.garrison("target-").is_some(),
            hit: self.aspect("hit"),
            charging: true,
            round: self.0.number("round").max(1),
        }
    }

    pub(crate) fn charge(&self) -> ChargeFacts {
        ChargeFacts {
            charger: self.body("charger-"),
            target: self.body("target-"),
            hit: self.aspect("hit"),
            tries_square: self.0.flag("tries-square"),
            target_fires: self.0.flag("target-fires"),
            support: [None; SUPPORT],
            rain: self.0.flag("rain"),
        }
    }
}
