//! A question in one place: whom it asks, what may be said, what counts when nothing is said, and its words.
//!
//! A game writes one struct a question beside the rule that puts it, with [`Ask`] for it. Its build script finds them all
//! and names them in one [`questions!`](crate::questions): the enum of the wire and everything a door asks of a question
//! come from there.

use crate::group::Writing;
use crate::wording::says;
use crate::{
    Cite, Game, GeneralId, Named, Names, Place, Refusal, Routine, Sentence, Side, UnitId, not_an_answer,
    refuse,
};
use dice::{Chance, Stream, Weight as _};
use schemars::JsonSchema;
use serde::Serialize;

/// A question with its typed answer: an answer as sent goes in, a checked one comes out.
pub trait Ask<G: Game>: Clone + Into<G::Question> {
    /// Its word on the wire, in records and in cases.
    const WORD: &'static str;

    /// How it may be answered beforehand, where that saves being asked.
    const ROUTINE: Option<Routine> = None;

    /// An answer that was checked, as the rules go on with it.
    type Granted;

    /// Whose decision it is.
    fn side(&self, game: &G) -> Side;

    /// Checks an answer.
    ///
    /// # Errors
    /// The refusal, with its rule; nothing has changed.
    fn grant(&self, game: &G, answer: &G::Answer) -> Result<Self::Granted, G::Refusal>;

    /// The answer that takes no option up. It is always accepted.
    fn decline(&self, game: &G) -> G::Answer;

    /// The question in one sentence, for the side that is asked.
    fn prompt(&self, game: &G) -> String;

    /// What is being decided, for those who wait: "where 1/95e stands."
    fn waited_for(&self, game: &G) -> String;

    /// What a page shows the side that is asked.
    fn form(&self, game: &G) -> Form<G::Answer>;

    /// Where orders are given: units that a player may have forgotten.
    fn idle(&self, game: &G) -> Idle {
        let _ = game;
        Idle::default()
    }

    /// A random answer that the rules accept: one of the offers, where they are all there is to say.
    fn sample(&self, game: &G, luck: &mut Stream) -> G::Answer {
        let mut offers = self.form(game).offers;
        let n = luck.below(offers.len() as u32) as usize;
        if n < offers.len() { offers.swap_remove(n).answer } else { self.decline(game) }
    }

    /// What an accepted answer may lead to; `None` where nothing is left to chance, or too much.
    fn outlook(&self, game: &G, answer: &G::Answer) -> Option<G::Outlook> {
        let _ = (game, answer);
        None
    }

    /// What one of the values of its routine says here, by the view of the side that is asked; `None` where it does not
    /// settle the matter.
    fn beforehand(&self, view: &G, value: &str) -> Option<G::Answer> {
        let _ = (view, value);
        None
    }

    /// Whether only the side that is asked hears of what it answers, or that it has answered.
    fn is_sealed(&self) -> bool {
        false
    }
}

/// The questions of a game as doors know them. [`questions!`](crate::questions) writes it.
pub trait Questions<G: Game> {
    /// Their words, as they go over the wire.
    const WORDS: &'static [&'static str];

    /// Which of these words it has.
    fn word(&self) -> &'static str;

    fn side(&self, game: &G) -> Side;

    /// Whether an answer would be accepted.
    ///
    /// # Errors
    /// The refusal, with its rule.
    fn check(&self, game: &G, answer: &G::Answer) -> Result<(), G::Refusal>;

    fn decline(&self, game: &G) -> G::Answer;

    fn prompt(&self, game: &G) -> String;

    fn waited_for(&self, game: &G) -> String;

    fn form(&self, game: &G) -> Form<G::Answer>;

    fn idle(&self, game: &G) -> Idle;

    fn sample(&self, game: &G, luck: &mut Stream) -> G::Answer;

    fn outlook(&self, game: &G, answer: &G::Answer) -> Option<G::Outlook>;

    /// All that may be answered beforehand, each by the word of its question.
    fn routines() -> Vec<(&'static str, Routine)>;

    fn beforehand(&self, view: &G, value: &str) -> Option<G::Answer>;

    fn is_sealed(&self) -> bool;
}

/// What a page shows the side that is asked. It knows forms, and no question of any game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Form")]
pub struct Form<A> {
    pub kind: FormKind,
    /// The unit it is about.
    pub subject: Option<UnitId>,
    /// The units it is answered with, lit on the table.
    pub lit: Vec<UnitId>,
    /// What may be said, each with its words. Orders on the table are too many to list.
    pub offers: Vec<Offer<A>>,
    /// Why nothing can come of the question now, as half a sentence; a page declines for its player and says so.
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub moot: Sentence,
    /// What offers have in common, told once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Where orders to bodies are written: what may be written ([`Played::writing`](crate::Played::writing)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writing: Option<Box<Writing>>,
    /// Where the subject may be placed.
    #[serde(skip)]
    pub place: Option<Place>,
    /// The commands it is about, where no unit of it says so.
    #[serde(skip)]
    pub commands: Vec<String>,
    /// It is asked again and again, until the side declines.
    #[serde(skip)]
    pub goes_on: bool,
}

/// Units that a player may have forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Idle {
    /// Units that have had no order yet and could take one.
    pub units: Vec<UnitId>,
    /// Units that the rules will move if they are left without orders, including those that could take none.
    pub moved: Vec<UnitId>,
    /// The idle units that were told to stay where they are, and do: they were not forgotten.
    pub at_post: Vec<UnitId>,
}

/// How an answer is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormKind {
    /// One of the offers.
    Choose,
    /// Who comes next, of units for which it is often all the same.
    Next,
    /// At whom the subject shoots.
    Target,
    /// Who shoots at whom next: each offer has a unit and its target.
    Shots,
    /// Orders to units and generals on the table; with a subject, to it alone.
    Orders,
    /// The lit guns are turned or unlimbered.
    Guns,
    /// The subject falls back and may change formation.
    FallBack,
    /// The subject is placed before the battle.
    Place,
    /// Orders to corps are written and sealed.
    Write,
}

/// Offers that stand together, with what they have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OfferGroup")]
pub struct Group {
    pub title: Sentence,
    /// What it means, in a few words.
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub means: Sentence,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<&'static str>,
    /// The group it stands in, by its place in the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<usize>,
}

/// One thing that may be said.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Offer")]
pub struct Offer<A> {
    /// Empty where the name of its unit says it all.
    pub text: Sentence,
    /// What it means, in a few words.
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub note: Sentence,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The general who would do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub general: Option<GeneralId>,
    /// The group it stands in, by its place in the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// The command it is about, where no unit says so.
    #[serde(skip)]
    pub command: Option<String>,
    /// What it puts an end to for all who are asked with this question; a page warns of it once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<Ends>,
    /// How likely it comes off, where one throw says so and nothing else is to be weighed.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_number")]
    #[schemars(with = "Option<f64>")]
    pub chance: Option<Chance>,
    pub answer: A,
}

#[allow(clippy::ref_option, reason = "serde hands a reference")]
fn as_number<S: serde::Serializer>(chance: &Option<Chance>, serializer: S) -> Result<S::Ok, S::Error> {
    chance.map(|chance| chance.to_f64()).serialize(serializer)
}

/// What an act puts an end to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// No more marches or changes of formation.
    Marches,
    /// No more fire.
    Fire,
}

impl<A> Form<A> {
    /// A form without offers: the answer is made on the table.
    pub fn new(kind: FormKind, subject: Option<UnitId>) -> Form<A> {
        Form {
            kind,
            subject,
            lit: Vec::new(),
            offers: Vec::new(),
            moot: Sentence::default(),
            groups: Vec::new(),
            writing: None,
            place: None,
            commands: Vec::new(),
            goes_on: false,
        }
    }

    /// It is about one command, whichever of its units.
    #[must_use]
    pub fn about(self, command: impl Into<String>) -> Form<A> {
        Form { commands: vec![command.into()], ..self }
    }

    /// Something to say about a unit, or about none.
    pub fn choose(subject: Option<UnitId>) -> Form<A> {
        Form::new(FormKind::Choose, subject)
    }

    /// One of these units, which light up.
    pub fn units(
        kind: FormKind,
        subject: Option<UnitId>,
        units: &[UnitId],
        answer: fn(UnitId) -> A,
    ) -> Form<A> {
        let offer = |unit: &UnitId| Offer { unit: Some(*unit), ..Offer::new("", "", answer(*unit)) };
        Form { lit: units.to_vec(), offers: units.iter().map(offer).collect(), ..Form::new(kind, subject) }
    }

    /// One thing more that may be said.
    #[must_use]
    pub fn or(mut self, text: impl Into<Sentence>, note: impl Into<Sentence>, answer: A) -> Form<A> {
        self.offers.push(Offer::new(text, note, answer));
        self
    }

    /// Whether it is one of the offers.
    pub fn may_say(&self, answer: &A) -> bool
    where
        A: PartialEq,
    {
        self.offers.iter().any(|offer| offer.answer == *answer)
    }

    /// The answer that names this unit, where one of some units is asked for.
    pub fn naming(&self, unit: UnitId) -> Option<&A> {
        let asks = matches!(self.kind, FormKind::Choose | FormKind::Next);
        self.offers.iter().find(|offer| asks && offer.unit == Some(unit)).map(|offer| &offer.answer)
    }

    /// What ends it, where answers are given one after another until there are no more.
    pub fn end(&self) -> Option<&A> {
        let goes_on = self.goes_on
            || matches!(self.kind, FormKind::Orders | FormKind::Guns | FormKind::Shots | FormKind::Write);
        let is_end = |offer: &&Offer<A>| goes_on && offer.unit.is_none() && offer.command.is_none();
        self.offers.iter().find(is_end).map(|offer| &offer.answer)
    }

    /// What the seats that wait for the answer see: the units it is about and the units that are lit, and nothing else.
    #[must_use]
    pub fn for_those_who_wait(self) -> Form<A> {
        Form { lit: self.lit, ..Form::new(self.kind, self.subject) }
    }

    #[must_use]
    pub fn lit(self, lit: Vec<UnitId>) -> Form<A> {
        Form { lit, ..self }
    }

    /// With whom each name in its sentences belongs to.
    #[must_use]
    pub fn of(mut self, who: &dyn Fn(&str) -> Option<Named>) -> Form<A> {
        let take = |sentence: &mut Sentence| *sentence = std::mem::take(sentence).of(who);
        take(&mut self.moot);
        for group in &mut self.groups {
            take(&mut group.title);
            take(&mut group.means);
        }
        for offer in &mut self.offers {
            take(&mut offer.text);
            take(&mut offer.note);
        }
        self
    }

    /// Nothing can come of it any more, for this reason.
    #[must_use]
    pub fn moot(self, why: impl Into<Sentence>) -> Form<A> {
        Form { moot: why.into(), ..self }
    }
}

impl<A> Offer<A> {
    pub fn new(text: impl Into<Sentence>, note: impl Into<Sentence>, answer: A) -> Offer<A> {
        Offer {
            text: text.into(),
            note: note.into(),
            unit: None,
            target: None,
            general: None,
            group: None,
            command: None,
            ends: Vec::new(),
            chance: None,
            answer,
        }
    }

    /// It is about this command, whichever of its units.
    #[must_use]
    pub fn of(self, command: impl Into<String>) -> Offer<A> {
        Offer { command: Some(command.into()), ..self }
    }

    /// With how likely it comes off.
    #[must_use]
    pub fn with_chance(self, chance: Option<Chance>) -> Offer<A> {
        Offer { chance, ..self }
    }
}

impl<A: PlainAnswer> Form<A> {
    /// Yes or no, each with its words and what it means.
    pub fn yes_or_no(
        subject: Option<UnitId>,
        yes: (&'static str, impl Into<Sentence>),
        no: (&'static str, impl Into<Sentence>),
    ) -> Form<A> {
        Form::choose(subject).or(yes.0, yes.1, A::YES).or(no.0, no.1, A::NO)
    }
}

/// The answers of a game, of which some are yes, no, or a unit.
pub trait PlainAnswer: PartialEq + Sized {
    const YES: Self;
    /// No, none, no more.
    const NO: Self;

    fn of_unit(unit: UnitId) -> Self;

    /// The unit it names, if it is an answer of that kind.
    fn unit(&self) -> Option<UnitId>;

    /// The first of some units, or none: for a player who does not decide.
    fn first_of(units: &[UnitId]) -> Self {
        units.first().map_or(Self::NO, |unit| Self::of_unit(*unit))
    }
}

/// Yes or no.
///
/// # Errors
/// The refusal of any other answer.
pub fn yes_or_no<A: PlainAnswer, N: Names>(answer: &A) -> Result<bool, Refusal<N>> {
    if *answer == A::YES {
        Ok(true)
    } else if *answer == A::NO {
        Ok(false)
    } else {
        not_an_answer("yes or no.")
    }
}

/// One of some units.
///
/// # Errors
/// The refusal of any other unit, and of answers that name none.
pub fn one_of<'g, A: PlainAnswer, N: Names>(
    answer: &A,
    units: &[UnitId],
    name: impl Fn(UnitId) -> &'g str,
) -> Result<UnitId, Refusal<N>> {
    match answer.unit() {
        Some(unit) if units.contains(&unit) => Ok(unit),
        Some(unit) => {
            let names: Vec<&str> = units.iter().map(|id| name(*id)).collect();
            let why = says(name(unit), &format!("[is|are] not one of these: {}.", names.join(", ")));
            refuse(Cite::question(), why)
        }
        None => not_an_answer("name one of the units."),
    }
}

/// Names the questions of a game, each by its struct and its word on the wire, and writes their enum with everything a
/// door asks of a question. `intern::game` writes it, into `question.rs` of the build:
///
/// ```ignore
/// engine::questions! {
///     /// A decision that belongs to one side.
///     pub enum Question of Volley { Deploy = "deploy", Recall = "recall" }
/// }
/// ```
#[macro_export]
macro_rules! questions {
    (
        $(#[$about:meta])*
        $vis:vis enum $Question:ident of $Game:ty { $($Variant:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize)]
        #[serde(tag = "ask")]
        $vis enum $Question {
            $(#[serde(rename = $word)] $Variant($Variant),)+
        }

        impl $crate::Questions<$Game> for $Question {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(&self) -> &'static str {
                match self { $($Question::$Variant(_) => $word,)+ }
            }

            fn side(&self, game: &$Game) -> $crate::Side {
                match self { $($Question::$Variant(ask) => $crate::Ask::side(ask, game),)+ }
            }

            fn check(
                &self,
                game: &$Game,
                answer: &<$Game as $crate::Game>::Answer,
            ) -> Result<(), <$Game as $crate::Game>::Refusal> {
                match self { $($Question::$Variant(ask) => $crate::Ask::grant(ask, game, answer).map(drop),)+ }
            }

            fn decline(&self, game: &$Game) -> <$Game as $crate::Game>::Answer {
                match self { $($Question::$Variant(ask) => $crate::Ask::decline(ask, game),)+ }
            }

            fn prompt(&self, game: &$Game) -> String {
                match self { $($Question::$Variant(ask) => $crate::Ask::prompt(ask, game),)+ }
            }

            fn waited_for(&self, game: &$Game) -> String {
                match self { $($Question::$Variant(ask) => $crate::Ask::waited_for(ask, game),)+ }
            }

            fn form(&self, game: &$Game) -> $crate::Form<<$Game as $crate::Game>::Answer> {
                match self { $($Question::$Variant(ask) => $crate::Ask::form(ask, game),)+ }
            }

            fn idle(&self, game: &$Game) -> $crate::Idle {
                match self { $($Question::$Variant(ask) => $crate::Ask::idle(ask, game),)+ }
            }

            fn sample(
                &self,
                game: &$Game,
                luck: &mut $crate::__dice::Stream,
            ) -> <$Game as $crate::Game>::Answer {
                match self { $($Question::$Variant(ask) => $crate::Ask::sample(ask, game, luck),)+ }
            }

            fn outlook(
                &self,
                game: &$Game,
                answer: &<$Game as $crate::Game>::Answer,
            ) -> Option<<$Game as $crate::Game>::Outlook> {
                match self { $($Question::$Variant(ask) => $crate::Ask::outlook(ask, game, answer),)+ }
            }

            fn routines() -> Vec<(&'static str, $crate::Routine)> {
                let all = [$(($word, <$Variant as $crate::Ask<$Game>>::ROUTINE)),+];
                all.into_iter().filter_map(|(word, routine)| Some((word, routine?))).collect()
            }

            fn beforehand(&self, view: &$Game, value: &str) -> Option<<$Game as $crate::Game>::Answer> {
                match self { $($Question::$Variant(ask) => $crate::Ask::beforehand(ask, view, value),)+ }
            }

            fn is_sealed(&self) -> bool {
                match self { $($Question::$Variant(ask) => $crate::Ask::<$Game>::is_sealed(ask),)+ }
            }
        }

        $(impl From<$Variant> for $Question {
            fn from(ask: $Variant) -> $Question {
                $Question::$Variant(ask)
            }
        })+
    };
}
