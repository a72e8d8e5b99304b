//! What is wanted now, in one sentence of the players' words; and small helps to make one.

use engine::{Played, Side};

/// The sentence for the side that is asked, or for those who wait for it.
pub(crate) fn prompt<G: Played>(game: &G, side: Side, question: &G::Question, mine: bool) -> String {
    if mine {
        return game.prompt(question);
    }
    format!("The {} decide: {}", plural(game.side_name(side)), game.waited_for(question))
}

/// The sentence for those who wait for a computer player who thinks for seconds.
pub(crate) fn thinking<G: Played>(game: &G, side: Side) -> String {
    let side = capital(game.side_name(side));
    format!("The {side} marshal is thinking: he plays plans out before he chooses.")
}

/// A nation as people who fight: the French, the Austrians.
pub(crate) fn plural(nation: &str) -> String {
    let word = capital(nation);
    match nation {
        "allied" => "Allies".to_owned(),
        _ if nation.ends_with("ch") || nation.ends_with("sh") || nation.ends_with("ese") => word,
        _ => format!("{word}s"),
    }
}

/// A sentence begins with a capital.
pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
