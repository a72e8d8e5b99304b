//! Whatever stands in a file, reading it ends in a book or in faults, never in a panic.

use crate::support::{FIRE, LEDGER, PATCH, RULINGS, SPEC, load, toy};
use proptest::prelude::*;
use rulebook::{Ledger, Patch, Reader, Source};

/// Pieces that are likely to hit something when dropped into a file.
const PIECES: &[&str] = &[
    "=",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    ".",
    ",",
    "#",
    "\n",
    "\\",
    "-1",
    "1e9",
    "0.1234",
    "inf",
    "nan",
    "99999999999999999999",
    "0x1F",
    "true",
    "1979-05-27",
    "é",
    "\u{0}",
    "[[row]]",
    "[[rule]]",
    "[[ruling]]",
    "sheets = []",
    "default = {}",
    "a15",
    "rule",
    "numbers = 3",
    "values = []",
    "-2147483.648",
    "2147483647",
];

fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..12usize, prop::sample::select(PIECES));
    prop::collection::vec(edit, 0..6).prop_map(move |edits| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, cut, piece) in edits {
            let from = place.index(letters.len().max(1)).min(letters.len());
            let to = (from + cut).min(letters.len());
            letters.splice(from..to, piece.chars());
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn on_arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = load(&text, &text, &text);
        let _ = Patch::read(&Source::new("p.toml", text), &toy());
    }

    #[test]
    fn on_mutated_books(ledger in mutated(LEDGER), rulings in mutated(RULINGS), fire in mutated(FIRE)) {
        let _ = Ledger::read(&Source::new("ledger.toml", ledger.as_str()), SPEC.sheets);
        match load(&ledger, &rulings, &fire) {
            Ok(book) => {
                for sheet in SPEC.sheets {
                    let rules = book.sheet(sheet).unwrap();
                    prop_assert_eq!(rules.settings.len(), SPEC.rulings.len());
                    prop_assert!((0..SPEC.rulings.len()).all(|i| book.rulings[i].accepts(&rules.settings[i])));
                    prop_assert!((0..SPEC.rulings.len()).all(|i| !book.ruling_choices(i).is_empty()));
                }
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                prop_assert_eq!(faults.to_string().lines().count(), faults.0.len(), "one line each");
            }
        }
    }

    #[test]
    fn on_mutated_patches(patch in mutated(PATCH)) {
        let book = toy();
        if let Ok(patch) = Patch::read(&Source::new("p.toml", patch), &book) {
            let rules = book.sheet(SPEC.sheets[patch.sheet]).unwrap();
            let _ = rulebook::diff(&book, &rules, &rules.patched(&patch));
        }
    }
}

#[test]
fn on_files_of_great_depth() {
    for (open, close) in [("a.", "a = 1"), ("[", "a]"), ("a = {", ""), ("a = [", "")] {
        let text = open.repeat(200_000) + close;
        assert!(Reader::parse(&Source::new("deep.toml", text)).is_err());
    }
    let header = format!("[{}a]", "\"=\" . ".repeat(200_000));
    let faults = Reader::parse(&Source::new("deep.toml", header)).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "deep.toml:1:96: found a dotted key of very many parts, expected at most 16 parts"
    );
    let prose = "a = \"\"\"....................\n\\\"\"\".................\"\"\"\nb = '....................' # .....................\n";
    assert!(Reader::parse(&Source::new("prose.toml", prose)).is_ok(), "dots in texts and remarks are free");
}
