//! What an answer may lead to, before it is given: in a sentence, in its numbers with what would change them, and in
//! full. The shapes are every game's; what stands in them is the game's own.

mod reading;

pub use reading::{briefs, briefs_of, sums_of};
pub(crate) use reading::{might, nothing, told};

use crate::shown::prompt::capital;
use dice::{Chance, Weight as _};
use engine::desk::{End, Liking};
use engine::outlook::Branch;
use engine::{UnitId, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What odds are asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OddsAsked {
    /// An answer to what is asked now …
    #[serde(default)]
    #[schemars(with = "Option<wire::Answer>")]
    pub answer: Option<Value>,
    /// … or what one unit might do to another.
    #[serde(default)]
    pub what: Option<What>,
    #[serde(default)]
    pub unit: Option<UnitId>,
    #[serde(default)]
    pub target: Option<UnitId>,
    /// Facts that are other than they stand.
    #[serde(default)]
    pub what_if: BTreeMap<String, Given>,
}

/// A fact as a page finds it natural to say.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Given {
    Flag(bool),
    Number(i64),
    Word(String),
}

impl Given {
    pub fn word(self) -> String {
        match self {
            Given::Flag(true) => "yes".to_owned(),
            Given::Flag(false) => "no".to_owned(),
            Given::Number(number) => number.to_string(),
            Given::Word(word) => word,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    Charge,
    Shot,
}

/// One thing that can happen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Odd {
    pub end: String,
    pub text: String,
    pub tone: Liking,
    pub chance: f64,
    /// The whole percent it is nearest to: those of a list may not come to 100 exactly.
    pub percent: u32,
    pub fraction: String,
    /// The two are still at each other.
    #[serde(skip)]
    pub is_locked: bool,
    /// The two never came near each other.
    #[serde(skip)]
    pub is_unmet: bool,
}

impl Odd {
    pub fn new(end: &End, text: String, tone: Liking, chance: &Chance) -> Odd {
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

/// What stands beside a unit on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OddsTag")]
pub struct Tag {
    pub words: String,
    /// On a small screen.
    pub narrow: String,
}

/// The first depth: for a button, for a label on the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Brief")]
pub struct Brief<A> {
    /// The answer that leads there.
    pub answer: A,
    /// What it is called beside the others.
    pub label: String,
    /// What it is about, in words of its own.
    pub title: String,
    /// The unit on the table it is about.
    pub unit: Option<UnitId>,
    /// A few words.
    pub short: String,
    /// Fewer still, beside its unit on the table.
    pub tag: Tag,
    pub sentence: String,
    /// How likely it goes well.
    pub good: f64,
    /// A shot whose hits cost figures: it is told by what the target loses.
    pub counts_losses: bool,
    /// A shot of which no die can hit.
    pub hits_nobody: bool,
    /// How it goes and what it costs, in one line of numbers; what is certain is said in its own words.
    pub numbers: String,
    pub ends: Vec<Odd>,
}

impl<A> Brief<A> {
    /// The same of an answer said otherwise.
    pub fn said<B>(self, say: impl FnOnce(A) -> B) -> Brief<B> {
        let Brief {
            answer,
            label,
            title,
            unit,
            short,
            tag,
            sentence,
            good,
            counts_losses,
            hits_nobody,
            numbers,
            ends,
        } = self;
        let answer = say(answer);
        Brief {
            answer,
            label,
            title,
            unit,
            short,
            tag,
            sentence,
            good,
            counts_losses,
            hits_nobody,
            numbers,
            ends,
        }
    }
}

/// What a fight costs both sides on average, the reader's first, where it costs either anything.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub ours: f64,
    pub theirs: f64,
    /// How likely a fight goes on in which we, or they, have lost fewer, or both the same.
    pub ahead: [f64; 3],
}

/// All depths.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "OddsTold")]
pub struct Told {
    pub version: usize,
    pub title: String,
    pub sentence: String,
    /// What the odds leave out.
    pub caveats: Vec<String>,
    /// Every chance is a fraction, none rounded.
    pub exact: bool,
    pub good: f64,
    /// As in a brief.
    pub counts_losses: bool,
    pub numbers: String,
    pub facts: Vec<FactTold>,
    pub working: Vec<RollTold>,
    pub ends: Vec<Odd>,
    pub distribution: Vec<Spread>,
    /// Step by step, where it is a chain of several throws.
    pub tree: Vec<Twig>,
}

/// A branch of a chain that is told as a tree, before those that grow from it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Twig {
    /// How many branches it grows from.
    pub depth: usize,
    /// What is thrown for.
    pub step: String,
    pub text: String,
    pub tone: Liking,
    /// Of the whole chain.
    pub chance: f64,
    /// Given that the chain has come to where it branches.
    pub here: f64,
    /// Nothing follows.
    pub ends: bool,
}

impl Twig {
    /// A branch in the reader's words.
    #[expect(clippy::float_arithmetic, reason = "what is shown is a share of what has come so far")]
    pub fn new(branch: &Branch, words: &dyn Fn(&str) -> String, tone: Liking) -> Twig {
        let (chance, of) = (branch.chance.to_f64(), branch.of.to_f64());
        Twig {
            depth: branch.depth,
            step: capital(&words(branch.step)),
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
pub struct FactTold {
    pub name: String,
    pub text: String,
    /// The rules it brings in or takes away.
    pub rules: Vec<&'static str>,
    pub value: String,
    /// As it stands on the table.
    pub measured: String,
    #[serde(flatten)]
    pub kind: KindTold,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schemars(rename = "OddsFactKind")]
pub enum KindTold {
    Choice { choices: Vec<ChoiceTold> },
    Number { min: u32, max: u32 },
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsChoice")]
pub struct ChoiceTold {
    pub value: String,
    pub text: String,
    /// How likely it would go well then.
    pub good: f64,
}

/// A roll before it is thrown.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsRoll")]
pub struct RollTold {
    pub title: String,
    /// How many dice and what they need.
    pub dice: String,
    pub lines: Vec<LineTold>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OddsLine")]
pub struct LineTold {
    pub rule: &'static str,
    pub text: String,
    /// A number; what changes it, with its sign.
    pub value: String,
}

/// How a number or a word may fall.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Spread {
    pub title: String,
    pub bars: Vec<Odd>,
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
    // An empty float sum is -0.0: hence `abs`.
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
pub fn sum_said(odds: &[Odd], tone: Liking) -> String {
    said_of(&odds.iter().filter(|odd| odd.tone == tone).collect::<Vec<_>>())
}

/// How likely these are together: one alone as its list has it.
pub fn said_of(odds: &[&Odd]) -> String {
    match odds {
        [only] => only.said(),
        odds => percent(odds.iter().map(|odd| odd.chance).sum()),
    }
}

pub fn sum(odds: &[Odd], tone: Liking) -> f64 {
    odds.iter().filter(|odd| odd.tone == tone).map(|odd| odd.chance).sum()
}
