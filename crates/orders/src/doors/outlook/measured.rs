//! Facts as words, the way the desk takes them, and which of them a player may turn.

use super::About;
use crate::doors::chain::{Body, ChargeFacts};
use crate::rules::fire::ShotFacts;
use crate::rules::options;
use crate::state::answer::Shot;
use crate::state::game::{Charge, Orders};
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Level, Trait};
use engine::desk::flag;
use engine::outlook::Given;

/// The fact that others fire at a charger too, as this charge has it.
pub(super) const OTHERS: &str = "others-fire";

fn body(given: &mut Given, who: &str, body: &Body) {
    let name = |fact: &str| format!("{who}{fact}");
    given.put(name("troop"), body.troop);
    given.put(name("level"), body.level);
    given.put(name("leader"), leader(body.leader));
    given.put(name("arm"), body.arm);
    given.put(name("formation"), body.formation);
}

fn leader(leader: Option<Trait>) -> &'static str {
    match leader {
        None => "nobody",
        Some(Trait::None) => "no-trait",
        Some(character) => character.word(),
    }
}

fn garrison(given: &mut Given, who: &str, body: &Body) {
    given.put(format!("{who}garrison"), body.garrison.map_or("nothing", |place| place.word()));
}

pub(super) fn charge(charge: &ChargeFacts) -> Given {
    let mut given = Given::default();
    let ChargeFacts { charger, target, .. } = charge;
    body(&mut given, "charger-", charger);
    body(&mut given, "target-", target);
    garrison(&mut given, "target-", target);
    given.put("target-stands", target.stands);
    if let Some(gun) = target.gun {
        given.put("target-gun", gun);
    }
    given.put("target-shelter", target.shelter);
    given.put("charger-shelter", charger.shelter);
    given.put("hit", charge.hit);
    given.flag("charger-cornered", charger.cornered);
    given.flag("target-cornered", target.cornered);
    given.flag("tries-square", charge.tries_square);
    given.flag("target-fires", charge.target_fires);
    given.flag("rain", charge.rain);
    given
}

pub(super) fn shot(shot: &ShotFacts, target: &Body) -> Given {
    let mut given = Given::default();
    let ShotFacts { firer, target: mark, range, rain } = shot;
    given.put("troop", firer.troop);
    given.put("arm", firer.arm);
    given.put("formation", firer.formation);
    given.put("stands", firer.stands);
    if let Some(gun) = firer.gun {
        given.put("gun", gun);
    }
    given.put("level", firer.level);
    // The charts go by whole inches, parts rounded up.
    given.put("range", (range.0 + 999) / 1000);
    given.flag("rain", *rain);
    given.put("from", mark.aspect);
    given.put("target-shelter", mark.shelter);
    body(&mut given, "target-", target);
    garrison(&mut given, "target-", target);
    given.put("target-far-checks", target.far_checks);
    given
}

pub(super) fn check(unit: &Body) -> Given {
    let mut given = Given::default();
    given.put("troop", unit.troop);
    given.put("level", unit.level);
    given.put("leader", leader(unit.leader));
    garrison(&mut given, "", unit);
    given
}

/// Checks that cost levels want to know more.
pub(super) fn looping(given: &mut Given, unit: &Body, checks: u32) {
    given.put("arm", unit.arm);
    given.put("formation", unit.formation);
    given.put("checks", checks);
}

// ------------------------------------------------------------ what may be turned ----

/// The formations a unit may be in, its own among them.
fn formations(game: &Orders, unit: UnitId) -> Vec<&'static str> {
    options::formations(game, unit).into_iter().map(Formation::word).collect()
}

/// The states a unit on the table may be in.
fn levels() -> Vec<&'static str> {
    Level::WORDS.iter().filter(|(_, level)| *level != Level::Routed).map(|(word, _)| *word).collect()
}

pub(super) fn narrow_charge(given: &mut Given, game: &Orders, charge: &Charge, about: About) {
    let may_square = crate::rules::charge::may_try_square(game, charge.charger, charge.target);
    if about == About::Square || (about == About::Charge && may_square) {
        given.turn("tries-square");
    }
    if about != About::Melee {
        given.turn("target-fires");
    }
    given.turn("hit");
    given.turn_words("target-formation", formations(game, charge.target));
    given.turn_words("target-level", levels());
    given.turn("target-leader");
    given.turn("target-shelter");
    given.turn("target-garrison");
    given.turn("target-cornered");
    given.turn_words("charger-level", levels());
    given.turn("charger-leader");
    given.turn("charger-cornered");
    if about != About::Melee {
        given.turn("rain");
    }
}

/// Others fire too: that may be switched off.
pub(super) fn others(given: &mut Given) {
    given.add(flag(OTHERS, "others fire at the charger too"));
    given.flag(OTHERS, true);
}

pub(super) fn narrow_shot(given: &mut Given, game: &Orders, shot: Shot) {
    given.turn_number("range", 1, 24);
    given.turn("from");
    given.turn_words("target-formation", formations(game, shot.target));
    given.turn("target-shelter");
    given.turn_words("target-level", levels());
    given.turn("target-leader");
    given.turn("target-garrison");
    given.turn_words("formation", formations(game, shot.unit));
    given.turn_words("level", levels());
    given.turn("rain");
}

pub(super) fn narrow_check(given: &mut Given, game: &Orders, unit: UnitId) {
    given.turn("leader");
    given.turn_words("level", levels());
    if game.unit(unit).arm().is_infantry() {
        given.turn("garrison");
    }
}
