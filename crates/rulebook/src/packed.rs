//! The files built into a program as trees: read as TOML when it is built, not each time it starts.
//!
//! Every key and value has its place in the file, and the same reader looks for faults. A ledger is looked into as well
//! without reading the whole of it.
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
    Packed { bytes }.branch()
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
        Kind::List(items) => write_sized(bytes, |bytes| {
            write_number(items.len() as u64, bytes);
            items.iter().for_each(|item| write_node(item, bytes));
        }),
        Kind::Table(branch) => write_sized(bytes, |bytes| write_table(branch, bytes)),
    }
}

/// Writes something with its length before it, so that a reader can skip it.
fn write_sized(bytes: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let mut inside = Vec::new();
    write(&mut inside);
    write_number(inside.len() as u64, bytes);
    bytes.extend(inside);
}

/// For each of these sheets the rules of a packed ledger; `None` where something else stands there than a ledger has.
pub(crate) fn rules_of_sheets(ledger: &'static [u8], sheets: &[&str]) -> Option<Vec<RuleSet>> {
    let mut of_sheets = vec![RuleSet::none(); sheets.len()];
    let (count, mut rules) = Packed { bytes: ledger }.find(b"rule")?.list()?;
    for rule in 0..count {
        let (count, mut names) = rules.table()?.find(b"sheets")?.list()?;
        for _ in 0..count {
            let name = names.enter(kind::TEXT)?.text()?;
            let sheet = sheets.iter().position(|sheet| *sheet == name)?;
            of_sheets[sheet].insert(RuleId(u16::try_from(rule).ok()?));
        }
    }
    Some(of_sheets)
}

/// What a packed ledger says of a rule.
pub(crate) fn text_of_rule(ledger: &'static [u8], rule: RuleId) -> Option<&'static str> {
    let (_, mut rules) = Packed { bytes: ledger }.find(b"rule")?.list()?;
    for _ in 0..rule.index() {
        rules.table()?;
    }
    rules.table()?.find(b"text")?.enter(kind::TEXT)?.text()
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

    /// What has its length before it, by itself.
    fn sized(&mut self) -> Option<Packed> {
        let length = self.count()?;
        let (bytes, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        Some(Packed { bytes })
    }

    fn text(&mut self) -> Option<&'static str> {
        std::str::from_utf8(self.sized()?.bytes).ok()
    }

    fn place(&mut self) -> Option<Location> {
        let line = u32::try_from(self.number()?).ok()?;
        Some(Location { line, column: u32::try_from(self.number()?).ok()? })
    }

    /// To what the kind of the value that comes next needs, where it is of this kind.
    fn enter(&mut self, kind: u8) -> Option<&mut Packed> {
        self.place()?;
        (self.byte()? == kind).then_some(self)
    }

    /// The table that comes next, by itself.
    fn table(&mut self) -> Option<Packed> {
        self.enter(kind::TABLE)?.sized()
    }

    /// The list that comes next, by itself, and how many values it has.
    fn list(&mut self) -> Option<(usize, Packed)> {
        let mut list = self.enter(kind::LIST)?.sized()?;
        Some((list.count()?, list))
    }

    /// The value of a key, in a table by itself.
    fn find(mut self, wanted: &[u8]) -> Option<Packed> {
        for _ in 0..self.count()? {
            let key = self.sized()?.bytes;
            self.place()?;
            if key == wanted {
                return Some(self);
            }
            self.skip()?;
        }
        None
    }

    /// Past a value.
    fn skip(&mut self) -> Option<()> {
        self.place()?;
        match self.byte()? {
            kind::NO | kind::YES | kind::DATE => {}
            kind::TEXT | kind::HUGE | kind::DECIMAL | kind::LIST | kind::TABLE => {
                self.sized()?;
            }
            kind::WHOLE => {
                self.sized()?;
                self.number()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// All that is there, as a table.
    fn branch(mut self) -> Option<Branch> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            entries.push((Cow::Borrowed(self.text()?), (self.place()?, self.node()?)));
        }
        self.bytes.is_empty().then(|| Branch::new(entries))
    }

    /// All that is there, as a list.
    fn nodes(mut self) -> Option<Vec<Node>> {
        let nodes = (0..self.count()?).map(|_| self.node()).collect::<Option<Vec<Node>>>()?;
        self.bytes.is_empty().then_some(nodes)
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
            kind::LIST => Kind::List(self.sized()?.nodes()?),
            kind::TABLE => Kind::Table(self.sized()?.branch()?),
            _ => return None,
        };
        Some(Node { at, kind })
    }
}
