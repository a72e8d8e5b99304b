//! The battle over the wire: games kept in one file or database, views by seat, answers applied at most once.
//!
//! [`app`] is the whole server without a port; [`serve`] listens. A move is reckoned, written down, and only then
//! confirmed; what is in memory is always the fold of what is on disk.
//!
//! Left out on purpose: rules (they live below), accounts (a seat belongs to the bearer of its link), and trust in
//! anything a page says.

#[doc(hidden)]
pub mod for_tests;
mod http;
mod limits;
mod machine;
mod metrics;
mod rooms;
mod seats;
mod store;
mod work;
mod wrong;

pub use http::base_path::BasePath;
pub use http::listen::{Connections, Patience, listen, listen_to_so_many};
pub use limits::rate::Rate;
pub use limits::settings::{Allowance, Keep, Limits};
pub use store::backup::{Copied, NotCopied, backup};
pub use store::db::{Db, Url};
pub use wrong::Error;

use axum::Router;
use http::hosts::Hosts;
use http::shared::Shared;
use limits::at_once::Crowd;
use limits::growth::Growth;
use limits::rate::Buckets;
use rooms::Rooms;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use store::lock::ServerLock;
use tokio::net::TcpListener;
use work::Work;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the games are kept.
    pub db: Db,
    /// `None`: callers are not limited, neither in how much they ask nor in what it costs. How many are connected, and
    /// how many questions wait in all, is limited still.
    pub rate: Option<Rate>,
    pub limits: Limits,
    pub keep: Keep,
    /// The names this server goes by, beside those of this machine: `battle.example.org`, with its port where a proxy
    /// listens on another than the usual one. Requests that call another name are refused. Empty: any name, unless
    /// [`serve`] listens to this machine only.
    pub hosts: Vec<String>,
    /// The counters at `/metrics` are open to every caller.
    pub metrics: bool,
    /// Callers come through a proxy and are told apart by the last address in its `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// `None`: the page lies at `/`.
    pub base_path: Option<BasePath>,
    pub patience: Patience,
}

impl Config {
    pub fn new(db: impl Into<Db>) -> Config {
        Config {
            db: db.into(),
            rate: Some(Rate::default()),
            limits: Limits::default(),
            keep: Keep::default(),
            hosts: Vec::new(),
            metrics: false,
            behind_proxy: false,
            base_path: None,
            patience: Patience::default(),
        }
    }
}

/// The whole server, without a port.
///
/// # Errors
/// Where the games cannot be opened.
pub async fn app(config: Config) -> Result<Router, Error> {
    let rooms = open(&config).await?;
    Ok(router(rooms, &config, false))
}

async fn open(config: &Config) -> Result<Arc<Rooms>, Error> {
    let limited = config.rate.is_some();
    let work = Work::new(&config.limits, limited)?;
    let growth = Growth::new(&config.limits, &config.keep, limited);
    let rooms = Rooms::new(Store::open(&config.db).await?, work, growth, config.limits.memory);
    store::cleanup::some(&rooms, &config.keep).await;
    Ok(rooms)
}

/// `only_here`: the address can only be reached from this machine.
fn router(rooms: Arc<Rooms>, config: &Config, only_here: bool) -> Router {
    let swept = Arc::downgrade(&rooms);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(20)).await;
            let Some(rooms) = swept.upgrade() else { return };
            rooms.sweep(rooms::IDLE).await;
        }
    });
    tokio::spawn(store::cleanup::from_time_to_time(Arc::downgrade(&rooms), config.keep));
    let limits = &config.limits;
    let app = http::api::router(Shared {
        rooms,
        buckets: config.rate.map(|rate| Arc::new(Buckets::new(rate))),
        behind_proxy: config.behind_proxy,
        patience: config.patience,
        hosts: Arc::new(Hosts::new(&config.hosts, only_here)),
        under_way: config.behind_proxy.then(|| Crowd::new(limits.connections_of_address, usize::MAX)),
        lines: Crowd::new(limits.lines_of_address, limits.lines),
        present: Arc::default(),
        metrics: config.metrics,
        longest_proof: limits.proof,
    });
    match config.base_path.clone() {
        Some(base) => base.holding(app),
        None => app,
    }
}

/// Listens on an address until told to stop; `ready` hears where. Requests under way are finished.
///
/// # Errors
/// Where the games cannot be opened, or another server has them, or the address cannot be listened on.
pub async fn serve(
    mut config: Config,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send,
) -> Result<(), Error> {
    let fault =
        |error: std::io::Error| Error::Listen { address: address.to_string(), why: error.to_string() };
    let _lock = ServerLock::at(&config.db).await?;
    // Callers from this very machine are not limited.
    let only_here = address.ip().is_loopback() && !config.behind_proxy;
    if only_here {
        config.rate = None;
    }
    if !address.ip().is_loopback() && config.hosts.is_empty() {
        tracing::warn!(
            "it answers to every name: a stranger's page, opened in a browser near this server, can reach it by a name \
             of its own; say with --hosts which names are this server's"
        );
    }
    let connections = Connections::of(&config.limits, config.behind_proxy);
    config.limits.lines = config.limits.lines.min(connections.most / 4 * 3);
    let rooms = open(&config).await?;
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let at = listener.local_addr().map_err(fault)?;
    tracing::info!("serving the games in {} on {at}", config.db);
    ready(at);
    let app = router(Arc::clone(&rooms), &config, address.ip().is_loopback());
    listen_to_so_many(app, listener, config.patience, connections, stop).await;
    rooms.close().await;
    Ok(())
}
