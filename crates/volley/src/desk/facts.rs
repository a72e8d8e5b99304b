//! Facts as they are given, read against a card and handed to the rules.

use super::cards::TARGETS;
use super::{ChartCard, Facts, Kind};
use crate::chain::{Body, ChargeFacts};
use crate::fire::{Cannonade, Target, Volleys};
use crate::melee::Fighter;
use crate::morale::Morale;
use crate::movement::Going;
use crate::rules::Rules;
use crate::words::{Arm, Band, Cover, Formation, Grade, Nation, Rate, Test};
use rulebook::{RuleId, nearest};
use std::collections::BTreeMap;

impl Facts {
    /// Checks facts given as words against the card.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn read(card: &ChartCard, given: &[(String, String)]) -> Result<Facts, Vec<String>> {
        let mut faults = Vec::new();
        let mut facts = BTreeMap::new();
        for (name, value) in given {
            let Some(fact) = card.facts.iter().find(|fact| fact.name == name) else {
                let hint = nearest(name, card.facts.iter().map(|fact| fact.name))
                    .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                faults.push(format!("chart {} has no fact \"{name}\"{hint}", card.name));
                continue;
            };
            if facts.contains_key(fact.name) {
                faults.push(format!("fact {name} is given twice"));
                continue;
            }
            match fact.kind.read(value) {
                Ok(read) => {
                    facts.insert(fact.name, read);
                }
                Err(why) => faults.push(format!("fact {name}: found \"{value}\", expected {why}")),
            }
        }
        for fact in &card.facts {
            match (&fact.default, facts.contains_key(fact.name)) {
                (_, true) => {}
                (Some(default), false) => {
                    facts.insert(fact.name, default.clone());
                }
                (None, false) if given.iter().any(|(name, _)| name == fact.name) => {}
                (None, false) => {
                    faults.push(format!("chart {} needs {}: {}", card.name, fact.name, fact.text))
                }
            }
        }
        if faults.is_empty() { Ok(Facts(facts)) } else { Err(faults) }
    }

    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
    pub(super) fn number(&self, name: &str) -> u32 {
        self.get(name).parse().unwrap_or(0)
    }
    pub(super) fn flag(&self, name: &str) -> bool {
        self.get(name) == "yes"
    }
    pub(super) fn nation(&self, name: &str) -> Nation {
        Nation::from_word(self.get(name)).unwrap_or(Nation::French)
    }
    pub(super) fn arm(&self, name: &str) -> Arm {
        Arm::from_word(self.get(name)).unwrap_or(Arm::Infantry)
    }
    pub(super) fn grade(&self, name: &str) -> Grade {
        Grade::from_word(self.get(name)).unwrap_or(Grade::Veteran)
    }
    pub(super) fn formation(&self, name: &str) -> Formation {
        Formation::from_word(self.get(name)).unwrap_or(Formation::Column)
    }
    pub(super) fn cover(&self, name: &str) -> Cover {
        Cover::from_word(self.get(name)).unwrap_or(Cover::None)
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
            charging: self.flag("charging"),
        }
    }

    pub(super) fn cannonade(&self) -> Cannonade {
        Cannonade {
            crew: self.number("crew"),
            pounds: self.number("pounds"),
            band: Band::from_word(self.get("range")).unwrap_or(Band::Middle),
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
            cuirassier: self.flag(&name("cuirassier")),
            lancer: self.flag(&name("lancer")),
        }
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
        let charger = self.body("charger-");
        ChargeFacts {
            charger,
            target: self.body("target-"),
            flank: self.flag("flank"),
            target_shoots: !self.flag("no-volley"),
            other_figures: self.number("other-figures"),
            first_melee: charger.nation == Nation::French,
        }
    }

    pub(super) fn rate(&self, rules: &Rules) -> Option<RuleId> {
        rules.move_rate(self.nation("nation"), Rate::from_word(self.get("type"))?)
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

impl Kind {
    pub(super) fn read(&self, value: &str) -> Result<String, String> {
        match self {
            Kind::Word(words) if words.contains(&value) => Ok(value.to_owned()),
            Kind::Word(words) => {
                let hint = nearest(value, words.iter().copied())
                    .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                Err(format!("one of {}{hint}", words.join(", ")))
            }
            Kind::Number { min, max } => match value.parse::<u32>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(n.to_string()),
                _ => Err(format!("a number from {min} to {max}")),
            },
            Kind::Flag => match value {
                "yes" | "true" | "1" => Ok("yes".to_owned()),
                "no" | "false" | "0" => Ok("no".to_owned()),
                _ => Err("yes or no".to_owned()),
            },
        }
    }
}
