//! The sheets there are, as a list of a page has them: what each is for a newcomer, and the words of its game.

use engine::Played as _;
use games::Kind;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SheetCard")]
pub struct SheetCard {
    /// By which it is named elsewhere.
    word: &'static str,
    game: &'static str,
    /// Its heading.
    title: String,
    /// The sides of the die that is thrown most.
    die: u32,
    /// What it is, for a newcomer.
    about: &'static str,
    /// The first battle of the list is played by it: the one to begin with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first: bool,
    /// Words of its game that a player of another does not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glossary: Vec<Term>,
}

/// A word, and what it means.
#[derive(Debug, Serialize, JsonSchema)]
struct Term {
    word: &'static str,
    means: &'static str,
}

/// All of them, game by game.
pub fn all_sheets() -> Vec<SheetCard> {
    let first = games::battles().into_iter().next().map(|card| card.sheet);
    let card = |(word, kind): (&'static str, Kind)| {
        games::with!(kind, G => SheetCard {
            word,
            game: G::word(),
            title: games::rules_of::<G>(games::book::<G>(), word, None)
                .map_or_else(String::new, |rules| G::sheet_title(&rules)),
            die: G::DIE,
            about: G::SHEETS.iter().find(|(sheet, _)| *sheet == word).map_or("", |(_, about)| *about),
            first: first == Some(word),
            glossary: G::GLOSSARY.iter().map(|(word, means)| Term { word, means }).collect(),
        })
    };
    Kind::all_sheets().into_iter().map(card).collect()
}
