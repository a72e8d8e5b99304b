//! Plain counters.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Default)]
pub(crate) struct Metrics {
    requests: AtomicU64,
    errors: AtomicU64,
    limited: AtomicU64,
    begun: AtomicU64,
    uploaded: AtomicU64,
    confirmed: AtomicU64,
    refused: AtomicU64,
    folded: AtomicU64,
    followers: AtomicU64,
    cut: AtomicU64,
}

impl Metrics {
    pub(crate) fn request(&self) {
        self.requests.fetch_add(1, Relaxed);
    }
    pub(crate) fn error(&self) {
        self.errors.fetch_add(1, Relaxed);
    }
    pub(crate) fn limited(&self) {
        self.limited.fetch_add(1, Relaxed);
    }
    pub(crate) fn begun(&self) {
        self.begun.fetch_add(1, Relaxed);
    }
    pub(crate) fn uploaded(&self) {
        self.uploaded.fetch_add(1, Relaxed);
    }
    pub(crate) fn confirmed(&self) {
        self.confirmed.fetch_add(1, Relaxed);
    }
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }
    pub(crate) fn folded(&self) {
        self.folded.fetch_add(1, Relaxed);
    }
    pub(crate) fn cut(&self) {
        self.cut.fetch_add(1, Relaxed);
    }
    pub(crate) fn followers(&self) -> u64 {
        self.followers.load(Relaxed)
    }
    pub(crate) fn follows(&self) {
        self.followers.fetch_add(1, Relaxed);
    }
    pub(crate) fn leaves(&self) {
        self.followers.fetch_sub(1, Relaxed);
    }

    /// In the text form that collectors read.
    pub(crate) fn text(&self, open: usize, thinking: usize) -> String {
        let counters = [
            ("requests_total", "Requests answered", &self.requests),
            ("errors_total", "Requests that failed inside", &self.errors),
            ("limited_total", "Requests refused for coming too fast", &self.limited),
            ("games_begun_total", "Games begun", &self.begun),
            ("records_uploaded_total", "Records brought along", &self.uploaded),
            ("moves_confirmed_total", "Answers, throws and undos written down", &self.confirmed),
            ("moves_refused_total", "Answers, throws and undos refused", &self.refused),
            ("games_folded_total", "Games rebuilt from the store", &self.folded),
            ("followers_cut_total", "Live connections cut for being slow", &self.cut),
        ];
        let mut text = String::new();
        for (name, help, value) in counters {
            let value = value.load(Relaxed);
            let _ = writeln!(
                text,
                "# HELP grognard_{name} {help}\n# TYPE grognard_{name} counter\ngrognard_{name} {value}"
            );
        }
        for (name, help, value) in [
            ("games_open", "Games in memory", open as u64),
            ("marshals_thinking", "Games in which a marshal thinks, or waits to", thinking as u64),
            ("followers", "Live connections", self.followers()),
        ] {
            let _ = writeln!(
                text,
                "# HELP grognard_{name} {help}\n# TYPE grognard_{name} gauge\ngrognard_{name} {value}"
            );
        }
        text
    }
}
