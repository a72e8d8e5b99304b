//! Which facts of an outlook a player may turn, and to what.

use super::About;
use super::facts::others_fire;
use crate::rules::movement::formations;
use crate::state::answer::Shot;
use crate::state::game::{Charge, Orders};
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Level};
use engine::outlook::Turns;

/// The formations a unit may be in, its own among them.
fn formations(game: &Orders, unit: UnitId) -> Vec<&'static str> {
    formations::formations(game, unit).into_iter().map(Formation::word).collect()
}

/// The states a unit on the table may be in.
fn levels() -> Vec<&'static str> {
    Level::WORDS.iter().filter(|(_, level)| *level != Level::Routed).map(|(word, _)| *word).collect()
}

pub(super) fn charge(game: &Orders, charge: &Charge, about: About, others: bool) -> Turns {
    let mut turns = Turns::default();
    let may_square = crate::rules::charge::may_try_square(game, charge.charger, charge.target);
    if about == About::Square || (about == About::Charge && may_square) {
        turns.turn("tries-square");
    }
    if about != About::Melee {
        turns.turn("target-fires");
    }
    turns.turn("hit");
    turns.turn_words("target-formation", formations(game, charge.target));
    turns.turn_words("target-level", levels());
    turns.turn("target-leader");
    turns.turn("target-shelter");
    turns.turn("target-garrison");
    turns.turn("target-cornered");
    turns.turn_words("charger-level", levels());
    turns.turn("charger-leader");
    turns.turn("charger-cornered");
    if about != About::Melee {
        turns.turn("rain");
    }
    if others {
        turns.turn_more(others_fire());
    }
    turns
}

pub(super) fn shot(game: &Orders, shot: Shot) -> Turns {
    let mut turns = Turns::default();
    turns.turn_number("range", 1, 24);
    turns.turn("from");
    turns.turn_words("target-formation", formations(game, shot.target));
    turns.turn("target-shelter");
    turns.turn_words("target-level", levels());
    turns.turn("target-leader");
    turns.turn("target-garrison");
    turns.turn_words("formation", formations(game, shot.unit));
    turns.turn_words("level", levels());
    turns.turn("rain");
    turns
}

pub(super) fn check(game: &Orders, unit: UnitId) -> Turns {
    let mut turns = Turns::default();
    turns.turn("leader");
    turns.turn_words("level", levels());
    if game.unit(unit).arm().is_infantry() {
        turns.turn("garrison");
    }
    turns
}
