//! What tests set up alike: the printed rules, battles from their text, and the head of a small battle.

use empire::{Battle, Empire, Rules};
use engine::Played as _;
use rulebook::{Book, Source};
use std::sync::Arc;

/// The head of a small battle: a corps a side, and two MEs, Gudin and Schmettau, that are engaged.
pub(crate) const HEAD: &str = r#"
name = "A small battle"
game = "empire"
kind = "teaching"
date = "1806"
year = 1806
summary = "Two MEs face each other."
length = 3
begins-at = "initiative"
[sides]
french = "French"
allied = "Prussians"
[edges]
french = "south"
allied = "north"
[[corps]]
name = "III Corps"
side = "french"
[[corps]]
name = "Main army"
side = "allied"
[[engagement]]
of = ["Gudin", "Schmettau"]
attacker = "french"
"#;

pub(crate) fn book() -> Book {
    Empire::embedded_book().unwrap_or_else(|faults| panic!("{faults}"))
}

/// The rules as printed.
pub(crate) fn rules() -> Arc<Rules> {
    Arc::new(Empire::rules(book().sheet("empire").unwrap()))
}

/// A battle from its text, or what is wrong with it.
pub(crate) fn read(text: &str, rules: &Arc<Rules>) -> Result<Battle, String> {
    let source = Source::new("battle.toml", text);
    Empire::read_battle("battle", &source, &|_| Some(Arc::clone(rules))).map_err(|faults| faults.to_string())
}

/// A battle from a text that is right.
pub(crate) fn battle(text: &str, rules: &Arc<Rules>) -> Battle {
    read(text, rules).unwrap_or_else(|faults| panic!("{faults}"))
}
