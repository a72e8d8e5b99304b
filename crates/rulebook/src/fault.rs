//! What is wrong in a file, where, and what to write instead.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A text file: its name as the reader knows it, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: Cow<'static, str>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: Cow::Owned(text.into()) }
    }

    /// A file that is part of the program: its text is not copied.
    pub fn built_in(name: impl Into<String>, text: &'static str) -> Source {
        Source { name: name.into(), text: Cow::Borrowed(text) }
    }

    /// The name without its folders.
    pub fn file_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name)
    }
}

/// A place in a file; line and column count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Location {
    pub line: u32,
    pub column: u32,
}

impl Location {
    pub const START: Location = Location { line: 1, column: 1 };
}

/// One thing wrong in one file. Its `Display` is one sentence on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Dotted path such as `units[3].grade`, lists counted from 0; empty where the file as a whole is meant.
    pub key: String,
    /// What stands there; words of the file are in quotation marks.
    pub found: String,
    pub expected: String,
    /// The nearest right word, if one is near.
    pub hint: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)?;
        match &self.hint {
            Some(word) => write!(f, "; did you mean {word:?}?"),
            None => Ok(()),
        }
    }
}

/// All faults found, in the order of the files and their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.0.iter()
    }

    /// Gives `value` if nothing was wrong.
    ///
    /// # Errors
    /// The faults themselves, if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault])
    }
}

/// Longest word that is compared: a longer one is not known with a slip of a letter or two.
const LONGEST: usize = 64;

/// The known word nearest to `word`, if it differs by no more than about a third of its letters.
///
/// Capitals do not count. Of equally near words the first is taken.
///
/// ```
/// assert_eq!(rulebook::nearest("vetran", ["elite", "veteran", "conscript"]), Some("veteran"));
/// assert_eq!(rulebook::nearest("cavalry", ["elite", "veteran", "conscript"]), None);
/// ```
pub fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let letters: Vec<char> = word.to_lowercase().chars().take(LONGEST + 1).collect();
    if letters.is_empty() || letters.len() > LONGEST {
        return None;
    }
    let allowed = (letters.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let other: Vec<char> = candidate.to_lowercase().chars().take(LONGEST + 1).collect();
        if other.len().abs_diff(letters.len()) > allowed || other.len() > LONGEST {
            continue;
        }
        let distance = edits(&letters, &other);
        if distance <= allowed && distance < other.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Damerau–Levenshtein distance: letters put in, left out, changed, or two neighbours swapped.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (above[j] + 1).min(row[j - 1] + 1).min(above[j - 1] + changed);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

/// `"word"` as it is shown in a fault: on one line, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

/// `one of a, b, c`, cut where there are very many.
pub(crate) fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    const SHOWN: usize = 16;
    let words: Vec<&str> = words.into_iter().collect();
    match words.as_slice() {
        [] => "nothing here".to_owned(),
        [only] => quoted(only),
        few if few.len() <= SHOWN => format!("one of {}", few.join(", ")),
        many => format!("one of {}, … ({} in all)", many[..SHOWN].join(", "), many.len()),
    }
}
