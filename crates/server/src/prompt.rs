//! What is wanted now, in one sentence of the players' words.

use engine::{Played, Side};

/// The sentence for whoever is asked, or for those who wait for him.
pub(crate) fn prompt<G: Played>(game: &G, side: Side, question: &G::Question, mine: bool) -> String {
    if mine {
        return game.prompt(question);
    }
    format!("The {} decide: {}", plural(game.side_name(side)), game.waited_for(question))
}

fn plural(nation: &str) -> String {
    let word = crate::play::capital(nation);
    match nation {
        "french" | "british" => word,
        _ => format!("{word}s"),
    }
}
