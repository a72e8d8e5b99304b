//! One value of a file, read as what it should be.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::fault::{Location, nearest, one_of, quoted};
use crate::path::Path;
use crate::read::{Reader, Table};
use crate::tree::{Free, Kind, Node};

/// A value of the file: one under a key, or one of a list. Each reading records its own fault and then gives `None`.
#[derive(Clone, Debug)]
pub struct Item<'r> {
    pub(crate) reader: &'r Reader,
    pub(crate) node: &'r Node,
    pub(crate) path: Path<'r>,
}

impl<'r> Item<'r> {
    pub fn location(&self) -> Location {
        self.node.at
    }

    pub fn path(&self) -> String {
        self.path.to_string()
    }

    pub fn is_table(&self) -> bool {
        matches!(self.node.kind, Kind::Table(_))
    }

    pub(crate) fn is_text(&self, text: &str) -> bool {
        matches!(&self.node.kind, Kind::Text(found) if found == text)
    }

    /// Reports that this value will not do.
    pub fn fault(&self, expected: impl Into<String>) {
        self.fault_with(self.node.found(), expected, None);
    }

    /// As [`Self::fault`], saying what was found and which word was perhaps meant.
    pub fn fault_with(&self, found: impl Into<String>, expected: impl Into<String>, hint: Option<&str>) {
        self.reader.report(self.node.at, &self.path(), found.into(), expected.into(), hint);
    }

    fn wrong<T>(&self, expected: impl Into<String>) -> Option<T> {
        self.fault(expected);
        None
    }

    pub fn text(&self) -> Option<&'r str> {
        match &self.node.kind {
            Kind::Text(text) => Some(text),
            _ => self.wrong("text in quotation marks"),
        }
    }

    pub fn int<N: Whole>(&self, range: &RangeInclusive<N>) -> Option<N> {
        if let Kind::Whole(_, Some(number)) = self.node.kind
            && (Into::<i64>::into(*range.start())..=Into::<i64>::into(*range.end())).contains(&number)
            && let Ok(number) = N::try_from(number)
        {
            return Some(number);
        }
        self.wrong(whole(range))
    }

    /// A decimal of at most three places, as thousandths; `range` is in thousandths too.
    pub fn inches(&self, range: &RangeInclusive<i32>) -> Option<i32> {
        match (self.thousandths(), &self.node.kind) {
            (Some(number), _) if range.contains(&number) => Some(number),
            (None, Kind::Decimal(_)) => self.wrong("a plain number with at most three decimal places"),
            _ => self.wrong(distance(range)),
        }
    }

    fn thousandths(&self) -> Option<i32> {
        match &self.node.kind {
            Kind::Whole(_, Some(number)) => i32::try_from(number.checked_mul(1000)?).ok(),
            Kind::Decimal(text) => thousandths(text),
            _ => None,
        }
    }

    pub fn flag(&self) -> Option<bool> {
        match self.node.kind {
            Kind::Flag(flag) => Some(flag),
            _ => self.wrong("true or false"),
        }
    }

    /// The place in `words` of the word that stands here.
    pub fn word_index(&self, words: &[&str]) -> Option<usize> {
        let Kind::Text(text) = &self.node.kind else {
            return self.wrong(one_of(words.iter().copied()));
        };
        let found = words.iter().position(|word| word == text);
        if found.is_none() {
            let hint = nearest(text, words.iter().copied());
            self.fault_with(quoted(text), one_of(words.iter().copied()), hint);
        }
        found
    }

    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        self.word_index(&names).and_then(|i| words.get(i)).map(|(_, value)| *value)
    }

    /// An id out of many: `what` names the kind of id in the fault, since the list would be too long.
    pub fn id(&self, ids: &[&str], what: &str) -> Option<usize> {
        let text = self.text()?;
        let found = ids.iter().position(|id| *id == text);
        if found.is_none() {
            self.fault_with(quoted(text), what, nearest(text, ids.iter().copied()));
        }
        found
    }

    /// The items of a list; `what` completes "a list of …" in the fault.
    pub fn list(&self, what: &str) -> Option<Vec<Item<'r>>> {
        let Kind::List(nodes) = &self.node.kind else {
            return self.wrong(format!("a list of {what}"));
        };
        let list = self.path.shared();
        let item = |(i, node)| Item { reader: self.reader, node, path: Path::place(&list, i) };
        Some(nodes.iter().enumerate().map(item).collect())
    }

    /// `[x, y]` in inches, as thousandths.
    pub fn point(&self) -> Option<(i32, i32)> {
        const EXPECTED: &str = "a point [x, y] in inches";
        let Kind::List(nodes) = &self.node.kind else {
            return self.wrong(EXPECTED);
        };
        let [x, y] = nodes.as_slice() else {
            self.fault_with(format!("a list of {}", nodes.len()), EXPECTED, None);
            return None;
        };
        let list = self.path.shared();
        let part = |node, i| Item { reader: self.reader, node, path: Path::place(&list, i) };
        let (x, y) = (part(x, 0).inches(&ANYWHERE), part(y, 1).inches(&ANYWHERE));
        Some((x?, y?))
    }

    pub fn table(&self) -> Option<Table<'r>> {
        match &self.node.kind {
            Kind::Table(branch) => {
                Some(Table::new(self.reader, Some(branch), self.node.at, self.path.shared()))
            }
            _ => self.wrong("a table"),
        }
    }

    /// Whatever stands here, kept for showing.
    pub fn free(&self) -> Free {
        self.node.free()
    }
}

/// A whole number type whose ranges can be asked for: `u8` to `i64` as far as they fit 64 bits.
pub trait Whole: Copy + Into<i64> + TryFrom<i64> + Display {}
impl<N: Copy + Into<i64> + TryFrom<i64> + Display> Whole for N {}

const ANYWHERE: RangeInclusive<i32> = -1_000_000..=1_000_000;

pub(crate) fn whole<N: Whole>(range: &RangeInclusive<N>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

pub(crate) fn distance(range: &RangeInclusive<i32>) -> String {
    format!("a distance from {} to {} inches", decimal(*range.start()), decimal(*range.end()))
}

/// Thousandths as a person writes them: `2500` is `2.5`.
pub(crate) fn decimal(thousandths: i32) -> String {
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let sign = if thousandths < 0 { "-" } else { "" };
    let fraction = format!("{rest:03}");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// Reads `-12.375` from its text, so that no float is ever rounded.
fn thousandths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || fraction.len() > 3 || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let number =
        whole.parse::<i32>().ok()?.checked_mul(1000)?.checked_add(format!("{fraction:0<3}").parse().ok()?)?;
    Some(if negative { -number } else { number })
}
