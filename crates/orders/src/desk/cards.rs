//! Every chart and the facts it wants.

use crate::ground::Place;
use crate::words::{Arm, Aspect, Formation, Gun, Nation, OrderKind, Shelter, Troop};
use engine::desk::{ChartCard, FactCard, flag, number, word};

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
    ($who:tt) => {
        [
            of!($who, "arm", "arm", Arm::NAMES, Some("infantry")),
            of!($who, "formation", "formation", Formation::NAMES, Some("line")),
        ]
    };
}

macro_rules! armed {
    ($who:tt) => {
        [
            number(concat!($who, "stands"), said!($who, "stands"), 1, 12, Some(2)),
            word(concat!($who, "gun"), said!($who, "weight of its guns"), Gun::NAMES, Some("heavy")),
        ]
    };
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

fn shot() -> Vec<FactCard> {
    let mut facts = vec![word("troop", "troop type of the firer", Troop::NAMES, None)];
    facts.extend(kind!(""));
    facts.extend(armed!(""));
    facts.extend([
        word("level", "its morale status", &LEVELS, Some("firm")),
        number("range", "range in inches, parts rounded up", 0, 60, Some(1)),
        flag("rain", "it rains or snows"),
        word("from", "the zone of the target it fires from", Aspect::NAMES, Some("front")),
        target_shelter(),
    ]);
    facts.extend(kind!("target-"));
    facts
}

fn fight() -> Vec<FactCard> {
    let mut facts = Vec::new();
    facts.extend([
        of!("charger-", "troop", "troop type", Troop::NAMES, None),
        of!("charger-", "level", "morale status", &LEVELS, Some("firm")),
        of!("charger-", "leader", "leader with it, by his trait", &LEADERS, Some("nobody")),
    ]);
    facts.extend(kind!("charger-"));
    facts.extend(checked!("target-"));
    facts.extend(kind!("target-"));
    facts.extend([target_shelter(), hit()]);
    facts
}

pub(super) fn charts() -> Vec<ChartCard> {
    let mut cards = Vec::new();
    let mut card = |name, title, facts: Vec<FactCard>| cards.push(ChartCard { name, title, facts });
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
    let mut facts: Vec<FactCard> = kind!("").into();
    facts.extend([
        number("changes", "changes of formation before, into this one", 0, 3, Some(0)),
        number("turns", "changes of facing", 0, 2, Some(0)),
        flag("out-of-command", "out of command, check passed"),
        flag("rough", "all in rough ground"),
    ]);
    card("movement", "Step 2: how far a unit moves", facts);
    card("force-march", "Step 2: inches a force march adds on the road", Vec::new());
    card("fire", "Steps 3 and 4: hits of a unit's fire", {
        let mut facts = shot();
        facts.push(word("target-garrison", "what the target garrisons", &places(), Some("nothing")));
        facts
    });
    card("shot", "Steps 3 and 4: fire, and the checks it gives", {
        let mut facts = shot();
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
    facts.extend(kind!(""));
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
    facts.extend(kind!(""));
    card("status", "What reaching a morale status does", facts);
    card("leader-loss", "A leader whose unit threw a natural 1", Vec::new());
    card("melee", "Step 5: one round", {
        let mut facts = fight();
        facts.push(number("round", "round", 1, 3, Some(1)));
        facts
    });
    card("charge", "A whole charge, from the hasty square through fire to the last round", {
        let mut facts = fight();
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
    cards
}
