//! The clock of the benchmarks.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

static SINCE: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long this thread has been on a core, where the system tells; else the time of day. Other programs on the machine
/// then do not count.
pub(crate) fn on_core() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    spent.filter(|spent| *spent > 0).map_or_else(|| SINCE.elapsed(), Duration::from_nanos)
}
