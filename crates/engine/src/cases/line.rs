//! The words of a line that is said, one after another.

use std::iter::Peekable;
use std::str::SplitWhitespace;
use table::Bearing;

/// What was read, or what was expected instead.
pub type Wanted<T> = Result<T, String>;

/// The words of a line.
#[derive(Debug)]
pub struct Line<'w> {
    words: Peekable<SplitWhitespace<'w>>,
    /// Of the case's units.
    units: &'w [String],
}

impl<'w> Line<'w> {
    pub(super) fn new(line: &'w str, units: &'w [String]) -> Line<'w> {
        Line { words: line.split_whitespace().peekable(), units }
    }

    /// # Errors
    /// `wanted`, where the line has no more words.
    pub fn next(&mut self, wanted: &str) -> Wanted<&'w str> {
        self.words.next().ok_or_else(|| wanted.to_owned())
    }

    /// The next word, left where it is.
    pub fn peek(&mut self) -> Option<&'w str> {
        self.words.peek().copied()
    }

    pub fn is_at_end(&mut self) -> bool {
        self.words.peek().is_none()
    }

    /// Takes the word, if it is the next.
    pub fn follows(&mut self, word: &str) -> bool {
        self.words.next_if(|next| *next == word).is_some()
    }

    /// A unit of the case.
    ///
    /// # Errors
    /// Where the next word names none.
    pub fn unit(&mut self) -> Wanted<String> {
        self.known(self.units, "a unit")
    }

    /// As [`Self::unit`], where the line goes on at all.
    ///
    /// # Errors
    /// Where the next word names none.
    pub fn maybe_unit(&mut self) -> Wanted<Option<String>> {
        if self.is_at_end() { Ok(None) } else { self.unit().map(Some) }
    }

    /// A name of the case: of a leader, of a corps.
    ///
    /// # Errors
    /// Where the next word is not among the names.
    pub fn known(&mut self, names: &[String], what: &str) -> Wanted<String> {
        let name = self.next(what)?;
        if names.iter().any(|known| known == name) {
            Ok(name.to_owned())
        } else {
            Err(format!("{what} of the case, not {name:?}"))
        }
    }

    /// What a word of a closed list stands for: `line.word("a formation", Formation::WORDS)`.
    ///
    /// # Errors
    /// Where the next word is another.
    pub fn word<T: Copy>(&mut self, what: &str, words: &[(&str, T)]) -> Wanted<T> {
        let word = self.next(what)?;
        let found = words.iter().find(|(known, _)| *known == word);
        found.map(|(_, it)| *it).ok_or_else(|| format!("{what}, not {word:?}"))
    }

    /// A number with up to three decimals, as thousandths.
    ///
    /// # Errors
    /// Where the next word is no such number.
    pub fn number(&mut self) -> Wanted<i32> {
        let word = self.next("a number")?;
        thousandths(word).ok_or_else(|| format!("a number of at most three decimals, not {word:?}"))
    }

    /// The number after a word, where the word comes next.
    ///
    /// # Errors
    /// Where the word is not followed by a number.
    pub fn number_after(&mut self, word: &str) -> Wanted<Option<i32>> {
        if self.follows(word) { self.number().map(Some) } else { Ok(None) }
    }

    pub(super) fn finish(&mut self) -> Wanted<()> {
        match self.words.next() {
            Some(more) => Err(format!("nothing more ({more:?})")),
            None => Ok(()),
        }
    }
}

/// `-1.25` as thousandths.
fn thousandths(word: &str) -> Option<i32> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if fraction.len() > 3 {
        return None;
    }
    let whole: i32 = whole.parse().ok()?;
    let fraction: i32 = format!("{fraction:0<3}").parse().ok()?;
    Some(sign * (whole.checked_mul(1000)? + fraction))
}

/// Thousandths of a degree as 65536ths of a turn.
pub fn turn(degrees: i32) -> i32 {
    (i64::from(degrees) * 65536 / 360_000) as i32
}

/// Thousandths of a degree, clockwise of north.
pub fn bearing(degrees: i32) -> Bearing {
    Bearing::NORTH.turned(turn(degrees))
}
