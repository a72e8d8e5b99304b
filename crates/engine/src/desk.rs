//! The chart desk: every chart and test of a sheet on its own, telling which facts it wants.
//!
//! What lies beside a real table. A game lists its charts and answers each with the function its steps call; facts as
//! they are given, their faults, and results in words are the same in every game.

mod brute;
mod chart;
mod ending;
mod facts;
mod mute;
pub mod told;
mod walk;

pub use brute::{Brute, any_facts, compare_with_brute_force, every_fall, some_facts};
pub use chart::{Chart, Charts, card as chart_card, of_roll, read as read_chart, turned as turned_chart};
pub use ending::{Bars, End, Liking};
pub use facts::{FactSet, FactValue, of_unit, only, without};
pub use mute::mute_facts;
pub use walk::{Walked, answers_or_says_why};

use crate::Played;
use crate::outlook::Branch;
use crate::wording::{agreed, inches, signed, signed_inches, spoken};
use dice::{Dice, Odds, Weight};
use rulebook::nearest;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A game whose charts can be asked on their own. Facts come as words that were checked against a chart's card; facts of
/// another chart give harmless defaults, and an unknown chart gives nothing.
pub trait Desk: Played {
    /// Its charts: [`desk!`](crate::desk!) writes them.
    type Charts: Charts<Self> + Clone + fmt::Debug + Send + Sync;

    /// What of an outcome is worth a chart of its own.
    const BARS: &'static [Bars];

    /// How parts of an outcome are told, in the order in which they are; what is not here is told by its name and word.
    const TOLD: &'static [told::Part<Self::Rules>] = &[];

    // ----------------------------------------------------- worked out here ----

    /// Every chart of the sheet.
    fn charts(rules: &Self::Rules) -> Vec<ChartCard> {
        Self::Charts::cards(rules)
    }

    /// Asks one chart.
    ///
    /// # Errors
    /// The dice's pause.
    fn resolve<D: Dice>(
        rules: &Self::Rules,
        chart: &str,
        facts: &Facts,
        dice: &mut D,
    ) -> Result<Found, D::Pause> {
        Self::Charts::of(chart, facts).map_or_else(|| Ok(found([])), |chart| chart.resolve(rules, dice))
    }

    /// Why the sheet has no answer to these facts, though each of them is on it; `None`: it has one.
    fn refuses(rules: &Self::Rules, chart: &str, facts: &Facts) -> Option<String> {
        Self::Charts::of(chart, facts)?.refuses(rules)
    }

    /// The numbers a chart adds up, each with its rule; and the rules it goes by without a number.
    fn working(rules: &Self::Rules, chart: &str, facts: &Facts) -> Vec<Number> {
        Self::Charts::of(chart, facts).map_or_else(Vec::new, |chart| chart.working(rules))
    }

    /// The exact odds of a chart.
    fn odds<W: Weight>(rules: &Self::Rules, chart: &str, facts: &Facts) -> Odds<Found, W> {
        match Self::Charts::of(chart, facts) {
            Some(chart) => chart.odds(rules),
            None => Odds::certain(found([])),
        }
    }

    /// Step by step what may come of a chart that is a chain.
    fn tree(rules: &Self::Rules, chart: &str, facts: &Facts) -> Vec<Branch> {
        Self::Charts::of(chart, facts).map_or_else(Vec::new, |chart| chart.tree(rules))
    }

    /// Facts as they are given, checked against a chart and against what the sheet has.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    fn facts(
        rules: &Self::Rules,
        card: &ChartCard,
        given: &[(String, String)],
    ) -> Result<Facts, Vec<String>> {
        let facts = Facts::read(card, given)?;
        match Self::refuses(rules, card.name, &facts) {
            Some(why) => Err(vec![format!("chart {}: {why}", card.name)]),
            None => Ok(facts),
        }
    }

    /// The chart of that name, or the sentence that says there is none.
    ///
    /// # Errors
    /// One sentence with the nearest name.
    fn chart(rules: &Self::Rules, name: &str) -> Result<ChartCard, String> {
        let cards = Self::charts(rules);
        let hint = hint(nearest(name, cards.iter().map(|card| card.name)));
        let found = cards.into_iter().find(|card| card.name == name);
        found.ok_or_else(|| {
            format!("there is no chart \"{name}\" on sheet {}{hint}", rules.source().sheet_name())
        })
    }
}

// --------------------------------------------------------------- numbers ----

/// A number of a chart with its rule, read as players read it: `needs 7`, then `+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub rule: &'static str,
    pub value: i32,
    pub reads: Reads,
    /// Whose it is or to which throw it belongs, where a chart has several: `{foe} test[s] to stand`.
    pub of: &'static str,
}

impl Number {
    pub const fn new(rule: &'static str, value: i32, reads: Reads) -> Number {
        Number { rule, value, reads, of: "" }
    }

    /// Whose throw it is, in the words of a desk, which has no units; empty where a chart has one throw alone.
    pub fn whose(&self) -> String {
        const NAMES: [(&str, &str); 3] =
            [("{unit}", "the attacker"), ("{foe}", "the defender"), ("{others}", "others")];
        let mut whose = agreed("the attacker", self.of);
        for (hole, name) in NAMES {
            whose = whose.replace(hole, name);
        }
        let first = whose.chars().next().map_or(0, char::len_utf8);
        whose[..first].to_uppercase() + &whose[first..]
    }
}

/// All these numbers belong to one throw, or to one side.
pub fn all_of(of: &'static str, numbers: Vec<Number>) -> Vec<Number> {
    numbers.into_iter().map(|number| Number { of, ..number }).collect()
}

/// What a number of a chart is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ChartNumberIs")]
pub enum Reads {
    /// A number of dice.
    Dice,
    /// The printed number a die must reach.
    Needs,
    /// The printed number a die must not pass.
    OrLess,
    /// A modifier.
    Added,
    /// A printed distance, in thousandths of an inch.
    Inches,
    /// What changes it.
    AddedInches,
    /// No number at all: a rule that decides.
    Ruled,
}

/// A rule that decides without a number.
pub const fn ruled(rule: &'static str) -> Number {
    Number::new(rule, 0, Reads::Ruled)
}

/// This many dice, by a rule.
pub const fn dice_by(rule: &'static str, dice: u32) -> Number {
    Number::new(rule, dice as i32, Reads::Dice)
}

/// A face that a die must show, by a rule.
pub const fn needs(rule: &'static str, face: u32) -> Number {
    Number::new(rule, face as i32, Reads::Needs)
}

/// Numbers of which the first is printed and the others change it.
pub fn numbers(parts: Vec<(&'static str, i32)>, first: Reads, others: Reads) -> Vec<Number> {
    let number = |(n, (rule, value))| Number::new(rule, value, if n == 0 { first } else { others });
    parts.into_iter().enumerate().map(number).collect()
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        let text = match self.reads {
            Reads::Dice if value == 1 => "1 die".to_owned(),
            Reads::Dice => format!("{value} dice"),
            Reads::Needs => format!("needs {value}"),
            Reads::OrLess => format!("{value} or less"),
            Reads::Added => signed(value),
            Reads::Inches => inches(value),
            Reads::AddedInches => signed_inches(value),
            Reads::Ruled => "by rule".to_owned(),
        };
        f.pad(&text)
    }
}

// ----------------------------------------------------------------- cards ----

/// A chart and the facts it wants.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Chart")]
pub struct ChartCard {
    pub name: &'static str,
    pub title: &'static str,
    pub facts: Vec<FactCard>,
    /// What it is asked again and again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Ask>,
}

impl ChartCard {
    pub fn new(name: &'static str, title: &'static str, facts: Vec<FactCard>) -> ChartCard {
        ChartCard { name, title, facts, asks: Vec::new() }
    }

    /// `card.asked("gun", "Gun", [("arm", "foot-artillery")], &["range"])`: a usual question, the facts it begins with,
    /// and those that change from one time to the next.
    pub fn asked<const N: usize>(
        &mut self,
        name: &'static str,
        text: &'static str,
        facts: [(&'static str, &str); N],
        first: &[&'static str],
    ) -> &mut ChartCard {
        let facts = facts.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        self.asks.push(Ask { name, text, facts, first: first.to_vec() });
        self
    }
}

/// A usual question to a chart: what a player means by "a gun's shot".
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ask {
    pub name: &'static str,
    pub text: &'static str,
    /// What differs from the defaults, to begin with.
    pub facts: BTreeMap<&'static str, String>,
    /// What changes from one time to the next, and is asked before the rest.
    pub first: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Fact")]
pub struct FactCard {
    pub name: Cow<'static, str>,
    pub text: Cow<'static, str>,
    #[serde(flatten)]
    pub kind: Kind,
    /// Taken where the fact is not given.
    pub default: Option<String>,
    /// Numbers that are met again and again: sizes of battalions, ends of range bands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub usual: Vec<u32>,
    /// Where it is worth asking, and which of its words are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits: Option<Fits>,
    /// What it is called where the units have names: `the fire of {foe}`.
    #[serde(skip)]
    pub named: Option<Cow<'static, str>>,
    /// What its values are called there.
    #[serde(skip)]
    pub values: &'static [(&'static str, &'static str)],
}

/// A fact that hangs on another of its chart. Where it is not given it is the usual one for that; given otherwise it is
/// read all the same, and the game says whether the sheet has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fits {
    pub fact: Cow<'static, str>,
    /// For each value of that fact with which this one means something: the words that suit it, the usual one first.
    pub with: BTreeMap<&'static str, Vec<&'static str>>,
}

impl FactCard {
    fn new(name: &'static str, text: &'static str, kind: Kind, default: Option<String>) -> FactCard {
        let (name, text) = (name.into(), text.into());
        FactCard { name, text, kind, default, usual: Vec::new(), fits: None, named: None, values: &[] }
    }

    /// What it is called where the units have names, `{unit}` who acts and `{foe}` whom it is done to.
    #[must_use]
    pub fn named(self, named: &'static str) -> FactCard {
        FactCard { named: Some(named.into()), ..self }
    }

    /// What its values are called there; the others as they are written.
    #[must_use]
    pub fn says(self, values: &'static [(&'static str, &'static str)]) -> FactCard {
        FactCard { values, ..self }
    }

    /// What a value is called.
    pub fn value_text(&self, value: &str) -> String {
        let said = self.values.iter().find(|(word, _)| *word == value);
        said.map_or_else(|| spoken(value), |(_, said)| (*said).to_owned())
    }

    #[must_use]
    pub fn usual(self, usual: impl IntoIterator<Item = u32>) -> FactCard {
        FactCard { usual: usual.into_iter().collect(), ..self }
    }

    /// Only some of its words suit some values of another fact.
    #[must_use]
    pub fn suits(
        self,
        fact: &'static str,
        with: impl IntoIterator<Item = (&'static str, Vec<&'static str>)>,
    ) -> FactCard {
        FactCard { fits: Some(Fits { fact: fact.into(), with: with.into_iter().collect() }), ..self }
    }

    /// It means something only where another fact is one of these.
    #[must_use]
    pub fn only(self, fact: &'static str, values: impl IntoIterator<Item = &'static str>) -> FactCard {
        self.suits(fact, values.into_iter().map(|value| (value, Vec::new())))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "FactKind")]
pub enum Kind {
    Word(Vec<&'static str>),
    Number { min: u32, max: u32 },
    Flag,
}

/// A fact that is one of some words; without a default it must be given.
pub fn word(
    name: &'static str,
    text: &'static str,
    words: &[&'static str],
    default: Option<&str>,
) -> FactCard {
    FactCard::new(name, text, Kind::Word(words.to_vec()), default.map(str::to_owned))
}

pub fn number(name: &'static str, text: &'static str, min: u32, max: u32, default: Option<u32>) -> FactCard {
    FactCard::new(name, text, Kind::Number { min, max }, default.map(|n| n.to_string()))
}

/// A fact that is "no" unless it is said to be "yes".
pub fn flag(name: &'static str, text: &'static str) -> FactCard {
    FactCard::new(name, text, Kind::Flag, Some("no".to_owned()))
}

// ----------------------------------------------------------------- facts ----

/// Facts that were checked against a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(BTreeMap<String, String>);

impl Facts {
    /// Checks facts given as words against the card.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn read(card: &ChartCard, given: &[(String, String)]) -> Result<Facts, Vec<String>> {
        let mut faults = Vec::new();
        let mut facts = BTreeMap::new();
        for (name, value) in given {
            let Some(fact) = card.facts.iter().find(|fact| fact.name == *name) else {
                let hint = hint(nearest(name, card.facts.iter().map(|fact| &*fact.name)));
                faults.push(format!("chart {} has no fact \"{name}\"{hint}", card.name));
                continue;
            };
            if facts.contains_key(&*fact.name) {
                faults.push(format!("fact {name} is given twice"));
                continue;
            }
            match fact.kind.read(value) {
                Ok(read) => {
                    facts.insert(name.clone(), read);
                }
                Err(why) => faults.push(format!("fact {name}: found \"{value}\", expected {why}")),
            }
        }
        for fact in &card.facts {
            match (&fact.default, facts.contains_key(&*fact.name)) {
                (_, true) => {}
                (Some(default), false) => {
                    let suits =
                        fact.fits.as_ref().and_then(|fits| fits.with.get(facts.get(&*fits.fact)?.as_str()));
                    let value = suits.and_then(|suits| suits.first()).map_or(default.as_str(), |usual| usual);
                    facts.insert(fact.name.to_string(), value.to_owned());
                }
                (None, false) if given.iter().any(|(name, _)| *name == fact.name) => {}
                (None, false) => {
                    faults.push(format!("chart {} needs {}: {}", card.name, fact.name, fact.text));
                }
            }
        }
        if faults.is_empty() { Ok(Facts(facts)) } else { Err(faults) }
    }

    /// Each fact with its value, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The fact as it was given; empty where the chart has no such fact.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

impl Kind {
    /// A value as the chart wants it.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn read(&self, value: &str) -> Result<String, String> {
        match self {
            Kind::Word(words) if words.contains(&value) => Ok(value.to_owned()),
            Kind::Word(words) => {
                let hint = hint(nearest(value, words.iter().copied()));
                Err(format!("one of {}{hint}", words.join(", ")))
            }
            Kind::Number { min, max } => match value.parse::<u32>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(n.to_string()),
                _ => Err(format!("a number from {min} to {max}")),
            },
            Kind::Flag => match value {
                "yes" | "true" | "1" => Ok("yes".to_owned()),
                "no" | "false" | "0" => Ok("no".to_owned()),
                _ => Err("yes or no".to_owned()),
            },
        }
    }

    /// What a fact could be instead; of numbers those beside it.
    pub fn others(&self, now: &str) -> Vec<String> {
        match self {
            Kind::Word(words) => words.iter().filter(|word| **word != now).map(|w| (*w).to_owned()).collect(),
            Kind::Flag => vec![if now == "yes" { "no" } else { "yes" }.to_owned()],
            Kind::Number { min, max } => {
                let now: u32 = now.parse().unwrap_or(*min);
                let beside = [now.checked_sub(1), now.checked_add(1)];
                let beside = beside.into_iter().flatten().filter(|n| (*min..=*max).contains(n));
                beside.map(|n| n.to_string()).collect()
            }
        }
    }
}

fn hint(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
}

// --------------------------------------------------------------- results ----

/// What a chart says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Found {
    pub outcome: BTreeMap<&'static str, Value>,
    /// How it ends, where it does.
    #[serde(skip)]
    pub end: Option<End>,
}

impl Found {
    /// It ends like this.
    #[must_use]
    pub fn ends(self, end: End) -> Found {
        Found { end: Some(end), ..self }
    }

    /// Ends with one part of the outcome, liked so by the side that acts.
    #[must_use]
    pub fn ends_by(self, part: &str, liking: Liking) -> Found {
        let end = self.outcome.get(part).map(|value| End::plain(value.to_string(), liking));
        Found { end, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ChartValue")]
pub enum Value {
    Number(i64),
    Word(&'static str),
    Text(String),
}

impl Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(n) => n.fmt(f),
            Value::Word(word) => word.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// `found([("hits", count(2)), ("routs", yes(false))])`.
pub fn found<const N: usize>(outcome: [(&'static str, Value); N]) -> Found {
    Found { outcome: outcome.into_iter().collect(), end: None }
}

pub fn count(n: u32) -> Value {
    Value::Number(i64::from(n))
}

pub fn yes(yes: bool) -> Value {
    Value::Word(if yes { "yes" } else { "no" })
}
