//! What a game tells of itself for the log, the replay and the report, in words every game shares.

mod orders;
mod volley;

use crate::luck::Trial;
use engine::{Both, Played, Side, Told};
use serde::Serialize;
use table::Terrain;

/// A game whose story can be told.
pub(crate) trait Chronicle: Played {
    fn battle(&self) -> Battle<'_>;

    /// Where in its sequence of play it stands.
    fn clock(&self) -> Clock;

    /// Thousandths by which the first side leads.
    fn lead(&self) -> i32;

    /// Who holds each piece of ground that counts.
    fn ground(&self) -> Vec<Held>;

    /// What the two sides are called, and whose colours they wear.
    fn armies(&self) -> Both<Army>;

    /// How it ended, once it has.
    fn ending(&self) -> Option<Ended>;

    /// Every unit that is known, with what is left of it.
    fn roster(&self) -> Vec<Muster>;

    /// What a unit's strength is counted in.
    fn strength_word(&self) -> &'static str;

    /// The units on the table.
    fn pieces(&self) -> Vec<Piece>;

    /// How an event hangs together with others.
    fn tie(event: &Self::Event) -> Tie;

    /// How much an event can change the fortune of the day; 0 is nothing.
    fn weight(event: &Self::Event) -> u32;

    /// What the dice of line `n` were thrown for. Throws for a distance try nothing.
    fn trials(&self, told: &[Told<Self::Event>], n: usize) -> Vec<Trial>;
}

/// Which battle it is, and where.
#[derive(Serialize)]
pub(crate) struct Battle<'g> {
    pub(crate) title: &'g str,
    pub(crate) date: &'g str,
    pub(crate) sheet: &'static str,
    /// Turns.
    pub(crate) length: u32,
    pub(crate) terrain: &'g Terrain,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) turn: u32,
    /// Its number on the sheet.
    pub(crate) phase: u8,
    pub(crate) title: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Held {
    pub(crate) name: String,
    /// `None`: nobody alone.
    pub(crate) holder: Option<Side>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Army {
    pub(crate) name: String,
    pub(crate) nation: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ended {
    pub(crate) winner: Option<Side>,
    /// One sentence.
    pub(crate) words: String,
}

/// A unit in a list of losses.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Muster {
    pub(crate) id: u32,
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) side: Side,
    pub(crate) arm: &'static str,
    pub(crate) brigade: String,
    /// Its strength at the start, and at the end: nothing where the unit is gone.
    pub(crate) start: u32,
    pub(crate) left: u32,
    /// Out of the battle.
    pub(crate) gone: bool,
    /// How it stands, in words.
    pub(crate) end: &'static str,
}

/// A unit on a small map, by its corners from front left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    pub(crate) id: u32,
    pub(crate) side: Side,
    pub(crate) nation: &'static str,
    pub(crate) arm: &'static str,
    pub(crate) formation: &'static str,
    pub(crate) rect: [[i32; 2]; 4],
}

/// A heading of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Head {
    Turn,
    Phase,
}

/// How far back the cause of an event may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Somebody's decision, or nobody's: it has none.
    Nowhere,
    Step,
    Phase,
    Turn,
}

/// How an event hangs together with others.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub(crate) head: Option<Head>,
    /// Within a phase a cause has a smaller rank than what follows from it.
    pub(crate) rank: u8,
    pub(crate) reach: Reach,
    /// Whose fate it tells, the first one first.
    pub(crate) about: Vec<u32>,
    /// Whose fate may be decided by it later.
    pub(crate) bears_on: Vec<u32>,
    /// Others take fright at it, in the same step.
    pub(crate) alarms: bool,
    /// It may come of such a fright.
    pub(crate) heeds: bool,
}

impl Tie {
    pub(crate) fn head(head: Head) -> Tie {
        Tie { head: Some(head), ..Tie::new(0, Reach::Nowhere, &[]) }
    }

    pub(crate) fn new(rank: u8, reach: Reach, about: &[u32]) -> Tie {
        Tie {
            head: None,
            rank,
            reach,
            about: about.to_vec(),
            bears_on: Vec::new(),
            alarms: false,
            heeds: false,
        }
    }

    pub(crate) fn bearing_on(self, units: &[u32]) -> Tie {
        Tie { bears_on: units.to_vec(), ..self }
    }
}
