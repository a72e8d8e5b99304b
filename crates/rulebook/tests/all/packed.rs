//! Files built into a program as trees.

use rulebook::{Reader, Source, pack};

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
