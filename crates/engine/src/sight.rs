//! Sights: facts that rules see of the table, measured on a screen and asked beside real figures.
//!
//! A sight says of itself all that whoever asks for it has to know: its word, whom it is about, which side may be asked,
//! whether it is secret, what it usually is, when it has to be asked again, and how its value is an answer. The trait has
//! no defaults, so that none of this is forgotten; [`sight!`](crate::sight!) keeps it one block, beside the rule.

mod answers;

pub use answers::{
    AnyOf, AnyOfThese, Band, Count, Distances, Nameable, OneOf, Sides, UpTo, Words, WordsAs, YesNo,
};

use crate::{Game, GeneralId, Side, UnitId};
use serde::Serialize;

/// Something that can be read off the table: a range, an arc, cover, room to form line. [`sight!`](crate::sight!) writes
/// it.
pub trait Fact<G: Game> {
    /// Its word: kebab-case, it stays as it is, and no two kinds of a game have the same.
    const WORD: &'static str;

    /// Whether it would give away what a side keeps to itself: orders, who is still to come. Then that side alone is asked.
    const SECRET: bool;

    /// When what was told of it has to be asked again.
    const STALE: Stale;

    type Value;

    /// Whom and what it is about.
    fn about(&self, game: &G) -> Vec<Subject>;

    /// Which side may be asked.
    fn asked_of(&self, game: &G) -> AskedOf;

    /// What it is most of the time, as the state stands; `None`: there is no such thing, and it must be asked.
    fn usual(&self, game: &G) -> Option<Self::Value>;

    /// Measures it on a table that has positions.
    fn measure(&self, game: &G) -> Self::Value;

    /// The question for people beside real figures. It names whom it is about, so that no two sides are asked the same.
    fn text(&self, game: &G) -> String;

    /// How a value is an answer, and an answer a value. Records keep answers: what was one stays one.
    fn answers(&self, game: &G) -> impl Answers<G, Self::Value>;
}

/// How values of a kind are answers.
pub trait Answers<G, V> {
    /// What people may choose from.
    fn kind(&self, game: &G) -> FactKind;

    /// What an answer means; `None` if it means nothing.
    fn read(&self, game: &G, answer: &[u32]) -> Option<V>;

    /// The answer that means this value; `None`: there is none.
    fn write(&self, game: &G, value: &V) -> Option<Vec<u32>>;
}

/// What a sight is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    Unit(UnitId),
    General(GeneralId),
    /// A body of units, by its number: a corps, a manoeuvre element.
    Body(u16),
    /// A place of the battle, by its number: ground worth holding, a strong point.
    Place(u16),
    Side(Side),
}

impl From<UnitId> for Subject {
    fn from(unit: UnitId) -> Subject {
        Subject::Unit(unit)
    }
}

impl From<GeneralId> for Subject {
    fn from(general: GeneralId) -> Subject {
        Subject::General(general)
    }
}

impl From<Side> for Subject {
    fn from(side: Side) -> Subject {
        Subject::Side(side)
    }
}

/// Which side may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedOf {
    /// Anyone at the table: both sides can see it.
    Table,
    /// This side: it alone knows, or it is about what it has done with its own units.
    Side(Side),
}

/// When what was told has to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stale {
    /// When one it is about has moved, turned or changed formation.
    OwnMove,
    /// When any unit or leader has: others stand between, or come near.
    AnyMove,
    /// With the next phase.
    Phase,
    /// With the next turn.
    Turn,
    /// At once: it is about a single deed, and the next is another.
    AtOnce,
}

/// A sight asked of the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactAsked {
    pub word: &'static str,
    pub about: Vec<Subject>,
    pub of: AskedOf,
    pub secret: bool,
    pub stale: Stale,
    /// The answer that is right most of the time.
    pub usual: Option<Vec<u32>>,
    pub text: String,
    pub kind: FactKind,
}

impl FactAsked {
    /// A fact as it is put to players.
    pub fn put<G: Game, F: Fact<G>>(fact: &F, game: &G) -> FactAsked {
        let answers = fact.answers(game);
        FactAsked {
            word: F::WORD,
            about: fact.about(game),
            of: fact.asked_of(game),
            secret: F::SECRET,
            stale: F::STALE,
            usual: fact.usual(game).and_then(|value| answers.write(game, &value)),
            text: fact.text(game),
            kind: answers.kind(game),
        }
    }
}

/// What people may answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// One of these, by its number from 0.
    OneOf(Vec<String>),
    /// Any of these, in the order that matters, by their answers.
    AnyOf(Vec<Nameable>),
    /// One of these bands of distance, by its farthest distance in thousandths of an inch. Any other distance is an
    /// answer too: records of earlier versions have them.
    Distance(Vec<Band>),
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

/// Declares a sight: its fields, what it knows of itself, how it is measured and how it is asked. A clause is given the
/// fact and the game; the forms of answers, `AskedOf` and `Subject` need no import there.
///
/// ```ignore
/// engine::sight! {
///     /// Within command range of its own general or of the army commander.
///     pub struct InCommand of Volley { pub unit: UnitId } -> bool;
///     word: "in-command";
///     about: |f, _| [f.unit];
///     asks: |f, g| g.unit(f.unit).side();
///     secret: false;
///     usual: |_, _| Some(true);
///     stale: AnyMove;
///     measured: |f, g| g.in_command(f.unit);
///     text: |f, g| format!("Is {} within command range of its general?", g.name(f.unit));
///     answers: |_, _| YesNo;
/// }
/// ```
#[macro_export]
macro_rules! sight {
    (
        $(#[$doc:meta])*
        $vis:vis struct $name:ident of $game:ty { $($(#[$field_doc:meta])* $field_vis:vis $field:ident: $ty:ty),* $(,)? } -> $value:ty;
        word: $word:literal;
        about: |$f1:pat_param, $g1:pat_param| $about:expr;
        asks: |$f2:pat_param, $g2:pat_param| $asks:expr;
        secret: $secret:literal;
        usual: |$f3:pat_param, $g3:pat_param| $usual:expr;
        stale: $stale:ident;
        measured: |$f4:pat_param, $g4:pat_param| $measured:expr;
        text: |$f5:pat_param, $g5:pat_param| $text:expr;
        answers: |$f6:pat_param, $g6:pat_param| $answers:expr;
    ) => {
        $(#[$doc])*
        $vis struct $name { $($(#[$field_doc])* $field_vis $field: $ty),* }

        impl $crate::Fact<$game> for $name {
            const WORD: &'static str = $word;
            const SECRET: bool = $secret;
            const STALE: $crate::Stale = $crate::Stale::$stale;
            type Value = $value;

            fn about(&self, game: &$game) -> Vec<$crate::Subject> {
                #[allow(unused_imports, reason = "clauses name them as they need")]
                use $crate::Subject;
                let ($f1, $g1) = (self, game);
                IntoIterator::into_iter($about).map($crate::Subject::from).collect()
            }

            fn asked_of(&self, game: &$game) -> $crate::AskedOf {
                #[allow(unused_imports, reason = "clauses name them as they need")]
                use $crate::AskedOf;
                let ($f2, $g2) = (self, game);
                $crate::AskedOf::from($asks)
            }

            fn usual(&self, game: &$game) -> Option<$value> {
                let ($f3, $g3) = (self, game);
                $usual
            }

            fn measure(&self, game: &$game) -> $value {
                let ($f4, $g4) = (self, game);
                $measured
            }

            fn text(&self, game: &$game) -> String {
                let ($f5, $g5) = (self, game);
                $text
            }

            fn answers(&self, game: &$game) -> impl $crate::sight::Answers<$game, $value> {
                #[allow(unused_imports, reason = "clauses name them as they need")]
                use $crate::sight::{AnyOf, AnyOfThese, Count, Distances, OneOf, Sides, UpTo, Words, WordsAs, YesNo};
                let ($f6, $g6) = (self, game);
                $answers
            }
        }
    };
}

impl From<Side> for AskedOf {
    fn from(side: Side) -> AskedOf {
        AskedOf::Side(side)
    }
}
