//! The files built into a program as trees: read as TOML when it is built, not each time it starts.
//!
//! Nothing else differs: every key and value has its place in the file, and the same reader looks for faults.
//!
//! | what | how it is written |
//! |---|---|
//! | number | seven bits a byte, the lowest first, the eighth bit set where another follows |
//! | text | its length, its bytes |
//! | place | line, column |
//! | value | its place, a byte for its kind, what the kind needs; before a list or a table its length in bytes |
//! | table | how many keys; for each in their order the key, its place, its value |

use std::borrow::Cow;

use crate::fault::{Faults, Location, Source};
use crate::id::{RuleId, RuleSet};
use crate::tree::{Branch, Kind, Node, parse};

/// A TOML file as a tree that [`Reader::of_packed`](crate::Reader::of_packed) reads.
///
/// # Errors
/// Where the file is no TOML.
pub fn pack(source: &Source) -> Result<Vec<u8>, Faults> {
    let mut bytes = Vec::new();
    write_table(&parse(source)?, &mut bytes);
    Ok(bytes)
}

/// The tree of a packed file; `None` where the bytes are none.
pub(crate) fn unpack(bytes: &'static [u8]) -> Option<Branch> {
    let mut packed = Packed { bytes };
    let branch = packed.table()?;
    packed.bytes.is_empty().then_some(branch)
}

/// The kinds of values.
mod kind {
    pub(super) const TEXT: u8 = 0;
    pub(super) const HUGE: u8 = 1;
    pub(super) const WHOLE: u8 = 2;
    pub(super) const DECIMAL: u8 = 3;
    pub(super) const NO: u8 = 4;
    pub(super) const YES: u8 = 5;
    pub(super) const DATE: u8 = 6;
    pub(super) const LIST: u8 = 7;
    pub(super) const TABLE: u8 = 8;
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn write_text(text: &str, bytes: &mut Vec<u8>) {
    write_number(text.len() as u64, bytes);
    bytes.extend(text.as_bytes());
}

fn write_place(at: Location, bytes: &mut Vec<u8>) {
    write_number(u64::from(at.line), bytes);
    write_number(u64::from(at.column), bytes);
}

fn write_table(branch: &Branch, bytes: &mut Vec<u8>) {
    write_number(branch.into_iter().count() as u64, bytes);
    for (key, (at, node)) in branch {
        write_text(key, bytes);
        write_place(*at, bytes);
        write_node(node, bytes);
    }
}

fn write_node(node: &Node, bytes: &mut Vec<u8>) {
    write_place(node.at, bytes);
    bytes.push(match &node.kind {
        Kind::Text(_) => kind::TEXT,
        Kind::Whole(_, None) => kind::HUGE,
        Kind::Whole(_, Some(_)) => kind::WHOLE,
        Kind::Decimal(_) => kind::DECIMAL,
        Kind::Flag(false) => kind::NO,
        Kind::Flag(true) => kind::YES,
        Kind::Date => kind::DATE,
        Kind::List(_) => kind::LIST,
        Kind::Table(_) => kind::TABLE,
    });
    match &node.kind {
        Kind::Text(text) | Kind::Whole(text, None) | Kind::Decimal(text) => write_text(text, bytes),
        Kind::Whole(text, Some(number)) => {
            write_text(text, bytes);
            write_number(number.cast_unsigned(), bytes);
        }
        Kind::Flag(_) | Kind::Date => {}
        Kind::List(items) => write_whole(bytes, |bytes| {
            write_number(items.len() as u64, bytes);
            items.iter().for_each(|item| write_node(item, bytes));
        }),
        Kind::Table(branch) => write_whole(bytes, |bytes| write_table(branch, bytes)),
    }
}

/// What is written, with its length before it: whoever does not want it goes past.
fn write_whole(bytes: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let mut whole = Vec::new();
    write(&mut whole);
    write_number(whole.len() as u64, bytes);
    bytes.extend(whole);
}

/// For each of these sheets the rules of a packed ledger; `None` where something else stands there than a ledger has.
pub(crate) fn rules_of_sheets(ledger: &'static [u8], sheets: &[&str]) -> Option<Vec<RuleSet>> {
    let mut on = vec![RuleSet::none(); sheets.len()];
    let mut rules = Packed { bytes: ledger }.find(b"rule")?;
    for rule in 0..rules.list()? {
        let mut of_rule = rules.table_alone()?.find(b"sheets")?;
        for _ in 0..of_rule.list()? {
            let name = of_rule.text_alone()?;
            let sheet = sheets.iter().position(|sheet| *sheet == name)?;
            on[sheet].insert(RuleId(u16::try_from(rule).ok()?));
        }
    }
    rules.bytes.is_empty().then_some(on)
}

/// What a packed ledger says of a rule.
pub(crate) fn text_of_rule(ledger: &'static [u8], rule: RuleId) -> Option<&'static str> {
    let mut rules = Packed { bytes: ledger }.find(b"rule")?;
    let count = rules.list()?;
    (0..rule.index().min(count)).try_for_each(|_| rules.table_alone().map(|_| ()))?;
    rules.table_alone()?.find(b"text")?.text_alone()
}

/// What is still to be read.
struct Packed {
    bytes: &'static [u8],
}

impl Packed {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(number);
            }
            shift += 7;
        }
    }

    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        // Whatever is counted has a byte at least.
        (count <= self.bytes.len()).then_some(count)
    }

    /// What has its length before it.
    fn whole(&mut self) -> Option<&'static [u8]> {
        let length = self.count()?;
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        Some(text)
    }

    fn text(&mut self) -> Option<&'static str> {
        std::str::from_utf8(self.whole()?).ok()
    }

    fn place(&mut self) -> Option<Location> {
        let line = u32::try_from(self.number()?).ok()?;
        Some(Location { line, column: u32::try_from(self.number()?).ok()? })
    }

    /// The value of a key of the table that begins here, and no more.
    fn find(mut self, wanted: &[u8]) -> Option<Packed> {
        for _ in 0..self.count()? {
            let key = self.whole()?;
            self.place()?;
            let value = self.bytes;
            self.skip()?;
            if key == wanted {
                return Some(Packed { bytes: &value[..value.len() - self.bytes.len()] });
            }
        }
        None
    }

    /// A table that comes next among others.
    fn table_alone(&mut self) -> Option<Packed> {
        self.is_kind(kind::TABLE)?;
        self.whole().map(|bytes| Packed { bytes })
    }

    /// A text that comes next among others.
    fn text_alone(&mut self) -> Option<&'static str> {
        self.is_kind(kind::TEXT)?;
        self.text()
    }

    /// How many values a list has, which follow.
    fn list(&mut self) -> Option<usize> {
        self.is_kind(kind::LIST)?;
        self.count()?;
        self.count()
    }

    fn is_kind(&mut self, kind: u8) -> Option<()> {
        self.place()?;
        (self.byte()? == kind).then_some(())
    }

    /// Past a value.
    fn skip(&mut self) -> Option<()> {
        self.place()?;
        match self.byte()? {
            kind::NO | kind::YES | kind::DATE => Some(()),
            kind::WHOLE => {
                self.whole()?;
                self.number().map(|_| ())
            }
            _ => self.whole().map(|_| ()),
        }
    }

    fn table(&mut self) -> Option<Branch> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            entries.push((Cow::Borrowed(self.text()?), (self.place()?, self.node()?)));
        }
        Some(Branch::new(entries))
    }

    fn node(&mut self) -> Option<Node> {
        let at = self.place()?;
        let kind = match self.byte()? {
            kind::TEXT => Kind::Text(self.text()?.into()),
            kind::HUGE => Kind::Whole(self.text()?.into(), None),
            kind::WHOLE => Kind::Whole(self.text()?.into(), Some(self.number()?.cast_signed())),
            kind::DECIMAL => Kind::Decimal(self.text()?.into()),
            kind::NO => Kind::Flag(false),
            kind::YES => Kind::Flag(true),
            kind::DATE => Kind::Date,
            kind::LIST => {
                self.count()?;
                let count = self.count()?;
                Kind::List((0..count).map(|_| self.node()).collect::<Option<Vec<Node>>>()?)
            }
            kind::TABLE => {
                self.count()?;
                Kind::Table(self.table()?)
            }
            _ => return None,
        };
        Some(Node { at, kind })
    }
}
