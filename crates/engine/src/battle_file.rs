//! What every battle file has, whatever the game: names and history here, points and edges in `places`, who is on the
//! table in `roster`.

mod places;
mod roster;

pub use places::{
    is_on_table, place, plain, read_edge_point, read_edges, read_facing, read_point, read_pose, read_victory,
};
pub use roster::{Found, Stood, at_most, check_apart, check_roster, no_place_yet};

use crate::{About, Hint, History};
use rulebook::{Faults, Reader, Source, Table};

const LONGEST_NAME: usize = 80;
const LONGEST_HINT: usize = 240;

/// Reads a whole file; `None` from `read` is a battle that could not be read to its end.
///
/// # Errors
/// Every fault of the file.
pub fn read_whole<B>(source: &Source, read: impl FnOnce(Table<'_>) -> Option<B>) -> Result<B, Faults> {
    let reader = Reader::parse(source)?;
    let battle = read(reader.root());
    match battle {
        Some(battle) => reader.done(battle),
        None => Err(reader.into_faults()),
    }
}

/// A name: something, on one line.
pub fn name(table: &Table<'_>, key: &str) -> String {
    let Some(item) = table.need(key, || "a name in quotation marks".to_owned()) else {
        return String::new();
    };
    let Some(text) = item.text() else {
        return String::new();
    };
    let letters = text.chars().count();
    if text.trim().is_empty() || letters > LONGEST_NAME || text.chars().any(char::is_control) {
        item.fault(format!("a name of 1 to {LONGEST_NAME} letters on one line"));
    }
    text.to_owned()
}

/// The name of a battle of that game.
pub fn read_title(root: &Table<'_>, game: &'static str) -> String {
    let title = name(root, "name");
    root.word("game", &[(game, ())]);
    title
}

/// What a file says of its battle as a whole; its ground comes later. `asks` are the words of the game's questions.
pub fn read_about(root: &Table<'_>, id: &str, title: String, asks: &[&str]) -> About {
    About {
        id: id.to_owned(),
        title,
        teaching: root.word("kind", &[("teaching", true), ("battle", false)]).unwrap_or_default(),
        date: root.text("date"),
        summary: root.text("summary"),
        length: root.item("length").and_then(|item| item.int(&(1..=60))),
        history: read_history(root),
        hints: read_hints(root, asks),
        ..About::default()
    }
}

/// Where the battle comes from.
fn read_history(root: &Table<'_>) -> History {
    let Some(table) = root.opt_table("history") else {
        return History::default();
    };
    let history = History {
        notes: table.text_or("notes", ""),
        newcomers: table.text_or("newcomers", ""),
        sources: table.opt_texts("sources"),
        doubtful: table.opt_texts("doubtful"),
        balance: table.text_or("balance", ""),
    };
    table.finish();
    history
}

/// The moment of a hint that is not a question's: the first look at a unit that may charge, long after orders were
/// first asked for.
const MAY_CHARGE: &str = "may-charge";

/// Sentences for newcomers, one for a question or for that moment.
fn read_hints(root: &Table<'_>, asks: &[&str]) -> Vec<Hint> {
    let words: Vec<(&str, &str)> = asks.iter().chain(&[MAY_CHARGE]).map(|word| (*word, *word)).collect();
    let mut hints: Vec<Hint> = Vec::new();
    for table in root.tables("hint") {
        let ask = table.word("ask", &words).unwrap_or_default().to_owned();
        if !ask.is_empty() && hints.iter().any(|known| known.ask == ask) {
            table.fault_at("ask", format!("{ask:?} again"), "one hint for each question");
        }
        let text = table.text("text");
        let letters = text.chars().count();
        if text.trim().is_empty() || letters > LONGEST_HINT || text.chars().any(char::is_control) {
            table.fault_at(
                "text",
                format!("{letters} letters"),
                format!("one sentence of 1 to {LONGEST_HINT} letters on one line"),
            );
        }
        table.finish();
        hints.push(Hint { ask, text });
    }
    hints
}
