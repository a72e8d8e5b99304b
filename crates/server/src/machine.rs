//! What the machine says and does: a clock, the CPU time of a thread, its priority, how many files may be open, how much
//! memory there is.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant, SystemTime};

/// Milliseconds since the server was started.
#[derive(Clone, Copy)]
pub(crate) struct Clock(Instant);

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "budgets are for a time")]
    pub(crate) fn start() -> Clock {
        Clock(Instant::now())
    }

    pub(crate) fn now(self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// CPU time of this thread: what others do on the same core does not count.
pub(crate) fn cpu_time() -> Duration {
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(spent.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(spent.tv_nsec).unwrap_or(0))
}

/// Lowers this thread's priority; 19 is lowest. Elsewhere than on Linux that would be the whole process's, and it is
/// left alone.
pub(crate) fn stand_back(by: i32) {
    #[cfg(target_os = "linux")]
    if by > 0
        && let Err(error) = rustix::process::setpriority_process(None, by)
    {
        tracing::debug!(%error, "a thread could not be put behind others");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}

/// Raises the process's limit of open files as far as it goes, and says how far that is.
pub(crate) fn most_files() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    current.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

/// How many bytes of memory this process may have, as far as the machine or its container says so.
pub(crate) fn memory() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
    });
    // "max" where the container has no limit of its own.
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse::<u64>().ok());
    machine.into_iter().chain(container).min()
}

/// How many cores there are to work on.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "games are dated, and idle ones are closed")]
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The same as the store has it.
pub fn date() -> i64 {
    i64::try_from(now()).unwrap_or(i64::MAX)
}
