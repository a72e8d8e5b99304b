//! How many are here at once: of each, and of all together.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct Crowd<K> {
    most_of_each: usize,
    most: usize,
    here: Mutex<Here<K>>,
}

struct Here<K> {
    of_each: BTreeMap<K, usize>,
    all: usize,
}

/// One place, freed when dropped.
pub struct Place<K: Ord> {
    crowd: Arc<Crowd<K>>,
    who: K,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// This key has as many as it may have.
    OfHis,
    /// All together have as many as there may be.
    OfAll,
}

impl<K: Ord + Clone> Crowd<K> {
    pub fn new(most_of_each: usize, most: usize) -> Arc<Crowd<K>> {
        let here = Mutex::new(Here { of_each: BTreeMap::new(), all: 0 });
        Arc::new(Crowd { most_of_each, most, here })
    }

    pub fn enter(self: &Arc<Self>, who: K) -> Result<Place<K>, Full> {
        let mut here = self.here();
        if here.of_each.get(&who).is_some_and(|his| *his >= self.most_of_each) {
            return Err(Full::OfHis);
        }
        if here.all >= self.most {
            return Err(Full::OfAll);
        }
        here.all += 1;
        *here.of_each.entry(who.clone()).or_default() += 1;
        drop(here);
        Ok(Place { crowd: Arc::clone(self), who })
    }

    /// No place is taken, and no key is remembered.
    pub fn is_empty(&self) -> bool {
        let here = self.here();
        here.of_each.is_empty() && here.all == 0
    }
}

impl<K> Crowd<K> {
    fn here(&self) -> MutexGuard<'_, Here<K>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord> Drop for Place<K> {
    fn drop(&mut self) {
        let mut here = self.crowd.here();
        here.all = here.all.saturating_sub(1);
        if let Some(his) = here.of_each.get_mut(&self.who) {
            *his -= 1;
            if *his == 0 {
                here.of_each.remove(&self.who);
            }
        }
    }
}
