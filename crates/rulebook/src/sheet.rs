//! The rules of one sheet, ready to play by.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use crate::book::GameSpec;
use crate::chart::{Row, Value};
use crate::id::{RuleId, RuleSet};
use crate::ruling::{RulingSpec, Setting};

/// A sheet's rows, the rulings as they are set, and the rules in force.
#[derive(Clone, Debug)]
pub struct SheetRules {
    /// The sheet's place in the game's list.
    pub sheet: usize,
    /// In the ledger's order.
    pub rows: Vec<Row>,
    /// By the number of the ruling.
    pub settings: Vec<Setting>,
    /// Rules of this sheet that are in force.
    pub on: RuleSet,
    hash: OnceLock<[u8; 32]>,
    spec: &'static GameSpec,
    rulings: Arc<[RulingSpec]>,
}

impl PartialEq for SheetRules {
    /// Two sheets' rules are the same if their contents are.
    fn eq(&self, other: &SheetRules) -> bool {
        self.hash() == other.hash()
    }
}

impl Eq for SheetRules {}

/// A sheet was asked for that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} has no sheet {name:?}; it has {}{}", sheets.join(", "), hint.map(|hint| format!("; did you mean {hint:?}?")).unwrap_or_default())]
pub struct UnknownSheet {
    pub game: &'static str,
    pub name: String,
    pub sheets: &'static [&'static str],
    pub hint: Option<&'static str>,
}

impl SheetRules {
    pub(crate) fn new(
        spec: &'static GameSpec,
        sheet: usize,
        rows: Vec<Row>,
        settings: Vec<Setting>,
        on: RuleSet,
        rulings: Arc<[RulingSpec]>,
    ) -> SheetRules {
        SheetRules { sheet, rows, settings, on, hash: OnceLock::new(), spec, rulings }
    }

    pub fn spec(&self) -> &'static GameSpec {
        self.spec
    }

    /// The rulings with their texts, by number.
    pub fn rulings(&self) -> &[RulingSpec] {
        &self.rulings
    }

    pub fn sheet_name(&self) -> &'static str {
        self.spec.sheets.get(self.sheet).copied().unwrap_or_default()
    }

    pub fn is_on(&self, rule: RuleId) -> bool {
        self.on.contains(rule)
    }

    pub fn row(&self, rule: RuleId) -> Option<&Row> {
        self.rows.get(self.rows.binary_search_by_key(&rule, |row| row.rule).ok()?)
    }

    /// The rows of a chart, in the ledger's order.
    pub fn chart(&self, name: &str) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.chart == name)
    }

    /// A ruling that says yes or no; `false` if it is not one of those.
    pub fn flag(&self, ruling: usize) -> bool {
        matches!(self.settings.get(ruling), Some(Setting::Flag(true)))
    }

    /// The place of a ruling's word in its list; 0 if it is no ruling of words.
    pub fn word(&self, ruling: usize) -> u8 {
        if let Some(Setting::Word(i)) = self.settings.get(ruling) { *i } else { 0 }
    }

    /// A ruling that is a whole number; 0 if it is not one of those.
    pub fn int(&self, ruling: usize) -> i32 {
        if let Some(Setting::Int(number)) = self.settings.get(ruling) { *number } else { 0 }
    }

    /// A ruling in inches, as thousandths; 0 if it is not one of those.
    pub fn inches(&self, ruling: usize) -> i32 {
        if let Some(Setting::Inches(number)) = self.settings.get(ruling) { *number } else { 0 }
    }

    /// A ruling that is a list of distances, as thousandths; empty if it is not one of those.
    pub fn list(&self, ruling: usize) -> &[i32] {
        if let Some(Setting::List(numbers)) = self.settings.get(ruling) { numbers } else { &[] }
    }

    /// The same rules with one ruling set otherwise; unchanged if the ruling does not accept the setting.
    #[must_use]
    pub fn with(&self, ruling: usize, setting: Setting) -> SheetRules {
        self.with_all([(ruling, setting)])
    }

    /// Likewise with several.
    #[must_use]
    pub fn with_all(&self, settings: impl IntoIterator<Item = (usize, Setting)>) -> SheetRules {
        let mut rules = self.to_change();
        for (ruling, setting) in settings {
            rules.set(ruling, setting);
        }
        rules
    }

    /// The same rules, whose hash is not known yet.
    pub(crate) fn to_change(&self) -> SheetRules {
        SheetRules { hash: OnceLock::new(), ..self.clone() }
    }

    /// Only of rules [to change](Self::to_change).
    pub(crate) fn set(&mut self, ruling: usize, setting: Setting) {
        let accepted = self.rulings.get(ruling).is_some_and(|spec| spec.accepts(&setting));
        if let Some(old) = self.settings.get_mut(ruling).filter(|_| accepted) {
            *old = setting;
        }
    }

    pub fn hash_hex(&self) -> String {
        hex(&self.hash())
    }

    /// SHA-256 over rows, settings and rules in force: the same on every machine.
    pub fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| Sha256::digest(self.canonical().as_bytes()).into())
    }

    /// The hash that these rules had in format 1, which did not write down all that is data now.
    ///
    /// Records and stored games of that time name it. What format 1 did not have stood in the code then and could not
    /// be otherwise, so a game whose hash this is was begun with these rules.
    pub fn earlier_hash_hex(&self) -> String {
        hex(&self.earlier_hash())
    }

    pub(crate) fn earlier_hash(&self) -> [u8; 32] {
        Sha256::digest(self.written(1).as_bytes()).into()
    }

    /// Whether a hash is that of these rules, in this format or the earlier one.
    pub fn is_known_as(&self, hash: &str) -> bool {
        self.hash_hex() == hash || self.earlier_hash_hex() == hash
    }

    /// The text that is hashed: ids in words, one line for each rule, value and setting.
    pub fn canonical(&self) -> String {
        self.written(2)
    }

    fn written(&self, format: u32) -> String {
        let mut text = format!("rules {format}\ngame {}\nsheet {}\n", self.spec.name, self.sheet_name());
        let is_written = |row: &Row, field: &str| {
            let field = || self.spec.chart(row.chart).and_then(|chart| chart.field(field));
            format > 1 || field().is_none_or(|field| !field.is_new)
        };
        for rule in self.on.iter() {
            line(&mut text, &["on", self.spec.rule_name(rule)]);
        }
        for row in &self.rows {
            let mut fields = row.fields.iter().filter(|(field, _)| is_written(row, field)).peekable();
            if fields.peek().is_none() {
                continue;
            }
            line(&mut text, &["row", self.spec.rule_name(row.rule), row.chart]);
            for (field, value) in fields {
                line(&mut text, &["field", field, kind(value), &value.to_string()]);
            }
        }
        let is_written = |ruling: &RulingSpec, setting: &Setting| match ruling.since {
            1 => true,
            2 => format > 1,
            _ => ruling.default.get(self.sheet) != Some(setting),
        };
        let settings = self.rulings.iter().zip(&self.settings);
        for (ruling, setting) in settings.filter(|(ruling, setting)| is_written(ruling, setting)) {
            line(&mut text, &["ruling", &ruling.id, &ruling.show(setting)]);
        }
        text
    }
}

/// Writes the words with a blank between, everything beyond plain ASCII escaped, so that no two contents look alike.
fn line(text: &mut String, words: &[&str]) {
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        let plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b'\'' | b'"');
        if word.bytes().all(plain) {
            text.push_str(word);
        } else {
            let _ = write!(text, "{}", word.escape_default());
        }
    }
    text.push('\n');
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "int",
        Value::Inches(_) => "inches",
        Value::Flag(_) => "flag",
        Value::Word(_) => "word",
        Value::Words(_) => "words",
        Value::Dice { .. } => "dice",
        Value::Ratio { .. } => "ratio",
        Value::Text(_) => "text",
        Value::Cells(_) => "cells",
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
