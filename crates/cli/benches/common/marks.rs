//! Times and sizes as people read them.

use std::time::Duration;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) count: usize,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    pub(crate) max: Duration,
}

impl Marks {
    pub(crate) fn of(taken: &mut [Duration]) -> Marks {
        taken.sort_unstable();
        let at = |percent: usize| {
            taken
                .get((taken.len() * percent / 100).min(taken.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        Marks { count: taken.len(), p50: at(50), p99: at(99), max: at(100) }
    }

    pub(crate) fn print_head() {
        println!("{:<16}{:>8}{:>12}{:>12}{:>12}", "", "count", "p50", "p99", "max");
    }

    pub(crate) fn print(&self, what: &str) {
        println!(
            "{what:<16}{:>8}{:>12}{:>12}{:>12}",
            self.count,
            milliseconds(self.p50),
            milliseconds(self.p99),
            milliseconds(self.max)
        );
    }
}

pub(crate) fn milliseconds(taken: Duration) -> String {
    format!("{:.2} ms", taken.as_secs_f64() * 1000.0)
}

pub(crate) fn ratio(one: Duration, two: Duration) -> f64 {
    one.as_secs_f64() / two.as_secs_f64().max(f64::MIN_POSITIVE)
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
