//! A TOML file as a tree in which every key and value knows its place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault::{Fault, Faults, Location, Source, quoted};
use crate::written::Written;

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: Location,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Text(Cow<'static, str>),
    /// As written, and as a number if it is one of 64 bits.
    Whole(Cow<'static, str>, Option<i64>),
    /// As written: no float is ever made of it.
    Decimal(Cow<'static, str>),
    Flag(bool),
    Date,
    List(Vec<Node>),
    Table(Branch),
}

/// A table: for each key its place and its value, in the order of the keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branch(Vec<Entry>);

type Entry = (Cow<'static, str>, (Location, Node));

impl Branch {
    pub(crate) fn new(mut entries: Vec<Entry>) -> Branch {
        entries.sort_by(|one, two| one.0.cmp(&two.0));
        Branch(entries)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&(Location, Node)> {
        self.at(self.place(key)?).map(|(_, value)| value)
    }

    /// The place of a key among those of the table.
    pub(crate) fn place(&self, key: &str) -> Option<usize> {
        self.0.binary_search_by(|(known, _)| known.as_ref().cmp(key)).ok()
    }

    /// The key at a place, and its value.
    pub(crate) fn at(&self, place: usize) -> Option<(&str, &(Location, Node))> {
        self.0.get(place).map(|(key, value)| (key.as_ref(), value))
    }

    pub(crate) fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut (Location, Node)> {
        let place = self.place(key)?;
        self.0.get_mut(place).map(|(_, value)| value)
    }

    /// Sets the value of a key.
    pub(crate) fn put(&mut self, key: &str, at: Location, node: Node) {
        match self.0.binary_search_by(|(known, _)| known.as_ref().cmp(key)) {
            Ok(place) => self.0[place].1 = (at, node),
            Err(place) => self.0.insert(place, (key.to_owned().into(), (at, node))),
        }
    }

    pub(crate) fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| known != key);
    }

    /// The tables in its lists.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Branch> {
        let lists = self.0.iter().filter_map(|(_, (_, node))| match &node.kind {
            Kind::List(items) => Some(items),
            _ => None,
        });
        lists.flatten().filter_map(|item| match &item.kind {
            Kind::Table(branch) => Some(branch),
            _ => None,
        })
    }

    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Branch> {
        let lists = self.0.iter_mut().filter_map(|(_, (_, node))| match &mut node.kind {
            Kind::List(items) => Some(items),
            _ => None,
        });
        lists.flatten().filter_map(|item| match &mut item.kind {
            Kind::Table(branch) => Some(branch),
            _ => None,
        })
    }
}

impl<'b> IntoIterator for &'b Branch {
    type Item = (&'b str, &'b (Location, Node));
    type IntoIter = std::iter::Map<std::slice::Iter<'b, Entry>, fn(&'b Entry) -> Self::Item>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key.as_ref(), value))
    }
}

/// A value of a file that is kept as it is, for showing only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Free {
    Flag(bool),
    Whole(i64),
    /// Text, and decimals as written.
    Text(String),
    List(Vec<Free>),
    Table(BTreeMap<String, Free>),
}

impl Node {
    /// What stands here, in the words of a fault.
    pub(crate) fn found(&self) -> String {
        match &self.kind {
            Kind::Text(text) => quoted(text),
            Kind::Whole(text, _) | Kind::Decimal(text) => text.chars().take(60).collect(),
            Kind::Flag(flag) => flag.to_string(),
            Kind::Date => "a date".to_owned(),
            Kind::List(items) if items.is_empty() => "an empty list".to_owned(),
            Kind::List(_) => "a list".to_owned(),
            Kind::Table(_) => "a table".to_owned(),
        }
    }

    /// Gives it, and all that is in it, a place.
    fn put_at(&mut self, at: Location) {
        self.at = at;
        match &mut self.kind {
            Kind::List(items) => items.iter_mut().for_each(|item| item.put_at(at)),
            Kind::Table(branch) => branch.0.iter_mut().for_each(|(_, (key, node))| {
                *key = at;
                node.put_at(at);
            }),
            Kind::Text(_) | Kind::Whole(..) | Kind::Decimal(_) | Kind::Flag(_) | Kind::Date => {}
        }
    }

    pub(crate) fn free(&self) -> Free {
        match &self.kind {
            Kind::Text(text) | Kind::Decimal(text) | Kind::Whole(text, None) => Free::Text(text.to_string()),
            Kind::Whole(_, Some(number)) => Free::Whole(*number),
            Kind::Flag(flag) => Free::Flag(*flag),
            Kind::Date => Free::Text("a date".to_owned()),
            Kind::List(items) => Free::List(items.iter().map(Node::free).collect()),
            Kind::Table(table) => {
                Free::Table(table.into_iter().map(|(key, (_, node))| (key.to_owned(), node.free())).collect())
            }
        }
    }
}

/// Most parts a dotted key may have: trees deeper than real files have are refused before they are built.
const MOST_PARTS: usize = 16;

/// Reads the file into a tree.
pub(crate) fn parse(source: &Source) -> Result<Branch, Faults> {
    let lines = Lines::of(&source.text);
    let fault = |at: Location, found: String, expected: String| {
        let (file, key) = (source.name.clone(), String::new());
        Faults::from(Fault { file, line: at.line, column: at.column, key, found, expected, hint: None })
    };
    if let Some(offset) = overlong_key(&source.text) {
        let expected = format!("at most {MOST_PARTS} parts");
        return Err(fault(lines.at(offset), "a dotted key of very many parts".to_owned(), expected));
    }
    match DeTable::parse(&source.text) {
        Ok(root) => Ok(branch(root.get_ref(), &lines)),
        Err(error) => {
            let at = lines.at(error.span().map_or(0, |span| span.start));
            let (found, expected) = in_our_words(error.message());
            Err(fault(at, found, expected))
        }
    }
}

/// A piece of text as a value of TOML, all of it at the place of the piece.
///
/// `None` where it is none, or a word or date that a table means as such (`inf` is infantry).
pub(crate) fn value_of(cell: Written<'_>) -> Option<Node> {
    let text = format!("v = {}", cell.text);
    let is_word = cell.text.chars().all(char::is_alphabetic) && !matches!(cell.text, "true" | "false");
    if is_word || text.contains('\n') || overlong_key(&text).is_some() {
        return None;
    }
    let root = DeTable::parse(&text).ok()?;
    let (_, value) = root.get_ref().iter().next()?;
    let mut node = Node { at: cell.at, kind: kind(value.get_ref(), &Lines::of(&text)) };
    node.put_at(cell.at);
    (!matches!(node.kind, Kind::Date)).then_some(node)
}

/// Splits the parser's `<what>, expected <which>` and puts a word to the commonest slips.
fn in_our_words(message: &str) -> (String, String) {
    let one_line = message.replace('\n', " ");
    match one_line.split_once(", expected ") {
        Some(("string values must be quoted", _)) => (
            "nothing that is a value".to_owned(),
            "a number, true, false, or text in quotation marks".to_owned(),
        ),
        Some((what, which)) => (what.to_owned(), which.to_owned()),
        None if one_line.contains("duplicate key") => {
            ("the same key again".to_owned(), "each key once".to_owned())
        }
        None => (one_line, "TOML".to_owned()),
    }
}

fn branch(table: &DeTable<'_>, lines: &Lines<'_>) -> Branch {
    let entry = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let at = lines.at(key.span().start);
        let node = Node { at: lines.at(value.span().start), kind: kind(value.get_ref(), lines) };
        (key.get_ref().to_string().into(), (at, node))
    };
    Branch::new(table.iter().map(entry).collect())
}

fn kind(value: &DeValue<'_>, lines: &Lines<'_>) -> Kind {
    match value {
        DeValue::String(text) => Kind::Text(text.to_string().into()),
        DeValue::Integer(number) => {
            let text = number.as_str();
            Kind::Whole(text.to_owned().into(), i64::from_str_radix(text, number.radix()).ok())
        }
        DeValue::Float(number) => Kind::Decimal(number.as_str().to_owned().into()),
        DeValue::Boolean(flag) => Kind::Flag(*flag),
        DeValue::Datetime(_) => Kind::Date,
        DeValue::Array(items) => Kind::List(
            items
                .iter()
                .map(|item| Node { at: lines.at(item.span().start), kind: kind(item.get_ref(), lines) })
                .collect(),
        ),
        DeValue::Table(table) => Kind::Table(branch(table, lines)),
    }
}

/// Where the lines of a text begin.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1);
        Lines { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    fn at(&self, offset: usize) -> Location {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or("");
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Location { line: number(line), column: number(before.chars().count() + 1) }
    }
}

/// The offset of a dotted key with more than [`MOST_PARTS`] parts.
///
/// The TOML parser bounds the depth of lists and inline tables but not that of dotted keys,
/// and a tree of a hundred thousand levels overflows the stack when it is dropped.
fn overlong_key(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut i, mut dots) = (0, 0);
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'.' => dots += 1,
            b'\n' | b'=' | b',' | b'[' | b']' | b'{' | b'}' => dots = 0,
            b'#' => i = end_of_line(bytes, i),
            b'"' | b'\'' => i = end_of_string(bytes, i),
            _ => {}
        }
        if dots >= MOST_PARTS {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The last byte before the line's end, so that the line's end itself is seen next.
fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.iter().skip(from).position(|byte| *byte == b'\n');
    rest.map_or(bytes.len(), |n| (from + n).saturating_sub(1).max(from))
}

/// The last byte of the string that opens at `from`.
fn end_of_string(bytes: &[u8], from: usize) -> usize {
    let quote = bytes[from];
    let is_quote = |i: usize| bytes.get(i) == Some(&quote);
    let long = is_quote(from + 1) && is_quote(from + 2);
    let mut i = from + if long { 3 } else { 1 };
    while let Some(&byte) = bytes.get(i) {
        if byte == b'\\' && quote == b'"' && bytes.get(i + 1) != Some(&b'\n') {
            i += 1;
        } else if byte == b'\n' && !long {
            return i - 1;
        } else if byte == quote && !long {
            return i;
        } else if byte == quote && is_quote(i + 1) && is_quote(i + 2) {
            return i + 2;
        }
        i += 1;
    }
    i
}
