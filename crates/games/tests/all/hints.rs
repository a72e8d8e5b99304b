//! Hints of the teaching fights: each for a question the game asks, checked when the file is read.

use dice::{Seed, Stream};
use engine::{Entry, Game, Played, Questions, Session, Waiting};
use games::{BattleFile, Setup, with};
use rulebook::Value;
use std::collections::{BTreeMap, BTreeSet};

fn hints(file: &BattleFile) -> usize {
    file.source.text.lines().filter(|line| *line == "[[hint]]").count()
}

#[test]
fn every_teaching_fight_has_eight_to_eleven_and_a_battle_may_have_as_many() {
    for card in games::battles() {
        let count = hints(&games::find(&card.id).unwrap());
        let is_right = (8..=11).contains(&count) || (count == 0 && card.kind != "teaching");
        assert!(is_right, "{}: {count} hints", card.id);
    }
}

#[test]
fn a_hint_for_no_question_is_a_fault_with_its_place() {
    let mut file = games::find("barrosa-wheatley").unwrap();
    file.source.text = file.source.text.replace("ask = \"shoot\"", "ask = \"shoots\"").into();
    let line = file.source.text.lines().position(|line| line == "ask = \"shoots\"").unwrap() + 1;
    let told = games::card(&file).unwrap_err().to_string();
    assert!(
        told.contains(&format!(":{line}:")) && told.contains("shoots") && told.contains("\"shoot\""),
        "{told}"
    );
    let mut twice = games::find("barrosa-wheatley").unwrap();
    twice.source.text = twice.source.text.replace("ask = \"shoot\"", "ask = \"order\"").into();
    let told = games::card(&twice).unwrap_err().to_string();
    assert!(told.contains("one hint for each question"), "{told}");
}

/// The words of what is asked in a battle of random answers, each with the phases in which it was.
fn asked<G: Played>(setup: &Setup, seed: u64, words: &mut BTreeMap<String, BTreeSet<String>>) {
    let (battle, rules) = setup.open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules));
    let mut luck = Stream::new(Seed::from_number(seed), 1);
    let mut faces = Stream::new(Seed::from_number(seed), 0);
    for _ in 0..20_000 {
        let entry = match session.waiting() {
            Some(Waiting::ForAnswer(question)) => {
                let question = question.clone();
                let word = serde_json::to_value(&question).unwrap()["ask"].as_str().unwrap().to_owned();
                let phase = session.game().moment().phase.to_string();
                words.entry(word).or_default().insert(phase);
                Entry::Answer(session.game().sample(&question, &mut luck))
            }
            Some(Waiting::ForDice { pool, .. }) => {
                let faces = (0..pool.count).map(|_| faces.die(pool.sides)).collect();
                Entry::Dice { faces, typed: false }
            }
            _ => break,
        };
        session.put(entry).unwrap();
    }
}

#[test]
fn the_words_of_questions_are_those_that_are_asked() {
    for kind in games::Kind::ALL {
        with!(kind, G => {
            let mut phases = BTreeMap::new();
            for file in games::embedded_of::<G>() {
                for seed in 1..=3 {
                    asked::<G>(&Setup::new(file.clone().to_deploy()), seed, &mut phases);
                }
            }
            let words: BTreeSet<String> = phases.into_keys().collect();
            let known: BTreeSet<String> = <<G as Game>::Question as Questions<G>>::WORDS.iter().map(|word| (*word).to_owned()).collect();
            assert!(words.is_subset(&known), "{:?} are not in the list", words.difference(&known).collect::<Vec<_>>());
            println!("{kind:?}: {} of {} asked", words.len(), known.len());
        });
    }
}

/// The hints of a battle: what each is about, and its text.
fn told(file: &BattleFile) -> Vec<(String, String)> {
    let file: toml::Table = file.source.text.parse().unwrap();
    let hints = file.get("hint").and_then(toml::Value::as_array).into_iter().flatten();
    let text = |hint: &toml::Value, key: &str| hint[key].as_str().unwrap().to_owned();
    hints.map(|hint| (text(hint, "ask"), text(hint, "text"))).collect()
}

/// What a house asks that plays a ruling otherwise, and the printed sheet never or hardly ever does.
const BY_HOUSE: &[(&str, &str, &str)] = &[
    ("baumersdorf", "go-first", "\"orders.house.initiative.scope\" = \"winner-chooses\""),
    ("baumersdorf", "advance", "\"orders.house.melee.pursuit\" = \"may-advance\""),
    ("baumersdorf", "next-test", "\"orders.house.mc.sequence\" = \"attacker-picks\""),
];

/// A hint that no game of its battle ever shows is useless.
#[test]
fn every_hint_is_for_something_its_own_battle_asks() {
    const GAMES: u64 = 40;
    // Shown beside a charge that may be ordered: no question.
    const MAY_CHARGE: &str = "may-charge";
    for file in games::embedded() {
        let sheet = games::card(&file).unwrap().sheet;
        let rulings = BY_HOUSE.iter().filter(|(battle, ..)| *battle == file.id).map(|(_, _, ruling)| *ruling);
        let house = format!(
            "sheet = \"{sheet}\"\nname = \"House\"\n[rulings]\n{}\n",
            rulings.collect::<Vec<_>>().join("\n")
        );
        let house = games::read_patch(&games::Source::new("house.toml", house)).unwrap();
        let by_house =
            |ask: &str| BY_HOUSE.iter().any(|(battle, about, _)| *battle == file.id && *about == ask);
        let (housed, printed): (BTreeSet<String>, BTreeSet<String>) = told(&file)
            .into_iter()
            .map(|(ask, _)| ask)
            .filter(|ask| ask != MAY_CHARGE)
            .partition(|ask| by_house(ask));
        let setup = Setup::new(file.clone());
        for (mut left, setup) in [(printed, setup.clone()), (housed, setup.patched(house))] {
            let mut words = BTreeMap::new();
            for seed in 1..=GAMES {
                if left.is_empty() {
                    break;
                }
                with!(file.kind().unwrap(), G => asked::<G>(&setup, seed, &mut words));
                left.retain(|ask| !words.contains_key(ask));
            }
            let words = words.keys();
            assert!(
                left.is_empty(),
                "{}: in {GAMES} games nobody is asked {left:?}, only {words:?}",
                file.id
            );
        }
    }
}

/// A battle, what the hint is about, and its numbers.
type Numbers = (&'static str, &'static str, &'static [(i32, &'static str)]);

/// Every number of a hint, with the rule whose row has it.
const NUMBERS: &[Numbers] = &[
    ("gilly", "form-line", &[(4, "volley.move.firefight.distance")]),
    ("teugn-outposts", "form-line", &[(2, "volley.move.firefight.distance")]),
    ("barrosa-wheatley", "roll-for-square", &[(4, "volley.stand.fail12.british-square")]),
    ("baumersdorf", "fire", &[(6, "orders.fire.result.long-range-artillery")]),
    ("baumersdorf", "roll-for-square", &[(5, "orders.melee.misc.cav-vs-hasty-square")]),
    ("baumersdorf", "next-melee", &[(3, "orders.melee.rounds")]),
    ("hassenhausen-at-eight", "leaders", &[(45, "empire.ca.noinit.face45")]),
    (
        "hassenhausen-at-eight",
        "bonus",
        &[(14, "empire.bonus.one-unit"), (17, "empire.bonus.second-fatigue"), (19, "empire.bonus.second")],
    ),
    (
        "hassenhausen-at-eight",
        "bombard",
        &[(6, "empire.arty.bomb.mod.intensive"), (4, "empire.arty.bomb.mod.paced")],
    ),
    ("poserna-in-august", "leaders", &[(45, "empire.ca.noinit.face45")]),
    (
        "poserna-in-august",
        "bonus",
        &[(14, "empire.bonus.one-unit"), (17, "empire.bonus.second-fatigue"), (19, "empire.bonus.second")],
    ),
    (
        "poserna-in-august",
        "bombard",
        &[(6, "empire.arty.bomb.mod.intensive"), (4, "empire.arty.bomb.mod.paced")],
    ),
];

fn numbers(text: &str) -> BTreeSet<i32> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Whether a value of a row is that number, whatever its sign; inches are whole ones.
fn is(value: &Value, number: i32) -> bool {
    match value {
        Value::Int(has) => has.abs() == number,
        Value::Inches(mils) => *mils == number * 1000,
        _ => false,
    }
}

#[test]
fn the_numbers_of_hints_are_those_of_the_sheet() {
    for file in games::embedded() {
        let sheet = games::card(&file).unwrap().sheet;
        for (ask, text) in told(&file) {
            let known = NUMBERS.iter().filter(|(battle, about, _)| *battle == file.id && **about == *ask);
            let known: Vec<(i32, &str)> = known.flat_map(|(_, _, rules)| rules.iter().copied()).collect();
            let listed: BTreeSet<i32> = known.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers(&text), listed, "{}, {ask}: each number with its rule, and no other", file.id);
            for (number, rule) in known {
                let rows = with!(file.kind().unwrap(), G => {
                    let book = games::book::<G>();
                    let id = book.ledger().find(rule).unwrap_or_else(|| panic!("{rule} is no rule"));
                    let sheet = book.sheet(sheet).unwrap();
                    sheet.row(id).map(|row| row.fields().to_vec()).unwrap_or_default()
                });
                assert!(rows.iter().any(|(_, value)| is(value, number)), "{rule} is not {number}: {rows:?}");
            }
        }
    }
}

/// What hints say of the hour of the empire game: when guns bombard, and when a second impulse is tried for.
#[test]
fn hints_say_when_a_question_comes() {
    let mut phases = BTreeMap::new();
    for file in games::embedded_of::<games::Empire>() {
        for seed in 1..=3 {
            asked::<games::Empire>(&Setup::new(file.clone()), seed, &mut phases);
        }
    }
    let only = |ask: &str| phases[ask].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(only("bombard"), ["bombardment"]);
    assert_eq!(only("bonus"), ["bonus"]);
    let place = |phase: &str| empire::words::Phase::WORDS.iter().position(|(word, _)| *word == phase);
    assert!(place("tactical") < place("bombardment") && place("bombardment") < place("bonus"));
    let told = |ask: &str| {
        told(&games::find("hassenhausen-at-eight").unwrap()).into_iter().find(|hint| hint.0 == ask)
    };
    assert!(told("bombard").unwrap().1.starts_with("After the impulses"));
}
