//! House patches: a club's own values laid over a sheet, and what differs between two sets of rules.

use std::fmt;

use serde::Serialize;

use crate::book::{Book, GameSpec};
use crate::chart::{Row, Value};
use crate::fault::{Faults, Source, nearest, quoted};
use crate::id::RuleId;
use crate::item::Item;
use crate::read::{Reader, Table};
use crate::ruling::Setting;
use crate::sheet::SheetRules;

/// A house patch that fits its book: rules taken out, rulings set, values changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The game it is for.
    pub spec: &'static GameSpec,
    /// The sheet it is for, by its place in the game's list.
    pub sheet: usize,
    pub name: String,
    pub off: Vec<RuleId>,
    pub rulings: Vec<(usize, Setting)>,
    pub values: Vec<(RuleId, &'static str, Value)>,
    /// The file it was read from, for the record of a game.
    pub source: Source,
}

impl Patch {
    /// Reads a patch and checks it against the book as the book's own files are checked.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read(source: &Source, book: &Book) -> Result<Patch, Faults> {
        let reader = Reader::parse(source)?;
        let root = reader.root();
        let places: Vec<(&str, usize)> =
            book.spec.sheets.iter().enumerate().map(|(i, name)| (*name, i)).collect();
        let sheet = root.word("sheet", &places);
        let name = root.text_or("name", source.file_name());
        let off = read_off(&root, book, sheet);
        let rulings = read_rulings(&root, book);
        let values = read_values(&root, book, sheet, &off);
        root.finish();
        let sheet = sheet.unwrap_or_default();
        reader.done(Patch { spec: book.spec, sheet, name, off, rulings, values, source: source.clone() })
    }

    /// The word of its sheet.
    pub fn sheet_name(&self) -> &'static str {
        self.spec.sheets.get(self.sheet).copied().unwrap_or_default()
    }
}

const A_RULE: &str = "a rule id of the ledger";

fn read_off(root: &Table<'_>, book: &Book, sheet: Option<usize>) -> Vec<RuleId> {
    let mut off = Vec::new();
    for item in root.opt_list("off", "rule ids") {
        let Some(rule) = item.id(book.spec.rules, A_RULE).and_then(|i| u16::try_from(i).ok()).map(RuleId)
        else {
            continue;
        };
        if off.contains(&rule) {
            item.fault("each rule once");
        } else if let Some(sheet) = sheet
            && !book.rules_of_sheets.get(sheet).is_some_and(|known| known.contains(rule))
        {
            item.fault(format!("a rule of the sheet {}", sheet_name(book, sheet)));
        }
        off.push(rule);
    }
    off
}

fn read_rulings(root: &Table<'_>, book: &Book) -> Vec<(usize, Setting)> {
    let mut set = Vec::new();
    let Some(table) = root.opt_table("rulings") else {
        return set;
    };
    for key in table.keys() {
        let Some(item) = table.item(key) else { continue };
        match book.rulings.iter().position(|ruling| ruling.id == key) {
            Some(i) => set
                .extend(book.rulings.get(i).and_then(|ruling| ruling.read_setting(&item)).map(|to| (i, to))),
            None => unknown(&item, key, book.spec.rulings, "a ruling id of the game"),
        }
    }
    set
}

fn read_values(
    root: &Table<'_>,
    book: &Book,
    sheet: Option<usize>,
    off: &[RuleId],
) -> Vec<(RuleId, &'static str, Value)> {
    let mut values = Vec::new();
    let Some(table) = root.opt_table("charts") else {
        return values;
    };
    for key in table.keys() {
        let Some(item) = table.item(key) else { continue };
        let Some(rule) = book.spec.rule(key) else {
            unknown(&item, key, book.spec.rules, A_RULE);
            continue;
        };
        let Some(sheet) = sheet else { continue };
        if off.contains(&rule) {
            item.fault_with("values for a rule taken out", "either the rule in off or values for it", None);
        }
        let chart = book.row(sheet, rule).and_then(|row| book.spec.chart(row.chart));
        let (Some(chart), Some(fields)) = (chart, item.table()) else {
            if chart.is_none() {
                let found = "a rule without a row".to_owned();
                item.fault_with(
                    found,
                    format!("a rule with a row on the sheet {}", sheet_name(book, sheet)),
                    None,
                );
            }
            continue;
        };
        for field in chart.fields {
            let value = fields.item(field.name).and_then(|item| field.kind.read(&item));
            values.extend(value.map(|value| (rule, field.name, value)));
        }
        fields.finish();
    }
    values
}

fn unknown(item: &Item<'_>, key: &str, ids: &[&str], expected: &str) {
    item.fault_with(quoted(key), expected, nearest(key, ids.iter().copied()));
}

fn sheet_name(book: &Book, sheet: usize) -> &'static str {
    book.spec.sheets.get(sheet).copied().unwrap_or_default()
}

impl SheetRules {
    /// These rules with the patch laid over them. A patch for another sheet changes nothing.
    #[must_use]
    pub fn patched(&self, patch: &Patch) -> SheetRules {
        if patch.spec.name != self.spec().name || patch.sheet != self.sheet {
            return self.clone();
        }
        let mut rules = self.to_change();
        for rule in &patch.off {
            rules.on.remove(*rule);
        }
        rules.rows.retain(|row| !patch.off.contains(&row.rule));
        for (ruling, setting) in &patch.rulings {
            rules.set(*ruling, setting.clone());
        }
        for (rule, name, value) in &patch.values {
            let row = rules.rows.iter_mut().find(|row| row.rule == *rule);
            if let Some(row) = row
                && let Some(chart) = self.spec().chart(row.chart)
            {
                row.set(chart, name, value.clone());
            }
        }
        rules
    }
}

/// One difference between two sets of rules, for instance `volley.shoot.to-hit.line  need  5 → 4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Of the rule or the ruling.
    pub id: String,
    /// The field of the row; `rule` where a rule is in force on one side only, `ruling` for a ruling.
    pub field: String,
    pub before: String,
    pub after: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}  {} → {}", self.id, self.field, self.before, self.after)
    }
}

/// What differs, rules in the ledger's order, then rulings. Of a rule in force on one side only, that alone is said.
pub fn diff(book: &Book, before: &SheetRules, after: &SheetRules) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut change = |id: &str, field: &str, before: String, after: String| {
        if before != after {
            changes.push(Change { id: id.to_owned(), field: field.to_owned(), before, after });
        }
    };
    for (i, id) in book.spec.rules.iter().enumerate() {
        let Ok(rule) = u16::try_from(i).map(RuleId) else {
            break;
        };
        if before.is_on(rule) != after.is_on(rule) {
            let on_off = |rules: &SheetRules| if rules.is_on(rule) { "on" } else { "off" }.to_owned();
            change(id, "rule", on_off(before), on_off(after));
            continue;
        }
        for field in fields(before.row(rule), after.row(rule)) {
            let show = |row: Option<&Row>| {
                row.and_then(|row| row.get(field)).map_or("none".to_owned(), Value::to_string)
            };
            change(id, field, show(before.row(rule)), show(after.row(rule)));
        }
    }
    for (i, ruling) in book.rulings.iter().enumerate() {
        let show = |rules: &SheetRules| {
            rules.settings.get(i).map(|setting| ruling.show(setting)).unwrap_or_default()
        };
        change(&ruling.id, "ruling", show(before), show(after));
    }
    changes
}

/// The names of the fields of both rows, each once.
fn fields(before: Option<&Row>, after: Option<&Row>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in before.into_iter().chain(after).flat_map(|row| row.fields()) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}
