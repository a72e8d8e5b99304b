//! Every roll of every game shows its sum: what was needed, each modifier, the total, and what that gave.

use dice::{Asks, Changes, Seed, Stream, Test};
use engine::{Happening as _, Session, Throw, Told, Unanswered};
use games::{BattleFile, Kind, Setup, with};
use general::{Captained, Seats};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// So many battles of each game are played, and so many steps of each.
const BATTLES: usize = 68;
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
                "passes" | "pass" | "halts" | "disordered" => must(met(test.total), "total against need"),
                "fails" | "fail" | "rout" | "goes on" | "in order" => {
                    must(!met(test.total), "total against need")
                }
                _ => Ok(()),
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
            Some(last.total) >= last.needed && !last.result.contains("unmodified") && *yes
                || (!yes && (Some(last.total) < last.needed || last.result.contains("unmodified")))
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

fn battle<G: Captained>(file: &BattleFile, seed: u64) -> Seen {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules, false));
    let mut recruits = Seats::<G>::named("recruit", "recruit", seed).unwrap();
    let ended = session.play(&mut Stream::new(Seed::from_number(seed), 0), &mut recruits, STEPS);
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
    assert!(
        seen.battles >= 200 && seen.tests.len() > 30,
        "{} battles, {} kinds of tests",
        seen.battles,
        seen.tests.len()
    );
}
