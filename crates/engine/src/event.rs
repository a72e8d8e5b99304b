//! What happened, with its working and the rules it rests on.
//!
//! A game names its events in one [`events!`](crate::events): the fields of each, whom it is about, how much it weighs
//! and its sentence stand together.

use crate::{GeneralId, Heading, Names, News, Sum, Tone, UnitId, Working, rule_name, ruling_name};
use rulebook::RuleId;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// An event of the log: `W` is what may happen in a game.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "W: Serialize, N: Names")]
pub struct Event<W, N> {
    #[serde(flatten)]
    pub what: W,
    #[serde(serialize_with = "names_of::<N, _>")]
    pub rules: Vec<RuleId>,
    /// The ruling it rests on, where the sheet is silent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name_of::<N, _>")]
    pub ruling: Option<u16>,
    #[serde(skip_serializing_if = "Working::is_empty")]
    pub working: Working<N>,
}

fn name_of<N: Names, S: Serializer>(ruling: &Option<u16>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruling.map_or("", ruling_name::<N>))
}

fn names_of<N: Names, S: Serializer>(rules: &[RuleId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(|rule| rule_name::<N>(*rule)))
}

impl<W, N: Names> Event<W, N> {
    pub fn new(what: W, rules: &[RuleId]) -> Event<W, N> {
        Event::with(what, rules, Working::default())
    }

    /// An event that rests on a ruling alone.
    pub fn ruled(what: W, ruling: u16) -> Event<W, N> {
        Event { ruling: Some(ruling), ..Event::new(what, &[]) }
    }

    pub fn with(what: W, rules: &[RuleId], working: Working<N>) -> Event<W, N> {
        Event { what, rules: rules.to_vec(), ruling: None, working }
    }

    /// The ids it cites, each once: rules, the parts of its working, the ruling.
    pub fn cites(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> = Vec::new();
        for rule in self.rules.iter().copied().chain(self.working.rules()) {
            let id = rule_name::<N>(rule);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.extend(self.ruling.map(ruling_name::<N>));
        ids
    }
}

impl<W, N: Names> Event<W, N> {
    /// The event as a reader is told of it.
    pub fn news<G>(&self) -> News
    where
        W: Happening<G>,
    {
        let Telling { heading, matters, tone, weight, units, falls, in_inches, .. } = self.what.telling();
        let working = Sum { in_inches, ..Sum::from(&self.working) };
        News { heading, matters, tone, weight, units, falls, cites: self.cites(), working }
    }
}

/// What may happen in a game. [`events!`](crate::events) writes it.
pub trait Happening<G> {
    /// What it is beside its sentence.
    fn telling(&self) -> Telling;

    /// What happened, in one sentence of the players' words.
    fn sentence(&self, game: &G) -> String;

    /// Its word, as its JSON has it: `melee-round`.
    fn word(&self) -> String;
}

/// `MeleeRound` in small letters and hyphens, as serde writes it.
#[doc(hidden)]
pub fn kebab(variant: &str) -> String {
    let mut word = String::with_capacity(variant.len() + 4);
    for letter in variant.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// What an event is beside its sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    pub heading: Option<Heading>,
    pub matters: bool,
    pub tone: Tone,
    pub weight: Weight,
    pub units: Vec<UnitId>,
    pub falls: Option<UnitId>,
    pub in_inches: bool,
    pub tie: Tie,
    /// How much it can change the fortune of the day; 0 is nothing.
    pub fortune: u32,
    /// Who loses how many by it.
    pub losses: Vec<Loss>,
    /// Hits that come off later, together with others.
    pub hits: Option<Loss>,
    /// The generals it tells of.
    pub generals: Vec<GeneralId>,
    /// The ground that changes hands by it, by its place among the objectives.
    pub ground: Option<usize>,
    /// Beside whom a word of it floats over the table, where its sentence is too long for that.
    pub floats: Option<(UnitId, Cow<'static, str>)>,
    /// What its units do by it, where it is one of these.
    pub does: Option<Deed>,
}

/// How much an event matters beside others of the same step, the least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Nothing is lost by missing it.
    #[default]
    Aside,
    /// A unit goes, or forms.
    Move,
    /// A unit fires, or what it did before goes on.
    Shot,
    /// A test, or what it alone brings.
    Check,
    /// A charge, a hit, a round of a melee.
    Hit,
    /// What came of a fight: a unit halts, runs, is beaten.
    Result,
    /// Men are lost.
    Loss,
    /// Worse: bad morale, guns or a standard taken, a division spent.
    Grave,
    /// A unit is out of the battle, or the battle is over.
    Gone,
}

/// What units do on the table, as a look back counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    Marches,
    /// Where it stands.
    Turns,
    Forms,
    Charges,
}

/// How many of a unit are lost or hit, and by whom where that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub unit: UnitId,
    pub count: u32,
    pub by: Option<UnitId>,
}

/// How an event hangs together with others: which line of the log explains which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Within a phase a cause has a smaller rank than what follows from it.
    pub rank: u8,
    pub reach: Reach,
    /// Whose fate it tells, the first one first; `None`: that of all its units.
    pub about: Option<Vec<UnitId>>,
    /// Whose fate may be decided by it later.
    pub bears_on: Vec<UnitId>,
    /// Others take fright at it, in the same step.
    pub alarms: bool,
    /// It may come of such a fright.
    pub heeds: bool,
    /// Nothing follows from it: a volley without a hit.
    pub barren: bool,
}

impl Default for Tie {
    fn default() -> Tie {
        let (rank, reach) = (rank::ACT, Reach::Nowhere);
        Tie { rank, reach, about: None, bears_on: Vec::new(), alarms: false, heeds: false, barren: false }
    }
}

/// How far back the cause of an event may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// A decision, which has no heading of its own.
    Nowhere,
    Step,
    Phase,
    Turn,
}

/// Ranks, from causes to what follows.
pub mod rank {
    pub const ROLL: u8 = 0;
    pub const ACT: u8 = 1;
    pub const ANSWER: u8 = 2;
    pub const ROUND: u8 = 3;
    pub const HIT: u8 = 4;
    pub const LOST: u8 = 5;
    pub const TEST: u8 = 6;
    pub const TESTED: u8 = 7;
    pub const ROLLED: u8 = 8;
    pub const RESULT: u8 = 9;
    pub const AFTER: u8 = 10;
    pub const GENERAL: u8 = 11;
    pub const GENERAL_AFTER: u8 = 12;
}

impl Telling {
    /// About no unit.
    pub fn plain() -> Telling {
        Telling::default()
    }

    /// About these units, the first one first.
    pub fn of(units: impl IntoIterator<Item = UnitId>) -> Telling {
        Telling { units: units.into_iter().collect(), ..Telling::plain() }
    }

    pub fn heading(heading: Heading) -> Telling {
        Telling { heading: Some(heading), ..Telling::plain() }
    }

    /// How much it matters beside what happens in the same step: of several sentences the heaviest is the caption.
    #[must_use]
    pub fn weighs(self, weight: Weight) -> Telling {
        Telling { weight, ..self }
    }

    /// A player who was away for a while wants to hear it.
    #[must_use]
    pub fn matters(self) -> Telling {
        self.matters_if(true)
    }

    #[must_use]
    pub fn matters_if(self, matters: bool) -> Telling {
        Telling { matters, ..self }
    }

    #[must_use]
    pub fn tone(self, tone: Tone) -> Telling {
        Telling { tone, ..self }
    }

    /// Its first unit is lost by it.
    #[must_use]
    pub fn falls(self) -> Telling {
        Telling { falls: self.units.first().copied(), ..self }
    }

    /// It follows from something of a smaller rank, as far back as this.
    #[must_use]
    pub fn follows(mut self, rank: u8, reach: Reach) -> Telling {
        (self.tie.rank, self.tie.reach) = (rank, reach);
        self
    }

    /// It tells the fate of these only.
    #[must_use]
    pub fn fate_of(mut self, units: impl IntoIterator<Item = UnitId>) -> Telling {
        self.tie.about = Some(units.into_iter().collect());
        self
    }

    /// The fate of these may be decided by it later.
    #[must_use]
    pub fn bears_on(mut self, units: impl IntoIterator<Item = UnitId>) -> Telling {
        self.tie.bears_on = units.into_iter().collect();
        self
    }

    /// The fate of all its units may be decided by it later.
    #[must_use]
    pub fn bears_on_all(self) -> Telling {
        let units = self.units.clone();
        self.bears_on(units)
    }

    /// Others take fright at it.
    #[must_use]
    pub fn alarms(mut self) -> Telling {
        self.tie.alarms = true;
        self
    }

    /// It may come of such a fright.
    #[must_use]
    pub fn heeds(mut self) -> Telling {
        self.tie.heeds = true;
        self
    }

    /// Nothing follows from it.
    #[must_use]
    pub fn barren_if(mut self, barren: bool) -> Telling {
        self.tie.barren = barren;
        self
    }

    /// How much it can change the fortune of the day.
    #[must_use]
    pub fn fortune(self, fortune: u32) -> Telling {
        Telling { fortune, ..self }
    }

    /// A unit loses men by it. `by`: to whom, where the event knows that; the unit itself, where no enemy has done it.
    #[must_use]
    pub fn loses(mut self, unit: UnitId, count: u32, by: Option<UnitId>) -> Telling {
        self.losses.extend((count > 0).then_some(Loss { unit, count, by }));
        self
    }

    /// A unit takes hits; what they cost it is told later.
    #[must_use]
    pub fn hits(self, unit: UnitId, count: u32, by: UnitId) -> Telling {
        Telling { hits: (count > 0).then_some(Loss { unit, count, by: Some(by) }), ..self }
    }

    /// It tells of this general.
    #[must_use]
    pub fn of_general(mut self, general: GeneralId) -> Telling {
        self.generals.push(general);
        self
    }

    /// This ground changes hands by it.
    #[must_use]
    pub fn of_ground(self, objective: usize) -> Telling {
        Telling { ground: Some(objective), ..self }
    }

    /// A word of it that floats beside a unit.
    #[must_use]
    pub fn floats_if(self, floats: bool, unit: UnitId, word: impl Into<Cow<'static, str>>) -> Telling {
        Telling { floats: floats.then(|| (unit, word.into())), ..self }
    }

    #[must_use]
    pub fn does(self, deed: Deed) -> Telling {
        Telling { does: Some(deed), ..self }
    }

    /// The numbers of its working are thousandths of an inch.
    #[must_use]
    pub fn in_inches(self) -> Telling {
        Telling { in_inches: true, ..self }
    }
}

/// Declares the events of a game: the fields of each, how it is told to readers, and its sentence.
///
/// ```ignore
/// engine::events! {
///     /// What may happen.
///     pub enum What of Volley, told of game {
///         Halted { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Result)] => says(game.name(*unit), "halt[s]");
///     }
/// }
/// ```
#[macro_export]
macro_rules! events {
    (
        $(#[$about:meta])*
        $vis:vis enum $What:ident of $Game:ty, told of $game:ident {
            $(
                $(#[$doc:meta])*
                $Variant:ident { $($(#[$note:meta])* $field:ident: $type:ty),* $(,)? }
                [$telling:expr] => $sentence:expr;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, ::serde::Serialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        $vis enum $What {
            $($(#[$doc])* $Variant { $($(#[$note])* $field: $type),* },)+
        }

        impl $crate::Happening<$Game> for $What {
            #[allow(unused_variables, reason = "not every field tells of units and weight")]
            fn telling(&self) -> $crate::Telling {
                match self { $($What::$Variant { $($field),* } => $telling,)+ }
            }

            #[allow(unused_variables, reason = "not every field is told")]
            fn sentence(&self, $game: &$Game) -> String {
                match self { $($What::$Variant { $($field),* } => $sentence,)+ }
            }

            fn word(&self) -> String {
                $crate::event::kebab(match self { $($What::$Variant { .. } => stringify!($Variant),)+ })
            }
        }
    };
}
