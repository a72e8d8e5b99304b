//! The cards: which facts each chart wants, and what they may be.

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::fire::TARGETS;
use crate::rules::formation::has_formation;
use crate::rules::stand::{may_counter_charge, press_price};
use crate::state::words::{Arm, Band, Cover, Formation, Grade, Horse, Moment, Nation, Rate};
use engine::desk::{ChartCard, FactCard, flag, number, word};

/// What battalions and regiments of our battles have, more or less.
const FIGURES: [u32; 5] = [4, 6, 8, 10, 12];

/// What is on the table by this sheet: the targets that one of its two nations has.
fn found(rules: &Rules) -> impl Iterator<Item = &'static (&'static str, Arm, Formation)> {
    let nations: Vec<Nation> = [Some(Nation::French), rules.opponent].into_iter().flatten().collect();
    TARGETS.iter().filter(move |(_, arm, formation)| {
        nations.iter().any(|nation| has_formation(rules, *nation, *arm, *formation))
    })
}

/// The formations each of some arms can be found in, the usual one first.
fn formations(rules: &Rules, arms: &[Arm]) -> Vec<(&'static str, Vec<&'static str>)> {
    let fit = |arm: &Arm| {
        let fit = found(rules).filter(|(_, of, _)| of == arm);
        (arm.word(), fit.map(|(_, _, formation)| formation.word()).collect())
    };
    arms.iter().map(fit).collect()
}

/// A unit's arm, one of some, and the formation it stands in.
fn arm_and_formation(
    rules: &Rules,
    arms: &[Arm],
    arm: (&'static str, &'static str),
    formation: (&'static str, &'static str),
) -> [FactCard; 2] {
    let names: Vec<&'static str> = arms.iter().map(|arm| arm.word()).collect();
    let with = formations(rules, arms);
    let has = |word: &&'static str| with.iter().any(|(_, fit)| fit.contains(word));
    let words: Vec<&'static str> = Formation::NAMES.iter().copied().filter(has).collect();
    let (usual, fits) = (names.first().copied(), with.iter().flat_map(|(_, fit)| fit));
    let stands = fits.copied().next();
    [
        word(arm.0, arm.1, &names, usual),
        word(formation.0, formation.1, &words, stands).suits(arm.0, with.clone()),
    ]
}

const ALL: &[Arm] = &[Arm::Infantry, Arm::Skirmishers, Arm::Cavalry, Arm::Artillery];
/// Who fights in a melee; guns alone do not, and skirmishers never.
const FIGHTERS: &[Arm] = &[Arm::Infantry, Arm::Cavalry];
const MET: &[Arm] = &[Arm::Infantry, Arm::Cavalry, Arm::Artillery];

fn horse() -> [&'static str; 1] {
    [Arm::Cavalry.word()]
}

/// Words for targets of that arm and, where one is given, that formation.
fn targets(arm: Arm, formation: Option<Formation>) -> impl Iterator<Item = &'static str> {
    let fit =
        move |(_, of, stands): &&(_, Arm, Formation)| *of == arm && formation.is_none_or(|it| it == *stands);
    TARGETS.iter().filter(fit).map(|(word, ..)| *word)
}

/// The two nations of the sheet.
fn nations(rules: &Rules) -> Vec<&'static str> {
    let mut nations = vec![Nation::French.word()];
    nations.extend(rules.opponent.map(Nation::word));
    nations
}

fn target_facts(rules: &Rules, musketry: bool) -> Vec<FactCard> {
    let targets_here: Vec<&'static str> = found(rules).map(|(word, ..)| *word).collect();
    let mut facts = vec![
        word("target", "what is shot at", &targets_here, None),
        flag("enfiladed", "a line taken in enfilade")
            .only("target", targets(Arm::Infantry, Some(Formation::Line))),
        word("cover", "what the target stands in", Cover::NAMES, Some("none")),
    ];
    if musketry {
        facts.push(
            flag("charging", "cavalry that charges in this phase")
                .only("target", targets(Arm::Cavalry, None)),
        );
        let sides = found(rules).map(|(word, arm, formation)| {
            let has = |nation| has_formation(rules, nation, *arm, *formation);
            let french = has(Nation::French).then_some("french");
            let opponent = rules.opponent.filter(|nation| has(*nation)).map(|_| "opponent");
            (*word, french.into_iter().chain(opponent).collect())
        });
        let side = word("side", "whose unit is shot at", &["french", "opponent"], Some("french"));
        facts.push(side.suits("target", sides));
    }
    facts
}

fn morale_facts(rules: &Rules, arms: &[Arm]) -> Vec<FactCard> {
    let mut facts = vec![
        word("nation", "whose unit tests", &nations(rules), None),
        word("grade", "its grade", Grade::NAMES, None),
        number("lost", "figures lost so far", 0, 200, Some(0)),
        flag("general", "a general is attached"),
    ];
    facts.extend(arm_and_formation(rules, arms, ("arm", "its arm"), ("formation", "its formation")));
    facts
}

/// Guns halt Austrian columns into line, and crowd them, on the one sheet that has them.
fn crowded(rules: &Rules) -> Option<FactCard> {
    let text = "another Austrian column within the printed distance of its flank";
    rules.on(rule!("volley.p2.fail12.austrian-crowding")).then(|| flag("crowded", text))
}

/// The parts of the artillery stick in which guns reach anybody.
fn bands() -> Vec<&'static str> {
    Band::WORDS.iter().filter(|(_, band)| *band != Band::Out).map(|(word, _)| *word).collect()
}

/// Rows of the movement list, and kinds of cavalry it does not name but the house has a rate for.
fn rates(rules: &Rules) -> Vec<&'static str> {
    let masse = rules.opponent == Some(Nation::Austrian);
    Rate::WORDS.iter().filter(|(_, rate)| *rate != Rate::Masse || masse).map(|(word, _)| *word).collect()
}

/// Where somebody has to decide in a charge by this sheet.
fn moments(rules: &Rules) -> Vec<&'static str> {
    let has = |moment: Moment| match moment {
        Moment::RollsForSquare => rules.on(rule!("volley.stand.fail12.british-square")),
        Moment::GoesIn => may_counter_charge(rules, Nation::British, Formation::Line),
        Moment::PressesOn => press_price(rules).is_some(),
        Moment::Order
        | Moment::Stays
        | Moment::ClosesUp
        | Moment::Wavers
        | Moment::HeldOff
        | Moment::Melee => true,
    };
    Moment::WORDS.iter().filter(|(_, moment)| has(*moment)).map(|(word, _)| *word).collect()
}

/// A fighter's facts, each with a prefix of its own.
macro_rules! fighter_facts {
    ($rules:expr, $arms:expr, $facts:expr, $who:literal, $p:literal) => {{
        let nations = nations($rules);
        let [arm, formation] = arm_and_formation(
            $rules,
            $arms,
            (concat!($p, "arm"), concat!("arm of the ", $who)),
            (concat!($p, "formation"), concat!("formation of the ", $who)),
        );
        $facts.extend([
            word(concat!($p, "nation"), concat!("nation of the ", $who), &nations, None),
            word(concat!($p, "grade"), concat!("grade of the ", $who), Grade::NAMES, None),
            number(concat!($p, "figures"), concat!("figures of the ", $who), 1, 200, None).usual(FIGURES),
            arm,
            formation,
            word(concat!($p, "cover"), concat!("what the ", $who, " stands in"), Cover::NAMES, Some("none")),
            flag(concat!($p, "cuirassier"), concat!("the ", $who, " are cuirassiers"))
                .only(concat!($p, "arm"), horse()),
            flag(concat!($p, "lancer"), concat!("the ", $who, " carry lances"))
                .only(concat!($p, "arm"), horse()),
        ]);
    }};
}

/// Every chart of the sheet.
pub(super) fn charts(rules: &Rules) -> Vec<ChartCard> {
    let nations = nations(rules);
    let mut cards = Vec::new();
    let mut card = |name, title, facts: Vec<FactCard>| cards.push(ChartCard::new(name, title, facts));
    card("sequence", "The turn: its phases in order", Vec::new());
    card(
        "reserves",
        "Phase 1: does a reserve command come up?",
        vec![number("failed", "rolls it has failed", 0, 20, Some(0))],
    );
    let mut facts = vec![
        number("crew", "crew figures", 1, 60, Some(4)).usual([2, 3, 4, 5, 6]),
        number("pounds", "weight of shot in pounds", 1, 48, Some(6)).usual([3, 4, 6, 8, 9, 12]),
        word("range", "band of the artillery stick", &bands(), None),
    ];
    facts.extend(target_facts(rules, false));
    card("artillery-fire", "Phase 1: a battery fires", facts);
    let mut facts = morale_facts(rules, ALL);
    facts.extend(crowded(rules));
    card("artillery-morale", "Phase 2: morale after artillery losses", facts);
    card(
        "movement",
        "Phases 3 and 8: how far a unit may move",
        vec![
            word("nation", "whose unit moves", &nations, None),
            word("type", "row of the movement list, or a kind of cavalry", &rates(rules), None),
            word(
                "called",
                "what its battle calls a kind of cavalry",
                &["by-kind", "heavy", "light"],
                Some("by-kind"),
            )
            .only("type", Horse::WORDS.iter().map(|(_, horse)| horse.rate().word())),
            flag("difficult", "any part of the move is in difficult ground"),
            flag("out-of-command", "outside command range"),
            flag("backwards", "it moves backwards"),
            flag("far", "it stays beyond the double-move distance from the enemy"),
            flag("first-turn", "it is the first turn"),
        ],
    );
    card(
        "infantry-charge",
        "Phases 3 and 8: may infantry charge?",
        vec![
            word("nation", "whose infantry", &nations, None),
            flag("general", "a general is attached"),
            word("cover", "what the target stands in", Cover::NAMES, Some("none")),
        ],
    );
    card("charge-bonus", "Phases 3 and 8: bonus inches of charging cavalry", Vec::new());
    card("evade", "Phases 3 and 8: how far charged skirmishers run", Vec::new());
    let mut facts = vec![
        number("figures", "figures that shoot", 1, 200, None).usual(FIGURES),
        word("shooter", "who shoots", &["infantry", "artillery"], Some("infantry")),
    ];
    facts.extend(target_facts(rules, true));
    card("shooting", "Phases 3 and 8: a unit shoots", facts);
    card(
        "square-fire",
        "Phases 3 and 8: a square fires at cavalry that contacts it",
        vec![word("side", "whose cavalry", &["french", "opponent"], Some("french"))],
    );
    let mut facts = morale_facts(rules, ALL);
    facts.push(flag("charging", "it charges in this phase"));
    card("close", "Phases 4 and 9: morale for losses and to close", facts);
    let mut facts = morale_facts(rules, ALL);
    facts.extend([
        flag("flank", "charged in flank or rear"),
        flag("cavalry", "charged by cavalry"),
        flag("in-melee", "it was in melee before it was charged"),
    ]);
    card("stand", "Phases 5 and 10: morale to stand", facts);
    let mut facts = Vec::new();
    fighter_facts!(rules, FIGHTERS, facts, "fighter", "");
    card("melee-dice", "Melee: how many dice", facts);
    let mut facts = Vec::new();
    fighter_facts!(rules, MET, facts, "one side", "a-");
    fighter_facts!(rules, MET, facts, "other side", "b-");
    facts.push(flag("continuing", "they have fought before"));
    card("melee", "Melee: one round", facts);
    card("cavalry-result", "Melee: what cavalry does to a unit it reaches", {
        let [arm, formation] =
            arm_and_formation(rules, MET, ("arm", "arm of the unit"), ("formation", "its formation"));
        vec![arm, formation, flag("fortified", "it stands in a fortification")]
    });
    card(
        "pass-through",
        "Melee: cavalry passes squares",
        vec![number("squares", "infantry units passed", 1, 20, Some(1))],
    );
    let mut facts = morale_facts(rules, FIGHTERS);
    facts.push(flag("second", "after the second melee of the turn"));
    card("loss", "Morale of a unit that lost a melee", facts);
    card("no-room", "Losses of a unit that cannot form line", Vec::new());
    card("recall", "Recall of cavalry", morale_facts(rules, &[Arm::Cavalry]));
    card("general-casualty", "A general whose unit lost figures in a phase", Vec::new());
    card("general-unit-lost", "A general whose unit was destroyed", Vec::new());
    let mut facts = Vec::new();
    fighter_facts!(rules, FIGHTERS, facts, "charger", "charger-");
    fighter_facts!(rules, MET, facts, "target", "target-");
    facts.extend([
        number("charger-lost", "figures the charger has lost before", 0, 200, Some(0)),
        number("target-lost", "figures the target has lost before", 0, 200, Some(0)),
        flag("charger-general", "a general is with the charger"),
        flag("target-general", "a general is with the target"),
        flag("flank", "charged in flank or rear"),
        flag("no-volley", "the target does not shoot"),
        number("other-dice", "dice of other units that shoot at the charger", 0, 200, Some(0)),
        flag("general-near", "a general is within command range of the charger"),
        number("bonus-needed", "inches a gallop's dice must bring", 0, 12, Some(0)),
        word("melee", "which melee of the turn", &["own", "first", "second"], Some("own")),
        flag("continuing", "they have fought before"),
        word("from", "where the charge stands", &moments(rules), Some("order")),
    ]);
    card("charge", "A whole charge: volley, closing, standing, melee, loser's morale", facts);
    let mut facts = vec![
        number("crew", "crew figures", 1, 60, Some(4)).usual([2, 3, 4, 5, 6]),
        number("pounds", "weight of shot in pounds", 1, 48, Some(6)).usual([3, 4, 6, 8, 9, 12]),
        word("range", "band of the artillery stick", &bands(), None),
    ];
    facts.extend(struck_facts(rules));
    facts.extend(crowded(rules));
    card("bombardment", "Phases 1 and 2: a battery fires, and the morale of what it hits", facts);
    let mut facts = vec![
        number("figures", "figures that shoot", 1, 200, None).usual(FIGURES),
        word("shooter", "who shoots", &["infantry", "artillery"], Some("infantry")),
    ];
    facts.extend(struck_facts(rules));
    facts.push(flag("charging", "the target charges in this phase"));
    card("firing", "Phases 3 and 4, 8 and 9: a unit shoots, and the morale of what it hits", facts);
    cards.iter_mut().for_each(|card| usually(card, &nations));
    cards
}

/// What each chart is asked again and again: veterans, a dozen of them, the French against the others.
fn usually(card: &mut ChartCard, nations: &[&'static str]) {
    let grade = ("grade", Grade::Veteran.word());
    let other = nations.last().copied().unwrap_or_default();
    match card.name {
        "artillery-fire" => {
            card.asked(
                "gun",
                "Gun",
                [("range", Band::Middle.word())],
                &["range", "target", "enfiladed", "cover"],
            );
        }
        "shooting" => {
            card.asked("volley", "Volley", [("figures", "12")], &[]);
        }
        "artillery-morale" => {
            card.asked("guns-morale", "Morale after guns", [grade], &[]);
        }
        "close" => {
            card.asked("close", "Morale to close", [grade], &[]);
        }
        "stand" => {
            card.asked("stand", "Morale to stand", [grade], &[]);
        }
        "melee" => {
            let figures = [("a-figures", "12"), ("b-figures", "12"), ("b-nation", other)];
            let [a, b, nation] = figures;
            card.asked("melee", "Melee", [a, b, nation, ("a-grade", grade.1), ("b-grade", grade.1)], &[]);
        }
        "charge" => {
            let figures = [("charger-figures", "12"), ("target-figures", "12"), ("target-nation", other)];
            let [charger, target, nation] = figures;
            let grades = [("charger-grade", grade.1), ("target-grade", grade.1)];
            card.asked("charge", "Charge", [charger, target, nation, grades[0], grades[1]], &[]);
        }
        _ => {}
    }
}

/// What is shot at, and what its morale rests on.
fn struck_facts(rules: &Rules) -> Vec<FactCard> {
    let mut facts = target_facts(rules, false);
    facts.extend([
        word("target-nation", "whose unit is shot at", &nations(rules), None),
        word("target-grade", "grade of the target", Grade::NAMES, None),
        number("target-figures", "figures of the target", 1, 200, None).usual(FIGURES),
        number("target-lost", "figures the target has lost before", 0, 200, Some(0)),
        flag("target-general", "a general is with the target"),
    ]);
    facts
}
