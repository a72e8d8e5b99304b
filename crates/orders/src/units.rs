//! All units of a game. A copy of the game shares them until one of the two changes something, so a view costs little.
//!
//! Who is near a place is asked far more often than units move: the boxes around them, and ways found free, are kept
//! until one of them changes.

use crate::unit::{Unit, UnitId};
use crate::walk::Trodden;
use serde::Serialize;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, OnceLock};
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
    /// Those before the last change.
    #[serde(skip)]
    stale: Mutex<Boxes>,
    #[serde(skip)]
    trodden: Trodden,
}

impl Clone for Shared {
    fn clone(&self) -> Shared {
        Shared { all: self.all.clone(), ..Shared::default() }
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
        let boxes = self.0.boxes.get_or_init(|| {
            let units = all.iter().enumerate().filter(|(_, unit)| unit.on_table());
            let stale = self.0.stale.lock().map(|mut stale| std::mem::take(&mut *stale));
            stale.unwrap_or_default().renewed(units.filter_map(|(n, unit)| Some((n, unit.rect()?))))
        });
        boxes.near(bounds, reach).filter_map(|n| Some((UnitId(n as u16), &all[n], all[n].rect()?)))
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
        if let Some(boxes) = shared.boxes.take() {
            shared.stale = Mutex::new(boxes);
        }
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

impl From<Vec<Unit>> for Units {
    fn from(units: Vec<Unit>) -> Units {
        Units(Arc::new(Shared { all: units, ..Shared::default() }))
    }
}
