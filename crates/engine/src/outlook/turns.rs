//! Which facts of an outlook a player may turn, and to what.

use crate::desk::{FactCard, Kind};

#[derive(Default)]
pub struct Turns {
    /// `None`: to anything the chart knows.
    turns: Vec<(String, Option<Kind>)>,
    /// Facts the chart itself does not ask for.
    more: Vec<FactCard>,
}

impl Turns {
    pub fn turn(&mut self, name: &str) {
        self.turns.push((name.to_owned(), None));
    }

    /// A fact that the chart itself does not ask for.
    pub fn turn_more(&mut self, card: FactCard) {
        self.turn(&card.name);
        self.more.push(card);
    }

    /// Only among these words.
    pub fn turn_words(&mut self, name: &str, words: Vec<&'static str>) {
        if words.len() > 1 {
            self.turns.push((name.to_owned(), Some(Kind::Word(words))));
        }
    }

    /// The first of all: it is what is being decided.
    pub fn turn_first(&mut self, name: &str, words: Vec<&'static str>) {
        if words.len() > 1 {
            self.turns.insert(0, (name.to_owned(), Some(Kind::Word(words))));
        }
    }

    pub fn turn_number(&mut self, name: &str, min: u32, max: u32) {
        if max > min {
            self.turns.push((name.to_owned(), Some(Kind::Number { min, max })));
        }
    }

    /// The cards of what may be turned, narrowed to what it may be here.
    pub(super) fn narrowed(self, mut cards: Vec<FactCard>) -> Vec<FactCard> {
        cards.extend(self.more);
        let card = |(name, kind): (String, Option<Kind>)| {
            let fact = cards.iter().find(|card| card.name == name)?;
            Some(FactCard { kind: kind.unwrap_or_else(|| fact.kind.clone()), ..fact.clone() })
        };
        self.turns.into_iter().filter_map(card).collect()
    }
}
