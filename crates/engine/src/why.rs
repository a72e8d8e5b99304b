//! Why something is not allowed: the sentence's words and its facts, put together when it is read.
//!
//! A computer player meets thousands of refusals and reads none; so a refusal holds what it says, and not the saying.

use crate::Name;
use crate::sentence::push;
use crate::wording::push_agreed;
use std::fmt::{Debug, Display, Formatter, Result as Written, Write as _};
use std::sync::LazyLock;
use table::Inches;

/// A number that a page can tell from words.
struct Marked(i64);

impl Display for Marked {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        table::parts::write(f, format_args!("n{}", self.0), &self.0.to_string())
    }
}

/// The most facts of one sentence.
const MOST: usize = 5;

/// A sentence with its facts: [`why!`](crate::why) makes it. What it says lies elsewhere, so that it is handed on cheaply.
#[derive(Clone, PartialEq, Eq)]
pub struct Why(Box<Saying>);

#[derive(Clone, PartialEq, Eq)]
struct Saying {
    text: &'static str,
    details: [Detail; MOST],
}

/// A fact of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    #[default]
    Nothing,
    Name(Name),
    Text(String),
    Word(&'static str),
    Inches(Inches),
    Number(i64),
    /// A part of the sentence with facts of its own; its marks go by the subject of the whole.
    Clause(Why),
}

/// A sentence and its facts, one for each `{}`; marks like `[is|are]` go by the first name among them:
/// `why!("{} [is|are] in the way of {}.", other.name(), unit.name())`.
#[macro_export]
macro_rules! why {
    ($text:literal $(, $detail:expr)* $(,)?) => {{
        const { assert!($crate::holes($text) == <[&str]>::len(&[$(stringify!($detail)),*]), "one fact for each place") };
        $crate::Why::new($text, [$($crate::Detail::from($detail)),*])
    }};
}

/// Words of a game's lists as facts of its sentences: `engine::words_as_details!(Formation, Arm);`
#[macro_export]
macro_rules! words_as_details {
    ($($word:ty),+) => {
        $(impl From<$word> for $crate::Detail {
            fn from(word: $word) -> $crate::Detail {
                $crate::Detail::Word(word.word())
            }
        })+
    };
}

/// The name for an id that names no one: ids come from outside, too.
pub fn no_name() -> &'static Name {
    static NO_NAME: LazyLock<Name> = LazyLock::new(|| Name::from("?"));
    &NO_NAME
}

/// The places for facts in a sentence. Anything else in braces is no place, and does not compile.
#[must_use]
pub const fn holes(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "braces hold nothing");
            found += 1;
        }
        at += 1;
    }
    found
}

impl Why {
    /// Kept out of the way of what is done when nothing is refused.
    #[cold]
    #[inline(never)]
    pub fn new<const N: usize>(text: &'static str, details: [Detail; N]) -> Why {
        const { assert!(N <= MOST, "a sentence has five facts at most") };
        let mut all = details.into_iter();
        let details = std::array::from_fn(|_| all.next().unwrap_or_default());
        Why(Box::new(Saying { text, details }))
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let mut said = String::with_capacity(2 * self.0.text.len());
        self.say(self.subject(), &mut said)?;
        f.write_str(&said)
    }
}

impl Why {
    /// The first who is named.
    fn subject(&self) -> &str {
        let name = |detail: &'_ Detail| matches!(detail, Detail::Name(_) | Detail::Text(_));
        match self.0.details.iter().find(|detail| name(detail)) {
            Some(Detail::Name(name)) => name,
            Some(Detail::Text(name)) => name,
            _ => "",
        }
    }

    fn say(&self, subject: &str, said: &mut String) -> Written {
        let mut parts = self.0.text.split("{}");
        push_agreed(said, subject, parts.next().unwrap_or_default());
        for (part, detail) in parts.zip(&self.0.details) {
            match detail {
                Detail::Nothing => {}
                Detail::Name(name) => push(said, name),
                Detail::Text(text) => said.push_str(text),
                Detail::Word(word) => said.push_str(word),
                Detail::Inches(inches) => write!(said, "{inches}")?,
                Detail::Number(number) => push(said, &Marked(*number)),
                Detail::Clause(clause) => clause.say(subject, said)?,
            }
            push_agreed(said, subject, part);
        }
        Ok(())
    }
}

impl Debug for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(f, "{:?}", self.to_string())
    }
}

impl From<&'static str> for Why {
    fn from(text: &'static str) -> Why {
        Why::new("{}", [Detail::Word(text)])
    }
}

impl From<String> for Why {
    fn from(text: String) -> Why {
        Why::new("{}", [Detail::Text(text)])
    }
}

impl From<&Name> for Detail {
    fn from(name: &Name) -> Detail {
        Detail::Name(Name::clone(name))
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Detail {
        Detail::Text(text)
    }
}

impl From<&String> for Detail {
    fn from(text: &String) -> Detail {
        Detail::Text(text.clone())
    }
}

impl From<&'static str> for Detail {
    fn from(word: &'static str) -> Detail {
        Detail::Word(word)
    }
}

impl From<Why> for Detail {
    fn from(clause: Why) -> Detail {
        Detail::Clause(clause)
    }
}

impl From<Inches> for Detail {
    fn from(inches: Inches) -> Detail {
        Detail::Inches(inches)
    }
}

impl From<i32> for Detail {
    fn from(number: i32) -> Detail {
        Detail::Number(i64::from(number))
    }
}

impl From<usize> for Detail {
    fn from(number: usize) -> Detail {
        Detail::Number(number as i64)
    }
}
