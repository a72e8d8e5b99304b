//! Facts of the two common kinds, yes or no and which units, so that a game only says how each is measured and asked.

use crate::{FactAsked, FactKind};

impl FactAsked {
    /// One of these words, by its number from 0.
    pub fn one_of(text: String, words: &[&str]) -> FactAsked {
        FactAsked { text, kind: FactKind::OneOf(words.iter().map(|word| (*word).to_owned()).collect()) }
    }
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

/// Units in the order that matters; beside real figures any units on the table may be named, each once.
#[macro_export]
macro_rules! which_units {
    ($game:ty; $(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty),* $(,)? }, $measure:expr, $text:expr) => {
        $(#[$doc])*
        pub struct $name { $(pub $field: $ty),* }
        impl $crate::Fact<$game> for $name {
            type Value = Vec<$crate::UnitId>;
            fn measure(&self, game: &$game) -> Vec<$crate::UnitId> {
                let measure: fn(&Self, &$game) -> Vec<$crate::UnitId> = $measure;
                measure(self, game)
            }
            fn put(&self, game: &$game) -> $crate::FactAsked {
                let text: fn(&Self, &$game) -> String = $text;
                let names = game.units.iter().map(|unit| unit.name().to_owned()).collect();
                $crate::FactAsked { text: text(self, game), kind: $crate::FactKind::AnyOf(names) }
            }
            fn seen(&self, game: &$game, answer: &[u32]) -> Option<Vec<$crate::UnitId>> {
                let known = |n: &u32| game.units.get(*n as usize).is_some_and(|unit| unit.on_table());
                let distinct = answer.iter().enumerate().all(|(i, n)| !answer[..i].contains(n));
                (distinct && answer.iter().all(known))
                    .then(|| answer.iter().map(|n| $crate::UnitId(*n as u16)).collect())
            }
        }
    };
}
