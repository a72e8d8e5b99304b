//! What an answer may lead to, before it is given: in a sentence, in its numbers with what would change them, and in
//! full. The shapes are every game's; what stands in them is the game's own.

mod reading;

pub(crate) use reading::{briefs, briefs_of, sums_of, told};

use crate::shown::desk::Given;
use dice::{Chance, Weight as _};
use engine::desk::{End, Liking};
use engine::outlook::Branch;
use engine::{UnitId, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What somebody wants the odds of.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "OddsAsked")]
pub(crate) struct Asked {
    /// An answer to what is asked now …
    #[serde(default)]
    #[schemars(with = "Option<wire::Answer>")]
    pub(crate) answer: Option<Value>,
    /// … or what one unit might do to another.
    #[serde(default)]
    pub(crate) what: Option<What>,
    #[serde(default)]
    pub(crate) unit: Option<UnitId>,
    #[serde(default)]
    pub(crate) target: Option<UnitId>,
    /// Facts that are other than they stand.
    #[serde(default)]
    pub(crate) what_if: BTreeMap<String, Given>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    Charge,
    Shot,
}

/// One thing that can happen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Odd {
    pub(crate) end: String,
    pub(crate) text: String,
    pub(crate) tone: Liking,
    pub chance: f64,
    /// The whole percent it is nearest to: those of a list may not come to 100 exactly.
    pub(crate) percent: u32,
    pub(crate) fraction: String,
    /// The two are still at each other.
    #[serde(skip)]
    pub(crate) is_locked: bool,
    /// The two never came near each other.
    #[serde(skip)]
    pub(crate) is_unmet: bool,
}

impl Odd {
    pub(crate) fn new(end: &End, text: String, tone: Liking, chance: &Chance) -> Odd {
        let (chance, fraction) = (chance.to_f64(), chance.to_string());
        let End { is_locked, is_unmet, .. } = *end;
        Odd { end: end.word.to_string(), text, tone, chance, percent: 0, fraction, is_locked, is_unmet }
    }

    /// "14 %"
    pub fn said(&self) -> String {
        said(self.percent, self.chance)
    }

    /// A number or a word.
    pub fn plain(word: String, tone: Liking, chance: &Chance) -> Odd {
        let end = End::plain(word, tone);
        Odd::new(&end, end.text.to_string(), tone, chance)
    }
}

/// The first depth: for a button, for a label on the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Brief")]
pub(crate) struct Brief<A> {
    /// The answer that leads there.
    pub(crate) answer: A,
    /// What it is called beside the others.
    pub(crate) label: String,
    /// What it is about, in words of its own.
    pub(crate) title: String,
    /// The unit on the table it is about.
    pub(crate) unit: Option<UnitId>,
    /// A few words.
    pub(crate) short: String,
    pub(crate) sentence: String,
    /// How likely it goes well.
    pub(crate) good: f64,
    /// It costs its target men, however it ends: no end is for nothing.
    pub(crate) counts_losses: bool,
    /// A shot of which no die can hit.
    pub(crate) hits_nobody: bool,
    /// How it goes and what it costs, in one line of numbers; what is certain is said in its own words.
    pub(crate) numbers: String,
    pub(crate) ends: Vec<Odd>,
}

impl<A> Brief<A> {
    /// The same of an answer said otherwise.
    pub(crate) fn said<B>(self, say: impl FnOnce(A) -> B) -> Brief<B> {
        let Brief {
            answer,
            label,
            title,
            unit,
            short,
            sentence,
            good,
            counts_losses,
            hits_nobody,
            numbers,
            ends,
        } = self;
        let answer = say(answer);
        Brief { answer, label, title, unit, short, sentence, good, counts_losses, hits_nobody, numbers, ends }
    }
}

/// What a fight costs both sides on average, the reader's first, where it costs anybody anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
    /// How likely a fight goes on in which we, or they, have lost fewer, or both the same.
    pub(crate) ahead: [f64; 3],
}

/// All depths.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "OddsTold")]
pub(crate) struct Told {
    pub(crate) version: usize,
    pub(crate) title: String,
    pub(crate) sentence: String,
    /// What the odds leave out.
    pub(crate) caveats: Vec<String>,
    /// Every chance is a fraction, none rounded.
    pub(crate) exact: bool,
    pub(crate) good: f64,
    /// As of a brief.
    pub(crate) counts_losses: bool,
    pub(crate) numbers: String,
    pub(crate) facts: Vec<FactTold>,
    pub(crate) working: Vec<RollTold>,
    pub(crate) ends: Vec<Odd>,
    pub(crate) distribution: Vec<Spread>,
    /// Step by step, where it is a chain of several throws.
    pub(crate) tree: Vec<Twig>,
}

/// A branch of a chain that is told as a tree, before those that grow from it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Twig {
    /// How many branches it grows from.
    pub(crate) depth: usize,
    /// What is thrown for.
    pub(crate) step: String,
    pub(crate) text: String,
    pub(crate) tone: Liking,
    /// Of everything.
    pub(crate) chance: f64,
    /// Once it has come so far.
    pub(crate) here: f64,
    /// Nothing follows.
    pub(crate) ends: bool,
}

impl Twig {
    /// A branch in the words of whoever reads it.
    #[expect(clippy::float_arithmetic, reason = "what is shown is a share of what has come so far")]
    pub(crate) fn new(branch: &Branch, words: &dyn Fn(&str) -> String, tone: Liking) -> Twig {
        let (chance, of) = (branch.chance.to_f64(), branch.of.to_f64());
        Twig {
            depth: branch.depth,
            step: crate::play::capital(&words(branch.step)),
            text: words(&branch.text),
            tone,
            chance,
            here: if of > 0.0 { chance / of } else { 0.0 },
            ends: branch.ends,
        }
    }
}

/// Something the odds rest on, and what else it could be.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "OddsFact")]
pub(crate) struct FactTold {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The rules it brings in or takes away.
    pub(crate) rules: Vec<&'static str>,
    pub(crate) value: String,
    /// As it stands on the table.
    pub(crate) measured: String,
    #[serde(flatten)]
    pub(crate) kind: KindTold,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schemars(rename = "OddsFactKind")]
pub(crate) enum KindTold {
    Choice { choices: Vec<ChoiceTold> },
    Number { min: u32, max: u32 },
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsChoice")]
pub(crate) struct ChoiceTold {
    pub(crate) value: String,
    pub(crate) text: String,
    /// How likely it would go well then.
    pub(crate) good: f64,
}

/// A roll before it is thrown.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsRoll")]
pub(crate) struct RollTold {
    pub(crate) title: String,
    /// How many dice and what they need.
    pub(crate) dice: String,
    pub(crate) lines: Vec<LineTold>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsLine")]
pub(crate) struct LineTold {
    pub(crate) rule: &'static str,
    pub(crate) text: String,
    /// A number; what changes it, with its sign.
    pub(crate) value: String,
}

/// How a number or a word may fall.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Spread {
    pub(crate) title: String,
    pub(crate) bars: Vec<Odd>,
}

/// A chance by itself, as people say it.
pub fn percent(chance: f64) -> String {
    said(nearest(chance), chance)
}

/// The whole percent it is nearest to. Half a percent goes up, as on the page.
#[expect(clippy::float_arithmetic, reason = "a chance is shown as a percentage")]
fn nearest(chance: f64) -> u32 {
    // A float of half a percent may be a hair below it.
    (chance.abs() * 100.0 + 1e-9).round() as u32
}

/// Nothing that may happen is called 0 %, and nothing that may fail 100.
fn said(percent: u32, chance: f64) -> String {
    // A sum of nothing is a negative nothing.
    match percent {
        0 if chance.abs() > 0.0 => "<1 %".to_owned(),
        100 if chance < 1.0 => ">99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// Everything that can happen, each in the whole percent it is nearest to, as the log says it afterwards: together they may
/// not come to a hundred exactly.
pub fn in_whole(mut all: Vec<Odd>) -> Vec<Odd> {
    for odd in &mut all {
        odd.percent = nearest(odd.chance);
    }
    all
}

/// How likely all of one tone are together: one alone as the list has it.
pub(crate) fn sum_said(odds: &[Odd], tone: Liking) -> String {
    said_of(&odds.iter().filter(|odd| odd.tone == tone).collect::<Vec<_>>())
}

/// How likely these are together: one alone as its list has it.
pub(crate) fn said_of(odds: &[&Odd]) -> String {
    match odds {
        [only] => only.said(),
        odds => percent(odds.iter().map(|odd| odd.chance).sum()),
    }
}

pub(crate) fn sum(odds: &[Odd], tone: Liking) -> f64 {
    odds.iter().filter(|odd| odd.tone == tone).map(|odd| odd.chance).sum()
}
