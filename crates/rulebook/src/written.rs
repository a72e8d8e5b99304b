//! A table written as text, one row a line: its cells, each of which knows its place in the file.

use crate::fault::{Location, Source, quoted};
use crate::item::Item;
use crate::tree::{Kind, Node, value_of};

/// A piece of text within one line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<'t> {
    pub text: &'t str,
    pub at: Location,
}

impl<'t> Written<'t> {
    /// The parts between separators that stand outside quotation marks and brackets, without the blanks around them.
    ///
    /// ```
    /// use rulebook::{Location, Written};
    /// let row = Written { text: r#"12" | [1 | 2] | "a | b" |"#, at: Location::START };
    /// let cells: Vec<(&str, u32)> = row.split(|c| c == '|').iter().map(|cell| (cell.text, cell.at.column)).collect();
    /// assert_eq!(cells, [("12\"", 1), ("[1 | 2]", 7), ("\"a | b\"", 17), ("", 26)]);
    /// ```
    pub fn split(self, is_separator: impl Fn(char) -> bool) -> Vec<Written<'t>> {
        let (mut parts, mut start, mut depth, mut is_quoted) = (Vec::new(), 0, 0_usize, false);
        let mut before = ' ';
        for (place, letter) in self.text.char_indices() {
            // A mark within a word is one of inches: 12".
            let opens = before.is_whitespace() || "=,;|[{".contains(before);
            match letter {
                '"' if is_quoted => is_quoted = before == '\\',
                '"' => is_quoted = opens,
                '[' | '{' if !is_quoted => depth += 1,
                ']' | '}' if !is_quoted => depth = depth.saturating_sub(1),
                _ if !is_quoted && depth == 0 && is_separator(letter) => {
                    parts.push(self.part(start, place));
                    start = place + letter.len_utf8();
                }
                _ => {}
            }
            before = letter;
        }
        parts.push(self.part(start, self.text.len()));
        parts
    }

    /// The text before and after the first such letter outside quotation marks and brackets.
    pub fn split_once(self, separator: char) -> Option<(Written<'t>, Written<'t>)> {
        let first = *self.split(|letter| letter == separator).first()?;
        let start = self.text.find(first.text)? + first.text.len();
        let gap = self.text.get(start..)?.find(separator)? + start;
        Some((first, self.part(gap + separator.len_utf8(), self.text.len())))
    }

    /// What stands between brackets, if they are all round it.
    pub fn within(self, open: char, close: char) -> Option<Written<'t>> {
        let inner = self.text.strip_prefix(open)?.strip_suffix(close)?;
        Some(self.part(open.len_utf8(), open.len_utf8() + inner.len()))
    }

    /// A part of it, without the blanks around.
    fn part(self, from: usize, to: usize) -> Written<'t> {
        let text = self.text.get(from..to).unwrap_or_default();
        let start = from + text.len() - text.trim_start().len();
        let before = self.text.get(..start).unwrap_or_default().chars().count();
        let column = self.at.column + u32::try_from(before).unwrap_or_default();
        Written { text: text.trim(), at: Location { line: self.at.line, column } }
    }
}

/// A value made of what is written in a cell, for [`Overlay::set`](crate::Overlay::set).
#[derive(Clone, Debug)]
pub struct Leaf(pub(crate) Node);

impl Leaf {
    /// A number, `true`, `false`, a list, a table or a text in quotation marks as TOML has them; anything else is the
    /// text that stands there.
    pub fn value(cell: Written<'_>) -> Leaf {
        value_of(cell).map_or_else(|| Leaf::text(cell.text, cell.at), Leaf)
    }

    pub fn text(text: &str, at: Location) -> Leaf {
        Leaf(Node { at, kind: Kind::Text(text.to_owned().into()) })
    }

    pub fn list(leaves: Vec<Leaf>, at: Location) -> Leaf {
        Leaf(Node { at, kind: Kind::List(leaves.into_iter().map(|leaf| leaf.0).collect()) })
    }
}

impl<'r> Item<'r> {
    /// The lines of a text between `'''` and `'''`, each with its place; blank ones and notes (`#`) are left out.
    ///
    /// `source` is the file it stands in. Only such a text has in it what stands in the file, letter for letter.
    pub fn lines(&self, source: &Source) -> Option<Vec<Written<'r>>> {
        let text = self.text()?;
        let at = self.location();
        let line = source.text.lines().nth(at.line as usize - 1).unwrap_or_default();
        let opening: String = line.chars().skip(at.column as usize - 1).collect();
        if opening.trim_end() != "'''" {
            self.fault_with(
                "a text on one line or in other quotation marks",
                "lines between ''' and ''', the first on a line of its own",
                None,
            );
            return None;
        }
        let place = |(i, text): (usize, &'r str)| {
            let line = at.line + 1 + u32::try_from(i).unwrap_or_default();
            let whole = Written { text, at: Location { line, column: 1 } };
            whole.part(0, text.len())
        };
        let lines = text.lines().enumerate().map(place);
        Some(lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#')).collect())
    }

    /// Reports that a piece of its text will not do.
    pub fn fault_of(&self, piece: Written<'_>, expected: impl Into<String>, hint: Option<&str>) {
        let found = if piece.text.is_empty() { "nothing".to_owned() } else { quoted(piece.text) };
        self.fault_in(piece.at, found, expected, hint);
    }

    /// As [`Self::fault_of`], saying what was found.
    pub fn fault_in(
        &self,
        at: Location,
        found: impl Into<String>,
        expected: impl Into<String>,
        hint: Option<&str>,
    ) {
        self.reader.report(at, &self.path(), found.into(), expected.into(), hint);
    }
}
