//! A bucket of tokens for each caller: bursts are fine, floods are not.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many requests a caller may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub per_second: u32,
    pub burst: u32,
}

impl Default for Rate {
    /// Enough for a hundred bots behind one address that each move every few seconds.
    fn default() -> Rate {
        Rate { per_second: 200, burst: 600 }
    }
}

/// More callers than this are not remembered; full buckets are forgotten first.
const MOST_CALLERS: usize = 20_000;

pub(crate) struct Buckets {
    rate: Rate,
    start: Instant,
    callers: Mutex<BTreeMap<IpAddr, Bucket>>,
}

/// In thousandths of a request.
struct Bucket {
    left: u64,
    seen: u64,
}

impl Buckets {
    #[expect(clippy::disallowed_methods, reason = "a rate needs a clock")]
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, start: Instant::now(), callers: Mutex::default() }
    }

    /// Whether the caller may make a request of that cost now.
    pub(crate) fn allows(&self, caller: IpAddr, cost: u32) -> bool {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.allows_at(now, caller, cost)
    }

    fn allows_at(&self, now: u64, caller: IpAddr, cost: u32) -> bool {
        let full = u64::from(self.rate.burst) * 1000;
        let refilled =
            |bucket: &Bucket| full.min(bucket.left + (now - bucket.seen) * u64::from(self.rate.per_second));
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if callers.len() >= MOST_CALLERS {
            callers.retain(|_, bucket| refilled(bucket) < full);
        }
        if callers.len() >= MOST_CALLERS {
            callers.clear();
        }
        let bucket = callers.entry(neighbourhood(caller)).or_insert(Bucket { left: full, seen: now });
        bucket.left = refilled(bucket);
        bucket.seen = now;
        let cost = u64::from(cost) * 1000;
        if bucket.left < cost {
            return false;
        }
        bucket.left -= cost;
        true
    }
}

/// Whoever has one address of IPv6 has 2⁶⁴ of them.
fn neighbourhood(caller: IpAddr) -> IpAddr {
    match caller.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => {
            let mut parts = v6.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let buckets = Buckets::new(Rate { per_second: 10, burst: 5 });
        let caller: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let stranger: IpAddr = "192.0.2.1".parse().unwrap();
        assert!((0..5).all(|_| buckets.allows_at(0, caller, 1)));
        assert!(!buckets.allows_at(0, neighbour, 1), "the same household");
        assert!(buckets.allows_at(0, stranger, 1));
        assert!(!buckets.allows_at(99, caller, 1));
        assert!(buckets.allows_at(100, caller, 1));
        assert!(!buckets.allows_at(100, caller, 1));
        assert!(buckets.allows_at(10_000, caller, 5));
        assert!(!buckets.allows_at(10_000, caller, 1), "a long rest fills one bucket, not two");
    }
}
