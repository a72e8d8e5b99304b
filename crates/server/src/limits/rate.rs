//! A bucket of tokens for each caller: bursts are fine, floods are not.

use crate::limits::nets::net_of;
use crate::limits::purses::{Purses, Wait};
use crate::limits::settings::Allowance;
use crate::machine::Clock;
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

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

/// In requests.
pub struct Buckets {
    clock: Clock,
    callers: Purses<IpAddr>,
}

impl Buckets {
    pub fn new(rate: Rate) -> Buckets {
        let Rate { per_second, burst } = rate;
        let allowance = Allowance::a_second(per_second.into(), burst.into());
        Buckets { clock: Clock::start(), callers: Purses::new(allowance, 1) }
    }

    /// Whether the caller may make a request of that cost now.
    pub(crate) fn allows(&self, caller: IpAddr, cost: u32) -> Result<(), Wait> {
        self.allows_at(self.clock.now(), caller, cost)
    }

    pub fn allows_at(&self, now: u64, caller: IpAddr, cost: u32) -> Result<(), Wait> {
        self.callers.take(now, &net_of(caller), cost.into())
    }
}

/// The caller's address as the nearest proxy noted it: the last one, since a caller can write any others before it.
pub fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let address = last.strip_prefix('[').and_then(|last| last.strip_suffix(']')).unwrap_or(last);
    address.parse().ok().or_else(|| last.parse().ok().map(|at: SocketAddr| at.ip()))
}
