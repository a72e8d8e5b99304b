//! What a throw was held against, told by the rule that threw it: the need, each modifier, the total and what came of it.

use schemars::JsonSchema;
use serde::Serialize;

/// A number, and the id of the rule that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    pub rule: &'static str,
    pub value: i32,
}

/// How the dice are held against what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Asks {
    /// The total must be this or more.
    AtLeast,
    /// The total must be this or less.
    AtMost,
    /// Each die must show this face or more, and those that do are counted.
    Each,
    /// The total is looked up in a table.
    Table,
    /// The total is held against the enemy's, thrown beside it.
    Against,
    /// The dice are the number itself: a distance, figures lost.
    Amount,
}

/// What the modifiers are added to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Changes {
    #[default]
    Roll,
    Need,
}

/// A throw held against what was wanted. `rolled` and `modifiers` add up to `total`, or `need` and `modifiers` to
/// `needed`, as `changes` says; `total` held against `needed` as `asks` says gives `result`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Test {
    pub asks: Asks,
    /// The rule that gives the dice, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<&'static str>,
    /// What is printed, before any modifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<Part>,
    pub modifiers: Vec<Part>,
    pub changes: Changes,
    /// What all faces add up to; of dice that are counted one by one, how many hit.
    pub rolled: i32,
    pub total: i32,
    /// What the total, or each die, had to show; nothing where a table or the enemy's dice decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<i32>,
    /// The totals with which a table says the same: from, to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<[i32; 2]>,
    pub result: String,
}

impl Test {
    pub fn of(asks: Asks, modifiers: Vec<Part>) -> Test {
        Test {
            asks,
            dice: None,
            need: None,
            modifiers,
            changes: Changes::Roll,
            rolled: 0,
            total: 0,
            needed: None,
            row: None,
            result: String::new(),
        }
    }

    /// The printed need, and that after the modifiers where it is the need that they change.
    #[must_use]
    pub fn needs(mut self, need: Part) -> Test {
        self.needed = Some(need.value + if self.changes == Changes::Need { self.modified() } else { 0 });
        Test { need: Some(need), ..self }
    }

    /// The modifiers change the need and not the roll. Said before [`Test::needs`].
    #[must_use]
    pub fn changes_need(self) -> Test {
        Test { changes: Changes::Need, ..self }
    }

    /// Notes what was rolled.
    #[must_use]
    pub fn rolls(self, rolled: u32) -> Test {
        let rolled = rolled as i32;
        // Of dice counted one by one the modifiers change each face: what is counted stays what it is.
        let is_changed = self.changes == Changes::Roll && self.asks != Asks::Each;
        let total = if is_changed { rolled + self.modified() } else { rolled };
        Test { rolled, total, ..self }
    }

    /// What came of it, as the rule has read it.
    #[must_use]
    pub fn gives(self, result: impl Into<String>) -> Test {
        Test { result: result.into(), ..self }
    }

    /// What the modifiers add up to.
    pub fn modified(&self) -> i32 {
        self.modifiers.iter().map(|part| part.value).sum()
    }

    /// The rules that have a part in it.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.parts().map(|part| part.rule).chain(self.dice)
    }

    /// The need and the modifiers.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        self.need.iter().chain(&self.modifiers).copied()
    }
}
