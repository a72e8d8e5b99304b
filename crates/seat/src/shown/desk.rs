//! The chart desk over the wire: every chart of a sheet on its own, with dice typed or thrown, and its odds.

use crate::refused::Refused;
use crate::shown::odds::{self, Given};
use crate::shown::prompt::capital;
use dice::{Chance, Fault, Odds, Pool, Seed, Stream, Weight as _};
use engine::desk::told::{part, said, title};
use engine::desk::{ChartCard, Desk, Facts, Found, Liking, Reads, Value};
use engine::outlook::Branch;
use engine::wording::agreed;
use engine::{Shown, Throw};
use games::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartAsked {
    #[serde(default)]
    facts: BTreeMap<String, Given>,
    /// Faces in the order they are thrown; where they end before the rule does, it says what is thrown next.
    /// `None`: the server throws.
    #[serde(default)]
    dice: Option<Vec<u32>>,
    #[serde(default)]
    odds: bool,
    /// The odds as people read them: how it may end, and how each number may fall.
    #[serde(default)]
    card: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChartResult")]
pub struct Told {
    outcome: BTreeMap<&'static str, Value>,
    /// The outcome in one sentence; nothing before there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    says: String,
    /// Each number with its rule, as it is read.
    working: Vec<Part>,
    throws: Vec<Throw>,
    /// Dice that are wanted before there is an outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<Vec<Odd>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Card>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChartNumber")]
struct Part {
    is: Reads,
    rule: &'static str,
    value: String,
    /// Whose it is, or to which throw it belongs, where a chart has several.
    #[serde(skip_serializing_if = "String::is_empty")]
    of: String,
}

/// The odds as the battle's card has them.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OddsCard")]
struct Card {
    /// The main word of the outcome, likeliest first; nothing where it has none.
    ends: Vec<odds::Odd>,
    /// Each number or word beside it that can fall more than one way.
    spreads: Vec<odds::Spread>,
    /// Step by step, where it is a chain of several throws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tree: Vec<odds::Twig>,
    exact: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NextDice")]
struct Next {
    pool: Pool,
    need: Option<u32>,
    /// Of a single die: what each face says, in order. Where more dice follow, nothing yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<Faces>,
}

#[derive(Serialize, JsonSchema)]
struct Faces {
    from: u32,
    to: u32,
    outcome: BTreeMap<&'static str, Value>,
    /// What of it other faces do not say; nothing where more dice follow.
    #[serde(skip_serializing_if = "String::is_empty")]
    says: String,
}

/// What was found, unless dice are wanting, and what was thrown for it.
struct Read {
    found: Result<Found, Next>,
    throws: Vec<Throw>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChartOdd")]
struct Odd {
    outcome: BTreeMap<&'static str, Value>,
    chance: f64,
    fraction: String,
}

/// The game that has a sheet.
pub fn kind(sheet: &str) -> Result<Kind, Refused> {
    Kind::with_sheet(sheet).ok_or_else(|| {
        let all: Vec<&str> = Kind::all_sheets().into_iter().map(|(sheet, _)| sheet).collect();
        Refused::not_found(format!("There is no such sheet; choose one of {}.", all.join(", ")))
    })
}

fn rules<G: Desk>(sheet: &str) -> Result<Arc<G::Rules>, Refused> {
    games::rules_of::<G>(games::book::<G>(), sheet, None)
        .ok_or_else(|| Refused::inside(format!("{sheet} is listed and has no rules")))
}

pub fn charts(sheet: &str) -> Result<Vec<ChartCard>, Refused> {
    games::with!(kind(sheet)?, G => Ok(G::charts(&*rules::<G>(sheet)?)))
}

/// Each rule of a sheet and each ruling, with its text.
pub fn texts(sheet: &str) -> Result<BTreeMap<&'static str, &'static str>, Refused> {
    let kind = kind(sheet)?;
    let book = kind.book();
    let at = kind.sheets().iter().position(|known| *known == sheet).unwrap_or_default();
    let rules = book.ledger().rules.iter().filter(|rule| rule.sheets.contains(&at));
    let rulings = book.rulings.iter().map(|ruling| (ruling.id.as_str(), ruling.text.as_str()));
    Ok(rules.map(|rule| (rule.id.as_str(), rule.text.as_str())).chain(rulings).collect())
}

pub fn resolve(sheet: &str, chart: &str, asked: ChartAsked, seed: Seed) -> Result<Told, Refused> {
    games::with!(kind(sheet)?, G => resolve_in::<G>(&*rules::<G>(sheet)?, chart, asked, seed))
}

fn resolve_in<G: Desk>(
    rules: &G::Rules,
    chart: &str,
    asked: ChartAsked,
    seed: Seed,
) -> Result<Told, Refused> {
    let card = G::chart(rules, chart).map_err(|error| Refused::not_found(format!("{}.", capital(&error))))?;
    let given: Vec<(String, String)> =
        asked.facts.into_iter().map(|(name, given)| (name, given.word())).collect();
    let facts = G::facts(rules, &card, &given)
        .map_err(|faults| Refused::bad(format!("{}.", capital(&faults.join("; ")))))?;
    let read = match asked.dice {
        Some(faces) => by_hand::<G>(rules, card.name, &facts, faces)?,
        None => {
            let stream = Stream::new(seed, 0);
            let mut shown = Shown::thrown(stream);
            let found = G::resolve(rules, card.name, &facts, &mut shown);
            Read { found: Ok(found.map_err(Refused::inside)?), throws: shown.throws }
        }
    };
    let odds = asked.odds.then(|| {
        let odds = G::odds::<Chance>(rules, card.name, &facts);
        let odd = |(found, chance): (&Found, &Chance)| Odd {
            outcome: found.outcome.clone(),
            chance: chance.to_f64(),
            fraction: chance.to_string(),
        };
        let mut odds: Vec<Odd> = odds.iter().map(odd).collect();
        odds.sort_by(|one, two| two.chance.total_cmp(&one.chance));
        odds
    });
    let told = asked.card.then(|| Card {
        tree: tree_of(&G::tree(rules, card.name, &facts)),
        ..card_of::<G>(rules, &G::odds::<Chance>(rules, card.name, &facts))
    });
    let (outcome, says, next) = match read.found {
        Ok(found) => {
            let says = said::<G>(rules, &found, &nameless, &|_| true);
            (found.outcome, format!("{}.", capital(&says)), None)
        }
        Err(next) => (BTreeMap::new(), String::new(), Some(next)),
    };
    let working = G::working(rules, card.name, &facts);
    let working = working
        .iter()
        .map(|number| Part {
            is: number.reads,
            rule: number.rule,
            value: number.to_string(),
            of: number.whose(),
        })
        .collect();
    Ok(Told { outcome, says, working, throws: read.throws, next, odds, card: told })
}

/// A desk has no units, so its sentences name none.
fn nameless(text: &str) -> String {
    let named = text
        .replace("{we}", "the chargers")
        .replace("{us}", "the chargers")
        .replace("{they}", "the defenders")
        .replace("{them}", "the defenders");
    agreed("", &named.replace("{unit}", "the charger").replace("{foe}", "the defender"))
}

fn tree_of(branches: &[Branch]) -> Vec<odds::Twig> {
    branches.iter().map(|branch| odds::Twig::new(branch, &nameless, branch.liking)).collect()
}

/// How it may end, and beside it each number that may fall more than one way.
fn card_of<G: Desk>(rules: &G::Rules, all: &Odds<Found>) -> Card {
    let sums = |word: &dyn Fn(&Found) -> Option<Value>| {
        let mut sums: BTreeMap<Value, Chance> = BTreeMap::new();
        for (found, chance) in all.iter() {
            let Some(value) = word(found) else { continue };
            let sum = sums.get(&value).map_or(*chance, |sum| sum.plus(chance));
            sums.insert(value, sum);
        }
        sums
    };
    let mut ends: Vec<odds::Odd> = odds::sums_of(all)
        .iter()
        .map(|(end, chance)| odds::Odd::new(end, nameless(&end.text), end.liking, chance))
        .collect();
    ends.sort_by(|one, two| two.chance.total_cmp(&one.chance));
    let names: BTreeSet<&'static str> =
        all.iter().flat_map(|(found, _)| found.outcome.keys().copied()).collect();
    // The part that only says how it ends.
    let is_end = |name: &str| {
        let word = |found: &Found| found.outcome.get(name).map(Value::to_string);
        all.iter().all(|(found, _)| {
            found.end.as_ref().is_some_and(|end| word(found).as_deref() == Some(&*end.word))
        })
    };
    let spreads = names.into_iter().filter(|name| !is_end(name)).filter_map(|name| {
        let listed = G::BARS.iter().find(|bars| bars.name == name);
        let sums = sums(&|found| found.outcome.get(name).cloned());
        let mut bars: Vec<(Value, Chance)> = sums.into_iter().collect();
        bars.sort_by_key(|(value, _)| match value {
            Value::Number(n) => (*n, 0),
            other => (0, listed.map_or(0, |bars| bars.rank(&other.to_string()))),
        });
        let bars: Vec<odds::Odd> = bars
            .iter()
            .map(|(value, chance)| {
                let text = match value {
                    Value::Number(n) => n.to_string(),
                    word => part::<G>(rules, name, word),
                };
                odds::Odd { text, ..odds::Odd::plain(value.to_string(), Liking::Even, chance) }
            })
            .collect();
        let title = capital(&title::<G>(name));
        (bars.len() > 1).then(|| odds::Spread { title, bars: odds::in_whole(bars) })
    });
    Card {
        spreads: spreads.collect(),
        tree: Vec::new(),
        exact: all.iter().all(|(_, chance)| chance.is_exact()),
        ends: odds::in_whole(ends),
    }
}

fn by_hand<G: Desk>(rules: &G::Rules, chart: &str, facts: &Facts, faces: Vec<u32>) -> Result<Read, Refused> {
    let given = faces.len();
    let mut shown = Shown::typed(faces.iter().copied());
    let found = match G::resolve(rules, chart, facts, &mut shown) {
        Ok(found) => Ok(found),
        Err(Fault::TooFew { left: 0, wanted: pool }) => {
            let need = shown.wanting.and_then(|(_, need)| need);
            let faces = if pool.count == 1 {
                each_face::<G>(rules, chart, facts, &faces, pool.sides)
            } else {
                Vec::new()
            };
            Err(Next { pool, need, faces })
        }
        Err(fault) => return Err(Refused::bad(format!("{}.", capital(&fault.to_string())))),
    };
    match shown.left() {
        0 => Ok(Read { found, throws: shown.throws }),
        left => Err(Refused::bad(format!("{given} faces were given, but the rule throws {}.", given - left))),
    }
}

/// What the chart says to each face of one more die; faces that say the same stand together.
fn each_face<G: Desk>(
    rules: &G::Rules,
    chart: &str,
    facts: &Facts,
    before: &[u32],
    sides: u32,
) -> Vec<Faces> {
    let mut all: Vec<(Faces, Option<Found>)> = Vec::new();
    for face in 1..=sides {
        let mut script = Shown::listed(before.iter().copied().chain([face]));
        let found = G::resolve(rules, chart, facts, &mut script).ok();
        let outcome = found.as_ref().map_or_else(BTreeMap::new, |found| found.outcome.clone());
        match all.last_mut() {
            Some((last, _)) if last.outcome == outcome => last.to = face,
            _ => all.push((Faces { from: face, to: face, outcome, says: String::new() }, found)),
        }
    }
    let outcomes: Vec<_> = all.iter().map(|(faces, _)| faces.outcome.clone()).collect();
    let differs = |name: &str| outcomes.iter().any(|one| one.get(name) != outcomes[0].get(name));
    let says = |(faces, found): (Faces, Option<Found>)| match found {
        Some(found) => Faces { says: said::<G>(rules, &found, &nameless, &differs), ..faces },
        None => faces,
    };
    all.into_iter().map(says).collect()
}
