//! Facts as words, the way the desk takes them, and which of them a player may turn.

use super::{Body, ChargeFacts, Fired, ShotFacts, formations};
use crate::rules::fire::{Target, target_word};
use crate::rules::formation::only_in_column;
use crate::rules::morale::Morale;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Moment};
use engine::outlook::Given;

fn body(given: &mut Given, who: &str, body: &Body) {
    let name = |fact: &str| format!("{who}-{fact}");
    given.put(name("nation"), body.nation);
    given.put(name("arm"), body.arm);
    given.put(name("grade"), body.grade);
    given.put(name("formation"), body.formation);
    given.put(name("figures"), body.figures);
    given.put(name("lost"), body.lost);
    given.flag(name("general"), body.general);
    given.put(name("cover"), body.cover);
    given.flag(name("cuirassier"), body.cuirassier);
    given.flag(name("lancer"), body.lancer);
}

pub(super) fn charge(charge: &ChargeFacts) -> Given {
    let mut given = Given::default();
    body(&mut given, "charger", &charge.charger);
    body(&mut given, "target", &charge.target);
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
            if facts.crowded {
                given.flag("crowded", true);
            }
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

pub(super) fn narrow_charge(given: &mut Given, game: &Volley, charge: &ChargeFacts, pair: [UnitId; 2]) {
    let [charger, target] = pair;
    let (us, foe) = (game.unit(charger), game.unit(target));
    if charge.from == Moment::Order {
        given.turn("flank");
        given.turn("no-volley");
        given.turn_number("other-dice", 0, charge.other_dice.max(24));
        let horse = us.is(Arm::Cavalry);
        given.turn_number("bonus-needed", 0, if horse { 12 } else { 0 });
    }
    given.turn_words("target-formation", formations(game, target));
    given.turn("target-cover");
    given.turn("target-general");
    given.turn_number("target-figures", 1, foe.profile.figures);
    if !(us.is(Arm::Infantry) && only_in_column(&game.rules, us.nation())) {
        let open =
            |word: &&'static str| Formation::from_word(word).is_some_and(|formation| !formation.is_closed());
        given.turn_words("charger-formation", formations(game, charger).into_iter().filter(open).collect());
    }
    given.turn("charger-general");
    given.turn("general-near");
    given.turn_number("charger-figures", 1, us.profile.figures);
}

pub(super) fn narrow_moment(given: &mut Given, moments: &[Moment]) {
    let words = Moment::WORDS.iter().filter(|(_, moment)| moments.contains(moment));
    let words: Vec<&'static str> = words.map(|(word, _)| *word).collect();
    given.turn_first("from", words);
}

pub(super) fn narrow_shot(given: &mut Given, game: &Volley, shooter: UnitId, target: UnitId) {
    let (gun, foe) = (game.unit(shooter), game.unit(target));
    given.turn("range");
    let in_formation = |word: &'static str| Some(target_word(foe.arm(), Formation::from_word(word)?));
    let mut words: Vec<&'static str> =
        formations(game, target).into_iter().filter_map(in_formation).collect();
    words.dedup();
    given.turn_words("target", words);
    given.turn("enfiladed");
    given.turn("cover");
    given.turn("charging");
    given.turn("target-general");
    given.turn("crowded");
    given.turn_number("target-figures", 1, foe.profile.figures);
    given.turn_number("crew", 1, gun.profile.figures);
    given.turn_number("figures", 1, gun.profile.figures);
}

pub(super) fn narrow_test(given: &mut Given, game: &Volley, unit: UnitId, flags: &[(&'static str, bool)]) {
    let body = game.unit(unit);
    given.turn("general");
    for (name, _) in flags {
        given.turn(name);
    }
    given.turn_words("formation", formations(game, unit));
    given.turn_number("lost", 0, body.profile.figures);
}
