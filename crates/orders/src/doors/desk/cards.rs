//! Every chart and the facts it wants.

use crate::charts::Rules;
use crate::ids::house;
use crate::rules::ground::Place;
use crate::state::words::{Arm, Aspect, Formation, Gun, Nation, OrderKind, Shelter, Troop};
use engine::desk::{ChartCard, FactCard, flag, number, word};
use std::collections::BTreeSet;
use table::Inches;

const LEVELS: [&str; 5] = ["bold", "firm", "nervous", "disrupted", "panic"];
const REACHED: [&str; 6] = ["bold", "firm", "nervous", "disrupted", "panic", "routed"];
const LEADERS: [&str; 7] = ["nobody", "no-trait", "poltroon", "weak", "dashing", "charismatic", "genius"];

/// A word fact of one of two units: its name begins with the unit's, and so does its text.
macro_rules! of {
    ($who:tt, $name:literal, $text:literal, $words:expr, $default:expr) => {
        word(concat!($who, $name), said!($who, $text), $words, $default)
    };
}

macro_rules! said {
    ("target-", $text:literal) => {
        concat!("target: ", $text)
    };
    ("charger-", $text:literal) => {
        concat!("charger: ", $text)
    };
    ("", $text:literal) => {
        $text
    };
}

fn places() -> Vec<&'static str> {
    [&["nothing"], Place::NAMES].concat()
}

/// What a check rests on.
macro_rules! checked {
    ($who:tt) => {
        [
            of!($who, "troop", "troop type", Troop::NAMES, None),
            of!($who, "level", "morale status", &LEVELS, Some("firm")),
            of!($who, "leader", "leader with it, by his trait", &LEADERS, Some("nobody")),
            of!($who, "garrison", "what it garrisons", &places(), Some("nothing")),
        ]
    };
}

/// What kind of unit it is.
macro_rules! kind {
    ($rules:expr, $are:expr, $who:tt) => {{
        let arms: Vec<&'static str> = arms($are.0).collect();
        let mut fits: Vec<_> = formations($rules).filter(|(arm, _)| arms.contains(arm)).collect();
        fits.iter_mut().for_each(|(_, fit)| fit.retain(|word| !$are.1.contains(word)));
        let has = |word: &&'static str| fits.iter().any(|(_, fit)| fit.contains(word));
        let words: Vec<&'static str> = Formation::NAMES.iter().copied().filter(has).collect();
        [
            of!($who, "arm", "arm", &arms, Some("infantry")),
            of!($who, "formation", "formation", &words, Some("line")).suits(concat!($who, "arm"), fits),
        ]
    }};
}

/// Arms, and formations they are not found in.
type Are = (fn(Arm) -> bool, &'static [&'static str]);

const ANY: Are = (|_| true, &[]);
/// Those who charge: never guns, nor in road formation, and a hasty square is a square before it moves again.
const CHARGERS: Are = (|arm| !arm.is_artillery(), &[Formation::Road.word(), Formation::HastySquare.word()]);

macro_rules! armed {
    ($who:tt) => {
        [
            number(concat!($who, "stands"), said!($who, "stands"), 1, 12, Some(2))
                .usual([1, 2, 3, 4])
                .only(concat!($who, "arm"), arms(|arm| !arm.is_artillery())),
            word(concat!($who, "gun"), said!($who, "weight of its guns"), Gun::NAMES, Some("heavy"))
                .suits(concat!($who, "arm"), guns()),
        ]
    };
}

fn arms(are: fn(Arm) -> bool) -> impl Iterator<Item = &'static str> {
    Arm::WORDS.iter().filter(move |(_, arm)| are(*arm)).map(|(word, _)| *word)
}

/// The formations an arm can be found in; a hasty square is taken by nobody of his own will, but may be shot at.
fn formations(rules: &Rules) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    Arm::WORDS.iter().map(|(name, arm)| {
        let may = |formation: Formation| match formation {
            Formation::HastySquare => rules.unsuited(*arm, Formation::Square).is_none(),
            _ => rules.unsuited(*arm, formation).is_none(),
        };
        let mut fit: Vec<_> = Formation::WORDS.iter().filter(|(_, formation)| may(*formation)).collect();
        let usual = if arm.is_artillery() { Formation::Unlimbered } else { Formation::Line };
        fit.sort_by_key(|(_, formation)| *formation != usual);
        (*name, fit.into_iter().map(|(word, _)| *word).collect())
    })
}

/// The guns of a battery, the usual ones first.
fn guns() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    Arm::WORDS.iter().filter_map(|(name, arm)| {
        let usual = arm.usual_gun()?;
        let others = Gun::WORDS.iter().filter(|(_, gun)| *gun != usual).map(|(word, _)| *word);
        Some((*name, std::iter::once(usual.word()).chain(others).collect()))
    })
}

/// Where the dice of somebody who fires change.
fn ranges(rules: &Rules) -> BTreeSet<u32> {
    let muskets = Arm::WORDS.iter().filter_map(|(_, arm)| Some(rules.fire_range(*arm)?.1));
    let guns = Gun::WORDS.iter().flat_map(|(_, gun)| rules.gun_bands(*gun)).map(|(_, to, ..)| to);
    muskets.chain(guns).map(|inches| (inches.0 / Inches::whole(1).0).unsigned_abs()).collect()
}

fn target_shelter() -> FactCard {
    word(
        "target-shelter",
        "what shelters the target; a stream or slope between is rough",
        Shelter::NAMES,
        Some("open"),
    )
}

fn hit() -> FactCard {
    word("hit", "where the target is struck", Aspect::NAMES, Some("front"))
}

fn shot(rules: &Rules) -> Vec<FactCard> {
    let mut facts = vec![word("troop", "troop type of the firer", Troop::NAMES, None)];
    facts.extend(kind!(rules, ANY, ""));
    facts.extend(armed!(""));
    facts.extend([
        word("level", "its morale status", &LEVELS, Some("firm")),
        number("range", "range in inches, parts rounded up", 0, 60, Some(1)).usual(ranges(rules)),
        flag("rain", "it rains or snows"),
        word("from", "the zone of the target it fires from", Aspect::NAMES, Some("front")),
        target_shelter(),
    ]);
    facts.extend(kind!(rules, ANY, "target-"));
    facts
}

fn fight(rules: &Rules) -> Vec<FactCard> {
    let mut facts = Vec::new();
    facts.extend([
        of!("charger-", "troop", "troop type", Troop::NAMES, None),
        of!("charger-", "level", "morale status", &LEVELS, Some("firm")),
        of!("charger-", "leader", "leader with it, by his trait", &LEADERS, Some("nobody")),
    ]);
    facts.extend(kind!(rules, CHARGERS, "charger-"));
    facts.extend(checked!("target-"));
    facts.extend(kind!(rules, ANY, "target-"));
    facts.extend([target_shelter(), hit()]);
    facts
}

pub(super) fn charts(rules: &Rules) -> Vec<ChartCard> {
    let mut cards = Vec::new();
    let mut card = |name, title, facts: Vec<FactCard>| cards.push(ChartCard::new(name, title, facts));
    let order = || word("order", "order", OrderKind::NAMES, None);
    let nation = || word("nation", "nation of the corps commander", Nation::NAMES, None);
    card("sequence", "The turn: its steps", Vec::new());
    card("initiative", "Step 1: a die for each side", Vec::new());
    card("order", "Step 1: what an order demands", vec![order()]);
    card(
        "order-change",
        "Step 1: what a corps may carry out instead of the order it received",
        vec![nation(), order()],
    );
    card(
        "radius",
        "Step 2: command radius",
        vec![nation(), number("year", "year of the battle", 1792, 1815, Some(1809))],
    );
    let mut facts: Vec<FactCard> = kind!(rules, ANY, "").into();
    facts.extend([
        number("changes", "changes of formation before, into this one", 0, 3, Some(0)),
        number("turns", "changes of facing", 0, 2, Some(0)),
        flag("out-of-command", "out of command, check passed"),
        flag("rough", "all in rough ground"),
    ]);
    if rules.plays(house!("move.road", "free")) {
        facts.push(
            flag("off-road", "road formation away from a road").only("formation", [Formation::Road.word()]),
        );
    }
    card("movement", "Step 2: how far a unit moves", facts);
    card("force-march", "Step 2: inches a force march adds on the road", Vec::new());
    card("fire", "Steps 3 and 4: hits of a unit's fire", {
        let mut facts = shot(rules);
        facts.push(word("target-garrison", "what the target garrisons", &places(), Some("nothing")));
        facts
    });
    card("shot", "Steps 3 and 4: fire, and the checks it gives", {
        let mut facts = shot(rules);
        facts.extend(checked!("target-"));
        facts.push(number(
            "target-far-checks",
            "checks the target has from long shots of guns in this step",
            0,
            6,
            Some(0),
        ));
        facts
    });
    card(
        "check",
        "One roll of a morale check; out of command and hasty square are no more than that",
        checked!("").into(),
    );
    let mut facts: Vec<FactCard> = checked!("").into();
    facts.extend(kind!(rules, ANY, ""));
    facts.extend([
        number("checks", "checks owed", 0, 6, Some(1)),
        number("drops", "levels lost before them", 0, 1, Some(0)),
        flag("cornered", "it has no way back"),
    ]);
    card("checks", "Morale checks until passed, with what they cost", facts);
    let mut facts = vec![
        word("level", "status it drops to", &REACHED, None),
        word("garrison", "what it garrisons", &places(), Some("nothing")),
    ];
    facts.extend(kind!(rules, ANY, ""));
    card("status", "What reaching a morale status does", facts);
    card("leader-loss", "A leader whose unit threw a natural 1", Vec::new());
    card("melee", "Step 5: one round", {
        let mut facts = fight(rules);
        facts.push(number("round", "round", 1, 3, Some(1)));
        facts
    });
    card("charge", "A whole charge, from the hasty square through fire to the last round", {
        let mut facts = fight(rules);
        facts.extend(armed!("target-"));
        facts.extend([
            flag("tries-square", "the target may try the hasty square, and does"),
            flag("target-fires", "the target fires at the charger in step 3"),
            word("charger-shelter", "what shelters the charger from fire", Shelter::NAMES, Some("open")),
            flag("charger-cornered", "the charger has no way back"),
            flag("target-cornered", "the target has no way back"),
            flag("rain", "it rains or snows"),
        ]);
        facts
    });
    card("rally", "Step 7: one roll of a unit under Rally", checked!("").into());
    cards.iter_mut().for_each(usually);
    cards
}

/// What each chart is asked again and again, in the middle of the sheet's troops.
fn usually(card: &mut ChartCard) {
    let troop = ("troop", "seasoned");
    let both = [("charger-troop", "seasoned"), ("target-troop", "seasoned")];
    match card.name {
        "fire" => {
            let gun = ("arm", Arm::FootArtillery.word());
            let formation = ("formation", Formation::Unlimbered.word());
            let target = ["range", "target-arm", "target-formation", "target-shelter", "from"];
            let heavy = ("gun", Gun::Heavy.word());
            card.asked("gun", "Gun", [troop, gun, formation, heavy, ("range", "6")], &target);
            card.asked(
                "volley",
                "Volley",
                [troop],
                &["troop", "target-arm", "target-formation", "target-shelter"],
            );
        }
        "check" => {
            card.asked("check", "Morale check", [troop], &[]);
        }
        "melee" => {
            card.asked("melee", "Melee", both, &[]);
        }
        "charge" => {
            card.asked("charge", "Charge", both, &[]);
        }
        "rally" => {
            card.asked("rally", "Rally", [troop], &[]);
        }
        _ => {}
    }
}
