//! Reading a TOML file key by key, with every fault collected instead of the first thrown.
//!
//! A getter whose key is missing or wrong records a fault and gives something harmless, so that reading goes on;
//! [`Reader::done`] then hands out either the value built or all faults.
//! [`Table::finish`] reports the keys that were not asked for.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use crate::fault::{Fault, Faults, Location, Source, nearest, one_of};
use crate::item::{Item, Whole, distance, whole};
use crate::packed::unpack;
use crate::path::{Path, Within};
use crate::tree::{self, Branch};

/// A parsed file and the faults found in it so far.
///
/// ```
/// use rulebook::{Reader, Source};
/// let source = Source::new("x.toml", "name = \"Old Guard\"\nfigurs = 24\n");
/// let reader = Reader::parse(&source)?;
/// let unit = reader.root();
/// let (name, figures) = (unit.text("name"), unit.int("figures", 1..=36));
/// unit.finish();
/// let faults = reader.done((name, figures)).unwrap_err().to_string();
/// assert_eq!(
///     faults,
///     "x.toml:1:1: figures: found nothing, expected a whole number from 1 to 36\n\
///      x.toml:2:1: figurs: found an unknown key, expected one of name, figures; did you mean \"figures\"?"
/// );
/// # Ok::<(), rulebook::Faults>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    file: String,
    root: Branch,
    faults: RefCell<Vec<Fault>>,
}

impl Reader {
    /// # Errors
    /// One located fault if the text is not TOML.
    pub fn parse(source: &Source) -> Result<Reader, Faults> {
        let root = tree::parse(source)?;
        Ok(Reader { file: source.name.clone(), root, faults: RefCell::default() })
    }

    /// As [`Self::parse`], from the tree that [`pack`](crate::pack) has made of the file; from its text if that is none.
    ///
    /// # Errors
    /// Where the file is no TOML.
    pub fn of_packed(source: &Source, tree: &'static [u8]) -> Result<Reader, Faults> {
        let Some(root) = unpack(tree) else { return Reader::parse(source) };
        Ok(Reader { file: source.name.clone(), root, faults: RefCell::default() })
    }

    /// The table of the whole file.
    pub fn root(&self) -> Table<'_> {
        Table::new(self, Some(&self.root), Location::START, None)
    }

    /// The faults found so far, in the order of the lines.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.borrow().clone();
        faults.sort_by_key(|fault| (fault.line, fault.column));
        faults
    }

    /// The faults found, in the order of the lines.
    pub fn into_faults(self) -> Faults {
        Faults(self.faults())
    }

    /// The value read, if nothing was wrong.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn done<T>(self, value: T) -> Result<T, Faults> {
        self.into_faults().or(value)
    }

    pub(crate) fn report(
        &self,
        at: Location,
        key: &str,
        found: String,
        expected: String,
        hint: Option<&str>,
    ) {
        let (file, key, hint) = (self.file.clone(), key.to_owned(), hint.map(str::to_owned));
        self.faults.borrow_mut().push(Fault {
            file,
            line: at.line,
            column: at.column,
            key,
            found,
            expected,
            hint,
        });
    }
}

/// A table of the file. Ask for its keys, then [`finish`](Self::finish) it.
#[derive(Debug)]
#[must_use]
pub struct Table<'r> {
    reader: &'r Reader,
    /// `None` stands for a table that is missing: the fault is on record, so nothing read from it makes another.
    branch: Option<&'r Branch>,
    at: Location,
    path: Within<'r>,
    /// In the order of asking, which is the order a fault lists them in.
    asked: RefCell<Vec<Asked>>,
}

impl<'r> Table<'r> {
    pub(crate) fn new(
        reader: &'r Reader,
        branch: Option<&'r Branch>,
        at: Location,
        path: Within<'r>,
    ) -> Table<'r> {
        Table { reader, branch, at, path, asked: RefCell::default() }
    }

    pub(crate) fn branch(&self) -> Option<&'r Branch> {
        self.branch
    }

    pub(crate) fn at(&self) -> Location {
        self.at
    }

    pub fn path(&self) -> String {
        self.path.as_ref().map(ToString::to_string).unwrap_or_default()
    }

    /// The keys in the order of the file.
    pub fn keys(&self) -> Vec<&'r str> {
        let mut keys: Vec<_> = self.branch.into_iter().flatten().map(|(key, (at, _))| (*at, key)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, key)| key).collect()
    }

    pub fn has(&self, key: &str) -> bool {
        self.branch.is_some_and(|branch| branch.contains_key(key))
    }

    /// The place of the key's value; of the table where there is none.
    pub fn location(&self, key: &str) -> Location {
        self.branch.and_then(|branch| branch.get(key)).map_or(self.at, |(_, node)| node.at)
    }

    /// The full dotted path of a key of this table.
    pub fn path_of(&self, key: &str) -> String {
        let within = self.path.clone();
        Path::key(&within, key).to_string()
    }

    /// Reports that what a key says will not do, though it is of the right kind.
    pub fn fault_at(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        self.fault_hint(key, found, expected, None);
    }

    /// As [`Self::fault_at`], with the word that was perhaps meant.
    pub fn fault_hint(
        &self,
        key: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
        hint: Option<&str>,
    ) {
        if self.branch.is_some() {
            self.reader.report(self.location(key), &self.path_of(key), found.into(), expected.into(), hint);
        }
    }

    /// The value of a key that may be left out.
    pub fn item(&self, key: &str) -> Option<Item<'r>> {
        let place = self.ask(key)?;
        let (key, (_, node)) = self.branch?.at(place)?;
        Some(Item { reader: self.reader, node, path: Path::key(&self.path, key) })
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str, expected: impl FnOnce() -> String) -> Option<Item<'r>> {
        let item = self.item(key);
        if item.is_none() {
            self.fault_at(key, "nothing", expected());
        }
        item
    }

    pub fn text(&self, key: &str) -> String {
        let item = self.need(key, || "text in quotation marks".to_owned());
        item.and_then(|item| item.text()).unwrap_or_default().to_owned()
    }

    pub fn text_or(&self, key: &str, default: &str) -> String {
        self.item(key).and_then(|item| item.text()).unwrap_or(default).to_owned()
    }

    /// A list of texts that must be there.
    pub fn texts(&self, key: &str) -> Vec<String> {
        self.list(key, "texts").iter().filter_map(Item::text).map(str::to_owned).collect()
    }

    /// As [`Self::texts`], empty where the key is left out.
    pub fn opt_texts(&self, key: &str) -> Vec<String> {
        self.opt_list(key, "texts").iter().filter_map(Item::text).map(str::to_owned).collect()
    }

    pub fn int<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> N {
        let item = self.need(key, || whole(&range));
        item.and_then(|item| item.int(&range)).unwrap_or(*range.start())
    }

    pub fn int_or<N: Whole>(&self, key: &str, range: RangeInclusive<N>, default: N) -> N {
        self.item(key).and_then(|item| item.int(&range)).unwrap_or(default)
    }

    /// A list of whole numbers that must be there.
    pub fn ints<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Vec<N> {
        self.list(key, "whole numbers").iter().filter_map(|item| item.int(&range)).collect()
    }

    /// As [`Self::ints`], empty where the key is left out.
    pub fn opt_ints<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Vec<N> {
        self.opt_list(key, "whole numbers").iter().filter_map(|item| item.int(&range)).collect()
    }

    /// A distance in inches, as thousandths; the range is in thousandths too.
    pub fn inches(&self, key: &str, range: RangeInclusive<i32>) -> i32 {
        let item = self.need(key, || distance(&range));
        item.and_then(|item| item.inches(&range)).unwrap_or(*range.start())
    }

    pub fn inches_or(&self, key: &str, range: RangeInclusive<i32>, default: i32) -> i32 {
        self.item(key).and_then(|item| item.inches(&range)).unwrap_or(default)
    }

    pub fn flag(&self, key: &str) -> bool {
        self.need(key, || "true or false".to_owned()).and_then(|item| item.flag()).unwrap_or_default()
    }

    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        self.item(key).and_then(|item| item.flag()).unwrap_or(default)
    }

    /// One of the words; `None` has been reported.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        self.need(key, || one_of(words.iter().map(|(name, _)| *name)))?.word(words)
    }

    pub fn word_or<T: Copy>(&self, key: &str, words: &[(&str, T)], default: T) -> T {
        self.item(key).and_then(|item| item.word(words)).unwrap_or(default)
    }

    /// A list of words that must be there.
    pub fn words<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Vec<T> {
        self.list(key, "words").iter().filter_map(|item| item.word(words)).collect()
    }

    /// As [`Self::words`], empty where the key is left out.
    pub fn opt_words<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Vec<T> {
        self.opt_list(key, "words").iter().filter_map(|item| item.word(words)).collect()
    }

    /// `[x, y]` in inches, as thousandths.
    pub fn point(&self, key: &str) -> (i32, i32) {
        self.need(key, || "a point [x, y] in inches".to_owned())
            .and_then(|item| item.point())
            .unwrap_or_default()
    }

    /// A list of `[x, y]` that must be there.
    pub fn points(&self, key: &str) -> Vec<(i32, i32)> {
        self.list(key, "points [x, y]").iter().filter_map(Item::point).collect()
    }

    /// As [`Self::points`], empty where the key is left out.
    pub fn opt_points(&self, key: &str) -> Vec<(i32, i32)> {
        self.opt_list(key, "points [x, y]").iter().filter_map(Item::point).collect()
    }

    /// The items of a list that must be there; `what` completes "a list of …" in the fault.
    pub fn list(&self, key: &str, what: &str) -> Vec<Item<'r>> {
        let item = self.need(key, || format!("a list of {what}"));
        item.and_then(|item| item.list(what)).unwrap_or_default()
    }

    pub fn opt_list(&self, key: &str, what: &str) -> Vec<Item<'r>> {
        self.item(key).and_then(|item| item.list(what)).unwrap_or_default()
    }

    /// A table that must be there; an empty one that complains of nothing else if it is not.
    pub fn table(&self, key: &str) -> Table<'r> {
        let table = self.need(key, || "a table".to_owned()).and_then(|item| item.table());
        table.unwrap_or_else(|| Table::new(self.reader, None, self.location(key), self.path.clone()))
    }

    pub fn opt_table(&self, key: &str) -> Option<Table<'r>> {
        self.item(key)?.table()
    }

    /// A list of tables, `[[key]]`; empty where there is none.
    pub fn tables(&self, key: &str) -> Vec<Table<'r>> {
        self.opt_list(key, "tables").iter().filter_map(Item::table).collect()
    }

    /// Marks a key as read without reading it.
    pub fn skip(&self, key: &str) {
        self.ask(key);
    }

    /// Marks a key as read, and gives its place in the table.
    fn ask(&self, key: &str) -> Option<usize> {
        let there = self.branch.and_then(|branch| branch.place(key));
        let mut asked = self.asked.borrow_mut();
        let is_known = asked.iter().any(|known| match (known, there) {
            (Asked::There(place), Some(there)) => *place == there,
            (Asked::Missing(known), None) => known == key,
            (Asked::There(_), None) | (Asked::Missing(_), Some(_)) => false,
        });
        if !is_known {
            asked.push(there.map_or_else(|| Asked::Missing(key.to_owned()), Asked::There));
        }
        there
    }

    fn name_of<'a>(&'a self, asked: &'a Asked) -> &'a str {
        match asked {
            Asked::There(place) => {
                self.branch.and_then(|branch| branch.at(*place)).map_or("", |(key, _)| key)
            }
            Asked::Missing(key) => key,
        }
    }

    /// Reports every key that was not asked for.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        let names = || asked.iter().map(|known| self.name_of(known));
        let is_asked =
            |place: usize| asked.iter().any(|known| matches!(known, Asked::There(there) if *there == place));
        let keys = self.branch.into_iter().flatten().enumerate();
        for (_, (key, (at, _))) in keys.filter(|(place, _)| !is_asked(*place)) {
            let hint = nearest(key, names().filter(|known| !self.has(known)));
            let hint = hint.or_else(|| nearest(key, names()));
            self.reader.report(*at, &self.path_of(key), "an unknown key".to_owned(), one_of(names()), hint);
        }
    }
}

/// A key that was asked for.
#[derive(Debug)]
enum Asked {
    /// By its place in the table.
    There(usize),
    Missing(String),
}
