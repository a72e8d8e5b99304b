//! All units of a game. A copy of the game shares them until one of the two changes something, so a view costs little.
//!
//! Who is near a place is asked far more often than units move: the boxes around them, and ways found free, are kept
//! until one of them changes.

use crate::state::trodden::Trodden;
use crate::state::unit::{Unit, UnitId};
use serde::{Deserialize, Deserializer, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::{Boxes, Inches, Rect};

#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Units(Arc<Shared>);

#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
struct Shared {
    all: Vec<Unit>,
    #[serde(skip)]
    boxes: OnceLock<Boxes>,
    #[serde(skip)]
    stale: Mutex<Option<Stale>>,
    #[serde(skip)]
    trodden: Trodden,
}

/// The boxes before the last changes, and who has changed since.
#[derive(Debug)]
struct Stale {
    boxes: Boxes,
    changed: Vec<usize>,
}

impl Clone for Shared {
    fn clone(&self) -> Shared {
        Shared { all: self.all.clone(), ..Shared::default() }
    }
}

impl Shared {
    fn boxes(&self) -> &Boxes {
        self.boxes.get_or_init(|| {
            let rect = |n: usize| self.all.get(n).filter(|unit| unit.on_table())?.rect();
            match self.stale.lock().ok().and_then(|mut stale| stale.take()) {
                Some(Stale { mut boxes, changed }) => {
                    changed.into_iter().for_each(|n| boxes.put(n, rect(n)));
                    boxes
                }
                None => (0..self.all.len()).filter_map(|n| Some((n, rect(n)?))).collect(),
            }
        })
    }
}

impl Units {
    /// Those on the table who may be that near to something in a box: a quick look before a long one.
    pub(crate) fn near(
        &self,
        bounds: [f64; 4],
        reach: Inches,
    ) -> impl Iterator<Item = (UnitId, &Unit, &Rect)> {
        let all = &self.0.all;
        let near = self.0.boxes().near(bounds, reach);
        near.filter_map(|n| Some((UnitId(n as u16), &all[n], all[n].rect()?)))
    }

    /// One of them, to be changed.
    pub(crate) fn one_mut(&mut self, id: UnitId) -> &mut Unit {
        let n = usize::from(id.0);
        let shared = Arc::make_mut(&mut self.0);
        let stale = shared.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(boxes) = shared.boxes.take() {
            *stale = Some(Stale { boxes, changed: Vec::new() });
        }
        if let Some(stale) = stale
            && !stale.changed.contains(&n)
        {
            stale.changed.push(n);
        }
        shared.trodden = Trodden::default();
        &mut shared.all[n]
    }

    /// The ways found free among them.
    pub(crate) fn trodden(&self) -> &Trodden {
        &self.0.trodden
    }
}

impl Deref for Units {
    type Target = Vec<Unit>;
    fn deref(&self) -> &Vec<Unit> {
        &self.0.all
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut Vec<Unit> {
        let shared = Arc::make_mut(&mut self.0);
        shared.boxes = OnceLock::new();
        shared.stale = Mutex::default();
        shared.trodden = Trodden::default();
        &mut shared.all
    }
}

impl<'u> IntoIterator for &'u Units {
    type Item = &'u Unit;
    type IntoIter = std::slice::Iter<'u, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'u> IntoIterator for &'u mut Units {
    type Item = &'u mut Unit;
    type IntoIter = std::slice::IterMut<'u, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Units, D::Error> {
        Vec::deserialize(deserializer).map(Units::from)
    }
}

impl From<Vec<Unit>> for Units {
    fn from(units: Vec<Unit>) -> Units {
        Units(Arc::new(Shared { all: units, ..Shared::default() }))
    }
}
