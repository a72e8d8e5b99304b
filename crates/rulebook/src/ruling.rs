//! Rulings: how a gap of the sheet is filled, as a switch with a default.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chart::yes_no;
use crate::fault::quoted;
use crate::item::{Item, decimal};
use crate::read::Table;

/// What a ruling is set to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    Flag(bool),
    /// The place in the ruling's `words`.
    Word(u8),
    Int(i32),
    /// Thousandths of an inch.
    Inches(i32),
    /// Thousandths of an inch.
    List(Vec<i32>),
}

/// What a ruling may be set to; inches in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    Flag,
    /// One of the ruling's `words`.
    Word,
    Int {
        min: i32,
        max: i32,
    },
    Inches {
        min: i32,
        max: i32,
    },
    /// A list of distances in inches.
    List {
        len: usize,
    },
}

/// A ruling of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingSpec {
    pub id: String,
    pub text: String,
    pub kind: RulingKind,
    /// By the game's order of sheets.
    pub default: Vec<Setting>,
    /// What may be chosen, where words are.
    pub words: Vec<String>,
    /// What a word stands for, where that is explained.
    pub means: BTreeMap<String, String>,
    /// `since = 2`: rules of format 1 did not have it, and hashes of that time do not count it. `since = 3`: it came when
    /// games of format 2 were kept already, so a hash counts it only where a house plays otherwise than the default, which
    /// is what the code did before.
    #[serde(skip)]
    pub since: i32,
}

/// Distances in a list: up to a thousand inches.
const FAR: i32 = 1_000_000;

impl RulingSpec {
    /// Reads one `[[ruling]]`; `None` has been reported.
    pub(crate) fn read(table: &Table<'_>, id: &str, sheets: &[&str]) -> Option<RulingSpec> {
        let text = table.text("text");
        let kind = kind(table);
        let words = table.opt_texts("values");
        if words.len() > usize::from(u8::MAX) {
            table.fault_at("values", format!("{} words", words.len()), "at most 255");
        }
        for (i, word) in words.iter().enumerate().filter(|(i, word)| words[..*i].contains(word)) {
            table.fault_at("values", format!("{} again at place {i}", quoted(word)), "each word once");
        }
        let means = meanings(table, &words);
        let since = table.int_or("since", 1..=3_i32, 1);
        let default = table.need("default", || "what the ruling is at first".to_owned());
        let mut ruling =
            RulingSpec { id: id.to_owned(), text, kind: kind?, default: Vec::new(), words, means, since };
        let default = by_sheet(&default?, sheets, |item| ruling.read_setting(item));
        for (sheet, _) in sheets.iter().zip(&default).filter(|(_, cell)| cell.is_none()) {
            table.fault_at("default", format!("no value for {sheet}"), "one for each sheet");
        }
        ruling.default = default.into_iter().flatten().flatten().collect();
        (ruling.default.len() == sheets.len()).then_some(ruling)
    }

    /// Reads a setting of this ruling's kind, or reports why not.
    pub(crate) fn read_setting(&self, item: &Item<'_>) -> Option<Setting> {
        match self.kind {
            RulingKind::Flag => item.flag().map(Setting::Flag),
            RulingKind::Word => {
                let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
                item.word_index(&words).and_then(|i| u8::try_from(i).ok()).map(Setting::Word)
            }
            RulingKind::Int { min, max } => item.int(&(min..=max)).map(Setting::Int),
            RulingKind::Inches { min, max } => item.inches(&(min..=max)).map(Setting::Inches),
            RulingKind::List { len } => {
                let items = item.list("distances in inches")?;
                if items.len() != len {
                    item.fault_with(format!("{} of them", items.len()), format!("a list of {len}"), None);
                    return None;
                }
                let read: Vec<i32> = items.iter().filter_map(|item| item.inches(&(0..=FAR))).collect();
                (read.len() == len).then_some(Setting::List(read))
            }
        }
    }

    /// Whether the ruling can be set to this.
    pub fn accepts(&self, setting: &Setting) -> bool {
        match (self.kind, setting) {
            (RulingKind::Flag, Setting::Flag(_)) => true,
            (RulingKind::Word, Setting::Word(i)) => usize::from(*i) < self.words.len(),
            (RulingKind::Int { min, max }, Setting::Int(number))
            | (RulingKind::Inches { min, max }, Setting::Inches(number)) => (min..=max).contains(number),
            (RulingKind::List { len }, Setting::List(numbers)) => {
                numbers.len() == len && numbers.iter().all(|number| (0..=FAR).contains(number))
            }
            _ => false,
        }
    }

    /// The setting as a player would write it.
    pub fn show(&self, setting: &Setting) -> String {
        match setting {
            Setting::Flag(flag) => yes_no(*flag).to_owned(),
            Setting::Word(i) => self.words.get(usize::from(*i)).cloned().unwrap_or_default(),
            Setting::Int(number) => number.to_string(),
            Setting::Inches(number) => format!("{}\"", decimal(*number)),
            Setting::List(numbers) => {
                numbers.iter().map(|number| format!("{}\"", decimal(*number))).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Settings worth trying: every word, both answers, and for numbers the defaults, their halves and doubles
    /// as far as the ruling's bounds allow. The defaults come first; nothing comes twice.
    pub fn choices(&self) -> Vec<Setting> {
        let mut choices = self.default.clone();
        match self.kind {
            RulingKind::Flag => choices.extend([Setting::Flag(false), Setting::Flag(true)]),
            RulingKind::Word => {
                choices.extend((0..self.words.len()).filter_map(|i| u8::try_from(i).ok()).map(Setting::Word));
            }
            RulingKind::Int { .. } | RulingKind::Inches { .. } | RulingKind::List { .. } => {
                choices.extend(self.default.iter().flat_map(|setting| self.around(setting)));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        choices.retain(|choice| self.accepts(choice) && seen.insert(choice.clone()));
        choices
    }

    fn around(&self, default: &Setting) -> Vec<Setting> {
        match (self.kind, default) {
            (RulingKind::Int { min, max }, Setting::Int(number)) => {
                around(*number, 1).map(|number| Setting::Int(number.clamp(min, max))).to_vec()
            }
            (RulingKind::Inches { min, max }, Setting::Inches(number)) => {
                around(*number, 1000).map(|number| Setting::Inches(number.clamp(min, max))).to_vec()
            }
            (RulingKind::List { .. }, Setting::List(numbers)) => {
                let [low, high] = [0, 1].map(|end| {
                    numbers.iter().map(|number| around(*number, 0)[end].clamp(0, FAR)).collect::<Vec<_>>()
                });
                vec![Setting::List(low), Setting::List(high)]
            }
            _ => Vec::new(),
        }
    }
}

/// Half and double, or a step to both sides of nothing.
fn around(number: i32, step: i32) -> [i32; 2] {
    match number {
        0 => [-step, step],
        number => [number / 2, number.saturating_mul(2)],
    }
}

fn kind(table: &Table<'_>) -> Option<RulingKind> {
    let given: Vec<&str> =
        ["values", "range", "inches", "numbers"].into_iter().filter(|key| table.has(key)).collect();
    let range = pair(table, "range", |item| item.int(&(i32::MIN..=i32::MAX)));
    let inches = pair(table, "inches", |item| item.inches(&(-FAR..=FAR)));
    let len = table.item("numbers").and_then(|item| item.int(&(1..=20u8)));
    match given.as_slice() {
        [] => Some(RulingKind::Flag),
        ["values"] => Some(RulingKind::Word),
        ["range"] => range.map(|(min, max)| RulingKind::Int { min, max }),
        ["inches"] => inches.map(|(min, max)| RulingKind::Inches { min, max }),
        ["numbers"] => len.map(|len| RulingKind::List { len: usize::from(len) }),
        [first, ..] => {
            table.fault_at(first, given.join(" and "), "only one of values, range, inches, numbers");
            None
        }
    }
}

/// `[min, max]`.
fn pair<'r>(table: &Table<'r>, key: &str, read: impl Fn(&Item<'r>) -> Option<i32>) -> Option<(i32, i32)> {
    let items = table.item(key)?.list("least and most")?;
    let [min, max] = items.as_slice() else {
        table.fault_at(key, format!("a list of {}", items.len()), "[least, most]");
        return None;
    };
    let (min, max) = (read(min)?, read(max)?);
    if min > max {
        table.fault_at(key, "the greater number first", "[least, most]");
        return None;
    }
    Some((min, max))
}

fn meanings(table: &Table<'_>, words: &[String]) -> BTreeMap<String, String> {
    let Some(means) = table.opt_table("means") else {
        return BTreeMap::new();
    };
    let read =
        words.iter().filter_map(|word| Some((word.clone(), means.item(word)?.text()?.to_owned()))).collect();
    means.finish();
    read
}

/// A value for all sheets, or a table by sheet: for each sheet `None` where it has no value,
/// `Some(None)` where it has a wrong one, which has been reported.
pub(crate) fn by_sheet<'r, T: Clone>(
    item: &Item<'r>,
    sheets: &[&str],
    read: impl Fn(&Item<'r>) -> Option<T>,
) -> Vec<Option<Option<T>>> {
    if !item.is_table() {
        return vec![Some(read(item)); sheets.len()];
    }
    let Some(table) = item.table() else {
        return vec![Some(None); sheets.len()];
    };
    let cells = sheets.iter().map(|sheet| table.item(sheet).map(|item| read(&item))).collect();
    table.finish();
    cells
}
