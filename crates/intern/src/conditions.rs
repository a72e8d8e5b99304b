//! The conditions of modifiers: every word that a chart file writes after `when`, as one closed list a topic.
//!
//! `[[modifiers.melee]] when = "defensive"` makes `MeleeWhen::Defensive`. A rule's file says by a `match` when each
//! holds, so a condition that is new in the chart file does not compile until its rule knows it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The lists of all topics, as `words!` declares them.
pub(super) fn lists(folder: &Path, files: &[String]) -> String {
    let mut topics: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in files {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // A file that is no TOML has no conditions: its fault is found, with its line, where it is read.
        if let Ok(file) = text.parse::<toml::Table>() {
            collect(&file, &mut topics);
        }
    }
    let mut out = String::new();
    for (topic, words) in topics {
        let list: Vec<String> = words.iter().map(|word| format!("{} = {word:?}", rust_name(word))).collect();
        let _ = writeln!(
            out,
            "rulebook::words!(\n    /// When a modifier of {topic} counts: the words of its chart.\n    {}When {{ {} }}\n);",
            rust_name(&topic),
            list.join(", ")
        );
    }
    out
}

/// Adds the conditions of one file, each once, in the order of the files.
pub fn collect(file: &toml::Table, topics: &mut BTreeMap<String, Vec<String>>) {
    let Some(modifiers) = file.get("modifiers").and_then(toml::Value::as_table) else { return };
    for (topic, rows) in modifiers {
        let words = topics.entry(topic.clone()).or_default();
        for row in rows.as_array().into_iter().flatten() {
            let when = row.get("when").and_then(toml::Value::as_str);
            words.extend(when.filter(|when| !words.iter().any(|word| word == when)).map(str::to_owned));
        }
    }
    topics.retain(|_, words| !words.is_empty());
}

/// `vs-lancers-first` as `VsLancersFirst`.
pub fn rust_name(word: &str) -> String {
    let parts = word.split(|letter: char| !letter.is_ascii_alphanumeric());
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    parts.filter_map(capital).collect()
}
