//! Where a charge is between two throws, and what comes out of it.

use super::facts::ChargeFacts;
use super::places::Posture;
use crate::charts::Rules;
use crate::charts::charge::victory::{Left, Level};
use crate::ids::house;
use crate::rules::charge::Spirit;
use crate::rules::charge::close::{Clash, Fought};
use crate::rules::charge::square::{Squared, Squaring};
use crate::rules::charge::victory::{Upshot, Victory, upshot};
use crate::rules::fire::gunnery::{self, Shot};
use crate::rules::fire::musketry::{self, Volley};
use crate::rules::morale::unit_morale::UnitTest;
use crate::state::words::SquareKind;
use engine::desk::{Found, Value, count, found, yes};
use serde::Serialize;

engine::ends! {
    /// How a charge ends.
    pub enum End {
        /// It loses its spirit on the way.
        HaltsShort = "halts-short", Bad, "{we} halt short of {them}";
        HaltsDisordered = "halts-disordered", Bad, "{we} halt short of {them}, disordered";
        /// Stopped by fire: it fires, goes back, is recalled or regroups.
        Checked = "checked", Bad, "{we} are stopped by fire";
        ChargerRuns = "charger-runs", Bad, "{we} rout under fire";
        /// No figures are left of it.
        ChargerShot = "charger-shot", Bad, "nobody is left of {us} under fire";
        /// Guns get away, or unformed troops go behind their friends.
        TargetRetires = "target-retires", Even, "{they} get away";
        TargetRuns = "target-runs", Good, "{they} run before contact";
        /// The Draw row: the target is the loser.
        DrawnAhead = "drawn-ahead", Even, "{they} give a little ground";
        /// The Draw row: the charger is the loser.
        DrawnBehind = "drawn-behind", Even, "{we} give a little ground";
        TargetBeaten = "target-beaten", Good, "{they} are beaten back";
        TargetRouted = "target-routed", Good, "{they} rout";
        TargetDestroyed = "target-destroyed", Good, "nobody is left of {them}";
        ChargerBeaten = "charger-beaten", Bad, "{we} are beaten back";
        ChargerRouted = "charger-routed", Bad, "{we} rout";
        ChargerDestroyed = "charger-destroyed", Bad, "nobody is left of {us}";
    }
}

/// How the target stands when the charge comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stand {
    AsItWas,
    ClosedColumn,
    Square(SquareKind),
    Klumpen,
}

/// What comes next of a charge that is still coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Reply,
    Elan,
    /// It has lost its spirit, and a leader may lead it on.
    FollowMe,
    Fire,
    /// A battery: the target itself, then those that support it.
    Guns(u8),
    Effects,
    Retire,
    Test,
    Close,
}

/// Where a charge is between two throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// `led`: Follow Me has carried it on.
    Coming {
        stage: Stage,
        stand: Stand,
        disordered: bool,
        led: bool,
    },
    /// Both have thrown; the victory is still to be read.
    Fought {
        fought: Fought,
        klumpen: bool,
    },
    Won {
        charger_wins: bool,
        level: Level,
    },
    /// The loser's figures have fallen. `standard`: `None` until it is thrown for.
    Struck {
        charger_wins: bool,
        level: Level,
        fell: u32,
        standard: Option<bool>,
    },
    Over(End),
}

/// A charge between two throws: what the charger has lost under fire, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Course {
    pub lost: u32,
    pub at: At,
}

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger_lost: u32,
    pub target_lost: u32,
    pub standard: bool,
}

impl Outcome {
    /// As a chart says it.
    pub fn found(&self) -> Found {
        found([
            ("end", Value::Word(self.end.word())),
            ("charger-lost", count(self.charger_lost)),
            ("target-lost", count(self.target_lost)),
            ("standard", yes(self.standard)),
        ])
        .ends(self.end.told())
    }
}

/// What was thrown, with what it was thrown by, so that it can be told without working anything out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Squared(Squaring, Squared),
    Klumpen {
        made: bool,
    },
    Elan {
        halts: bool,
    },
    FollowMe(Spirit),
    Volley(Volley, musketry::Fired),
    /// The battery among those that fire, 0 for the target itself.
    Guns(u8, Shot, gunnery::Fired),
    /// The charger's own fire as it retires.
    Parting(Volley, musketry::Fired),
    /// Guns that have fired would get away.
    Retired {
        gone: bool,
    },
    /// The target's test.
    Tested {
        test: UnitTest,
        stands: bool,
    },
    /// The two with their shock values.
    Fought(Clash, [u32; 2], Fought),
    Level(Victory, Level),
    /// The figures that fell of the loser, and the row of the victory by which they did.
    Fell {
        charger_wins: bool,
        upshot: Option<Upshot>,
        fell: u32,
    },
    /// The winner has tried for the loser's standard.
    Standard {
        charger_wins: bool,
        taken: bool,
    },
}

/// What reads along as a charge is thrown. Play hears every throw and needs the lead exactly, for its log; odds hear nothing
/// and read the lead only as far as the chart tells leads apart, which keeps states few.
#[derive(Clone, Copy)]
pub struct Ears<'h> {
    pub hear: &'h dyn Fn(Heard),
    /// The lead of a close action is read exactly.
    pub exact: bool,
}

impl Ears<'_> {
    pub(super) fn none() -> Ears<'static> {
        Ears { hear: &|_| (), exact: false }
    }
}

impl Course {
    pub(super) fn over(self, end: End) -> Course {
        Course { at: At::Over(end), ..self }
    }

    /// The same charge at another stage.
    pub(super) fn to(self, next: Stage) -> Course {
        match self.at {
            At::Coming { stand, disordered, led, .. } => {
                Course { at: At::Coming { stage: next, stand, disordered, led }, ..self }
            }
            At::Fought { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => self,
        }
    }

    /// What comes next, while it is still coming.
    pub fn stage(&self) -> Option<Stage> {
        match self.at {
            At::Coming { stage, .. } => Some(stage),
            At::Fought { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => None,
        }
    }

    pub(super) fn standing_at(&self, wanted: Stage) -> Option<Posture> {
        match self.at {
            At::Coming { stage, stand, disordered, .. } if stage == wanted => {
                Some(Posture { stand, disordered })
            }
            At::Coming { .. } | At::Fought { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => None,
        }
    }

    /// Whether Follow Me has carried it on.
    pub fn is_led(&self) -> bool {
        matches!(self.at, At::Coming { led: true, .. })
    }
}

impl ChargeFacts {
    /// The first stage, and what follows élan and the fire: which of the two comes first is ruled (ruling elan.when).
    pub fn start(&self) -> Course {
        let at = At::Coming {
            stage: Stage::Reply,
            stand: Stand::AsItWas,
            disordered: self.target.disordered,
            led: false,
        };
        Course { lost: 0, at }
    }

    pub(super) fn elan_first(&self, rules: &Rules) -> bool {
        rules.plays(house!("elan.when", "before-fire"))
    }

    pub(super) fn after_reply(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Elan } else { Stage::Fire }
    }

    pub(super) fn after_elan(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Fire } else { Stage::Effects }
    }

    pub(super) fn after_fire(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Effects } else { Stage::Elan }
    }

    pub(super) fn loses(&self, course: Course, figures: u32) -> Course {
        Course { lost: (course.lost + figures).min(self.charger.figures), ..course }
    }
}

impl Course {
    /// Whether nothing is left to throw.
    pub fn is_over(&self) -> bool {
        matches!(self.at, At::Over(_) | At::Struck { standard: Some(_), .. })
    }

    /// What came of it.
    pub fn outcome(&self, rules: &Rules, facts: &ChargeFacts) -> Outcome {
        let lost = self.lost;
        let (charger_wins, level, fell, standard) = match self.at {
            At::Over(end) => return Outcome { end, charger_lost: lost, target_lost: 0, standard: false },
            At::Struck { charger_wins, level, fell, standard } => {
                (charger_wins, level, fell, standard == Some(true))
            }
            At::Coming { .. } | At::Fought { .. } | At::Won { .. } => {
                return Outcome {
                    end: End::DrawnBehind,
                    charger_lost: lost,
                    target_lost: 0,
                    standard: false,
                };
            }
        };
        let upshot = upshot(rules, level, &facts.won(charger_wins));
        let (left, won) = upshot.map_or((Left::None, 0), |upshot| (upshot.left, upshot.won_lost));
        let charger = facts.charger.figures - lost;
        let (charger_lost, target_lost, gone) = match charger_wins {
            true => (lost + won.min(charger), fell, fell >= facts.target.figures),
            false => (lost + fell, won.min(facts.target.figures), fell >= charger),
        };
        let end = match (charger_wins, gone, level, left) {
            (true, true, ..) => End::TargetDestroyed,
            (false, true, ..) => End::ChargerDestroyed,
            (true, _, Level::Draw, _) => End::DrawnAhead,
            (false, _, Level::Draw, _) => End::DrawnBehind,
            (true, _, _, Left::Bad) => End::TargetRouted,
            (false, _, _, Left::Bad) => End::ChargerRouted,
            (true, ..) => End::TargetBeaten,
            (false, ..) => End::ChargerBeaten,
        };
        Outcome { end, charger_lost, target_lost, standard }
    }
}

impl End {
    /// The target runs, or loses the close action.
    pub fn is_won(self) -> bool {
        matches!(
            self,
            End::TargetRuns | End::DrawnAhead | End::TargetBeaten | End::TargetRouted | End::TargetDestroyed
        )
    }
}
