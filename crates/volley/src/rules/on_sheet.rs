//! What there is by a sheet: its nations, the arms with the formations each is found in, and whom fire may meet. The
//! desk offers this and nothing else.

use crate::charts::Rules;
use crate::rules::orders::formation::has_formation;
use crate::state::words::{Arm, Band, Formation, Nation};
use engine::desk::{FactCard, Kind, word};

/// What battalions and regiments of our battles have, more or less.
pub(crate) const FIGURES: [u32; 5] = [4, 6, 8, 10, 12];

pub(crate) const ALL: &[Arm] = &[Arm::Infantry, Arm::Skirmishers, Arm::Cavalry, Arm::Artillery];
/// The arms that fight in a melee; guns alone do not, and skirmishers never.
pub(crate) const FIGHTERS: &[Arm] = &[Arm::Infantry, Arm::Cavalry];
/// The arms a charge may meet.
pub(crate) const MET: &[Arm] = &[Arm::Infantry, Arm::Cavalry, Arm::Artillery];

/// What is shot at, in the players' words.
pub(crate) const TARGETS: &[(&str, Arm, Formation)] = &[
    ("column", Arm::Infantry, Formation::Column),
    ("line", Arm::Infantry, Formation::Line),
    ("square", Arm::Infantry, Formation::Square),
    ("masse", Arm::Infantry, Formation::Masse),
    ("skirmishers", Arm::Skirmishers, Formation::Skirmish),
    ("artillery", Arm::Artillery, Formation::Unlimbered),
    ("limbered", Arm::Artillery, Formation::Limbered),
    ("cavalry-line", Arm::Cavalry, Formation::Line),
    ("cavalry-column", Arm::Cavalry, Formation::Column),
];

/// The word for a unit of that arm in that formation as a target.
pub(crate) fn target_word(arm: Arm, formation: Formation) -> &'static str {
    let exact = TARGETS.iter().find(|(_, a, f)| (*a, *f) == (arm, formation));
    let near = || TARGETS.iter().find(|(_, a, _)| *a == arm);
    exact.or_else(near).map_or("line", |(word, _, _)| word)
}

/// The two nations of the sheet.
pub(crate) fn nations(rules: &Rules) -> Vec<&'static str> {
    let mut nations = vec![Nation::French.word()];
    nations.extend(rules.opponent.map(Nation::word));
    nations
}

/// Cards in which the nation of one unit is, unless it is given, the one that the nation of another meets: `name` and
/// `of` are the facts of the two.
pub(crate) fn against(rules: &Rules, cards: Vec<FactCard>, name: &str, of: &'static str) -> Vec<FactCard> {
    let nations = nations(rules);
    let meets: Vec<(&'static str, Vec<&'static str>)> = match nations.as_slice() {
        [one, other] => vec![(*one, vec![*other]), (*other, vec![*one])],
        _ => return cards,
    };
    let card = |card: FactCard| {
        if card.name != name {
            return card;
        }
        FactCard { default: nations.last().map(|nation| (*nation).to_owned()), ..card }
            .suits(of, meets.clone())
    };
    cards.into_iter().map(card).collect()
}

/// The targets that one of its two nations has.
pub(crate) fn found(rules: &Rules) -> impl Iterator<Item = &'static (&'static str, Arm, Formation)> {
    let nations: Vec<Nation> = [Some(Nation::French), rules.opponent].into_iter().flatten().collect();
    TARGETS.iter().filter(move |(_, arm, formation)| {
        nations.iter().any(|nation| has_formation(rules, *nation, *arm, *formation))
    })
}

/// Words for targets of that arm and, where one is given, that formation.
pub(crate) fn targets(arm: Arm, formation: Option<Formation>) -> impl Iterator<Item = &'static str> {
    let fit =
        move |(_, of, stands): &&(_, Arm, Formation)| *of == arm && formation.is_none_or(|it| it == *stands);
    TARGETS.iter().filter(fit).map(|(word, ..)| *word)
}

/// Which side has a target.
pub(crate) fn sides(rules: &Rules) -> Vec<(&'static str, Vec<&'static str>)> {
    let side = |(word, arm, formation): &(&'static str, Arm, Formation)| {
        let has = |nation| has_formation(rules, nation, *arm, *formation);
        let french = has(Nation::French).then_some("french");
        let opponent = rules.opponent.filter(|nation| has(*nation)).map(|_| "opponent");
        (*word, french.into_iter().chain(opponent).collect())
    };
    found(rules).map(side).collect()
}

/// The formations each of some arms can be found in, the usual one first.
fn formations(rules: &Rules, arms: &[Arm]) -> Vec<(&'static str, Vec<&'static str>)> {
    let fit = |arm: &Arm| {
        let fit = found(rules).filter(|(_, of, _)| of == arm);
        (arm.word(), fit.map(|(_, _, formation)| formation.word()).collect())
    };
    arms.iter().map(fit).collect()
}

/// One of some arms.
pub(crate) fn one_of(name: &'static str, text: &'static str, arms: &[Arm]) -> FactCard {
    let names: Vec<&'static str> = arms.iter().map(|arm| arm.word()).collect();
    word(name, text, &names, names.first().copied())
}

/// A formation that one of these arms is found in; `arm` is the fact it hangs on.
pub(crate) fn formation(
    name: &'static str,
    text: &'static str,
    arm: &'static str,
    (rules, arms): (&Rules, &[Arm]),
) -> FactCard {
    let with = formations(rules, arms);
    let has = |word: &&'static str| with.iter().any(|(_, fit)| fit.contains(word));
    let words: Vec<&'static str> = Formation::NAMES.iter().copied().filter(has).collect();
    let usual = with.iter().flat_map(|(_, fit)| fit).copied().next();
    word(name, text, &words, usual).suits(arm, with)
}

/// Cards in which the arm is one of fewer, and the formation one of theirs.
pub(crate) fn of_arms(rules: &Rules, mut cards: Vec<FactCard>, arms: &[Arm]) -> Vec<FactCard> {
    for card in &mut cards {
        let narrow = match &*card.name {
            "arm" => one_of("", "", arms),
            "formation" => formation("", "", "arm", (rules, arms)),
            _ => continue,
        };
        (card.kind, card.default, card.fits) = (narrow.kind, narrow.default, narrow.fits);
    }
    cards
}

/// The parts of the artillery stick in which guns can hit.
pub(crate) fn bands() -> Kind {
    let reach = Band::WORDS.iter().filter(|(_, band)| *band != Band::Out);
    Kind::Word(reach.map(|(word, _)| *word).collect())
}
