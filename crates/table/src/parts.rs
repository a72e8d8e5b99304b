//! Sentences in parts: what a sentence names is found again in it.
//!
//! While a sentence is taken down in parts, whatever it names (a distance, a unit) writes marks around itself, and
//! the sentence is cut at the marks: no word is looked for. At any other time nothing is marked, and a sentence is its words.

use std::cell::Cell;
use std::fmt::{Display, Formatter, Result as Written};

/// Before what is named: no letter of any language.
pub const OPEN: char = '\u{FDD0}';
/// Between what it is and how it is written.
pub const MIDDLE: char = '\u{FDD1}';
/// Behind it.
pub const CLOSE: char = '\u{FDD2}';

thread_local! {
    static MARKED: Cell<bool> = const { Cell::new(false) };
}

/// Says something with marks around all that it names.
pub fn marked<T>(say: impl FnOnce() -> T) -> T {
    /// Sets it as it was, even where saying it ends in a panic.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            MARKED.set(self.0);
        }
    }
    let _before = Before(MARKED.replace(true));
    say()
}

/// Whether marks are wanted.
#[must_use]
pub fn is_marked() -> bool {
    MARKED.get()
}

/// Writes what is named; with marks, and with `is` before it, where they are wanted.
///
/// # Errors
/// What the formatter says.
pub fn write(f: &mut Formatter<'_>, is: impl Display, written: &str) -> Written {
    if is_marked() { write!(f, "{OPEN}{is}{MIDDLE}{written}{CLOSE}") } else { f.pad(written) }
}
