//! An event as a reader is told of it.

use crate::wording::{inches, plain, signed, signed_inches};
use crate::{Names, UnitId, Weight, Working, rule_name};

/// How an event is told to readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    pub heading: Option<Heading>,
    /// A player who was away for a while wants to hear it.
    pub matters: bool,
    pub tone: Tone,
    /// How much it matters beside what happens in the same step.
    pub weight: Weight,
    /// The units it is about, the first one first.
    pub units: Vec<UnitId>,
    /// The unit it says is lost: once is enough.
    pub falls: Option<UnitId>,
    /// The ids of the rules and rulings it rests on.
    pub cites: Vec<&'static str>,
    pub working: Sum,
}

/// An event that is a heading of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    Turn(u32),
    /// By its number on the sheet.
    Phase(u8),
}

/// How an event is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// A charge, a melee.
    Strong,
    /// A loss.
    Bad,
    /// The battle is over.
    Last,
}

/// Numbers that add up to something, each with its rule's id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub parts: Vec<(&'static str, i32)>,
    /// The numbers are thousandths of an inch.
    pub in_inches: bool,
}

impl Sum {
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl<N: Names> From<&Working<N>> for Sum {
    fn from(working: &Working<N>) -> Sum {
        let named = working.parts().iter().map(|(rule, value)| (rule_name::<N>(*rule), *value));
        Sum { parts: named.collect(), in_inches: false }
    }
}

impl Sum {
    /// Its numbers as they are read, each with its rule: the printed one bare, what is added with its sign.
    pub fn said(&self) -> Vec<(&'static str, String)> {
        let say = |(n, (rule, value)): (usize, &(&'static str, i32))| {
            let said = match (n, self.in_inches) {
                (0, false) => plain(*value),
                (0, true) => inches(*value),
                (_, false) => signed(*value),
                (_, true) => signed_inches(*value),
            };
            (*rule, said)
        };
        self.parts.iter().enumerate().map(say).collect()
    }
}
