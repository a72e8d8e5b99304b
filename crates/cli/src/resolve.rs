//! `grognard resolve`: one chart or test of a sheet, with its working, your dice and its exact odds.

use crate::input;
use crate::log;
use crate::out::{Ink, Out, many, percent};
use crate::wrong::{Wrong, one_of, whole};
use dice::{Chance, Fault, Odds, Pool, Seed, Stream, Weight as _};
use engine::desk::{ChartCard, Desk, Facts, Found, Number, Reads, Value};
use engine::tested::reckoned;
use engine::{Shown, Throw};
use games::with;
use rulebook::{SheetRules, nearest};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES
  grognard resolve br8 artillery-fire crew=4 range=close target=column
  grognard resolve br8 artillery-fire range=close target=column --dice 3,6,1,4
  grognard resolve p7 stand nation=prussian grade=veteran lost=3 --odds
  grognard resolve a15 melee a-nation=french a-grade=veteran a-figures=12 \\
      b-nation=austrian b-grade=conscript b-figures=15 --odds --json
  grognard charts br8                                   the charts and their facts";

/// Ask one chart or test of a sheet
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A sheet, such as br8
    sheet: String,
    /// A name of grognard charts
    chart: String,
    /// What the chart wants to know, as key=value
    #[arg(value_name = "KEY=VALUE", value_parser = fact)]
    facts: Vec<(String, String)>,
    /// Your own dice, in the order they are thrown; too few, and it says how many of how many sides it wants
    #[arg(long, value_name = "3,6,1", conflicts_with = "seed", allow_negative_numbers = true)]
    dice: Option<String>,
    /// The exact odds of everything that can happen; nothing is thrown unless dice or seed are given
    #[arg(long)]
    odds: bool,
    /// Throw the dice of this seed
    #[arg(long, value_name = "N", value_parser = whole(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// House rules to go by
    #[arg(long, value_name = "PATCH")]
    house: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

fn fact(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("key=value, such as range=close".to_owned()),
    }
}

#[derive(Serialize)]
struct Resolved<'r> {
    sheet: &'static str,
    chart: &'static str,
    facts: BTreeMap<&'r str, &'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<BTreeMap<&'static str, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<Vec<Throw>>,
    working: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<Vec<Line>>,
}

/// A number with its reason and rule.
#[derive(Serialize)]
struct Part {
    /// Dice, need or modifier: a sum takes what is `added`.
    is: Reads,
    rule: &'static str,
    value: i32,
    text: &'static str,
    /// Whose it is, or to which throw it belongs.
    #[serde(skip_serializing_if = "String::is_empty")]
    of: String,
    /// As it is read.
    #[serde(skip)]
    said: String,
}

/// One thing that can happen.
#[derive(Serialize)]
struct Line {
    outcome: BTreeMap<&'static str, Value>,
    /// A fraction, or `about …` where it does not fit one.
    chance: String,
    percent: String,
    probability: f64,
    #[serde(skip)]
    exact: Chance,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let sheet = input::sheet(&args.sheet, args.house.as_deref())?;
    with!(sheet.kind, G => resolve::<G>(args, sheet.rules(), out))
}

fn resolve<G: Desk>(args: &Args, sheet: SheetRules, out: &mut Out) -> Result<(), Wrong> {
    let word = sheet.sheet_name();
    let rules = G::rules(sheet);
    let card = chart::<G>(&rules, &args.chart)?;
    let facts = G::facts(&rules, &card, &args.facts).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("command line: {fault}")).collect();
        Wrong::new(lines.join("\n"))
    })?;
    let thrown = match &args.dice {
        Some(text) => Some(by_hand::<G>(&rules, card.name, &facts, text)?),
        None if args.odds && args.seed.is_none() => None,
        None => {
            let seed = args.seed.unwrap_or_else(crate::play::any_seed);
            Some(by_stream::<G>(&rules, card.name, &facts, Stream::new(Seed::from_number(seed), 0))?)
        }
    };
    let (outcome, throws) = thrown.unzip();
    let working = G::working(&rules, card.name, &facts);
    let resolved = Resolved {
        sheet: word,
        chart: card.name,
        facts: args.facts.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect(),
        outcome: outcome.map(|found| found.outcome),
        throws,
        working: parts::<G>(&working),
        odds: args.odds.then(|| lines(&G::odds(&rules, card.name, &facts))),
    };
    if args.json { out.pretty(&resolved) } else { resolved.write(&card, out) }
}

fn chart<G: Desk>(rules: &G::Rules, name: &str) -> Result<ChartCard, Wrong> {
    let cards = G::charts(rules);
    let names: Vec<&str> = cards.iter().map(|card| card.name).collect();
    let found = cards.iter().find(|card| card.name == name).cloned();
    found.ok_or_else(|| {
        let hint = nearest(name, names.iter().copied());
        Wrong::option("CHART", format_args!("{name:?}"), one_of(names.iter().copied()), hint)
    })
}

fn by_hand<G: Desk>(
    rules: &G::Rules,
    chart: &str,
    facts: &Facts,
    text: &str,
) -> Result<(Found, Vec<Throw>), Wrong> {
    let wrong = |found: String, expected: String| Wrong::option("--dice", found, expected, None);
    let read = |word: &str| {
        let face = word.trim().parse::<u32>();
        face.map_err(|_| wrong(format!("{word:?}"), "faces with commas between, such as 3,6,1".to_owned()))
    };
    let faces: Vec<u32> = match text.trim() {
        "" => Vec::new(),
        text => text.split(',').map(read).collect::<Result<_, _>>()?,
    };
    let given = faces.len();
    let mut shown = Shown::typed(faces);
    let found = G::resolve(rules, chart, facts, &mut shown);
    let thrown: Vec<Pool> = shown.throws.iter().map(|throw| throw.pool).collect();
    let found = found.map_err(|fault| match fault {
        Fault::TooFew { wanted, left } => {
            let faces = given - left as usize + wanted.count as usize;
            let pools = pools(thrown.iter().chain([&wanted]));
            wrong(many(given as u64, "face"), format!("{faces} or more: the chart throws {pools}"))
        }
        Fault::NoSuchFace { face, sides } => wrong(face.to_string(), format!("a face from 1 to {sides}")),
    })?;
    match shown.left() {
        0 => Ok((found, shown.throws)),
        left if thrown.is_empty() => {
            Err(wrong(many(left as u64, "face"), "none: the chart throws no dice here".to_owned()))
        }
        left => {
            let pools = pools(thrown.iter());
            Err(wrong(many(given as u64, "face"), format!("{}: the chart throws {pools}", given - left)))
        }
    }
}

/// `4d6, then d6`: throws in their order.
fn pools<'p>(thrown: impl Iterator<Item = &'p Pool>) -> String {
    thrown.map(ToString::to_string).collect::<Vec<_>>().join(", then ")
}

fn by_stream<G: Desk>(
    rules: &G::Rules,
    chart: &str,
    facts: &Facts,
    stream: Stream,
) -> Result<(Found, Vec<Throw>), Wrong> {
    let mut shown = Shown::thrown(stream);
    let found = G::resolve(rules, chart, facts, &mut shown);
    Ok((found.map_err(|fault| Wrong::option("--seed", fault, "dice", None))?, shown.throws))
}

fn parts<G: Desk>(working: &[Number]) -> Vec<Part> {
    let part = |number: &Number| {
        let text = games::book::<G>().text_of(number.rule).unwrap_or_default();
        Part {
            is: number.reads,
            rule: number.rule,
            value: number.value,
            text,
            of: number.whose(),
            said: number.to_string(),
        }
    };
    working.iter().map(part).collect()
}

fn lines(odds: &Odds<Found, Chance>) -> Vec<Line> {
    let line = |(found, chance): (&Found, &Chance)| Line {
        outcome: found.outcome.clone(),
        chance: chance.to_string(),
        percent: in_percent(chance),
        probability: chance.to_f64(),
        exact: *chance,
    };
    let mut lines: Vec<Line> = odds.iter().map(line).collect();
    lines.sort_by(|one, two| two.probability.total_cmp(&one.probability));
    lines
}

#[expect(clippy::float_arithmetic, reason = "odds too long for a fraction come as floats")]
fn in_percent(chance: &Chance) -> String {
    match *chance {
        Chance::Exact { ways, of } => percent(ways, of),
        // A float has 53 good bits: more than a percentage shows.
        Chance::Near(chance) if chance > 0.0 => {
            percent(((chance * TWO_TO_53) as u128).max(1), TWO_TO_53 as u128)
        }
        Chance::Near(_) => percent(0, 1),
    }
}

const TWO_TO_53: f64 = 9_007_199_254_740_992.0;

/// The odds of one word of the outcome, whatever else happens; nothing where the whole table says no more.
fn write_of(key: &str, odds: &[Line], out: &mut Out) -> Result<(), Wrong> {
    let mut sums: BTreeMap<&Value, Chance> = BTreeMap::new();
    for line in odds {
        let Some(value) = line.outcome.get(key) else { return Ok(()) };
        if matches!(value, Value::Number(_)) {
            return Ok(());
        }
        sums.entry(value).and_modify(|sum| *sum = sum.plus(&line.exact)).or_insert(line.exact);
    }
    if sums.len() == odds.len() || odds.len() < 6 {
        return Ok(());
    }
    let mut sums: Vec<(&Value, Chance)> = sums.into_iter().collect();
    sums.sort_by(|one, two| two.1.to_f64().total_cmp(&one.1.to_f64()));
    let heading = out.ink(Ink::Bold, &format!("Odds of {key}"));
    out.line(&heading)?;
    let row =
        |(value, chance): &(&Value, Chance)| vec![value.to_string(), in_percent(chance), chance.to_string()];
    let rows: Vec<Vec<String>> = sums.iter().map(row).collect();
    out.table(&[key, ">percent", ">chance"], &rows)
}

impl Resolved<'_> {
    fn write(&self, card: &ChartCard, out: &mut Out) -> Result<(), Wrong> {
        let title = out.ink(Ink::Heading, card.title);
        out.line(&format!("{title} ({}, {})", self.chart, self.sheet))?;
        for (key, value) in self.outcome.iter().flatten() {
            let value = out.ink(Ink::Bold, &value.to_string());
            out.line(&format!("  {key}: {value}"))?;
        }
        let throws: Vec<String> = self.throws.iter().flatten().map(|throw| log::dice(out, throw)).collect();
        if !throws.is_empty() {
            out.line(&format!("  dice: {}", throws.join("  ")))?;
        }
        for throw in self.throws.iter().flatten() {
            if let Some(test) = &throw.test {
                out.line(&format!("  {}", reckoned(test, &throw.faces)))?;
            }
        }
        if !self.working.is_empty() {
            let heading = out.ink(Ink::Bold, "Working");
            out.line(&heading)?;
        }
        let mut whose = "";
        for part in &self.working {
            if part.of != whose {
                whose = &part.of;
                out.line(&format!("  {whose}"))?;
            }
            let id = out.ink(Ink::Quiet, &format!("({})", part.rule));
            out.line(&format!("  {:>9}  {} {id}", part.said, part.text.trim_end_matches('.')))?;
        }
        match &self.odds {
            Some(odds) => write_odds(odds, out),
            None => Ok(()),
        }
    }
}

fn write_odds(odds: &[Line], out: &mut Out) -> Result<(), Wrong> {
    // Not every outcome need say the same: a house rule may have taken a row out.
    let keys: BTreeSet<&str> = odds.iter().flat_map(|line| line.outcome.keys().copied()).collect();
    for key in &keys {
        write_of(key, odds, out)?;
    }
    let heading = out.ink(Ink::Bold, "Odds");
    out.line(&heading)?;
    let row = |line: &Line| {
        let cells = keys.iter().map(|key| line.outcome.get(key).map(ToString::to_string).unwrap_or_default());
        cells.chain([line.percent.clone(), line.chance.clone()]).collect()
    };
    let rows: Vec<Vec<String>> = odds.iter().map(row).collect();
    let headings: Vec<&str> = keys.iter().copied().chain([">percent", ">chance"]).collect();
    out.table(&headings, &rows)?;
    if odds.iter().all(|line| line.exact.is_exact()) {
        return Ok(());
    }
    out.line("Chances that do not fit a fraction of 128 bits are given as decimals.")
}
