//! What an answer may lead to, before it is given: in a sentence, in its numbers with what would change them, and in
//! full. The shapes are every game's; what stands in them is the game's own.

mod reading;

pub(crate) use reading::{brief, briefs, sums_of, told};

use crate::shown::desk::Given;
use dice::{Chance, Weight as _};
use engine::desk::{End, Liking};
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
pub(crate) struct Odd {
    pub(crate) end: String,
    pub(crate) text: String,
    pub(crate) tone: Liking,
    pub(crate) chance: f64,
    pub(crate) fraction: String,
    /// The two are still at each other.
    #[serde(skip)]
    pub(crate) is_locked: bool,
}

impl Odd {
    pub(crate) fn new(end: &End, text: String, tone: Liking, chance: &Chance) -> Odd {
        let (chance, fraction) = (chance.to_f64(), chance.to_string());
        Odd { end: end.word.to_string(), text, tone, chance, fraction, is_locked: end.is_locked }
    }

    /// A number or a word.
    pub(crate) fn plain(word: String, tone: Liking, chance: &Chance) -> Odd {
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
    pub(crate) ends: Vec<Odd>,
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
    pub(crate) facts: Vec<FactTold>,
    pub(crate) working: Vec<RollTold>,
    pub(crate) ends: Vec<Odd>,
    pub(crate) distribution: Vec<Spread>,
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

/// A chance as people say it.
#[expect(clippy::float_arithmetic, reason = "a chance is shown as a percentage")]
pub(crate) fn percent(chance: f64) -> String {
    // A sum of nothing is a negative nothing.
    let value = chance.abs() * 100.0;
    if value > 0.0 && value < 0.5 {
        "<1 %".to_owned()
    } else if value > 99.5 && value < 100.0 {
        ">99 %".to_owned()
    } else {
        // Half a percent goes up, as on the page: written without digits it would go to the even one.
        format!("{:.0} %", value.round())
    }
}

pub(crate) fn sum(odds: &[Odd], tone: Liking) -> f64 {
    odds.iter().filter(|odd| odd.tone == tone).map(|odd| odd.chance).sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_chance_is_said_as_the_page_says_it() {
        for (chance, said) in [
            (0.0, "0 %"),
            (0.004, "<1 %"),
            (0.125, "13 %"),
            (0.745, "75 %"),
            (0.996, ">99 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(super::percent(chance), said, "{chance}");
        }
    }
}
