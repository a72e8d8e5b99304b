//! Facts of the two common kinds, yes or no and which of some named things, so that a game only says how each is measured and asked.

use crate::{FactAsked, FactKind};

impl FactAsked {
    /// One of these words, by its number from 0.
    pub fn one_of(text: String, words: &[&str]) -> FactAsked {
        FactAsked { text, kind: FactKind::OneOf(words.iter().map(|word| (*word).to_owned()).collect()) }
    }

    /// Any of the things of a kind, by their places in the list of all.
    pub fn any_of<G, T: Listed<G>>(text: String, game: &G) -> FactAsked {
        let names = T::all(game).into_iter().map(|thing| thing.name(game)).collect();
        FactAsked { text, kind: FactKind::AnyOf(names) }
    }
}

/// Things of a game that people beside real figures can be asked to name: its units, leaders, corps, buildings.
pub trait Listed<G>: Copy {
    /// All of them, in an order that does not change while a game lasts but for new ones at its end: answers name them by
    /// their places in it, and records keep these.
    fn all(game: &G) -> Vec<Self>;

    fn name(self, game: &G) -> String;

    /// Whether it may be named: on the table, present, still standing.
    fn is_there(self, game: &G) -> bool;
}

/// The things an answer names; `None` where it names one that is not there, or one twice.
pub fn named<G, T: Listed<G>>(game: &G, answer: &[u32]) -> Option<Vec<T>> {
    let all = T::all(game);
    let distinct = answer.iter().enumerate().all(|(i, n)| !answer[..i].contains(n));
    let thing = |n: &u32| all.get(*n as usize).copied().filter(|thing| thing.is_there(game));
    answer.iter().map(thing).collect::<Option<Vec<T>>>().filter(|_| distinct)
}

/// A fact that is true or not: its fields, how it is measured, how it is asked.
///
/// ```ignore
/// engine::yes_no!(
///     Volley;
///     /// Within command range of its own general or of the army commander.
///     InCommand { unit: UnitId },
///     |f, g| g.in_command(f.unit),
///     |f, g| format!("Is {} within command range of its general?", g.name(f.unit))
/// );
/// ```
#[macro_export]
macro_rules! yes_no {
    ($game:ty; $(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty),* $(,)? }, $measure:expr, $text:expr) => {
        $(#[$doc])*
        pub struct $name { $(pub $field: $ty),* }
        impl $crate::Fact<$game> for $name {
            type Value = bool;
            fn measure(&self, game: &$game) -> bool {
                let measure: fn(&Self, &$game) -> bool = $measure;
                measure(self, game)
            }
            fn put(&self, game: &$game) -> $crate::FactAsked {
                let text: fn(&Self, &$game) -> String = $text;
                $crate::FactAsked::one_of(text(self, game), &["no", "yes"])
            }
            fn seen(&self, _: &$game, answer: &[u32]) -> Option<bool> {
                match answer {
                    [0] => Some(false),
                    [1] => Some(true),
                    _ => None,
                }
            }
        }
    };
}

/// Which of some named things, in the order that matters: its fields, what is named, how it is measured, how it is
/// asked. Beside real figures any that are there may be named, each once.
///
/// ```ignore
/// engine::which!(
///     Orders;
///     /// Leaders who are alone with an enemy within an inch.
///     Overrun { by: Side } of GeneralId,
///     |f, g| overrun(g, f.by),
///     |_, _| "Which leaders who are alone have an enemy unit within 1 inch?".to_owned()
/// );
/// ```
#[macro_export]
macro_rules! which {
    ($game:ty; $(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty),* $(,)? } of $thing:ty, $measure:expr, $text:expr) => {
        $(#[$doc])*
        pub struct $name { $(pub $field: $ty),* }
        impl $crate::Fact<$game> for $name {
            type Value = Vec<$thing>;
            fn measure(&self, game: &$game) -> Vec<$thing> {
                let measure: fn(&Self, &$game) -> Vec<$thing> = $measure;
                measure(self, game)
            }
            fn put(&self, game: &$game) -> $crate::FactAsked {
                let text: fn(&Self, &$game) -> String = $text;
                $crate::FactAsked::any_of::<$game, $thing>(text(self, game), game)
            }
            fn seen(&self, game: &$game, answer: &[u32]) -> Option<Vec<$thing>> {
                $crate::named(game, answer)
            }
        }
    };
}
