//! A sentence in parts: its words, and what it names.
//!
//! A terminal, a record and a test read the sentence; a page gets the parts, so that it can show a unit or write a distance
//! its own way and never looks for either among words.

use crate::{GeneralId, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::{Borrow, Cow};
use std::fmt::{Debug, Display, Formatter, Result as Written, Write as _};
use std::ops::Deref;
use std::sync::Arc;
use table::{Inches, parts};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Span {
    Text(Cow<'static, str>),
    Unit {
        unit: UnitId,
        name: String,
    },
    General {
        general: GeneralId,
        name: String,
    },
    /// Ground that counts, by its place among the objectives.
    Place {
        place: usize,
        name: String,
    },
    Inches {
        inches: Inches,
    },
    Number {
        number: i64,
    },
    /// A name, of whom is not known yet.
    #[schemars(skip)]
    Called(String),
}

impl Display for Span {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Span::Text(words) => f.write_str(words),
            Span::Unit { name, .. }
            | Span::General { name, .. }
            | Span::Place { name, .. }
            | Span::Called(name) => f.write_str(name),
            Span::Inches { inches } => Display::fmt(inches, f),
            Span::Number { number } => Display::fmt(number, f),
        }
    }
}

/// Its parts, in their order. Two texts never stand beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Sentence(Vec<Span>);

impl Sentence {
    pub fn parts(&self) -> &[Span] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What `say` says, in parts; `who` knows whom a name belongs to.
    pub fn taken<S: Into<Sentence>>(
        who: &dyn Fn(&str) -> Option<Named>,
        say: impl FnOnce() -> S,
    ) -> Sentence {
        parts::marked(|| say().into()).of(who)
    }

    /// With whom each name belongs to.
    #[must_use]
    pub fn of(self, who: &dyn Fn(&str) -> Option<Named>) -> Sentence {
        let mut all = Sentence(Vec::with_capacity(self.0.len()));
        for span in self.0 {
            let Span::Called(name) = span else {
                all.push(span);
                continue;
            };
            all.push(match who(&name) {
                Some(Named::Unit(unit)) => Span::Unit { unit, name },
                Some(Named::General(general)) => Span::General { general, name },
                Some(Named::Place(place)) => Span::Place { place, name },
                None => Span::Text(name.into()),
            });
        }
        all
    }

    /// With more words behind it.
    #[must_use]
    pub fn then(mut self, words: &str) -> Sentence {
        self.push(Span::Text(words.to_owned().into()));
        self
    }

    fn push(&mut self, span: Span) {
        match (self.0.last_mut(), span) {
            (_, Span::Text(words)) if words.is_empty() => {}
            (Some(Span::Text(before)), Span::Text(words)) => before.to_mut().push_str(&words),
            (_, span) => self.0.push(span),
        }
    }
}

/// Whom or what a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Unit(UnitId),
    General(GeneralId),
    /// By its place among the objectives.
    Place(usize),
}

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        self.0.iter().try_for_each(|span| Display::fmt(span, f))
    }
}

impl From<&'static str> for Sentence {
    fn from(words: &'static str) -> Sentence {
        let mut sentence = Sentence::default();
        sentence.push(Span::Text(words.into()));
        sentence
    }
}

impl From<&Name> for Sentence {
    fn from(name: &Name) -> Sentence {
        name.to_string().into()
    }
}

/// Words as they were written, cut where something named is marked.
impl From<String> for Sentence {
    fn from(written: String) -> Sentence {
        let mut sentence = Sentence::default();
        if !written.contains(parts::OPEN) {
            sentence.push(Span::Text(written.into()));
            return sentence;
        }
        let mut rest = written.as_str();
        while let Some((before, (is, (shown, after)))) =
            rest.split_once(parts::OPEN).and_then(|(before, from)| {
                let (is, from) = from.split_once(parts::MIDDLE)?;
                Some((before, (is, from.split_once(parts::CLOSE)?)))
            })
        {
            sentence.push(Span::Text(before.to_owned().into()));
            let number = |digits: &str| digits.parse::<i64>().ok();
            sentence.push(
                match (is.strip_prefix('i').and_then(number), is.strip_prefix('n').and_then(number)) {
                    (Some(mils), _) => Span::Inches { inches: Inches(mils as i32) },
                    (_, Some(number)) => Span::Number { number },
                    (None, None) => Span::Called(shown.to_owned()),
                },
            );
            rest = after;
        }
        sentence.push(Span::Text(rest.to_owned().into()));
        sentence
    }
}

/// A name, which many sentences share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Name(Arc<str>);

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        parts::write(f, "", &self.0)
    }
}

impl Debug for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        Debug::fmt(&*self.0, f)
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Name {
        Name(name.into())
    }
}

impl From<String> for Name {
    fn from(name: String) -> Name {
        Name(name.into())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.as_ref().to_owned()
    }
}

/// A name as it is written while names are marked or not, for sentences that are put together word by word.
pub(crate) fn push(said: &mut String, named: &(impl Display + ?Sized)) {
    // A string takes whatever is written.
    let _ = write!(said, "{named}");
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<String> for Name {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl From<&Name> for String {
    fn from(name: &Name) -> String {
        name.0.as_ref().to_owned()
    }
}
