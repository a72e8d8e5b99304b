//! Sentences about units: "Longa's men are nervous", "Ney's brigade is nervous".
//!
//! A telling writes what depends on the number both ways, `[is|are]`, `charge[s]`, and the name decides.
//! And numbers as they are read: what is printed bare, what is added to it with its sign.

use crate::sentence::push;
use std::fmt::Display;
use table::Inches;

/// A distance as it is told: to a tenth of an inch.
///
/// ```
/// assert_eq!(engine::wording::to_tenths(table::Inches(6_849)).to_string(), "6.8\"");
/// ```
#[must_use]
pub fn to_tenths(distance: Inches) -> Inches {
    Inches((distance.0 + 50) / 100 * 100)
}

/// A distance that is too long, as it is told: never as the limit it exceeds.
///
/// ```
/// assert_eq!(engine::wording::up_to_tenths(table::Inches(7_999)).to_string(), "8\"");
/// assert_eq!(engine::wording::up_to_tenths(table::Inches(4_010)).to_string(), "4.1\"");
/// ```
#[must_use]
pub fn up_to_tenths(distance: Inches) -> Inches {
    Inches((distance.0 + 99) / 100 * 100)
}

/// A part of something as it is told.
///
/// ```
/// assert_eq!(engine::wording::part_of(1, 2, "its move"), "half its move");
/// assert_eq!(engine::wording::part_of(1, 1, "its move"), "its move");
/// assert_eq!(engine::wording::part_of(2, 5, "its move"), "2/5 of its move");
/// ```
pub fn part_of(part: u32, whole: u32, of: &str) -> String {
    match (part, whole) {
        (part, whole) if part == whole => of.to_owned(),
        (part, whole) if part * 2 == whole => format!("half {of}"),
        (1, 3) => format!("a third of {of}"),
        (1, 4) => format!("a quarter of {of}"),
        (part, whole) => format!("{part}/{whole} of {of}"),
    }
}

/// A word of the files as it is spoken.
///
/// ```
/// assert_eq!(engine::wording::spoken("hasty-square"), "hasty square");
/// ```
pub fn spoken(word: &str) -> String {
    word.replace('-', " ")
}

/// A sentence about a unit or general: its name, and what is said of it with the marks resolved.
///
/// ```
/// assert_eq!(engine::wording::says("1/95th", "pass[es] [its|their] check"), "1/95th passes its check");
/// assert_eq!(engine::wording::says("Longa's men", "pass[es] [its|their] check"), "Longa's men pass their check");
/// ```
pub fn says(name: &(impl Display + AsRef<str> + ?Sized), what: &str) -> String {
    let bare: &str = name.as_ref();
    let mut said = String::with_capacity(bare.len() + 1 + what.len());
    push(&mut said, name);
    said.push(' ');
    push_agreed(&mut said, bare, what);
    said
}

/// Whose something is.
///
/// ```
/// assert_eq!(engine::wording::whose("Gudin"), "Gudin's");
/// assert_eq!(engine::wording::whose("Bonnard's conscripts"), "Bonnard's conscripts'");
/// ```
pub fn whose(name: &(impl Display + AsRef<str> + ?Sized)) -> String {
    let bare: &str = name.as_ref();
    // A single man who ends so keeps his own: "Davies's".
    if bare.ends_with('s') && are_many(bare) { format!("{name}'") } else { format!("{name}'s") }
}

/// What is said of a unit whose name stands elsewhere, with the marks resolved.
///
/// ```
/// assert_eq!(engine::wording::agreed("Longa's men", "hold[s], firm"), "hold, firm");
/// ```
pub fn agreed(name: &(impl AsRef<str> + ?Sized), what: &str) -> String {
    let mut said = String::with_capacity(what.len());
    push_agreed(&mut said, name.as_ref(), what);
    said
}

/// Several as people list them, the last by "and" or "or".
///
/// ```
/// assert_eq!(engine::wording::listed(&["Ney", "Reille", "d'Erlon"], "and"), "Ney, Reille and d'Erlon");
/// assert_eq!(engine::wording::listed(&["move", "charge"], "or"), "move or charge");
/// assert_eq!(engine::wording::listed::<&str>(&[], "and"), "nothing");
/// ```
pub fn listed<T: Display>(words: &[T], by: &str) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(T::to_string).collect();
            format!("{} {by} {last}", first.join(", "))
        }
    }
}

/// Adds what is said of a unit, with the marks resolved.
pub(crate) fn push_agreed(said: &mut String, name: &str, what: &str) {
    if !what.contains('[') {
        said.push_str(what);
        return;
    }
    let many = are_many(name);
    let mut rest = what;
    while let Some((before, (mark, after))) =
        rest.split_once('[').and_then(|(before, from)| Some((before, from.split_once(']')?)))
    {
        let (one, more) = mark.split_once('|').unwrap_or((mark, ""));
        said.push_str(before);
        said.push_str(if many { more } else { one });
        rest = after;
    }
    said.push_str(rest);
}

/// Words that end like many and are one.
const ONE: [&str; 1] = ["corps"];
/// Words that do not end like many and are, or whose end is: "riflemen".
const MANY: [&str; 7] = ["men", "jäger", "jaeger", "schützen", "grenzer", "husaren", "ulanen"];
/// What follows these says whose or which a unit is, not what.
const WHOSE: [&str; 10] =
    [",", " of ", " de ", " du ", " des ", " à ", " from ", " at ", " under ", " with "];

/// Whether a name is that of several: "Alten's hussars", "3e Hussards and 22e Chasseurs", "Longa's men".
pub fn are_many(name: &str) -> bool {
    let mut end = name.len();
    for (at, byte) in name.bytes().enumerate().rev() {
        if byte != b' ' && byte != b',' {
            continue;
        }
        let from = &name[at..];
        if from.starts_with(" and ") {
            return true;
        }
        if WHOSE.iter().any(|whose| from.starts_with(whose)) {
            end = at;
        }
    }
    // A regiment's army or number may stand behind it: "1st Hussars KGL", "Dragoons 4".
    let last = name[..end].split_whitespace().rev().find(|word| is_word(word));
    let Some(last) = last.map(str::as_bytes) else { return false };
    let ends = |end: &str| {
        let tail = last.len().checked_sub(end.len()).map(|from| &last[from..]);
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
    };
    let ends_so = ends("s") && !["ss", "'s", "’s"].into_iter().any(ends);
    let is_one = || ONE.iter().any(|one| last.eq_ignore_ascii_case(one.as_bytes()));
    MANY.into_iter().any(ends) || (ends_so && !is_one())
}

/// Whether it is a word: not a number, and not all capitals.
fn is_word(word: &str) -> bool {
    let of_word = |letter: char| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '’' | '.');
    word.chars().all(of_word) && word.chars().any(char::is_lowercase)
}

/// A number by itself, or the first of a sum: "3", "−1".
pub fn plain(value: i32) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

/// A number that is added: "+3", "−1".
pub fn signed(value: i32) -> String {
    if value < 0 { plain(value) } else { format!("+{value}") }
}

/// Thousandths of an inch as inches: `3.5"`, `−1"`.
pub fn inches(mils: i32) -> String {
    let size = mils.unsigned_abs();
    let sign = if mils < 0 { "−" } else { "" };
    let fraction = format!(".{:03}", size % 1000);
    format!("{sign}{}{}\"", size / 1000, fraction.trim_end_matches('0').trim_end_matches('.'))
}

/// Thousandths of an inch that are added: `+3.5"`, `−1"`.
pub fn signed_inches(mils: i32) -> String {
    if mils < 0 { inches(mils) } else { format!("+{}", inches(mils)) }
}
