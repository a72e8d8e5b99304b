//! The battle over the wire: games kept in one file or database, views by seat, answers applied at most once.
//!
//! [`app`] is the whole server without a port; [`serve`] listens. A move is reckoned, written down, and only then
//! confirmed; what is in memory is always the fold of what is on disk.
//!
//! Left out on purpose: rules (they live below), accounts (whoever has a seat's link has the seat), and trust in
//! anything a page says.

mod alone;
mod api;
mod backup;
mod base;
mod causes;
mod chronicle;
mod db;
mod deploy;
mod desk;
mod listen;
mod live;
mod log;
mod lookback;
mod luck;
mod march;
mod metrics;
mod odds;
mod options;
mod overlay;
mod page;
mod play;
mod prompt;
mod rate;
mod report;
mod rooms;
mod seat;
mod shown;
mod store;
mod upload;
mod view;
mod visit;
mod wrong;

pub use backup::{Copied, NotCopied, backup};
pub use base::BasePath;
pub use db::{Db, Url};
pub use listen::{Patience, listen};
pub use rate::Rate;
pub use wrong::Error;

use alone::Alone;
use api::Shared;
use axum::Router;
use rate::Buckets;
use rooms::Rooms;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the games are kept.
    pub db: Db,
    /// `None`: callers are not limited.
    pub rate: Option<Rate>,
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
    let rooms = Arc::new(Rooms::new(Store::open(&config.db).await?));
    Ok(router(rooms, &config))
}

fn router(rooms: Arc<Rooms>, config: &Config) -> Router {
    let swept = Arc::downgrade(&rooms);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            let Some(rooms) = swept.upgrade() else { return };
            rooms.sweep();
        }
    });
    let app = api::router(Shared {
        rooms,
        buckets: config.rate.map(|rate| Arc::new(Buckets::new(rate))),
        behind_proxy: config.behind_proxy,
        patience: config.patience,
    });
    match config.base_path.clone() {
        Some(base) => base.holding(app),
        None => app,
    }
}

/// Listens on an address until told to stop; `ready` hears where. Requests under way are finished.
///
/// # Errors
/// Where the games cannot be opened, or are served by somebody else, or nothing can listen there.
pub async fn serve(
    config: Config,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send,
) -> Result<(), Error> {
    let fault =
        |error: std::io::Error| Error::Listen { address: address.to_string(), why: error.to_string() };
    let _alone = Alone::at(&config.db).await?;
    let rooms = Arc::new(Rooms::new(Store::open(&config.db).await?));
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let at = listener.local_addr().map_err(fault)?;
    tracing::info!("serving the games in {} on {at}", config.db);
    ready(at);
    listen(router(Arc::clone(&rooms), &config), listener, config.patience, stop).await;
    rooms.store.close().await;
    Ok(())
}
