//! What there is by the sheet: arms with their formations and guns, levels, leaders, places to garrison. The desk offers
//! this and nothing else.

use crate::charts::Rules;
use crate::rules::ground::Place;
use crate::state::words::{Arm, Aspect, Formation, Gun, Shelter, Trait};
use engine::desk::{FactCard, word};
use std::collections::BTreeSet;
use table::Inches;

/// The status of a unit on the table.
pub(crate) const LEVELS: [&str; 5] = ["bold", "firm", "nervous", "disrupted", "panic"];
/// The same, and that of a unit that is gone.
pub(crate) const REACHED: [&str; 6] = ["bold", "firm", "nervous", "disrupted", "panic", "routed"];
pub(crate) const LEADERS: [&str; 7] =
    ["nobody", "no-trait", "poltroon", "weak", "dashing", "charismatic", "genius"];

/// Arms, and formations they are not found in.
pub(crate) type Are = (fn(Arm) -> bool, &'static [&'static str]);

pub(crate) const ANY: Are = (|_| true, &[]);
/// The units that charge: never guns, nor in road formation, and a hasty square is a square before it moves again.
pub(crate) const CHARGERS: Are =
    (|arm| !arm.is_artillery(), &[Formation::Road.word(), Formation::HastySquare.word()]);

pub(crate) fn places() -> Vec<&'static str> {
    [&["nothing"], Place::NAMES].concat()
}

pub(crate) fn arms(are: fn(Arm) -> bool) -> impl Iterator<Item = &'static str> {
    Arm::WORDS.iter().filter(move |(_, arm)| are(*arm)).map(|(word, _)| *word)
}

/// The formations an arm can be found in; a hasty square is never chosen, but may be shot at.
fn formations(rules: &Rules) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    Arm::WORDS.iter().map(|(name, arm)| {
        let may = |formation: Formation| {
            let chosen = if formation == Formation::HastySquare { Formation::Square } else { formation };
            rules.unsuited(*arm, chosen).is_none()
        };
        let mut fit: Vec<_> = Formation::WORDS.iter().filter(|(_, formation)| may(*formation)).collect();
        let usual = if arm.is_artillery() { Formation::Unlimbered } else { Formation::Line };
        fit.sort_by_key(|(_, formation)| *formation != usual);
        (*name, fit.into_iter().map(|(word, _)| *word).collect())
    })
}

/// One of some arms.
pub(crate) fn arm(name: &'static str, text: &'static str, (are, _): Are) -> FactCard {
    let arms: Vec<&'static str> = arms(are).collect();
    word(name, text, &arms, Some("infantry"))
}

/// A formation that one of these arms is found in; it hangs on the fact `arm`.
pub(crate) fn formation(name: &'static str, text: &'static str, rules: &Rules, (are, but): Are) -> FactCard {
    let arms: Vec<&'static str> = arms(are).collect();
    let mut fits: Vec<_> = formations(rules).filter(|(arm, _)| arms.contains(arm)).collect();
    fits.iter_mut().for_each(|(_, fit)| fit.retain(|word| !but.contains(word)));
    let has = |word: &&'static str| fits.iter().any(|(_, fit)| fit.contains(word));
    let words: Vec<&'static str> = Formation::NAMES.iter().copied().filter(has).collect();
    word(name, text, &words, Some("line")).suits("arm", fits)
}

/// Cards in which the arm and the formation are those of fewer.
pub(crate) fn of_arms(rules: &Rules, mut cards: Vec<FactCard>, are: Are) -> Vec<FactCard> {
    for card in &mut cards {
        let narrow = match &*card.name {
            "arm" => arm("", "", are),
            "formation" => formation("", "", rules, are),
            _ => continue,
        };
        (card.kind, card.fits) = (narrow.kind, narrow.fits);
    }
    cards
}

/// The guns of a battery, the usual ones first.
pub(crate) fn guns() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    Arm::WORDS.iter().filter_map(|(name, arm)| {
        let usual = arm.usual_gun()?;
        let others = Gun::WORDS.iter().filter(|(_, gun)| *gun != usual).map(|(word, _)| *word);
        Some((*name, std::iter::once(usual.word()).chain(others).collect()))
    })
}

/// Only a battery has guns: those that were named, or the usual ones.
pub(crate) fn gun_of(arm: Arm, gun: Option<Gun>) -> Option<Gun> {
    gun.or(arm.usual_gun()).filter(|_| arm.is_artillery())
}

/// Where the dice of a firer change.
pub(crate) fn ranges(rules: &Rules) -> BTreeSet<u32> {
    let muskets = Arm::WORDS.iter().filter_map(|(_, arm)| Some(rules.fire_range(*arm)?.1));
    let guns = Gun::WORDS.iter().flat_map(|(_, gun)| rules.gun_bands(*gun)).map(|(_, to, ..)| to);
    muskets.chain(guns).map(|inches| (inches.0 / Inches::whole(1).0).unsigned_abs()).collect()
}

/// A leader with a unit, by his trait.
pub(crate) fn leader_word(leader: Option<Trait>) -> String {
    match leader {
        None => "nobody",
        Some(Trait::None) => "no-trait",
        Some(character) => character.word(),
    }
    .to_owned()
}

pub(crate) fn leader_of(word: &str) -> Option<Trait> {
    if word == "no-trait" {
        Some(Trait::None)
    } else {
        Trait::from_word(word).filter(|it| *it != Trait::None)
    }
}

pub(crate) fn garrison_word(garrison: Option<Place>) -> String {
    garrison.map_or("nothing", Place::word).to_owned()
}

/// What fire is called.
pub(crate) const COMES: &[(&str, &str)] = &[("yes", "comes"), ("no", "does not")];

pub(crate) fn hit(name: &'static str, _: &Rules) -> FactCard {
    word(name, "where the target is struck", Aspect::NAMES, Some("front"))
}

pub(crate) fn target_shelter(name: &'static str, _: &Rules) -> FactCard {
    let text = "what shelters the target; a stream or slope between is rough";
    word(name, text, Shelter::NAMES, Some("open"))
}
