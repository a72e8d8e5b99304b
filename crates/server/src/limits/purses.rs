//! Purses that refill with time: once spent, the next request must wait until something has come in again.

use crate::limits::settings::Allowance;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// More purses than this are not remembered; full ones are forgotten first.
const MOST_PURSES: usize = 20_000;

/// One allowance for each key.
pub struct Purses<K> {
    /// How much comes in each millisecond, in parts of a unit …
    income: i64,
    /// … and how many parts make a unit.
    parts: i64,
    full: i64,
    known: Mutex<BTreeMap<K, Purse>>,
}

#[derive(Clone, Copy)]
struct Purse {
    left: i64,
    seen: u64,
}

/// Milliseconds until there is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(pub u64);

impl Wait {
    /// In whole seconds, for `Retry-After` and for sentences.
    pub(crate) fn seconds(self) -> u64 {
        self.0.div_ceil(1000).clamp(1, 3600)
    }
}

impl<K: Ord + Clone> Purses<K> {
    /// Purses that hold this allowance, counted in `units` for each unit of it.
    pub fn new(allowance: Allowance, units: u64) -> Purses<K> {
        let whole = |n: u64| i64::try_from(n).unwrap_or(i64::MAX).max(1);
        let parts = whole(u64::try_from(allowance.every.as_millis()).unwrap_or(u64::MAX));
        let full = whole(allowance.burst).saturating_mul(whole(units)).saturating_mul(parts);
        let income = whole(allowance.amount).saturating_mul(whole(units));
        Purses { income, parts, full, known: Mutex::default() }
    }

    /// Whether anything is left. The cost is known, and charged, afterwards.
    pub fn ask(&self, now: u64, who: &K) -> Result<(), Wait> {
        self.with(now, who, |purse| if purse.left > 0 { Ok(()) } else { Err(self.wait(1 - purse.left)) })
    }

    /// Takes the cost out, if it is there. Nothing costs more than a full allowance.
    pub fn take(&self, now: u64, who: &K, cost: u64) -> Result<(), Wait> {
        let cost = self.parts(cost).min(self.full);
        self.with(now, who, |purse| {
            self.is_enough(purse, cost)?;
            purse.left -= cost;
            Ok(())
        })
    }

    /// Whether the cost is there.
    pub(crate) fn has(&self, now: u64, who: &K, cost: u64) -> Result<(), Wait> {
        let cost = self.parts(cost).min(self.full);
        self.with(now, who, |purse| self.is_enough(purse, cost))
    }

    fn is_enough(&self, purse: &Purse, cost: i64) -> Result<(), Wait> {
        if purse.left < cost { Err(self.wait(cost - purse.left)) } else { Ok(()) }
    }

    /// Takes out what something has cost, below zero if need be, but no deeper than what comes in again while an empty
    /// allowance fills.
    pub fn charge(&self, now: u64, who: &K, cost: u64) {
        let cost = self.parts(cost);
        self.with(now, who, |purse| purse.left = purse.left.saturating_sub(cost).max(-self.full));
    }

    fn parts(&self, cost: u64) -> i64 {
        i64::try_from(cost).unwrap_or(i64::MAX).saturating_mul(self.parts)
    }

    fn wait(&self, wanting: i64) -> Wait {
        Wait(u64::try_from(wanting).unwrap_or(0).div_ceil(self.income.unsigned_abs()))
    }

    fn with<T>(&self, now: u64, who: &K, spend: impl FnOnce(&mut Purse) -> T) -> T {
        let refilled = |purse: &Purse| {
            let since = i64::try_from(now.saturating_sub(purse.seen)).unwrap_or(i64::MAX);
            purse.left.saturating_add(since.saturating_mul(self.income)).min(self.full)
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_PURSES && !known.contains_key(who) {
            known.retain(|_, purse| refilled(purse) < self.full);
            if known.len() >= MOST_PURSES {
                known.clear();
            }
        }
        let purse = known.entry(who.clone()).or_insert(Purse { left: self.full, seen: now });
        *purse = Purse { left: refilled(purse), seen: now };
        spend(purse)
    }
}
