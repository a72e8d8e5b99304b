//! A bucket of tokens for each caller: bursts are fine, floods are not.

use axum::http::HeaderMap;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
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

/// The caller as the nearest proxy has noted him: the last address, since a caller can write any number before it.
pub(crate) fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let address = last.strip_prefix('[').and_then(|last| last.strip_suffix(']')).unwrap_or(last);
    address.parse().ok().or_else(|| last.parse().ok().map(|at: SocketAddr| at.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_proxy_the_last_address_is_the_callers() {
        for (noted, caller) in [
            (&["192.0.2.7"][..], Some("192.0.2.7")),
            (&["10.0.0.1, 192.0.2.7"], Some("192.0.2.7")),
            (&["10.0.0.1", "10.0.0.2,2001:db8::7"], Some("2001:db8::7")),
            (&["192.0.2.7:4711"], Some("192.0.2.7")),
            (&["[2001:db8::7]:4711"], Some("2001:db8::7")),
            (&["[2001:db8::7]"], Some("2001:db8::7")),
            (&["192.0.2.7, "], None),
            (&["192.0.2.7, unknown"], None),
            (&[], None),
        ] {
            let mut headers = HeaderMap::new();
            for line in noted {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            assert_eq!(forwarded_for(&headers), caller.map(|caller| caller.parse().unwrap()), "{noted:?}");
        }
    }

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
