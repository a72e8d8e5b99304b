//! A queue for work. Players go before strangers, but where both wait every other turn is a stranger's, so that a game
//! can be begun or watched however much is asked by players. Waiting has an end.

use super::Payer;
use crate::limits::at_once::{Crowd, Full, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

pub struct Queue {
    crowd: Arc<Crowd<Payer>>,
    longest_wait: Duration,
    /// How many callers are worked for at once.
    places: usize,
    state: Mutex<State>,
}

struct State {
    free: usize,
    next: u64,
    waiting: BTreeMap<Key, oneshot::Sender<()>>,
    /// The last who was called was a player: a stranger is next, if one waits.
    was_a_player: bool,
    /// Called, but not come yet.
    called: BTreeSet<Key>,
    /// Microseconds that a piece of work usually takes.
    usual: u64,
}

/// Rank, then order of arrival.
type Key = (Rank, u64);

/// Who goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Player,
    Stranger,
    /// A player who has spent his allowance.
    Spendthrift,
}

/// Why a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// This payer has enough in the queue already.
    OfHis,
    /// The queue is, or was, too long for everyone.
    TooLong { seconds: u64 },
}

/// The right to have something worked on; dropping it calls the next.
pub struct Ticket {
    line: Arc<Queue>,
    _place: Place<Payer>,
}

impl Queue {
    pub fn new(places: usize, crowd: Arc<Crowd<Payer>>, longest_wait: Duration) -> Arc<Queue> {
        let (waiting, called) = (BTreeMap::new(), BTreeSet::new());
        let state = State { free: places, next: 0, waiting, was_a_player: false, called, usual: 0 };
        Arc::new(Queue { crowd, longest_wait, places, state: Mutex::new(state) })
    }

    /// Waits for a turn; dropping the future leaves the queue.
    pub async fn turn(self: &Arc<Self>, payer: Payer, rank: Rank) -> Result<Ticket, Refused> {
        let place = self.crowd.enter(payer).map_err(|full| match full {
            Full::OfHis => Refused::OfHis,
            Full::OfAll => self.too_long(),
        })?;
        let (waits, called) = {
            let mut state = self.state();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Ticket { line: Arc::clone(self), _place: place });
            }
            let key = (rank, state.next);
            let wait = self.time_of(state.before(key), state.usual);
            if wait > self.longest_wait {
                return Err(Refused::TooLong { seconds: seconds(wait.saturating_sub(self.longest_wait)) });
            }
            let (call, called) = oneshot::channel();
            state.next += 1;
            state.waiting.insert(key, call);
            (Waits { line: Arc::clone(self), key }, called)
        };
        match tokio::time::timeout(self.longest_wait, called).await {
            Ok(Ok(())) if waits.comes() => Ok(Ticket { line: Arc::clone(self), _place: place }),
            _ => Err(self.too_long()),
        }
    }

    /// Notes what a piece of work took, from which waiting times are told.
    pub fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let mut state = self.state();
        state.usual = (state.usual / 8).saturating_mul(7).saturating_add(micros / 8);
    }

    fn too_long(&self) -> Refused {
        let state = self.state();
        Refused::TooLong { seconds: seconds(self.time_of(state.waiting.len(), state.usual)) }
    }

    /// How long this many pieces of work usually take together.
    fn time_of(&self, count: usize, usual: u64) -> Duration {
        let (count, places) = (count as u64, self.places.max(1) as u64);
        Duration::from_micros(usual.saturating_mul(count) / places)
    }

    fn call_next(&self) {
        let mut state = self.state();
        match state.pop_next() {
            Some((key, call)) => {
                state.called.insert(key);
                // If the receiver was dropped just now, `Waits` calls the next in its stead.
                let _ = call.send(());
            }
            None => state.free += 1,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.state().waiting.len()
    }
}

impl State {
    fn pop_next(&mut self) -> Option<(Key, oneshot::Sender<()>)> {
        let strangers = (Rank::Stranger, 0)..(Rank::Spendthrift, 0);
        let stranger =
            self.waiting.range(strangers).next().map(|(key, _)| *key).filter(|_| self.was_a_player);
        let next = match stranger {
            Some(key) => self.waiting.remove_entry(&key),
            None => self.waiting.pop_first(),
        };
        self.was_a_player = next.as_ref().is_some_and(|((rank, _), _)| *rank == Rank::Player);
        next
    }

    /// How many will be called before this key, as far as is known now.
    fn before(&self, key: Key) -> usize {
        let count = |rank: Rank| self.waiting.range((rank, 0)..=(rank, u64::MAX)).count();
        let (players, strangers) = (count(Rank::Player), count(Rank::Stranger));
        match key.0 {
            Rank::Player => players + strangers.min(players + 1),
            Rank::Stranger => strangers + players.min(strangers + 1),
            Rank::Spendthrift => self.waiting.len(),
        }
    }
}

fn seconds(time: Duration) -> u64 {
    time.as_secs().clamp(1, 60)
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.line.call_next();
    }
}

/// A waiting caller; dropping it leaves the queue.
struct Waits {
    line: Arc<Queue>,
    key: Key,
}

impl Waits {
    /// Takes up the call: false if it was not called.
    fn comes(&self) -> bool {
        self.line.state().called.remove(&self.key)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        let mut state = self.line.state();
        state.waiting.remove(&self.key);
        let called = state.called.remove(&self.key);
        drop(state);
        if called {
            self.line.call_next();
        }
    }
}
