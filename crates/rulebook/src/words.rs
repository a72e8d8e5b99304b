//! The players' words as closed lists.

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
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}
