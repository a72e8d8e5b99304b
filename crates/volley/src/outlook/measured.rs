//! Facts as words, the way the desk takes them, and which of them a player may turn.

use super::formations;
use crate::chain::{Body, ChargeFacts, Fired, ShotFacts};
use crate::charge::only_in_column;
use crate::desk::target_word;
use crate::fire::Target;
use crate::game::Volley;
use crate::morale::Morale;
use crate::unit::UnitId;
use crate::words::{Arm, Formation, Moment};
use engine::desk::Kind;

/// Facts on their way to the desk.
#[derive(Default)]
pub(super) struct Given {
    pub(super) facts: Vec<(String, String)>,
    /// What may be turned; `None`: to anything the chart knows.
    pub(super) turns: Vec<(&'static str, Option<Kind>)>,
}

impl Given {
    fn put(&mut self, name: impl Into<String>, value: impl ToString) {
        self.facts.push((name.into(), value.to_string()));
    }

    pub(super) fn flag(&mut self, name: impl Into<String>, value: bool) {
        self.put(name, if value { "yes" } else { "no" });
    }

    fn body(&mut self, who: &str, body: &Body) {
        let name = |fact: &str| format!("{who}-{fact}");
        self.put(name("nation"), body.nation);
        self.put(name("arm"), body.arm);
        self.put(name("grade"), body.grade);
        self.put(name("formation"), body.formation);
        self.put(name("figures"), body.figures);
        self.put(name("lost"), body.lost);
        self.flag(name("general"), body.general);
        self.put(name("cover"), body.cover);
        self.flag(name("cuirassier"), body.cuirassier);
        self.flag(name("lancer"), body.lancer);
    }

    pub(super) fn charge(charge: &ChargeFacts) -> Given {
        let mut given = Given::default();
        given.body("charger", &charge.charger);
        given.body("target", &charge.target);
        given.flag("flank", charge.flank);
        given.flag("no-volley", !charge.target_shoots);
        given.put("other-dice", charge.other_dice);
        given.flag("general-near", charge.general_near);
        given.put("bonus-needed", charge.bonus_needed);
        given.put("melee", if charge.first_melee { "first" } else { "second" });
        given.flag("continuing", charge.continuing);
        given.put("from", charge.from);
        given
    }

    pub(super) fn morale(morale: &Morale) -> Given {
        let mut given = Given::default();
        given.put("nation", morale.nation);
        given.put("grade", morale.grade);
        given.put("lost", morale.lost);
        given.flag("general", morale.general);
        given.put("arm", morale.arm);
        given.put("formation", morale.formation);
        given
    }

    pub(super) fn shot(facts: &ShotFacts) -> Given {
        let mut given = Given::default();
        let target: &Target = match &facts.fired {
            Fired::Guns(shot) => {
                given.put("crew", shot.crew);
                given.put("pounds", shot.pounds);
                given.put("range", shot.band);
                given.flag("crowded", facts.crowded);
                &shot.target
            }
            Fired::Volley(shot) => {
                given.put("figures", shot.figures);
                given.put("shooter", if shot.artillery { "artillery" } else { "infantry" });
                given.flag("charging", shot.target.charging || facts.morale.charging);
                &shot.target
            }
        };
        given.put("target", target_word(target.arm, target.formation));
        given.flag("enfiladed", target.enfiladed);
        given.put("cover", target.cover);
        given.put("target-nation", facts.morale.nation);
        given.put("target-grade", facts.morale.grade);
        given.put("target-figures", facts.figures);
        given.put("target-lost", facts.morale.lost);
        given.flag("target-general", facts.morale.general);
        given
    }

    // ------------------------------------------------------------ what may be turned ----

    fn turn(&mut self, name: &'static str) {
        self.turns.push((name, None));
    }

    fn turn_words(&mut self, name: &'static str, words: Vec<&'static str>) {
        if words.len() > 1 {
            self.turns.push((name, Some(Kind::Word(words))));
        }
    }

    fn turn_number(&mut self, name: &'static str, min: u32, max: u32) {
        if max > min {
            self.turns.push((name, Some(Kind::Number { min, max })));
        }
    }

    pub(super) fn narrow_charge(&mut self, game: &Volley, charge: &ChargeFacts, pair: [UnitId; 2]) {
        let [charger, target] = pair;
        let (us, foe) = (game.unit(charger), game.unit(target));
        if charge.from == Moment::Order {
            self.turn("flank");
            self.turn("no-volley");
            self.turn_number("other-dice", 0, charge.other_dice.max(24));
            let horse = us.is(Arm::Cavalry);
            self.turn_number("bonus-needed", 0, if horse { 12 } else { 0 });
        }
        self.turn_words("target-formation", formations(game, target));
        self.turn("target-cover");
        self.turn("target-general");
        self.turn_number("target-figures", 1, foe.profile.figures);
        if !(us.is(Arm::Infantry) && only_in_column(&game.rules, us.nation())) {
            let open = |word: &&'static str| {
                Formation::from_word(word).is_some_and(|formation| !formation.is_closed())
            };
            self.turn_words(
                "charger-formation",
                formations(game, charger).into_iter().filter(open).collect(),
            );
        }
        self.turn("charger-general");
        self.turn("general-near");
        self.turn_number("charger-figures", 1, us.profile.figures);
    }

    pub(super) fn narrow_moment(&mut self, moments: &[Moment]) {
        let words = Moment::WORDS.iter().filter(|(_, moment)| moments.contains(moment));
        let words: Vec<&'static str> = words.map(|(word, _)| *word).collect();
        // The first of all: it is what is being decided.
        if words.len() > 1 {
            self.turns.insert(0, ("from", Some(Kind::Word(words))));
        }
    }

    pub(super) fn narrow_shot(&mut self, game: &Volley, shooter: UnitId, target: UnitId) {
        let (gun, foe) = (game.unit(shooter), game.unit(target));
        self.turn("range");
        let in_formation = |word: &'static str| Some(target_word(foe.arm(), Formation::from_word(word)?));
        let mut words: Vec<&'static str> =
            formations(game, target).into_iter().filter_map(in_formation).collect();
        words.dedup();
        self.turn_words("target", words);
        self.turn("enfiladed");
        self.turn("cover");
        self.turn("charging");
        self.turn("target-general");
        self.turn("crowded");
        self.turn_number("target-figures", 1, foe.profile.figures);
        self.turn_number("crew", 1, gun.profile.figures);
        self.turn_number("figures", 1, gun.profile.figures);
    }

    pub(super) fn narrow_test(&mut self, game: &Volley, unit: UnitId, flags: &[(&'static str, bool)]) {
        let body = game.unit(unit);
        self.turn("general");
        for (name, _) in flags {
            self.turn(name);
        }
        self.turn_words("formation", formations(game, unit));
        self.turn_number("lost", 0, body.profile.figures);
    }
}
