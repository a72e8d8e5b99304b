//! Facts as words on their way to a chart, and which of them a player may turn.

use crate::desk::{FactCard, Kind};

#[derive(Default)]
pub struct Given {
    pub(super) facts: Vec<(String, String)>,
    /// What may be turned; `None`: to anything the chart knows.
    pub(super) turns: Vec<(&'static str, Option<Kind>)>,
    /// Facts the chart itself does not have.
    pub(super) more: Vec<FactCard>,
}

impl Given {
    pub fn put(&mut self, name: impl Into<String>, value: impl ToString) {
        self.facts.push((name.into(), value.to_string()));
    }

    pub fn flag(&mut self, name: impl Into<String>, value: bool) {
        self.put(name, if value { "yes" } else { "no" });
    }

    /// A fact that only this outlook knows.
    pub fn add(&mut self, card: FactCard) {
        self.turn(card.name);
        self.more.push(card);
    }

    // ------------------------------------------------------------ what may be turned ----

    pub fn turn(&mut self, name: &'static str) {
        self.turns.push((name, None));
    }

    /// Only among these words.
    pub fn turn_words(&mut self, name: &'static str, words: Vec<&'static str>) {
        if words.len() > 1 {
            self.turns.push((name, Some(Kind::Word(words))));
        }
    }

    /// The first of all: it is what is being decided.
    pub fn turn_first(&mut self, name: &'static str, words: Vec<&'static str>) {
        if words.len() > 1 {
            self.turns.insert(0, (name, Some(Kind::Word(words))));
        }
    }

    pub fn turn_number(&mut self, name: &'static str, min: u32, max: u32) {
        if max > min {
            self.turns.push((name, Some(Kind::Number { min, max })));
        }
    }
}
