//! Files built into a program as trees.

use crate::support::{FIRE, LEDGER, RULINGS, SPEC, toy};
use rulebook::{Book, Faults, Reader, RuleId, Source, pack};

const EVERYTHING: &str = r#"
whole = -17
huge = 99999999999999999999
hexadecimal = 0x1F
decimal = 12.50
text = "Größe \"quoted\""
flags = [true, false]
date = 1815-06-18
[table]
"odd key" = 'x'
[[list]]
inline = { a = [], b = { c = 1 } }
[[list]]
"#;

fn packed() -> &'static [u8] {
    pack(&Source::new("x.toml", EVERYTHING)).unwrap().leak()
}

/// Whether the bytes are a tree: from the text of this file nothing can be read.
fn is_tree(bytes: &'static [u8]) -> bool {
    Reader::of_packed(&Source::new("x.toml", "no TOML"), bytes).is_ok()
}

#[test]
fn a_packed_file_is_the_file() {
    let read = Reader::of_packed(&Source::new("x.toml", "no TOML"), packed()).unwrap();
    let parsed = Reader::parse(&Source::new("x.toml", EVERYTHING)).unwrap();
    assert_eq!(format!("{read:?}"), format!("{parsed:?}"));
}

#[test]
fn bytes_that_are_no_tree_are_refused() {
    let bytes = packed();
    for end in 0..bytes.len() {
        assert!(!is_tree(&bytes[..end]), "the first {end} bytes");
    }
    assert!(is_tree(bytes) && !is_tree([bytes, &[0]].concat().leak()));
    // Any byte changed is another tree or none, but never a panic.
    for at in 0..bytes.len() {
        let mut other = bytes.to_vec();
        other[at] ^= 0xFF;
        let _ = is_tree(other.leak());
    }
}

/// The toy's book, with its ledger as a tree.
fn book(ledger: &'static [u8], text: &str) -> Result<Book, Faults> {
    let files = [("ledger.toml", text), ("rulings.toml", RULINGS), ("fire.toml", FIRE)];
    Book::load_packed(&SPEC, &files.map(|(name, text)| Source::new(name, text)), &[("ledger.toml", ledger)])
}

fn tree(ledger: &str) -> &'static [u8] {
    pack(&Source::new("ledger.toml", ledger)).unwrap().leak()
}

#[test]
fn of_a_packed_ledger_only_what_is_asked_for_is_read() {
    // A value of every kind before those that are looked for. That their keys are unknown is found where all is read.
    let every = "a-date = 1815-06-18\na-flag = true\na-huge = 99999999999999999999\na-list = [1, [2]]\na-number = 300\na-share = 0.5\na-table = { x = 1 }\na-text = 'x'\n";
    let ledger = format!("{every}{}", LEDGER.replace("[[rule]]\n", &format!("[[rule]]\n{every}")));
    let (book, toy) = (book(tree(&ledger), &ledger).unwrap(), toy());
    assert_eq!(book.rules_of_sheets, toy.rules_of_sheets);
    let texts: Vec<Option<&str>> = (0..5).map(|rule| book.text(RuleId(rule))).collect();
    let [range, line, column] =
        ["How far muskets reach.", "What hits a line.", "What hits a column."].map(Some);
    assert_eq!(texts, [range, line, column, Some("Double moves."), None]);
    assert_eq!(book.ledger(), toy.ledger());
    assert_eq!(book.text(RuleId(1)), line, "once it is read, too");
}

#[test]
fn a_packed_ledger_that_is_none_is_read_as_a_file() {
    let wrong = LEDGER.replace("[\"br8\"]", "[\"br9\"]");
    let faults = book(tree(&wrong), &wrong).unwrap_err().to_string();
    assert!(faults.contains("br9"), "{faults}");
    // Any byte changed is another ledger or none, but never a panic.
    for at in 0..tree(LEDGER).len() {
        let mut other = tree(LEDGER).to_vec();
        other[at] ^= 0xFF;
        if let Ok(book) = book(other.leak(), LEDGER) {
            let _ = (book.text(RuleId(3)), book.ledger());
        }
    }
}
