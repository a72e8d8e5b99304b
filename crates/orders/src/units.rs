//! All units of a game. A copy of the game shares them until one of the two changes something, so a view costs little.

use crate::unit::Unit;
use serde::Serialize;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Units(Arc<Vec<Unit>>);

impl Deref for Units {
    type Target = Vec<Unit>;
    fn deref(&self) -> &Vec<Unit> {
        &self.0
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut Vec<Unit> {
        Arc::make_mut(&mut self.0)
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
        Units(Arc::new(units))
    }
}
