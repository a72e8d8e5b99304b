//! How sights are written down: found in the sources of all games.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file of rules, its comments and the words in it blanked.
pub(super) struct Source {
    /// Its path below `rules/`.
    pub(super) file: String,
    whole: String,
    blank: String,
}

/// The files below `rules/` of a game.
pub(super) fn rules_of(game: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("src/rules");
    below(&root)
}

fn below(root: &Path) -> Vec<Source> {
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let whole = std::fs::read_to_string(&path).unwrap();
                let file = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.push(Source { file, blank: blanked(&whole), whole });
            }
        }
    }
    found.sort_by(|one, two| one.file.cmp(&two.file));
    found
}

/// The same text with blanks for comments, strings and characters, byte by byte.
fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n)
            }
            b'"' => {
                let mut end = at + 1;
                while bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            b'\'' if bytes.get(at + 1) == Some(&b'\\') => at + 4,
            b'\'' if bytes.get(at + 2) == Some(&b'\'') => at + 3,
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    String::from_utf8(out.into_iter().map(|byte| if byte.is_ascii() { byte } else { b' ' }).collect())
        .unwrap()
}

impl Source {
    /// From where to where each sight stands.
    fn sights(&self) -> Vec<(usize, usize)> {
        let begins = self.blank.match_indices("sight! {");
        begins.filter_map(|(at, _)| Some((at, at + self.blank[at..].find("\n}")? + 2))).collect()
    }

    /// Its text without comments, words and sights.
    pub(super) fn without_sights(&self) -> String {
        let mut text = self.blank.clone();
        for (from, to) in self.sights().into_iter().rev() {
            text.replace_range(from..to, "");
        }
        text
    }
}

/// A sight as it is declared: its struct, its word, its text.
struct Declared {
    name: String,
    fields: Vec<String>,
    word: String,
    text: String,
}

fn declared(source: &Source) -> Vec<Declared> {
    let of = |(from, to): (usize, usize)| {
        let block = &source.whole[from..to];
        let clause = |name: &str, next: &str| {
            let rest = block.split_once(&format!("\n    {name}: ")).unwrap().1;
            rest.split_once(&format!("\n    {next}: ")).unwrap().0.to_owned()
        };
        let head = block.split_once("struct ").unwrap().1.split_once("->").unwrap().0;
        let (name, fields) = head.split_once(" of ").unwrap();
        let names = fields.split(['{', ',', '\n']).filter_map(|field| field.trim().split_once(": "));
        Declared {
            name: name.to_owned(),
            fields: names.filter_map(|(name, _)| name.split_whitespace().last().map(str::to_owned)).collect(),
            word: clause("word", "about").trim_matches(['"', ';']).to_owned(),
            text: clause("text", "answers"),
        }
    };
    source.sights().into_iter().map(of).collect()
}

/// All sights of a game.
fn all_of(game: &str) -> Vec<Declared> {
    rules_of(game).iter().flat_map(declared).collect()
}

/// The words of all sights of a game.
pub(super) fn words_of(game: &str) -> BTreeSet<String> {
    all_of(game).into_iter().map(|sight| sight.word).collect()
}

#[test]
fn each_sight_has_a_word_of_its_own_and_names_whom_it_is_about() {
    for kind in games::Kind::ALL {
        let game = kind.word();
        let all = all_of(game);
        assert!(all.len() > 10, "{game}: {} sights were read", all.len());
        let (mut words, mut texts) = (BTreeSet::new(), BTreeSet::new());
        for sight in &all {
            let Declared { name, fields, word, text } = sight;
            let is_kebab = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
            assert!(word.split('-').all(is_kebab), "{game}: {name}: {word}");
            assert!(words.insert(word), "{game}: {word} is the word of two sights");
            assert!(texts.insert(text), "{game}: {name} is asked in the words of another");
            let names = fields.iter().any(|field| text.contains(&format!(".{field}")));
            assert!(names, "{game}: the text of {name} names none of {fields:?}");
        }
    }
}
