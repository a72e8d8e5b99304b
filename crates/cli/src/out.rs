//! Standard output: buffered, coloured for people, and calm when its reader has gone.

use crate::wrong::Wrong;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Where a command writes.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    colour: bool,
}

/// How a piece of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Heading,
    Bold,
    Quiet,
    Good,
    Bad,
}

impl Out {
    /// Coloured on a terminal, unless `NO_COLOR` is set.
    pub(crate) fn standard() -> Out {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let stdout = io::stdout();
        Out { colour: wanted && stdout.is_terminal(), writer: BufWriter::new(stdout.lock()) }
    }

    pub(crate) fn ink(&self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Heading => "1;36",
            Ink::Bold => "1",
            Ink::Quiet => "2",
            Ink::Good => "32",
            Ink::Bad => "1;31",
        };
        if self.colour && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(crate) fn line(&mut self, text: &str) -> Result<(), Wrong> {
        writeln!(self.writer, "{text}").map_err(closed)
    }

    pub(crate) fn text(&mut self, text: &str) -> Result<(), Wrong> {
        self.writer.write_all(text.as_bytes()).map_err(closed)
    }

    /// One line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Wrong> {
        self.written(serde_json::to_string(value))
    }

    /// JSON for people who look at it too.
    pub(crate) fn pretty(&mut self, value: &impl Serialize) -> Result<(), Wrong> {
        self.written(serde_json::to_string_pretty(value))
    }

    fn written(&mut self, text: serde_json::Result<String>) -> Result<(), Wrong> {
        let text = text.map_err(|error| Wrong::new(format_args!("standard output: {error}")))?;
        self.line(&text)
    }

    /// Rows under their headings, columns as wide as they must be. A heading that begins with `>` sets its column
    /// to the right.
    pub(crate) fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) -> Result<(), Wrong> {
        let right: Vec<bool> = headings.iter().map(|heading| heading.starts_with('>')).collect();
        let headings: Vec<String> =
            headings.iter().map(|heading| heading.trim_start_matches('>').to_owned()).collect();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column)).chain(headings.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..headings.len()).map(width).collect();
        debug_assert!(rows.iter().all(|row| row.len() <= widths.len()), "a cell without a heading");
        let set = |row: &[String]| {
            let mut line = String::new();
            for ((cell, wide), right) in row.iter().zip(&widths).zip(&right) {
                let blanks = wide - cell.chars().count();
                let (before, after) = if *right { (blanks, 0) } else { (0, blanks) };
                line.extend(std::iter::repeat_n(' ', before));
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', after + 2));
            }
            line.truncate(line.trim_end().len());
            line
        };
        let heading = self.ink(Ink::Bold, &set(&headings));
        self.line(&heading)?;
        rows.iter().try_for_each(|row| self.line(&set(row)))
    }

    pub(crate) fn flush(&mut self) -> Result<(), Wrong> {
        self.writer.flush().map_err(closed)
    }

    /// Everything out, or why not.
    pub(crate) fn finish(&mut self) -> Result<(), Wrong> {
        self.flush()
    }
}

fn closed(error: io::Error) -> Wrong {
    if error.kind() == io::ErrorKind::BrokenPipe {
        // `grognard play … | head`: the reader has had enough, and there is nothing to complain of.
        return Wrong::silent();
    }
    Wrong::new(format_args!("standard output: could not be written ({})", plain(&error)))
}

/// Standard error may be closed too; then nothing can be told.
pub(crate) fn complain(wrong: &Wrong) {
    let _ = writeln!(io::stderr(), "{wrong}");
}

/// An error of the system in small letters and without its number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// `1 figure`, `2 figures`.
pub(crate) fn many(n: impl Into<u64>, what: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A chance in percent, without floats: whole ones, tenths below ten, `<0.1` for the rest.
pub(crate) fn percent(ways: u128, of: u128) -> String {
    let of = of.max(1);
    // Beyond 100 bits the last digits do not show in a percentage.
    let shift = (128 - of.leading_zeros()).saturating_sub(100);
    let (ways, of) = (ways >> shift, (of >> shift).max(1));
    let thousandths = (ways * 1000 + of / 2) / of;
    match thousandths {
        0 if ways > 0 => "<0.1 %".to_owned(),
        1..100 => format!("{}.{} %", thousandths / 10, thousandths % 10),
        1000 if ways < of => ">99.9 %".to_owned(),
        _ => format!("{} %", (ways * 100 + of / 2) / of),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn chances_read_as_players_say_them() {
        for (ways, of, expected) in [
            (0, 1, "0 %"),
            (1, 1, "100 %"),
            (1, 6, "17 %"),
            (1, 36, "2.8 %"),
            (1, 7776, "<0.1 %"),
            (7775, 7776, ">99.9 %"),
            (995, 1000, "100 %"),
            (u128::MAX / 3, u128::MAX, "33 %"),
        ] {
            assert_eq!(percent(ways, of), expected, "{ways}/{of}");
        }
    }
}
