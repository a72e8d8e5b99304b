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
    /// One row of a grid whose rows have a rule each: a value for every column.
    Cells {
        columns: &'static [&'static str],
        of: &'static FieldKind,
    },
}

/// A column of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub kind: FieldKind,
    pub optional: bool,
    /// Rules of format 1 did not have it: see [`SheetRules::earlier_hash_hex`](crate::SheetRules::earlier_hash_hex).
    pub is_new: bool,
}

impl Field {
    pub const fn new(name: &'static str, kind: FieldKind) -> Field {
        Field { name, kind, optional: false, is_new: false }
    }

    pub const fn optional(name: &'static str, kind: FieldKind) -> Field {
        Field { optional: true, ..Field::new(name, kind) }
    }

    /// The same field, as one that came after format 1.
    #[must_use]
    pub const fn added(self) -> Field {
        Field { is_new: true, ..self }
    }
}

/// How a file may write the rows of a chart, besides one `[[row]]` for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Rows,
    /// `[[modifiers.morale]]` for the chart `morale-modifier`.
    Modifiers,
    /// `[grid.rate]` for the chart `rate`, where every cell has a rule of its own.
    Grid(Layout),
    /// `[grid.small-arms]` where every row has a rule: `columns` once, and `cells` in each row.
    Lines,
}

/// Which fields of a chart run down a grid and across it, and which stands in its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub row: &'static str,
    /// `None`: a grid of one column, which is not written.
    pub column: Option<&'static str>,
    pub cell: &'static str,
    /// The flag that says whether the cell has a value or a dash.
    pub flag: Option<&'static str>,
}

/// A chart of a sheet. No field may be called `rule`, `chart` or `sheets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chart {
    pub name: &'static str,
    pub title: &'static str,
    pub fields: &'static [Field],
    pub form: Form,
}

impl Chart {
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// What follows `modifiers.` in a file.
    pub(crate) fn topic(&self) -> &'static str {
        self.name.strip_suffix("-modifier").unwrap_or(self.name)
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
    Cells(Vec<Value>),
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
            Value::Cells(cells) => {
                f.write_str(&cells.iter().map(Value::to_string).collect::<Vec<_>>().join(" | "))
            }
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
            FieldKind::Cells { columns, of } => {
                let items = item.list("cells")?;
                if items.len() != columns.len() {
                    item.fault_with(
                        format!("{} cells", items.len()),
                        format!("{}, one for each column", columns.len()),
                        None,
                    );
                    return None;
                }
                let cells: Vec<Value> = items.iter().filter_map(|item| of.read(item)).collect();
                (cells.len() == columns.len()).then_some(Value::Cells(cells))
            }
        }
    }
}

impl FieldKind {
    /// Other values that a house might write instead: the nearest, and those farthest off.
    pub fn others(&self, value: &Value) -> Vec<Value> {
        let ints = |number: i32, min: i32, max: i32, by: i32| {
            let near = [number + by, number - by, number / 2, number.saturating_mul(2), min, max];
            near.into_iter().map(move |near| near.clamp(min, max))
        };
        let mut others: Vec<Value> = match (*self, value) {
            (FieldKind::Int { min, max }, Value::Int(number)) => {
                ints(*number, min, max, 1).map(Value::Int).collect()
            }
            (FieldKind::Inches { min, max }, Value::Inches(number)) => {
                ints(*number, min, max, 1000).map(Value::Inches).collect()
            }
            (FieldKind::Flag, Value::Flag(flag)) => vec![Value::Flag(!flag)],
            (FieldKind::Word(words), Value::Word(_)) => {
                words.iter().map(|word| Value::Word((*word).to_owned())).collect()
            }
            (FieldKind::Words(words), Value::Words(some)) => {
                let without = |left_out| some.iter().filter(|word| *word != left_out).cloned().collect();
                let all = words.iter().map(|word| (*word).to_owned()).collect();
                some.iter().map(without).chain([all, Vec::new()]).map(Value::Words).collect()
            }
            (FieldKind::Dice, Value::Dice { count, sides }) => vec![
                Value::Dice { count: count.saturating_add(1), sides: *sides },
                Value::Dice { count: *count, sides: sides.saturating_add(2) },
            ],
            (FieldKind::Ratio, Value::Ratio { dice, figures }) => vec![
                Value::Ratio { dice: dice.saturating_add(1), figures: *figures },
                Value::Ratio { dice: *dice, figures: figures.saturating_add(1) },
            ],
            (FieldKind::Text, Value::Text(text)) => vec![Value::Text(format!("{text}?"))],
            (FieldKind::Cells { of, .. }, Value::Cells(cells)) => {
                let instead = |(i, cell)| {
                    of.others(cell).into_iter().next().map(|other| {
                        let mut cells = cells.clone();
                        cells[i] = other;
                        Value::Cells(cells)
                    })
                };
                cells.iter().enumerate().filter_map(instead).collect()
            }
            _ => Vec::new(),
        };
        others.retain(|other| other != value);
        others
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
/// and of its kind. A game reads them typed, by the declaration of the chart.
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

    /// Puts a value in its place in the chart's order.
    pub(crate) fn set(&mut self, chart: &Chart, name: &'static str, value: Value) {
        match self.fields.iter_mut().find(|(field, _)| *field == name) {
            Some((_, old)) => *old = value,
            None => self.fields.push((name, value)),
        }
        self.sort(chart);
    }

    pub(crate) fn sort(&mut self, chart: &Chart) {
        self.fields.sort_by_key(|(name, _)| chart.fields.iter().position(|field| field.name == *name));
    }
}
