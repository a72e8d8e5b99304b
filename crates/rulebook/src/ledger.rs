//! The ledger: every rule of the sheets in our words, with its id and the sheet's lines.

use serde::Serialize;

use crate::fault::{Faults, Source, quoted};
use crate::id::{RuleId, RuleSet};
use crate::read::{Reader, Table};
use crate::ruling::by_sheet;
use crate::tree::Free;

/// All rules of a game; a rule's place is its [`RuleId`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    pub rules: Vec<LedgerRule>,
}

/// One fact of the sheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerRule {
    pub id: String,
    pub kind: String,
    pub text: String,
    /// The sheets that have it, by their place in the game's list.
    pub sheets: Vec<usize>,
    /// Phase numbers, for each sheet of the game.
    pub phases: Vec<Vec<u8>>,
    /// Line numbers in the sheet's text, for each sheet of the game.
    pub lines: Vec<Vec<u32>>,
    /// The numbers of the sheet as the ledger's reader wrote them down; for showing, no code reads them.
    pub values: Option<Free>,
    /// How damaged text was restored.
    pub ocr: Option<String>,
    /// Read from what a table leaves out or how it is laid out.
    pub implied: bool,
}

impl Ledger {
    /// Reads a `ledger.toml` of a game with these sheets.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read(source: &Source, sheets: &[&str]) -> Result<Ledger, Faults> {
        let reader = Reader::parse(source)?;
        let ledger = Ledger::from_table(reader.root(), sheets, |_, _| {});
        reader.done(ledger)
    }

    /// `check` sees each rule's id and table, and may report more faults.
    pub(crate) fn from_table(
        root: Table<'_>,
        sheets: &[&str],
        mut check: impl FnMut(&str, &Table<'_>),
    ) -> Ledger {
        let mut ledger = Ledger::default();
        let mut seen = std::collections::BTreeMap::new();
        root.skip("schema");
        for (i, table) in root.tables("rule").into_iter().enumerate() {
            let rule = LedgerRule::read(&table, sheets);
            if let Some(line) = seen.insert(rule.id.clone(), table.location("id").line) {
                table.fault_at(
                    "id",
                    format!("{} again", quoted(&rule.id)),
                    format!("a new id (line {line} has it)"),
                );
            }
            if i == RuleSet::CAPACITY {
                table.fault_at("id", "one rule more", format!("at most {} in a ledger", RuleSet::CAPACITY));
            }
            check(&rule.id, &table);
            table.finish();
            ledger.rules.push(rule);
        }
        root.finish();
        ledger
    }

    pub fn rule(&self, rule: RuleId) -> Option<&LedgerRule> {
        self.rules.get(rule.index())
    }

    pub fn find(&self, id: &str) -> Option<RuleId> {
        let place = self.rules.iter().position(|rule| rule.id == id)?;
        u16::try_from(place).ok().map(RuleId)
    }

    /// The rules a sheet has.
    pub fn of_sheet(&self, sheet: usize) -> RuleSet {
        let has = |(i, rule): (usize, &LedgerRule)| rule.sheets.contains(&sheet).then_some(i);
        self.rules
            .iter()
            .enumerate()
            .filter_map(has)
            .filter_map(|i| u16::try_from(i).ok())
            .map(RuleId)
            .collect()
    }
}

impl LedgerRule {
    fn read(table: &Table<'_>, sheets: &[&str]) -> LedgerRule {
        let places: Vec<(&str, usize)> = sheets.iter().enumerate().map(|(i, sheet)| (*sheet, i)).collect();
        let mut on = table.words("sheets", &places);
        if table.has("sheets") && on.is_empty() {
            table.fault_at("sheets", "no sheet", "at least one");
        }
        on.sort_unstable();
        on.dedup();
        LedgerRule {
            id: table.text("id"),
            kind: table.text("kind"),
            text: table.text("text"),
            phases: numbers(table, "phases", "phase numbers", sheets, 1..=99u8),
            lines: {
                table.need("lines", || "the sheet's lines".to_owned());
                numbers(table, "lines", "line numbers", sheets, 1..=99_999u32)
            },
            sheets: on,
            values: table.item("values").map(|item| item.free()),
            ocr: table.item("ocr").and_then(|item| item.text()).map(str::to_owned),
            implied: table.flag_or("implied", false),
        }
    }
}

/// A list of numbers for all sheets, or a table of such lists by sheet.
fn numbers<N: crate::item::Whole>(
    table: &Table<'_>,
    key: &str,
    what: &str,
    sheets: &[&str],
    range: std::ops::RangeInclusive<N>,
) -> Vec<Vec<N>> {
    let Some(item) = table.item(key) else {
        return vec![Vec::new(); sheets.len()];
    };
    let cells = by_sheet(&item, sheets, |item| {
        let items = item.list(what)?;
        Some(items.iter().filter_map(|item| item.int(&range)).collect::<Vec<N>>())
    });
    cells.into_iter().map(|cell| cell.flatten().unwrap_or_default()).collect()
}
