//! What a chart says, in a sentence: each part of its outcome in a player's words.

use super::{Desk, Found, Value};
use crate::wording::spoken;
use std::collections::BTreeMap;

/// A part of an outcome as players tell it.
pub struct Part<R: 'static> {
    pub name: &'static str,
    /// Over a chart of how it may fall.
    pub title: &'static str,
    says: Says<R>,
    /// Not told where it equals this other part.
    unless: Option<&'static str>,
}

enum Says<R: 'static> {
    /// Each word it can be, and what is said for it: nothing, where that is empty. A word that is not here is said as it is.
    Words(&'static [(&'static str, &'static str)]),
    /// Of none, of one, of `{}`.
    Count([&'static str; 3]),
    By(fn(&R, &Value) -> String),
}

impl<R> Part<R> {
    const fn new(name: &'static str, title: &'static str, says: Says<R>) -> Part<R> {
        Part { name, title, says, unless: None }
    }

    pub const fn words(
        name: &'static str,
        title: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Part<R> {
        Part::new(name, title, Says::Words(words))
    }

    pub const fn count(name: &'static str, title: &'static str, of: [&'static str; 3]) -> Part<R> {
        Part::new(name, title, Says::Count(of))
    }

    pub const fn by(name: &'static str, title: &'static str, by: fn(&R, &Value) -> String) -> Part<R> {
        Part::new(name, title, Says::By(by))
    }

    #[must_use]
    pub const fn unless(mut self, other: &'static str) -> Part<R> {
        self.unless = Some(other);
        self
    }

    fn says(&self, rules: &R, value: &Value) -> String {
        match (&self.says, value) {
            (Says::By(by), _) => by(rules, value),
            (Says::Count([none, ..]), Value::Number(0)) => (*none).to_owned(),
            (Says::Count([_, one, _]), Value::Number(1)) => (*one).to_owned(),
            (Says::Count([.., many]), _) => many.replace("{}", &value.to_string()),
            (Says::Words(words), _) => {
                let word = value.to_string();
                let known = words.iter().find(|(known, _)| *known == word);
                known.map_or_else(|| plain(&word), |(_, said)| (*said).to_owned())
            }
        }
    }
}

/// A word or number as it is read: "falls-back" without its hyphen, a range of numbers with a dash.
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut last = ' ';
    let mut rest = word.chars().peekable();
    while let Some(letter) = rest.next() {
        let digits = last.is_ascii_digit() && rest.peek().is_some_and(char::is_ascii_digit);
        out.push(match letter {
            '-' if digits => '–',
            '-' => ' ',
            '"' => '″',
            letter => letter,
        });
        last = letter;
    }
    out
}

/// Who loses, where an outcome says so by a word.
pub fn loses_it<R>(_: &R, loser: &Value) -> String {
    match loser.to_string().as_str() {
        one if one.len() == 1 => format!("{} loses it", one.to_uppercase()),
        other => format!("{} loses it", plain(other)),
    }
}

/// One part of an outcome; empty where nothing need be said of it.
pub fn part<G: Desk>(rules: &G::Rules, name: &str, value: &Value) -> String {
    if let Some(part) = G::TOLD.iter().find(|part| part.name == name) {
        return part.says(rules, value);
    }
    match value {
        Value::Word("yes") => spoken(name),
        Value::Word("no") => String::new(),
        value => format!("{}: {}", spoken(name), plain(&value.to_string())),
    }
}

/// What a part of an outcome is called, over a chart of how it may fall.
pub fn title<G: Desk>(name: &str) -> String {
    let part = G::TOLD.iter().find(|part| part.name == name);
    part.map_or_else(|| spoken(name), |part| part.title.to_owned())
}

/// An outcome, or those of its parts that are asked for, as one sentence: its end first, in words that name nobody, then the
/// parts in the order in which their game tells them.
pub fn said<G: Desk>(
    rules: &G::Rules,
    found: &Found,
    nameless: &dyn Fn(&str) -> String,
    is_asked: &dyn Fn(&str) -> bool,
) -> String {
    let mut parts: BTreeMap<(usize, &str), String> = BTreeMap::new();
    for (name, value) in found.outcome.iter().filter(|(name, _)| is_asked(name)) {
        let place = G::TOLD.iter().position(|part| part.name == *name);
        let unless = place.and_then(|place| G::TOLD[place].unless);
        if unless.is_some_and(|other| found.outcome.get(other) == Some(value)) {
            continue;
        }
        let end = found.end.as_ref().filter(|end| *end.word == *value.to_string());
        let (place, said) = match end {
            Some(end) if *name == "end" => (0, nameless(&end.text)),
            _ => (place.map_or(usize::MAX, |place| place + 1), part::<G>(rules, name, value)),
        };
        if !said.is_empty() && !parts.values().any(|told| *told == said) {
            parts.insert((place, name), said);
        }
    }
    let told: Vec<String> = parts.into_values().collect();
    if told.is_empty() { "nothing happens".to_owned() } else { told.join(", ") }
}
