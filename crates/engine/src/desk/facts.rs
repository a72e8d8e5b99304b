//! A fact declared once: what it is called, what it may be, and where its value stands in the struct that the rules read.
//!
//! From one [`facts!`](crate::facts) come the struct, the cards of the desk, reading from and writing to words, what may
//! be turned in "what if", and the range that the brute-force twin draws from.
//!
//! Code that builds facts takes those it does not name from a blank, `Morale { flank, ..Morale::blank() }`; the
//! compiler insists. So a new fact concerns only the file that declares, measures and reads it.

use super::{FactCard, Facts};

/// Facts that rules read, as the desk knows them. [`facts!`](crate::facts) writes it.
pub trait FactSet<R>: Sized {
    /// Harmless values, for whatever is not given.
    fn blank() -> Self;

    /// What the desk asks for.
    fn cards(rules: &R) -> Vec<FactCard>;

    /// A fact as its word; `None` where there is no such fact.
    fn get(&self, name: &str) -> Option<String>;

    /// Puts a fact; says whether there is one of this name that can be that.
    fn set(&mut self, name: &str, value: &str) -> bool;

    /// Facts as words, which were checked against cards.
    fn read(facts: &Facts) -> Self {
        let mut set = Self::blank();
        set.put_all(facts);
        set
    }

    /// Puts every fact that these words tell.
    fn put_all(&mut self, facts: &Facts) {
        for (name, value) in facts.iter() {
            self.set(name, value);
        }
    }
}

/// Facts that stand for themselves as one word.
pub trait FactValue: Sized {
    fn to_word(&self) -> String;

    fn of_word(word: &str) -> Option<Self>;
}

impl FactValue for bool {
    fn to_word(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }

    fn of_word(word: &str) -> Option<bool> {
        match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }
}

impl FactValue for u32 {
    fn to_word(&self) -> String {
        self.to_string()
    }

    fn of_word(word: &str) -> Option<u32> {
        word.parse().ok()
    }
}

/// Cards of one of several units: each name begins with the unit's prefix, and `{who}` in a text is what it is called.
#[must_use]
pub fn of_unit(prefix: &'static str, who: &str, hole: &str, cards: Vec<FactCard>) -> Vec<FactCard> {
    let each = |mut card: FactCard| {
        card.name = format!("{prefix}{}", card.name).into();
        card.text = card.text.replace("{who}", who).into();
        card.named = card.named.map(|named| named.replace("{whose}", hole).into());
        if let Some(fits) = &mut card.fits {
            fits.fact = format!("{prefix}{}", fits.fact).into();
        }
        card
    };
    cards.into_iter().map(each).collect()
}

/// The cards of these names, in their order.
#[must_use]
pub fn only(mut cards: Vec<FactCard>, names: &[&str]) -> Vec<FactCard> {
    cards.retain(|card| names.contains(&&*card.name));
    cards
}

/// The cards but for these names.
#[must_use]
pub fn without(mut cards: Vec<FactCard>, names: &[&str]) -> Vec<FactCard> {
    cards.retain(|card| !names.contains(&&*card.name));
    cards
}

/// Declares facts: a struct for the rules, and for each of its fields what it starts as and how the desk asks for it.
///
/// ```ignore
/// engine::facts! {
///     /// What a morale test rests on.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub struct Morale of Rules {
///         /// Which test: no fact of the desk.
///         pub test: Test = Test::Stand;
///         pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "its grade", Grade::NAMES, None);
///         pub lost: u32 = 0, plain "lost" |name, _| number(name, "figures lost so far", 0, 200, Some(0));
///     }
/// }
/// ```
///
/// `word` is one of a closed list (`rulebook::words!`), `plain` a number or a flag, `maybe` the same where not every sheet
/// asks for it, `part` facts of their own, with a
/// prefix before their names and a function that gives their cards. After `also` stand facts that are no single field:
/// how each is read off the struct and put into it.
#[macro_export]
macro_rules! facts {
    (
        $(#[$about:meta])*
        $vis:vis struct $Set:ident of $Rules:ty {
            $(
                $(#[$doc:meta])*
                pub $field:ident: $ty:ty = $blank:expr $(, $kind:ident $name:literal $card:expr)?;
            )*
            $(also { $($also:literal ($get:expr, $set:expr) $also_card:expr;)+ })?
        }
    ) => {
        $(#[$about])*
        $vis struct $Set {
            $($(#[$doc])* pub $field: $ty,)*
            /// Nothing. A literal ends with `..`, from [`blank`]($crate::desk::FactSet::blank) or from other facts, so
            /// that a new fact changes no file but its own.
            #[doc(hidden)]
            pub rest: (),
        }

        impl $crate::desk::FactSet<$Rules> for $Set {
            fn blank() -> $Set {
                $Set { $($field: $blank,)* rest: () }
            }

            #[allow(unused_mut, unused_variables, reason = "a chart may want no facts")]
            fn cards(rules: &$Rules) -> Vec<$crate::desk::FactCard> {
                let mut cards: Vec<$crate::desk::FactCard> = Vec::new();
                $($($crate::facts!(@cards $kind cards rules $Rules, $name $card);)?)*
                $($(
                    let card: fn(&'static str, &$Rules) -> $crate::desk::FactCard = $also_card;
                    cards.push(card($also, rules));
                )+)?
                cards
            }

            #[allow(unused_variables, reason = "a chart may want no facts")]
            fn get(&self, name: &str) -> Option<String> {
                $($($crate::facts!(@get $kind self.$field, name, $Rules, $name);)?)*
                $($(if name == $also {
                    let get: fn(&$Set) -> String = $get;
                    return Some(get(self));
                })+)?
                None
            }

            #[allow(unused_variables, reason = "a chart may want no facts")]
            fn set(&mut self, name: &str, value: &str) -> bool {
                $($($crate::facts!(@set $kind self.$field, name, value, $Rules, $name);)?)*
                $($(if name == $also {
                    let set: fn(&mut $Set, &str) -> bool = $set;
                    return set(self, value);
                })+)?
                false
            }
        }
    };

    (@cards part $cards:ident $rules:ident $Rules:ty, $name:literal $card:expr) => {
        let part: fn(&$Rules) -> Vec<$crate::desk::FactCard> = $card;
        $cards.extend(part($rules));
    };
    (@cards maybe $cards:ident $rules:ident $Rules:ty, $name:literal $card:expr) => {
        let card: fn(&'static str, &$Rules) -> Option<$crate::desk::FactCard> = $card;
        $cards.extend(card($name, $rules));
    };
    (@cards $kind:ident $cards:ident $rules:ident $Rules:ty, $name:literal $card:expr) => {
        let card: fn(&'static str, &$Rules) -> $crate::desk::FactCard = $card;
        $cards.push(card($name, $rules));
    };

    (@get part $field:expr, $asked:ident, $Rules:ty, $name:literal) => {
        if let Some(found) = $asked
            .strip_prefix($name)
            .and_then(|rest| $crate::desk::FactSet::<$Rules>::get(&$field, rest))
        {
            return Some(found);
        }
    };
    (@get word $field:expr, $asked:ident, $Rules:ty, $name:literal) => {
        if $asked == $name {
            return Some($field.word().to_owned());
        }
    };
    (@get maybe $field:expr, $asked:ident, $Rules:ty, $name:literal) => {
        $crate::facts!(@get plain $field, $asked, $Rules, $name);
    };
    (@get plain $field:expr, $asked:ident, $Rules:ty, $name:literal) => {
        if $asked == $name {
            return Some($crate::desk::FactValue::to_word(&$field));
        }
    };

    (@set part $field:expr, $asked:ident, $value:ident, $Rules:ty, $name:literal) => {
        if let Some(rest) = $asked.strip_prefix($name)
            && $crate::desk::FactSet::<$Rules>::set(&mut $field, rest, $value)
        {
            return true;
        }
    };
    (@set word $field:expr, $asked:ident, $value:ident, $Rules:ty, $name:literal) => {
        if $asked == $name {
            let found = $crate::__rulebook::Word::from_word($value);
            return found.map(|it| $field = it).is_some();
        }
    };
    (@set maybe $field:expr, $asked:ident, $value:ident, $Rules:ty, $name:literal) => {
        $crate::facts!(@set plain $field, $asked, $value, $Rules, $name);
    };
    (@set plain $field:expr, $asked:ident, $value:ident, $Rules:ty, $name:literal) => {
        if $asked == $name {
            let found = $crate::desk::FactValue::of_word($value);
            return found.map(|it| $field = it).is_some();
        }
    };
}
