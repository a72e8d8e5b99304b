//! Facts as they are given, handed to the rules.

use crate::charts::Rules;
use crate::rules::chain::{Body, ChargeFacts, Fired, ShotFacts};
use crate::rules::fire::{Cannonade, TARGETS, Target, Volleys};
use crate::rules::formation::has_formation;
use crate::rules::melee::{self, Fighter, RideResult, Row, ride_result};
use crate::rules::morale::Morale;
use crate::rules::movement::{Going, closed_rate, horse_rate};
use crate::state::words::{Arm, Band, Cover, Formation, Grade, Horse, Moment, Nation, Rate, Test};
use engine::desk::Facts;
use rulebook::RuleId;
use std::ops::Deref;

/// Facts that were given, as the rules want them.
#[derive(Clone, Copy)]
pub(super) struct Given<'f>(pub(super) &'f Facts);

impl Deref for Given<'_> {
    type Target = Facts;
    fn deref(&self) -> &Facts {
        self.0
    }
}

impl Given<'_> {
    pub(super) fn nation(&self, name: &str) -> Nation {
        self.word(name, Nation::WORDS).unwrap_or(Nation::French)
    }
    pub(super) fn arm(&self, name: &str) -> Arm {
        self.word(name, Arm::WORDS).unwrap_or(Arm::Infantry)
    }
    pub(super) fn grade(&self, name: &str) -> Grade {
        self.word(name, Grade::WORDS).unwrap_or(Grade::Veteran)
    }
    pub(super) fn formation(&self, name: &str) -> Formation {
        self.word(name, Formation::WORDS).unwrap_or(Formation::Column)
    }
    pub(super) fn cover(&self, name: &str) -> Cover {
        self.word(name, Cover::WORDS).unwrap_or(Cover::None)
    }

    pub(super) fn morale(&self, test: Test) -> Morale {
        Morale {
            test,
            nation: self.nation("nation"),
            arm: self.arm("arm"),
            grade: self.grade("grade"),
            formation: self.formation("formation"),
            lost: self.number("lost"),
            general: self.flag("general"),
            charging: self.flag("charging"),
            flank: self.flag("flank"),
        }
    }

    pub(super) fn target(&self) -> Target {
        let found = TARGETS.iter().find(|(word, _, _)| *word == self.get("target"));
        let (arm, formation) =
            found.map_or((Arm::Infantry, Formation::Line), |(_, arm, formation)| (*arm, *formation));
        Target {
            french: self.get("side") != "opponent",
            arm,
            formation,
            enfiladed: self.flag("enfiladed"),
            cover: self.cover("cover"),
            charging: self.flag("charging") && arm == Arm::Cavalry,
        }
    }

    /// Whose unit is shot at, where only the side is told.
    pub(super) fn side(&self, rules: &Rules) -> Nation {
        let opponent = rules.opponent.filter(|_| self.get("side") == "opponent");
        opponent.unwrap_or(Nation::French)
    }

    pub(super) fn cannonade(&self) -> Cannonade {
        Cannonade {
            crew: self.number("crew"),
            pounds: self.number("pounds"),
            band: self.word("range", Band::WORDS).unwrap_or(Band::Middle),
            target: self.target(),
        }
    }

    pub(super) fn volleys(&self) -> Volleys {
        Volleys {
            figures: self.number("figures"),
            artillery: self.get("shooter") == "artillery",
            target: self.target(),
        }
    }

    pub(super) fn square_target(&self) -> Target {
        Target {
            french: self.get("side") != "opponent",
            arm: Arm::Cavalry,
            formation: Formation::Line,
            enfiladed: false,
            cover: Cover::None,
            charging: true,
        }
    }

    pub(super) fn fighter(&self, prefix: &str) -> Fighter {
        let name = |fact: &str| format!("{prefix}{fact}");
        Fighter {
            nation: self.nation(&name("nation")),
            arm: self.arm(&name("arm")),
            grade: self.grade(&name("grade")),
            formation: self.formation(&name("formation")),
            figures: self.number(&name("figures")),
            sheltered: self.cover(&name("cover")) != Cover::None,
            cuirassier: self.flag(&name("cuirassier")) && self.arm(&name("arm")) == Arm::Cavalry,
            lancer: self.flag(&name("lancer")) && self.arm(&name("arm")) == Arm::Cavalry,
        }
    }

    /// What cavalry does to a unit it reaches.
    pub(super) fn met(&self, rules: &Rules) -> (RideResult, RuleId) {
        ride_result(rules, self.arm("arm"), self.formation("formation"), self.flag("fortified"))
    }

    /// The row that disposes of one of the two who meet; `None`: they throw.
    pub(super) fn row_of_melee(&self, rules: &Rules) -> Option<Row> {
        let row: Result<_, std::convert::Infallible> =
            melee::row(rules, [self.arm("a-arm"), self.arm("b-arm")], |first| {
                let name = |fact: &str| format!("{}{fact}", if first { "a-" } else { "b-" });
                let fortified = self.cover(&name("cover")) == Cover::Fortification;
                Ok((self.formation(&name("formation")), fortified))
            });
        let Ok(row) = row;
        row
    }

    pub(super) fn body(&self, prefix: &str) -> Body {
        let fighter = self.fighter(prefix);
        Body {
            nation: fighter.nation,
            arm: fighter.arm,
            grade: fighter.grade,
            formation: fighter.formation,
            figures: fighter.figures,
            lost: self.number(&format!("{prefix}lost")),
            general: self.flag(&format!("{prefix}general")),
            cover: self.cover(&format!("{prefix}cover")),
            cuirassier: fighter.cuirassier,
            lancer: fighter.lancer,
        }
    }

    pub(super) fn charge(&self) -> ChargeFacts {
        let whole = ChargeFacts::new(self.body("charger-"), self.body("target-"));
        ChargeFacts {
            flank: self.flag("flank"),
            target_shoots: !self.flag("no-volley"),
            other_dice: self.number("other-dice"),
            first_melee: match self.get("melee") {
                "first" => true,
                "second" => false,
                _ => whole.first_melee,
            },
            general_near: self.flag("general-near"),
            bonus_needed: self.number("bonus-needed"),
            continuing: self.flag("continuing"),
            from: Moment::from_word(self.get("from")).unwrap_or(Moment::Order),
            ..whole
        }
    }

    pub(super) fn bombardment(&self) -> ShotFacts {
        let shot = self.cannonade();
        self.struck(Fired::Guns(shot), &shot.target, Test::Artillery)
    }

    pub(super) fn firing(&self) -> ShotFacts {
        let charging = self.flag("charging");
        let mut shot = self.volleys();
        shot.target.french = self.nation("target-nation") == Nation::French;
        shot.target.charging = charging && shot.target.arm == Arm::Cavalry;
        let facts = self.struck(Fired::Volley(shot), &shot.target, Test::Close);
        let infantry = facts.morale.arm == Arm::Infantry;
        ShotFacts { morale: Morale { charging: charging && infantry, ..facts.morale }, ..facts }
    }

    fn struck(&self, fired: Fired, target: &Target, test: Test) -> ShotFacts {
        ShotFacts {
            fired,
            figures: self.number("target-figures"),
            morale: Morale {
                test,
                nation: self.nation("target-nation"),
                arm: target.arm,
                grade: self.grade("target-grade"),
                formation: target.formation,
                lost: self.number("target-lost"),
                general: self.flag("target-general"),
                charging: false,
                flank: false,
            },
            crowded: self.flag("crowded"),
        }
    }

    /// The row of the movement list a unit moves by, and whether the list names it; `None`: the sheet has no such unit.
    pub(super) fn rate(&self, rules: &Rules) -> Option<(RuleId, bool)> {
        let nation = self.nation("nation");
        let kind = self.word("type", Rate::WORDS)?;
        let closed = |formation: Formation| {
            let has = has_formation(rules, nation, Arm::Infantry, formation);
            closed_rate(rules, nation, formation).filter(|_| has).map(|rate| (rate, true))
        };
        match (kind, Horse::WORDS.iter().find(|(_, horse)| horse.rate() == kind)) {
            (Rate::Square, _) => closed(Formation::Square),
            (Rate::Masse, _) => closed(Formation::Masse),
            (_, Some((_, horse))) => {
                let heavy = match self.get("called") {
                    "heavy" => true,
                    "light" => false,
                    _ => !horse.is_light(),
                };
                horse_rate(rules, nation, *horse, heavy)
            }
            (_, None) => rules.move_rate(nation, kind).map(|rate| (rate, true)),
        }
    }

    pub(super) fn going(&self) -> Going {
        Going {
            difficult: self.flag("difficult"),
            in_command: !self.flag("out-of-command"),
            backwards: self.flag("backwards"),
            far: self.flag("far"),
            first_turn: self.flag("first-turn"),
        }
    }
}
