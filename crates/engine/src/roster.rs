//! All units of a game. A copy of the game shares them until one of the two changes something, so a view costs little.
//!
//! Who is near a place is asked far more often than units move: the boxes around them, and whatever a game has found out
//! about them as they stand, are kept until one of them changes.

use crate::{Side, UnitId};
use serde::{Deserialize, Deserializer, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::{Boxes, Inches, Rect};

/// A unit as a roster knows it.
pub trait Stands {
    fn side(&self) -> Side;

    fn on_table(&self) -> bool;

    /// The ground it covers, where positions are known.
    fn rect(&self) -> Option<&Rect>;
}

/// The units of a game, by their numbers. It is written and read as their list alone.
///
/// `F` is what a game finds out about the units as they stand and wants to find again: it is forgotten whenever one of
/// them changes, and a copy begins without it.
///
/// [`Roster::one_mut`] changes one unit, and its box alone is looked at again; any other change goes through the list
/// (`iter_mut`, `push`) and has all of them looked at. Only the box of a unit that stands elsewhere is put anew.
#[derive(Debug, Serialize)]
#[serde(transparent, bound(serialize = "U: Serialize"))]
pub struct Roster<U: Clone, F: Default = ()>(Arc<Shared<U, F>>);

#[derive(Debug, Serialize)]
#[serde(transparent, bound(serialize = "U: Serialize"))]
struct Shared<U, F> {
    all: Vec<U>,
    #[serde(skip)]
    boxes: OnceLock<Boxes>,
    #[serde(skip)]
    stale: Mutex<Option<Stale>>,
    /// Made when first asked for: most copies are never asked.
    #[serde(skip)]
    found: OnceLock<F>,
}

/// The boxes before the last changes, which units may have changed since, and how many units there were: newer ones
/// have no box yet.
#[derive(Debug)]
struct Stale {
    boxes: Boxes,
    changed: Vec<usize>,
    many: usize,
}

impl<U, F: Default> Shared<U, F> {
    fn new(all: Vec<U>) -> Shared<U, F> {
        Shared { all, boxes: OnceLock::new(), stale: Mutex::default(), found: OnceLock::new() }
    }

    /// The boxes as they were, if there were any: called before units are changed.
    fn stale(&mut self) -> Option<&mut Stale> {
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(boxes) = self.boxes.take() {
            *stale = Some(Stale { boxes, changed: Vec::new(), many: self.all.len() });
        }
        stale.as_mut()
    }
}

impl<U: Clone, F: Default> Clone for Shared<U, F> {
    fn clone(&self) -> Shared<U, F> {
        Shared::new(self.all.clone())
    }
}

impl<U: Stands, F> Shared<U, F> {
    fn boxes(&self) -> &Boxes {
        self.boxes.get_or_init(|| {
            let rect = |n: usize| self.all.get(n).filter(|unit| unit.on_table())?.rect();
            match self.stale.lock().ok().and_then(|mut stale| stale.take()) {
                Some(Stale { mut boxes, changed, many }) => {
                    changed.into_iter().chain(many..self.all.len()).for_each(|n| boxes.put(n, rect(n)));
                    boxes
                }
                None => (0..self.all.len()).filter_map(|n| Some((n, rect(n)?))).collect(),
            }
        })
    }
}

impl<U: Stands + Clone, F: Default> Roster<U, F> {
    /// Those on the table who may be that near to something in a box: a quick look before a long one.
    pub fn near(&self, bounds: [f64; 4], reach: Inches) -> impl Iterator<Item = (UnitId, &U, &Rect)> {
        let all = &self.0.all;
        let near = self.0.boxes().near(bounds, reach);
        near.filter_map(|n| Some((UnitId(n as u16), &all[n], all[n].rect()?)))
    }

    /// Units on the table.
    pub fn on_table(&self) -> impl Iterator<Item = (UnitId, &U)> {
        let all = self.0.all.iter().enumerate();
        all.filter(|(_, unit)| unit.on_table()).map(|(n, unit)| (UnitId(n as u16), unit))
    }

    /// A side's units on the table.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (UnitId, &U)> {
        self.on_table().filter(move |(_, unit)| unit.side() == side)
    }
}

impl<U: Clone, F: Default> Roster<U, F> {
    /// One of them, by its number. A number from outside is asked for with `get`.
    pub fn one(&self, id: UnitId) -> &U {
        &self.0.all[usize::from(id.0)]
    }

    /// One of them, to be changed.
    pub fn one_mut(&mut self, id: UnitId) -> &mut U {
        let n = usize::from(id.0);
        let shared = Arc::make_mut(&mut self.0);
        if let Some(stale) = shared.stale()
            && !stale.changed.contains(&n)
        {
            stale.changed.push(n);
        }
        shared.found.take();
        &mut shared.all[n]
    }

    /// All their numbers.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<U, F> {
        (0..self.0.all.len() as u16).map(UnitId)
    }

    /// What was found out about them as they stand.
    pub fn found(&self) -> &F {
        self.0.found.get_or_init(F::default)
    }
}

impl<U: Clone, F: Default> Clone for Roster<U, F> {
    fn clone(&self) -> Roster<U, F> {
        Roster(Arc::clone(&self.0))
    }
}

impl<U: Clone, F: Default> Default for Roster<U, F> {
    fn default() -> Roster<U, F> {
        Roster::from(Vec::new())
    }
}

impl<U: Clone, F: Default> Deref for Roster<U, F> {
    type Target = Vec<U>;
    fn deref(&self) -> &Vec<U> {
        &self.0.all
    }
}

impl<U: Clone, F: Default> DerefMut for Roster<U, F> {
    fn deref_mut(&mut self) -> &mut Vec<U> {
        let shared = Arc::make_mut(&mut self.0);
        if let Some(stale) = shared.stale() {
            stale.changed = (0..stale.many).collect();
        }
        shared.found.take();
        &mut shared.all
    }
}

impl<'u, U: Clone, F: Default> IntoIterator for &'u Roster<U, F> {
    type Item = &'u U;
    type IntoIter = std::slice::Iter<'u, U>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'u, U: Clone, F: Default> IntoIterator for &'u mut Roster<U, F> {
    type Item = &'u mut U;
    type IntoIter = std::slice::IterMut<'u, U>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'de, U: Clone + Deserialize<'de>, F: Default> Deserialize<'de> for Roster<U, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roster<U, F>, D::Error> {
        Vec::deserialize(deserializer).map(Roster::from)
    }
}

impl<U: Clone, F: Default> From<Vec<U>> for Roster<U, F> {
    fn from(units: Vec<U>) -> Roster<U, F> {
        Roster(Arc::new(Shared::new(units)))
    }
}

/// What every game says of the units it keeps in a [`Roster`] named `units`: one by its number, all, a side's, by name.
#[macro_export]
macro_rules! rostered {
    ($Game:ident, $Unit:ident) => {
        impl $Game {
            pub fn unit(&self, id: $crate::UnitId) -> &$Unit {
                self.units.one(id)
            }

            pub(crate) fn unit_mut(&mut self, id: $crate::UnitId) -> &mut $Unit {
                self.units.one_mut(id)
            }

            /// The unit of that number, if there is one: for numbers from outside.
            pub fn get(&self, id: $crate::UnitId) -> Option<&$Unit> {
                self.units.get(usize::from(id.0))
            }

            /// All units, whatever became of them.
            pub fn ids(&self) -> impl Iterator<Item = $crate::UnitId> + use<> {
                self.units.ids()
            }

            /// Units on the table.
            pub fn on_table(&self) -> impl Iterator<Item = ($crate::UnitId, &$Unit)> {
                self.units.on_table()
            }

            /// A side's units on the table.
            pub fn of(&self, side: $crate::Side) -> impl Iterator<Item = ($crate::UnitId, &$Unit)> {
                self.units.of(side)
            }

            pub fn find(&self, name: &str) -> Option<$crate::UnitId> {
                self.ids().find(|id| self.unit(*id).name() == name)
            }

            /// Whose unit it is, for numbers from outside too.
            pub fn side_of(&self, id: $crate::UnitId) -> $crate::Side {
                self.get(id).map_or($crate::Side::French, $Unit::side)
            }

            pub fn name(&self, id: $crate::UnitId) -> &$crate::Name {
                self.called(id)
            }

            /// Its name for sentences that are read later.
            pub(crate) fn called(&self, id: $crate::UnitId) -> &$crate::Name {
                self.get(id).map_or($crate::no_name(), $Unit::called)
            }
        }

        impl $crate::Listed<$Game> for $crate::UnitId {
            fn all(game: &$Game) -> Vec<$crate::UnitId> {
                game.ids().collect()
            }
            fn name(self, game: &$Game) -> String {
                game.name(self).to_string()
            }
            fn is_there(self, game: &$Game) -> bool {
                game.get(self).is_some_and($Unit::on_table)
            }
        }
    };
}
