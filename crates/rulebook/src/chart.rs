//! Charts: which fields a row has, and the values that stand in them.

use std::fmt;

use serde::Serialize;

use crate::fault::quoted;
use crate::id::RuleId;
use crate::item::{Item, decimal};

/// What may stand in a field. Bounds of inches are thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    Int {
        min: i32,
        max: i32,
    },
    Inches {
        min: i32,
        max: i32,
    },
    Flag,
    Word(&'static [&'static str]),
    Words(&'static [&'static str]),
    /// `"d6"`, `"2d6"`, `"d3"`.
    Dice,
    /// `"2 per 3"`: two dice for three figures.
    Ratio,
    Text,
}

/// A column of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub kind: FieldKind,
    pub optional: bool,
}

impl Field {
    pub const fn new(name: &'static str, kind: FieldKind) -> Field {
        Field { name, kind, optional: false }
    }

    pub const fn optional(name: &'static str, kind: FieldKind) -> Field {
        Field { name, kind, optional: true }
    }
}

/// A chart of a sheet. No field may be called `rule`, `chart` or `sheets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chart {
    pub name: &'static str,
    pub title: &'static str,
    pub fields: &'static [Field],
}

impl Chart {
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// What stands in a field; its `Display` is what a player would write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    Int(i32),
    /// Thousandths of an inch.
    Inches(i32),
    Flag(bool),
    Word(String),
    Words(Vec<String>),
    Dice {
        count: u8,
        sides: u8,
    },
    Ratio {
        dice: u8,
        figures: u8,
    },
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Inches(number) => write!(f, "{}\"", decimal(*number)),
            Value::Flag(flag) => f.write_str(yes_no(*flag)),
            Value::Word(text) | Value::Text(text) => f.write_str(text),
            Value::Words(words) if words.is_empty() => f.write_str("none"),
            Value::Words(words) => f.write_str(&words.join(", ")),
            Value::Dice { count: 1, sides } => write!(f, "d{sides}"),
            Value::Dice { count, sides } => write!(f, "{count}d{sides}"),
            Value::Ratio { dice, figures } => write!(f, "{dice} per {figures}"),
        }
    }
}

pub(crate) fn yes_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

impl FieldKind {
    /// Reads a value of this kind, or reports why not.
    pub(crate) fn read(&self, item: &Item<'_>) -> Option<Value> {
        match *self {
            FieldKind::Int { min, max } => item.int(&(min..=max)).map(Value::Int),
            FieldKind::Inches { min, max } => item.inches(&(min..=max)).map(Value::Inches),
            FieldKind::Flag => item.flag().map(Value::Flag),
            FieldKind::Word(words) => word(item, words).map(Value::Word),
            FieldKind::Words(words) => {
                let items = item.list("words")?;
                let read: Vec<String> = items.iter().filter_map(|item| word(item, words)).collect();
                (read.len() == items.len()).then_some(Value::Words(read))
            }
            FieldKind::Dice => by_text(item, dice, "dice such as \"d6\" or \"2d6\""),
            FieldKind::Ratio => by_text(item, ratio, "a ratio such as \"2 per 3\""),
            FieldKind::Text => item.text().map(|text| Value::Text(text.to_owned())),
        }
    }
}

fn word(item: &Item<'_>, words: &[&str]) -> Option<String> {
    item.word_index(words).and_then(|i| words.get(i)).map(|word| (*word).to_owned())
}

fn by_text(item: &Item<'_>, read: fn(&str) -> Option<Value>, expected: &str) -> Option<Value> {
    let text = item.text()?;
    let value = read(text);
    if value.is_none() {
        item.fault_with(quoted(text), expected, None);
    }
    value
}

fn dice(text: &str) -> Option<Value> {
    let (count, sides) = text.split_once('d')?;
    let count = if count.is_empty() { 1 } else { number(count)? };
    let sides = number(sides)?;
    (count >= 1 && sides >= 2).then_some(Value::Dice { count, sides })
}

fn ratio(text: &str) -> Option<Value> {
    let (dice, figures) = text.split_once(" per ")?;
    let (dice, figures) = (number(dice)?, number(figures)?);
    (dice >= 1 && figures >= 1).then_some(Value::Ratio { dice, figures })
}

fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A row of a chart on one sheet.
///
/// Fields are those of the chart, checked when the book was loaded: every one that is not optional is there
/// and of its kind. The `must_` getters lean on that; asked for a field the chart does not have,
/// they give nothing (`0`, `false`, `""`) and do not panic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub rule: RuleId,
    pub chart: &'static str,
    pub(crate) fields: Vec<(&'static str, Value)>,
}

impl Row {
    /// The fields in the order of the chart.
    pub fn fields(&self) -> &[(&'static str, Value)] {
        &self.fields
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    pub fn int(&self, name: &str) -> Option<i32> {
        if let Value::Int(number) = self.get(name)? { Some(*number) } else { None }
    }

    /// Thousandths of an inch.
    pub fn inches(&self, name: &str) -> Option<i32> {
        if let Value::Inches(number) = self.get(name)? { Some(*number) } else { None }
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        if let Value::Flag(flag) = self.get(name)? { Some(*flag) } else { None }
    }

    pub fn word(&self, name: &str) -> Option<&str> {
        if let Value::Word(word) = self.get(name)? { Some(word) } else { None }
    }

    pub fn words(&self, name: &str) -> Option<&[String]> {
        if let Value::Words(words) = self.get(name)? { Some(words) } else { None }
    }

    /// The word as what it stands for.
    pub fn word_as<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Option<T> {
        meaning(self.word(name)?, words)
    }

    /// The words as what they stand for; a word that is not in the list is passed over.
    pub fn words_as<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Vec<T> {
        self.words(name).unwrap_or_default().iter().filter_map(|word| meaning(word, words)).collect()
    }

    /// Count and sides.
    pub fn dice(&self, name: &str) -> Option<(u8, u8)> {
        if let Value::Dice { count, sides } = self.get(name)? { Some((*count, *sides)) } else { None }
    }

    /// Dice, and for how many figures.
    pub fn ratio(&self, name: &str) -> Option<(u8, u8)> {
        if let Value::Ratio { dice, figures } = self.get(name)? { Some((*dice, *figures)) } else { None }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        if let Value::Text(text) = self.get(name)? { Some(text) } else { None }
    }

    pub fn must_int(&self, name: &str) -> i32 {
        self.int(name).unwrap_or_default()
    }

    pub fn must_inches(&self, name: &str) -> i32 {
        self.inches(name).unwrap_or_default()
    }

    pub fn must_flag(&self, name: &str) -> bool {
        self.flag(name).unwrap_or_default()
    }

    pub fn must_word(&self, name: &str) -> &str {
        self.word(name).unwrap_or_default()
    }

    pub fn must_words(&self, name: &str) -> &[String] {
        self.words(name).unwrap_or_default()
    }

    /// `(1, 6)` where the chart has no such field: a die is a die.
    pub fn must_dice(&self, name: &str) -> (u8, u8) {
        self.dice(name).unwrap_or((1, 6))
    }

    /// `(1, 1)` where the chart has no such field, so that nobody divides by zero.
    pub fn must_ratio(&self, name: &str) -> (u8, u8) {
        self.ratio(name).unwrap_or((1, 1))
    }

    pub fn must_text(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// Puts a value in its place in the chart's order.
    pub(crate) fn set(&mut self, chart: &Chart, name: &'static str, value: Value) {
        match self.fields.iter_mut().find(|(field, _)| *field == name) {
            Some((_, old)) => *old = value,
            None => self.fields.push((name, value)),
        }
        self.fields.sort_by_key(|(name, _)| chart.fields.iter().position(|field| field.name == *name));
    }
}

fn meaning<T: Copy>(word: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}
