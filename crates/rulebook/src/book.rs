//! A game's book: its ledger, its charts and its rulings, loaded together and checked against each other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use crate::chart::{Chart, Row};
use crate::fault::{Fault, Faults, Source, nearest, quoted};
use crate::id::{RuleId, RuleSet};
use crate::item::Item;
use crate::ledger::Ledger;
use crate::packed;
use crate::read::Reader;
use crate::rows::Rows;
use crate::ruling::{RulingSpec, Setting};
use crate::sheet::{SheetRules, UnknownSheet};
use crate::tree::Free;

const LEDGER: &str = "ledger.toml";

/// How a game describes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSpec {
    pub name: &'static str,
    pub sheets: &'static [&'static str],
    /// Rule ids in the ledger's order: the place is the [`RuleId`].
    pub rules: &'static [&'static str],
    pub charts: &'static [Chart],
    /// Ruling ids: the place is the number of the setting.
    pub rulings: &'static [&'static str],
}

impl GameSpec {
    pub fn chart(&self, name: &str) -> Option<&'static Chart> {
        self.charts.iter().find(|chart| chart.name == name)
    }

    pub fn rule(&self, id: &str) -> Option<RuleId> {
        self.rules.iter().position(|known| *known == id).and_then(|i| u16::try_from(i).ok()).map(RuleId)
    }

    /// The id in words; empty for a number beyond the ledger.
    pub fn rule_name(&self, rule: RuleId) -> &'static str {
        self.rules.get(rule.index()).copied().unwrap_or_default()
    }
}

/// A game's rules as its files give them, all sheets side by side.
#[derive(Clone, Debug)]
pub struct Book {
    pub spec: &'static GameSpec,
    ledger: Arc<OnceLock<Ledger>>,
    /// For each sheet the rules that the ledger gives it.
    pub rules_of_sheets: Vec<RuleSet>,
    /// By the number of the ruling.
    pub rulings: Arc<[RulingSpec]>,
    /// For each sheet its rows, in the ledger's order.
    pub rows: Vec<Vec<Row>>,
    /// For each chart file the rules it has rows of, in its order.
    pub topics: Vec<(String, Vec<RuleId>)>,
    hash: OnceLock<[u8; 32]>,
    /// The ledger of a program's own files, read when it is first wanted.
    packed: Option<&'static [u8]>,
    /// The files it was read from, so that a game can keep them.
    pub sources: Arc<[Source]>,
}

impl Book {
    /// Loads a game's files: `ledger.toml`, `rulings.toml`, and rows in all others.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn load(spec: &'static GameSpec, sources: &[Source]) -> Result<Book, Faults> {
        Book::load_packed(spec, sources, &[])
    }

    /// As [`Self::load`], where some of the files are built in as trees too ([`pack`](crate::pack)), by their names. Of
    /// a ledger that is, only the rules of each sheet are read.
    ///
    /// # Errors
    /// Every fault of every file, except those of a ledger that is built in as a tree: a test loads it by
    /// [`Self::load`].
    pub fn load_packed(
        spec: &'static GameSpec,
        sources: &[Source],
        trees: &[(&str, &'static [u8])],
    ) -> Result<Book, Faults> {
        let mut loading = Loading { spec, faults: vec![Vec::new(); sources.len()], sources, trees };
        let (packed, ledger, rules_of_sheets) = loading.ledger();
        let rulings = loading.rulings();
        let Rows { by_sheet: rows, topics, .. } = loading.rows(rules_of_sheets.as_deref());
        let faults = Faults(loading.faults.into_iter().flatten().collect());
        let book = Book {
            spec,
            ledger: Arc::new(ledger.map_or_else(OnceLock::new, OnceLock::from)),
            rules_of_sheets: rules_of_sheets.unwrap_or_else(|| vec![RuleSet::none(); spec.sheets.len()]),
            rulings: rulings.into(),
            rows,
            topics,
            hash: OnceLock::new(),
            packed,
            sources: sources.into(),
        };
        faults.or(book)
    }

    /// The rules of a sheet as printed, with the rulings at their defaults.
    ///
    /// # Errors
    /// Where the game has no such sheet.
    pub fn sheet(&self, name: &str) -> Result<SheetRules, UnknownSheet> {
        match self.spec.sheets.iter().position(|sheet| *sheet == name) {
            Some(sheet) => Ok(self.sheet_at(sheet)),
            None => Err(UnknownSheet {
                game: self.spec.name,
                name: name.to_owned(),
                sheets: self.spec.sheets,
                hint: nearest(name, self.spec.sheets.iter().copied()),
            }),
        }
    }

    fn sheet_at(&self, sheet: usize) -> SheetRules {
        let settings = self.rulings.iter().filter_map(|ruling| ruling.default.get(sheet).cloned()).collect();
        let rows = self.rows.get(sheet).cloned().unwrap_or_default();
        SheetRules::new(
            self.spec,
            sheet,
            rows,
            settings,
            self.rules_of_sheets.get(sheet).copied().unwrap_or_default(),
            Arc::clone(&self.rulings),
        )
    }

    /// Every rule in our words.
    pub fn ledger(&self) -> &Ledger {
        self.ledger.get_or_init(|| {
            let source = self.sources.iter().find(|source| source.file_name() == LEDGER);
            let reader = source.zip(self.packed).map(|(source, tree)| Reader::of_packed(source, tree));
            // A tree that is none is read as the file.
            let Some(Ok(reader)) = reader else { return Ledger::default() };
            Ledger::from_table(reader.root(), self.spec.sheets, |_, _| {})
        })
    }

    /// What the ledger says of a rule.
    pub fn text(&self, rule: RuleId) -> Option<&str> {
        match (self.ledger.get(), self.packed) {
            (None, Some(ledger)) => packed::text_of_rule(ledger, rule),
            _ => self.ledger().rule(rule).map(|rule| &*rule.text),
        }
    }

    /// What the ledger says of a rule, or the rulings of a ruling.
    pub fn text_of(&self, id: &str) -> Option<&str> {
        let ruling = || self.rulings.iter().find(|ruling| ruling.id == id).map(|ruling| &*ruling.text);
        self.spec.rule(id).and_then(|rule| self.text(rule)).or_else(ruling)
    }

    /// Settings worth trying for a ruling: see [`RulingSpec::choices`].
    pub fn ruling_choices(&self, ruling: usize) -> Vec<Setting> {
        self.rulings.get(ruling).map(RulingSpec::choices).unwrap_or_default()
    }

    /// The row of a rule on a sheet, as printed.
    pub fn row(&self, sheet: usize, rule: RuleId) -> Option<&Row> {
        let rows = self.rows.get(sheet)?;
        rows.get(rows.binary_search_by_key(&rule, |row| row.rule).ok()?)
    }

    /// SHA-256 over the hashes of all sheets.
    pub fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| self.hash_over(SheetRules::hash))
    }

    pub fn hash_hex(&self) -> String {
        crate::sheet::hex(&self.hash())
    }

    /// Whether a hash is that of this book, in this format or the earlier one.
    pub fn is_known_as(&self, hash: &str) -> bool {
        let earlier = || self.hash_over(SheetRules::earlier_hash);
        self.hash_hex() == hash || crate::sheet::hex(&earlier()) == hash
    }

    fn hash_over(&self, hash: impl Fn(&SheetRules) -> [u8; 32]) -> [u8; 32] {
        let mut hasher = Sha256::new();
        for sheet in 0..self.spec.sheets.len() {
            hasher.update(hash(&self.sheet_at(sheet)));
        }
        hasher.finalize().into()
    }
}

/// The files while they are read, and what is wrong in each.
struct Loading<'s> {
    spec: &'static GameSpec,
    sources: &'s [Source],
    trees: &'s [(&'s str, &'static [u8])],
    faults: Vec<Vec<Fault>>,
}

impl<'s> Loading<'s> {
    /// The ledger as a tree or as it was read, and the rules of each sheet where it is right.
    fn ledger(&mut self) -> (Option<&'static [u8]>, Option<Ledger>, Option<Vec<RuleSet>>) {
        let sheets = self.spec.sheets;
        let tree = self.trees.iter().find(|(name, _)| *name == LEDGER && self.find(LEDGER).is_some());
        let rules = tree.and_then(|(_, tree)| Some((tree, packed::rules_of_sheets(tree, sheets)?)));
        if let Some((tree, rules)) = rules {
            return (Some(tree), None, Some(rules));
        }
        let ledger = self.checked_ledger();
        let rules =
            ledger.as_ref().map(|ledger| (0..sheets.len()).map(|sheet| ledger.of_sheet(sheet)).collect());
        (None, Some(ledger.unwrap_or_default()), rules)
    }

    fn checked_ledger(&mut self) -> Option<Ledger> {
        let spec = self.spec;
        let i = self.file(LEDGER)?;
        let reader = self.parse(i)?;
        let (mut last, mut mistyped) = (0, BTreeSet::new());
        let ledger = Ledger::from_table(reader.root(), spec.sheets, |id, table| {
            // The next in the list, as a rule.
            let next = (last + 1 < spec.rules.len() && spec.rules[last + 1] == id).then_some(last + 1);
            let Some(place) = next.or_else(|| spec.rules.iter().position(|known| *known == id)) else {
                let hint = nearest(id, spec.rules.iter().copied());
                mistyped.extend(hint);
                return table.fault_hint("id", quoted(id), "a rule id of the game", hint);
            };
            if place < last {
                let after = spec.rules.get(last).copied().unwrap_or_default();
                table.fault_at(
                    "id",
                    quoted(id),
                    format!("it before {}, as in the game's list", quoted(after)),
                );
            }
            last = last.max(place);
        });
        let listed: BTreeSet<&str> = ledger.rules.iter().map(|rule| rule.id.as_str()).collect();
        for id in spec.rules.iter().filter(|id| !listed.contains(**id) && !mistyped.contains(**id)) {
            self.missing(i, "rule", id);
        }
        self.faults[i].extend(reader.into_faults().0);
        // Rows are held against a ledger only if that is right itself: one slip, one fault.
        self.faults[i].is_empty().then_some(ledger)
    }

    fn rulings(&mut self) -> Vec<RulingSpec> {
        let spec = self.spec;
        let (mut read, mut meant) = (BTreeMap::new(), BTreeSet::new());
        let file =
            if spec.rulings.is_empty() { self.find("rulings.toml") } else { self.file("rulings.toml") };
        let Some(i) = file else { return Vec::new() };
        let Some(reader) = self.parse(i) else {
            return Vec::new();
        };
        let root = reader.root();
        root.skip("schema");
        for table in root.tables("ruling") {
            let id = table.need("id", || "a ruling id of the game".to_owned());
            if let Some(Free::Text(id)) = id.as_ref().map(Item::free) {
                let known = spec.rulings.iter().copied().find(|known| *known == id);
                meant.extend(known.or_else(|| nearest(&id, spec.rulings.iter().copied())));
            }
            let place = id.and_then(|item| item.id(spec.rulings, "a ruling id of the game"));
            let name = place.and_then(|place| spec.rulings.get(place)).copied().unwrap_or_default();
            let ruling = RulingSpec::read(&table, name, spec.sheets);
            if let Some(place) = place
                && read.insert(place, ruling).is_some()
            {
                table.fault_at("id", format!("{} again", quoted(name)), "each ruling once");
            }
            table.finish();
        }
        root.finish();
        for id in spec.rulings.iter().filter(|id| !meant.contains(**id)) {
            self.missing(i, "ruling", id);
        }
        self.faults[i].extend(reader.into_faults().0);
        read.into_values().flatten().collect()
    }

    fn rows<'l>(&mut self, rules_of_sheets: Option<&'l [RuleSet]>) -> Rows<'l> {
        let mut rows = Rows::new(self.spec, rules_of_sheets);
        for i in 0..self.sources.len() {
            let source = &self.sources[i];
            if [LEDGER, "rulings.toml"].contains(&source.file_name()) {
                continue;
            }
            let Some(reader) = self.parse(i) else { continue };
            rows.read_file(&reader, source);
            self.faults[i].extend(reader.into_faults().0);
        }
        rows
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.sources.iter().position(|source| source.file_name() == name)
    }

    fn file(&mut self, name: &str) -> Option<usize> {
        let found = self.find(name);
        if found.is_none() {
            let (file, found) = (name.to_owned(), "no such file".to_owned());
            let expected = format!("one among the files of {}", self.spec.name);
            let fault = Fault { file, line: 1, column: 1, key: String::new(), found, expected, hint: None };
            self.faults.push(vec![fault]);
        }
        found
    }

    fn parse(&mut self, i: usize) -> Option<Reader> {
        let source = &self.sources[i];
        let tree = self.trees.iter().find(|(name, _)| *name == source.file_name());
        let reader = match tree {
            Some((_, tree)) => Reader::of_packed(source, tree),
            None => Reader::parse(source),
        };
        match reader {
            Ok(reader) => Some(reader),
            Err(faults) => {
                self.faults[i].extend(faults.0);
                None
            }
        }
    }

    fn missing(&mut self, i: usize, what: &str, id: &str) {
        self.faults[i].push(Fault {
            file: self.sources[i].name.clone(),
            line: 1,
            column: 1,
            key: what.to_owned(),
            found: "nothing".to_owned(),
            expected: format!("a [[{what}]] with the id {}", quoted(id)),
            hint: None,
        });
    }
}
