//! Which facts of an outlook a player may turn, and to what.

use super::{ChargeFacts, formations};
use crate::rules::on_sheet::target_word;
use crate::rules::orders::formation::only_in_column;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Moment};
use engine::outlook::Turns;

pub(super) fn charge(game: &Volley, charge: &ChargeFacts, pair: [UnitId; 2]) -> Turns {
    let mut turns = Turns::default();
    let [charger, target] = pair;
    let (us, foe) = (game.unit(charger), game.unit(target));
    if charge.from == Moment::Order {
        turns.turn("flank");
        turns.turn("no-volley");
        turns.turn_number("other-dice", 0, charge.other_dice.max(24));
        let horse = us.is(Arm::Cavalry);
        turns.turn_number("bonus-needed", 0, if horse { 12 } else { 0 });
    }
    turns.turn_words("target-formation", formations(game, target));
    turns.turn("target-cover");
    turns.turn("target-general");
    turns.turn_number("target-figures", 1, foe.profile.figures);
    if !(us.is(Arm::Infantry) && only_in_column(&game.rules, us.nation())) {
        let open =
            |word: &&'static str| Formation::from_word(word).is_some_and(|formation| !formation.is_closed());
        turns.turn_words("charger-formation", formations(game, charger).into_iter().filter(open).collect());
    }
    turns.turn("charger-general");
    turns.turn("general-near");
    turns.turn_number("charger-figures", 1, us.profile.figures);
    turns
}

pub(super) fn moments(turns: &mut Turns, moments: &[Moment]) {
    let words = Moment::WORDS.iter().filter(|(_, moment)| moments.contains(moment));
    let words: Vec<&'static str> = words.map(|(word, _)| *word).collect();
    turns.turn_first("from", words);
}

pub(super) fn shot(game: &Volley, shooter: UnitId, target: UnitId) -> Turns {
    let mut turns = Turns::default();
    let (gun, foe) = (game.unit(shooter), game.unit(target));
    turns.turn("range");
    let in_formation = |word: &'static str| Some(target_word(foe.arm(), Formation::from_word(word)?));
    let mut words: Vec<&'static str> =
        formations(game, target).into_iter().filter_map(in_formation).collect();
    words.dedup();
    turns.turn_words("target", words);
    turns.turn("enfiladed");
    turns.turn("cover");
    turns.turn("charging");
    turns.turn("target-general");
    turns.turn("crowded");
    turns.turn_number("target-figures", 1, foe.profile.figures);
    turns.turn_number("crew", 1, gun.profile.figures);
    turns.turn_number("figures", 1, gun.profile.figures);
    turns
}

pub(super) fn test(game: &Volley, unit: UnitId, own: &[&str]) -> Turns {
    let mut turns = Turns::default();
    let body = game.unit(unit);
    turns.turn("general");
    for name in own {
        turns.turn(name);
    }
    turns.turn_words("formation", formations(game, unit));
    turns.turn_number("lost", 0, body.profile.figures);
    turns
}
