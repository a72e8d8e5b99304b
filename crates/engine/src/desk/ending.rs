//! How an outcome ends, in words: declared where the end is, and told by every door.
//!
//! A text has holes for names: `{unit}` (who acts), `{foe}` (whom it is done to), and for the same two as pronouns
//! `{we}`, `{us}`, `{they}` and `{them}`; and marks that agree with the name: `{unit} rout[s]`.

use crate::wording::spoken;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// Whether the acting side likes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Tone")]
pub enum Liking {
    Good,
    Even,
    Bad,
}

impl Liking {
    /// As the other side likes it.
    #[must_use]
    pub fn turned(self) -> Liking {
        match self {
            Liking::Good => Liking::Bad,
            Liking::Even => Liking::Even,
            Liking::Bad => Liking::Good,
        }
    }
}

/// How an outcome ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// Tells it from other ends.
    pub word: Cow<'static, str>,
    /// With holes and marks.
    pub text: Cow<'static, str>,
    pub liking: Liking,
    /// The two are still at each other.
    pub is_locked: bool,
    /// The two never came near each other.
    pub is_unmet: bool,
}

impl End {
    pub fn new(
        word: impl Into<Cow<'static, str>>,
        liking: Liking,
        text: impl Into<Cow<'static, str>>,
    ) -> End {
        End { word: word.into(), text: text.into(), liking, is_locked: false, is_unmet: false }
    }

    /// An end whose word says it all.
    pub fn plain(word: impl Into<Cow<'static, str>>, liking: Liking) -> End {
        let word = word.into();
        let text = spoken(&word);
        End::new(word, liking, text)
    }
}

/// A number or a word of an outcome that is worth a chart of its own.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    pub name: &'static str,
    /// With holes.
    pub title: &'static str,
    /// Whether the acting side likes more of it.
    pub liking: Liking,
    /// Not shown where it always equals this other part of the outcome.
    pub unless: Option<&'static str>,
    /// The order of its words, where they have one.
    pub order: &'static [&'static str],
}

impl Bars {
    pub const fn new(name: &'static str, title: &'static str, liking: Liking) -> Bars {
        Bars { name, title, liking, unless: None, order: &[] }
    }

    #[must_use]
    pub const fn unless(self, same: &'static str) -> Bars {
        Bars { unless: Some(same), ..self }
    }

    /// Its words from the first to the last.
    #[must_use]
    pub const fn in_order(self, order: &'static [&'static str]) -> Bars {
        Bars { order, ..self }
    }

    /// Where a word stands among the others.
    pub fn rank(&self, word: &str) -> usize {
        self.order.iter().position(|other| *other == word).unwrap_or_default()
    }
}

/// Declares the ends of a procedure: each with its word, whether the acting side likes it, and its text.
///
/// ```ignore
/// engine::ends! {
///     /// How a charge ends.
///     pub enum End {
///         /// Driven back or routed before the melee.
///         Repulsed = "charger-repulsed", Bad, "{we} are stopped by fire";
///         StaysLocked = "stays-locked", Even locked, "nobody gives way";
///         FallsShort = "falls-short", Even unmet, "{we} do not reach {them}";
///     }
/// }
/// ```
#[macro_export]
macro_rules! ends {
    (
        $(#[$about:meta])*
        $vis:vis enum $End:ident {
            $($(#[$doc:meta])* $Variant:ident = $word:literal, $liking:ident $($mark:ident)?, $text:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize)]
        $vis enum $End {
            $($(#[$doc])* #[serde(rename = $word)] $Variant,)+
        }

        impl $End {
            pub const ALL: [$End; [$($word),+].len()] = [$($End::$Variant),+];

            pub const fn word(self) -> &'static str {
                match self { $($End::$Variant => $word,)+ }
            }

            /// In words, with whether the acting side likes it.
            pub fn told(self) -> $crate::desk::End {
                match self {
                    $($End::$Variant => $crate::desk::End {
                        is_locked: $crate::ends!(@locked $($mark)?),
                        is_unmet: $crate::ends!(@unmet $($mark)?),
                        ..$crate::desk::End::new($word, $crate::desk::Liking::$liking, $text)
                    },)+
                }
            }
        }
    };
    (@locked) => { false };
    (@locked locked) => { true };
    (@locked unmet) => { false };
    (@unmet) => { false };
    (@unmet locked) => { false };
    (@unmet unmet) => { true };
}
