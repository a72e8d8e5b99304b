//! Every roll of every game shows its sum: what was needed, each modifier, the total, and what that gave.

use dice::{Asks, Changes, Part, Seed, Stream, Test};
use engine::desk::FactSet as _;
use engine::{Happening as _, Played as _, Session, Throw, Told, Unanswered};
use games::{BattleFile, Kind, Setup, with};
use general::{Captained, Seats};
use rayon::prelude::*;
use rulebook::{Patch, Source};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use volley::fire::{Cannonade, Target, cannon_need};
use volley::words::{Arm, Band};
use volley::{Rules, Volley};

/// How many battles of each game are played.
const BATTLES: usize = 68;
/// How many steps of each battle are played.
const STEPS: usize = 120;

/// What the log of these battles shows.
#[derive(Default)]
struct Seen {
    battles: usize,
    /// How often each event stood with a throw held against something, and how.
    tests: BTreeMap<(String, &'static str), usize>,
    wrong: BTreeSet<String>,
}

impl Seen {
    fn with(mut self, other: Seen) -> Seen {
        self.battles += other.battles;
        for (key, count) in other.tests {
            *self.tests.entry(key).or_default() += count;
        }
        self.wrong.extend(other.wrong);
        self
    }
}

fn asks(asks: Asks) -> &'static str {
    match asks {
        Asks::AtLeast => "at least",
        Asks::AtMost => "at most",
        Asks::Each => "each",
        Asks::Table => "table",
        Asks::Against => "against",
        Asks::Amount => "amount",
    }
}

/// What must come up in these battles, each often enough that a change of rules or captains does not lose it by luck.
/// Rarer throws (a panic, a forced march, a fire) are checked where they occur.
const MUST: &[(&str, &str)] = &[
    ("empire battery-hit", "table"),
    ("empire bombards", "each"),
    ("empire bombards", "table"),
    ("empire bounce-roll", "amount"),
    ("empire bounces", "each"),
    ("empire close-action", "against"),
    ("empire commands", "at least"),
    ("empire fires", "table"),
    ("empire forms-before", "at least"),
    ("empire grasps-standard", "at least"),
    ("empire guns-fire", "each"),
    ("empire guns-fire", "table"),
    ("empire halts", "at least"),
    ("empire has-initiative", "against"),
    ("empire initiative-tied", "against"),
    ("empire keeps-elan", "at least"),
    ("empire leader-risked", "at least"),
    ("empire leader-risked", "table"),
    ("empire makes-klumpen", "at least"),
    ("empire may-break-through", "amount"),
    ("empire me-tests", "table"),
    ("empire me-tires", "table"),
    ("empire relocates", "at least"),
    ("empire runs-mad", "at least"),
    ("empire tests", "at least"),
    ("empire tries-bonus", "table"),
    ("empire victory", "table"),
    ("empire withdraws", "at least"),
    ("orders command-roll", "at least"),
    ("orders fails", "at least"),
    ("orders hits", "each"),
    ("orders initiative", "against"),
    ("orders melee-round", "against"),
    ("orders passes", "at least"),
    ("orders rally-roll", "at least"),
    ("volley evades", "amount"),
    ("volley gallops", "amount"),
    ("volley general-hit", "at least"),
    ("volley hit", "each"),
    ("volley melee-losses", "each"),
    ("volley reserve-roll", "at least"),
    ("volley tested", "at most"),
];

/// What comes of a total or a die that shows what is needed. No rule may say anything else.
const MET: &[&str] = &[
    "passes",
    "pass",
    "halts",
    "disordered",
    "lost",
    "rains",
    "arrives",
    "reaches",
    "goes",
    "rallies",
    "rested",
    "taken",
    "runs mad",
    "burns",
    "1 hit",
];

/// What comes of one that does not.
const NOT_MET: &[&str] = &[
    "fails",
    "fail",
    "rout",
    "goes on",
    "in order",
    "unhurt",
    "stays dry",
    "does not come",
    "falls short",
    "stays",
    "does not rally",
    "not rested",
    "not taken",
    "stays in hand",
    "does not burn",
    "no hit",
    "killed",
];

/// What a die before it may make of either: how badly a leader is hurt.
const EITHER: &[&str] = &["badly wounded", "wounded", "slightly wounded"];

/// What an unmodified 1 says, though the total would do.
const NATURAL: &str = "fails: an unmodified 1 always does";

/// Whether the record of a throw adds up by itself: dice, modifiers, total, need.
fn adds_up(throw: &Throw, test: &Test) -> Result<(), String> {
    let must = |holds: bool, what: &str| {
        if holds { Ok(()) } else { Err(format!("{what}: {test:?} of {:?}", throw.faces)) }
    };
    let (sum, modified) = (throw.faces.iter().sum::<u32>() as i32, test.modified());
    let printed = test.need.map(|need| need.value);
    let met = |total: i32| {
        test.needed
            .is_some_and(|needed| if test.asks == Asks::AtMost { total <= needed } else { total >= needed })
    };
    if test.asks == Asks::Each {
        let hits = throw.faces.iter().filter(|face| Some(**face as i32) >= test.needed).count() as i32;
        must(test.rolled == hits && test.total == hits, "hits")?;
        let least = printed.map(|printed| (printed - modified).max(2));
        must(least.is_none() || least == test.needed.map(|needed| needed.max(2)), "the face of each die")?;
        let said: String = test.result.chars().take_while(char::is_ascii_digit).collect();
        return must(said.parse::<i32>().unwrap_or(0) == hits, "the hits that are said");
    }
    must(test.rolled == sum, "what was rolled")?;
    let (on_roll, on_need) = match test.changes {
        Changes::Roll => (modified, 0),
        Changes::Need => (0, modified),
    };
    must(test.total == sum + on_roll, "dice and modifiers")?;
    must(printed.is_none_or(|printed| test.needed == Some(printed + on_need)), "need and modifiers")?;
    match test.asks {
        Asks::AtLeast | Asks::AtMost => {
            must(test.needed.is_some(), "a need")?;
            match test.result.as_str() {
                NATURAL => must(met(test.total) && sum == 1, "an unmodified 1"),
                said if MET.contains(&said) => must(met(test.total), "total against need"),
                said if NOT_MET.contains(&said) => must(!met(test.total), "total against need"),
                said => must(EITHER.contains(&said), "a result that is on no list"),
            }
        }
        Asks::Table => {
            let [from, to] = test.row.unwrap_or_default();
            must((from..=to).contains(&test.total), "the row of the total")
        }
        Asks::Against => match test.result.as_str() {
            "higher" => must(Some(test.total) > test.needed, "higher"),
            "lower" => must(Some(test.total) < test.needed, "lower"),
            _ => must(Some(test.total) == test.needed, "equal"),
        },
        Asks::Each | Asks::Amount => Ok(()),
    }
}

/// What an event says of its test: whether it was passed, or how many hit.
fn told_by(word: &str, fields: &Value) -> Option<Value> {
    let yes = |yes: bool| Some(Value::Bool(yes));
    let field = |name: &str| fields.get(name).cloned();
    match word {
        "halts" | "rallies" | "me-rests" | "passes" => yes(true),
        "keeps-elan" | "does-not-rally" | "no-rest" | "fails" => yes(false),
        "tested" => yes(field("verdict")? == "pass"),
        "tests" => field("stands"),
        "forms-before" | "square-roll" => field("formed").or_else(|| field("passes")),
        "makes-klumpen" => field("made"),
        "commands" => field("succeeds"),
        "relocates" | "withdraws" => field("goes"),
        "sets-aflame" => field("burns"),
        "runs-mad" => field("mad"),
        "grasps-standard" => field("taken"),
        "command-roll" | "rally-roll" => field("passes"),
        "charge-roll" => field("may"),
        "reserve-roll" | "reinforcement-roll" => field("arrives"),
        "general-hit" => field("lost"),
        "hit" | "hits" => field("hits"),
        _ => None,
    }
}

/// Whether an event tells what its last throw gave.
fn tells(word: &str, fields: &Value, throws: &[(&Throw, &Test)]) -> Result<(), String> {
    let Some((_, last)) = throws.last() else { return Ok(()) };
    let said = told_by(word, fields);
    let is = match (last.asks, &said) {
        (Asks::AtLeast, Some(Value::Bool(yes))) => {
            *yes == (Some(last.total) >= last.needed && last.result != NATURAL)
        }
        (Asks::AtMost, Some(Value::Bool(yes))) => (Some(last.total) <= last.needed) == *yes,
        // A shot and the volley beside it are told together.
        (Asks::Each, Some(Value::Number(hits))) => {
            let all: i32 = throws.iter().map(|(_, test)| test.total).sum();
            hits.as_i64() == Some(i64::from(all))
        }
        (Asks::Table, _) => match fields.get("result").or_else(|| fields.get("fate")) {
            Some(Value::String(result)) => {
                throws.iter().any(|(_, test)| test.result == engine::wording::spoken(result))
            }
            _ => match fields.get("casualties") {
                Some(casualties) => last.result == format!("{casualties} hit"),
                None => true,
            },
        },
        (Asks::Against, _) => match (fields.get("totals"), fields.get("won"), throws) {
            (Some(totals), _, [(_, one), (_, two)]) => *totals == serde_json::json!([one.total, two.total]),
            (None, Some(won), [(_, one), (_, two)]) => {
                let lead = fields.get("lead").and_then(Value::as_i64);
                *won == Value::Bool(one.total > two.total)
                    && lead == Some(i64::from((one.total - two.total).abs()))
            }
            (None, None, _) => true,
            (_, _, throws) => throws.len() == 2,
        },
        _ => true,
    };
    if is { Ok(()) } else { Err(format!("{word} tells {said:?}: {throws:?} {fields}")) }
}

/// The house rulings of a battle, by turns: those that change how a need is added up, and none.
fn house<G: Captained>(sheet: &str, seed: u64) -> Option<Patch> {
    const STRONGEST: &str = "\"volley.house.hit.modifiers\" = \"strongest\"\n";
    const SIX: &str = "\"volley.house.hit.natural-six\" = true\n";
    let rulings = match (G::word(), seed / 3 % 4) {
        ("volley", 1) => STRONGEST.to_owned(),
        ("volley", 2) => SIX.to_owned(),
        ("volley", 3) => format!("{STRONGEST}{SIX}"),
        _ => return None,
    };
    let source = Source::new("house.toml", format!("sheet = \"{sheet}\"\n[rulings]\n{rulings}"));
    Some(games::read_patch(&source).unwrap_or_else(|fault| panic!("{fault:?}")))
}

fn battle<G: Captained>(file: &BattleFile, seed: u64) -> Seen {
    let printed = Setup::new(file.clone());
    let (_, rules) = printed.open::<G>().unwrap();
    let patch = house::<G>(rules.source().sheet_name(), seed);
    let (battle, rules) = Setup { patch, ..printed }.open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules));
    let mut anybody = Seats::<G>::named("anybody", "anybody", seed).unwrap();
    let ended = session.play(&mut Stream::new(Seed::from_number(seed), 0), &mut anybody, STEPS);
    assert!(matches!(ended, Ok(()) | Err(Unanswered::Endless)), "{} {seed}", file.id);
    let mut seen = Seen { battles: 1, ..Seen::default() };
    for Told { throws, event } in session.log() {
        let (word, fields) = (event.what.word(), serde_json::to_value(&event.what).unwrap());
        let mut tests: Vec<(&Throw, &Test)> = Vec::new();
        for throw in throws {
            let Some(test) = &throw.test else {
                seen.wrong.insert(format!(
                    "{} of {}: a throw of {} was held against nothing",
                    word,
                    G::word(),
                    throw.pool
                ));
                continue;
            };
            *seen.tests.entry((format!("{} {word}", G::word()), asks(test.asks))).or_default() += 1;
            seen.wrong.extend(adds_up(throw, test).err().map(|why| format!("{word}: {why}")));
            tests.push((throw, test));
        }
        seen.wrong.extend(tells(&word, &fields, &tests).err());
    }
    seen
}

/// A throw in words, as the page says it too: its own test reads the same table.
#[test]
fn a_sum_reads_as_it_does_on_the_page() {
    let examples: Vec<Value> = serde_json::from_str(include_str!("../../../../cases/reckoned.json")).unwrap();
    assert!(examples.len() > 10);
    for example in examples {
        let given = &example["test"];
        let asks = [Asks::AtLeast, Asks::AtMost, Asks::Each, Asks::Table, Asks::Against, Asks::Amount]
            .into_iter()
            .find(|asks| serde_json::to_value(asks).unwrap() == given["asks"]);
        let number = |value: &Value| value.as_i64().map(|value| value as i32);
        let modifiers = given["modifiers"].as_array().unwrap().iter();
        let modifiers = modifiers
            .map(|part| Part { rule: "volley.melee.to-hit", value: number(&part["value"]).unwrap() });
        let test = Test {
            changes: if given["changes"] == "need" { Changes::Need } else { Changes::Roll },
            rolled: number(&given["rolled"]).unwrap(),
            total: number(&given["total"]).unwrap(),
            needed: number(&given["needed"]),
            row: number(&given["row"][0]).zip(number(&given["row"][1])).map(|(from, to)| [from, to]),
            result: given["result"].as_str().unwrap().to_owned(),
            ..Test::of(asks.unwrap(), modifiers.collect())
        };
        let faces = example["faces"].as_array().unwrap().iter();
        let faces: Vec<u32> = faces.map(|face| number(face).unwrap().unsigned_abs()).collect();
        assert_eq!(engine::tested::reckoned(&test, &faces), example["says"]);
    }
}

/// A shot by each pair of rulings: what is printed and what counts add up to the face that each die must show.
#[test]
fn a_need_adds_up_by_every_ruling() {
    let book = Volley::embedded_book().unwrap();
    let printed = book.sheet("br8").unwrap();
    let [modifiers, six] = ["hit.modifiers", "hit.natural-six"].map(|name| {
        let id = format!("volley.house.{name}");
        book.rulings.iter().position(|ruling| ruling.id == id).unwrap()
    });
    let mut ruled = 0;
    for (counts, hits) in book
        .ruling_choices(modifiers)
        .into_iter()
        .flat_map(|counts| book.ruling_choices(six).into_iter().map(move |hits| (counts.clone(), hits)))
    {
        let rules = Rules::new(printed.with_all([(modifiers, counts.clone()), (six, hits.clone())]));
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Skirmishers] {
            for (band, pounds) in [(Band::Long, 4), (Band::Long, 12), (Band::Close, 4), (Band::Close, 12)] {
                let target = Target { arm, ..Target::blank() };
                let need =
                    cannon_need(&rules, &Cannonade { crew: 4, pounds, band, target, ..Cannonade::blank() });
                let test = need.test();
                let reckoned = test.need.unwrap().value - test.modified();
                let why = format!("{counts:?} {hits:?} {arm:?} {band:?} {pounds}: {test:?}");
                assert_eq!(reckoned.max(2), need.face as i32, "{why}");
                ruled += usize::from(test.rules().any(|rule| rule == "volley.house.hit.natural-six"));
            }
        }
    }
    assert!(ruled > 0, "no shot shows the natural six");
}

/// 204 battles between recruits: for every throw the modifiers and the dice add up to the total, the total against the need
/// gives what the event tells, and there is no throw that does not say what it was held against.
#[test]
fn the_sums_of_the_log_add_up() {
    fn of<G: Captained>() -> Seen {
        let files = games::embedded_of::<G>();
        let all: Vec<(BattleFile, u64)> =
            (0..BATTLES).map(|n| (files[n % files.len()].clone(), n as u64)).collect();
        all.par_iter().map(|(file, seed)| battle::<G>(file, *seed)).reduce(Seen::default, Seen::with)
    }
    let seen =
        Kind::ALL.into_iter().map(|kind| with!(kind, G => of::<G>())).fold(Seen::default(), Seen::with);
    for ((event, asks), count) in &seen.tests {
        println!("{count:7}  {event}: {asks}");
    }
    let few: Vec<&String> = seen.wrong.iter().take(12).collect();
    assert!(seen.wrong.is_empty(), "{} wrong, such as {few:#?}", seen.wrong.len());
    assert_eq!(seen.battles, 3 * BATTLES);
    let missing: Vec<_> =
        MUST.iter().filter(|(event, asks)| !seen.tests.contains_key(&((*event).to_owned(), *asks))).collect();
    assert!(missing.is_empty(), "none of these came up: {missing:#?}");
}
