//! The players' words as closed lists.

/// What cells of a chart are found by: one of a closed list of words, or two.
pub trait Key: Copy {
    const COUNT: usize;

    /// From 0, below [`Self::COUNT`].
    fn place(self) -> usize;
}

/// One of a closed list of words.
pub trait Word: Key {
    const NAMES: &'static [&'static str];

    fn from_word(word: &str) -> Option<Self>;
}

impl<A: Key, B: Key> Key for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;

    fn place(self) -> usize {
        self.0.place() * B::COUNT + self.1.place()
    }
}

/// A closed list of words that also appear in files and on the command line.
///
/// ```
/// rulebook::words!(Band { Close = "close", Long = "long" });
/// assert_eq!(Band::from_word("long"), Some(Band::Long));
/// assert_eq!(Band::Close.to_string(), "close");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $(#[serde(rename = $word)] $variant),+ }
        impl $name {
            /// Every word with what it stands for.
            pub const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];
            /// Every word.
            pub const NAMES: &'static [&'static str] = &[$($word),+];
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
            pub fn from_word(word: &str) -> Option<$name> {
                Self::WORDS.iter().find(|(w, _)| *w == word).map(|(_, it)| *it)
            }
        }
        impl $crate::Key for $name {
            const COUNT: usize = Self::NAMES.len();
            fn place(self) -> usize {
                self as usize
            }
        }
        impl $crate::Word for $name {
            const NAMES: &'static [&'static str] = Self::NAMES;
            fn from_word(word: &str) -> Option<$name> {
                $name::from_word(word)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}
