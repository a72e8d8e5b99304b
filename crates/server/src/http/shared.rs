//! What all routes share: the rooms, and who and what is under way.

use crate::http::hosts::Hosts;
use crate::http::listen::Patience;
use crate::limits::at_once::{Crowd, Full};
use crate::limits::rate::Buckets;
use crate::rooms::Rooms;
use crate::seats::presence::Presence;
use crate::wrong::Wrong;
use axum::extract::FromRef;
use axum::http::StatusCode;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Larger bodies are refused unread.
pub(crate) const LARGEST_BODY: usize = 1 << 20;
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) buckets: Option<Arc<Buckets>>,
    pub(crate) behind_proxy: bool,
    pub(crate) patience: Patience,
    pub(crate) hosts: Arc<Hosts>,
    /// Requests under way, by address, where all connections are a proxy's.
    pub(crate) under_way: Option<Arc<Crowd<IpAddr>>>,
    /// Live lines by address.
    pub(crate) lines: Arc<Crowd<IpAddr>>,
    /// Which seats they belong to.
    pub(crate) present: Arc<Presence>,
    /// CPU time that proving a record may take.
    pub(crate) longest_proof: Duration,
    /// Whether the counters are open to every caller.
    pub(crate) metrics: bool,
}

impl FromRef<Shared> for Arc<Rooms> {
    fn from_ref(shared: &Shared) -> Arc<Rooms> {
        Arc::clone(&shared.rooms)
    }
}

/// Why there is no place for one more.
pub(crate) fn crowded(full: Full, of_what: &str) -> Wrong {
    match full {
        Full::OfHis => Wrong::wait(
            StatusCode::TOO_MANY_REQUESTS,
            5,
            format!("There are too many {of_what} of your address: end some of them first."),
        ),
        Full::OfAll => Wrong::wait(
            StatusCode::SERVICE_UNAVAILABLE,
            5,
            format!("There are too many {of_what} here just now: try again in a moment."),
        ),
    }
}
