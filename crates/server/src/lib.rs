//! The battle over the wire: games kept in one file, views by seat, answers applied at most once.
//!
//! [`app`] is the whole server without a port; [`serve`] listens. A move is reckoned, written down, and only then
//! confirmed; what is in memory is always the fold of what is on disk.
//!
//! Left out on purpose: rules (they live below), accounts (whoever has a seat's link has the seat), and trust in
//! anything a page says.

mod api;
mod desk;
mod live;
mod log;
mod metrics;
mod options;
mod page;
mod play;
mod prompt;
mod rate;
mod rooms;
mod seat;
mod store;
mod view;
mod wrong;

pub use rate::Rate;
pub use wrong::Error;

use api::Shared;
use axum::Router;
use rate::Buckets;
use rooms::Rooms;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file the games are kept in; made if it is not there.
    pub db: PathBuf,
    /// `None`: callers are not limited.
    pub rate: Option<Rate>,
}

impl Config {
    pub fn new(db: impl Into<PathBuf>) -> Config {
        Config { db: db.into(), rate: Some(Rate::default()) }
    }
}

/// The whole server, without a port.
///
/// # Errors
/// Where the file of games cannot be opened.
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
    api::router(Shared { rooms, buckets: config.rate.map(|rate| Arc::new(Buckets::new(rate))) })
}

/// Listens on an address until told to stop; `ready` hears where. Requests under way are finished.
///
/// # Errors
/// Where the file of games cannot be opened, or nothing can listen there.
pub async fn serve(
    config: Config,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let fault =
        |error: std::io::Error| Error::Listen { address: address.to_string(), why: error.to_string() };
    let rooms = Arc::new(Rooms::new(Store::open(&config.db).await?));
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let service = router(Arc::clone(&rooms), &config).into_make_service_with_connect_info::<SocketAddr>();
    ready(listener.local_addr().map_err(fault)?);
    let (stopping, mut stopped) = tokio::sync::watch::channel(());
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop.await;
        tracing::info!("stopping: requests under way are finished");
        drop(stopping);
    });
    // Live lines never end by themselves: after a moment they are let go.
    let patience = async move {
        while stopped.changed().await.is_ok() {}
        tokio::time::sleep(Duration::from_secs(5)).await;
    };
    let served = tokio::select! {
        served = async { server.await } => served,
        () = patience => Ok(()),
    };
    rooms.store.close().await;
    served.map_err(fault)
}
