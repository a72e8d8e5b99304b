//! The files built into a program as trees: read as TOML when it is built, not each time it starts.
//!
//! Nothing else differs: every key and value has its place in the file, and the same reader looks for faults.
//!
//! | what | how it is written |
//! |---|---|
//! | number | seven bits a byte, the lowest first, the eighth bit set where another follows |
//! | text | its length, its bytes |
//! | place | line, column |
//! | value | its place, a byte for its kind, what the kind needs |
//! | table | how many keys; for each in their order the key, its place, its value |

use std::borrow::Cow;

use crate::fault::{Faults, Location, Source};
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
        Kind::Text(_) => 0,
        Kind::Whole(_, None) => 1,
        Kind::Whole(_, Some(_)) => 2,
        Kind::Decimal(_) => 3,
        Kind::Flag(false) => 4,
        Kind::Flag(true) => 5,
        Kind::Date => 6,
        Kind::List(_) => 7,
        Kind::Table(_) => 8,
    });
    match &node.kind {
        Kind::Text(text) | Kind::Whole(text, None) | Kind::Decimal(text) => write_text(text, bytes),
        Kind::Whole(text, Some(number)) => {
            write_text(text, bytes);
            write_number(number.cast_unsigned(), bytes);
        }
        Kind::Flag(_) | Kind::Date => {}
        Kind::List(items) => {
            write_number(items.len() as u64, bytes);
            items.iter().for_each(|item| write_node(item, bytes));
        }
        Kind::Table(branch) => write_table(branch, bytes),
    }
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

    fn text(&mut self) -> Option<Cow<'static, str>> {
        let length = self.count()?;
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        std::str::from_utf8(text).ok().map(Cow::Borrowed)
    }

    fn place(&mut self) -> Option<Location> {
        let line = u32::try_from(self.number()?).ok()?;
        Some(Location { line, column: u32::try_from(self.number()?).ok()? })
    }

    fn table(&mut self) -> Option<Branch> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            entries.push((self.text()?, (self.place()?, self.node()?)));
        }
        Some(Branch::new(entries))
    }

    fn node(&mut self) -> Option<Node> {
        let at = self.place()?;
        let kind = match self.byte()? {
            0 => Kind::Text(self.text()?),
            1 => Kind::Whole(self.text()?, None),
            2 => Kind::Whole(self.text()?, Some(self.number()?.cast_signed())),
            3 => Kind::Decimal(self.text()?),
            4 => Kind::Flag(false),
            5 => Kind::Flag(true),
            6 => Kind::Date,
            7 => {
                let count = self.count()?;
                Kind::List((0..count).map(|_| self.node()).collect::<Option<Vec<Node>>>()?)
            }
            8 => Kind::Table(self.table()?),
            _ => return None,
        };
        Some(Node { at, kind })
    }
}
