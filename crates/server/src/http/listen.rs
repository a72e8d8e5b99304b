//! The port: takes connections and gives them to the app. Slow callers cannot hold connections.

use crate::http::shared::crowded;
use crate::limits::at_once::{Crowd, Full, Place};
use crate::limits::nets::net_of;
use crate::limits::settings::Limits;
use crate::machine;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;
use tower::ServiceExt as _;

/// How long the server waits for a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request, from the first byte or the last reply on.
    pub head: Duration,
    /// For a request with its body, until it is answered. A move that is being written is finished all the same.
    pub request: Duration,
    /// For a caller who reads nothing of his reply.
    pub reply: Duration,
    /// For a follower who reads nothing from the live line.
    pub follower: Duration,
    /// How often a quiet live line is tried.
    pub heartbeat: Duration,
    /// For requests under way when the server is told to stop.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(30),
            request: Duration::from_secs(30),
            reply: Duration::from_secs(30),
            follower: Duration::from_secs(10),
            heartbeat: Duration::from_secs(25),
            stop: Duration::from_secs(5),
        }
    }
}

/// How many connections are held at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// Of one address; of IPv6 its whole net. `None`: they are all a proxy's.
    pub most_of_address: Option<usize>,
    pub most: usize,
}

impl Connections {
    /// As many as the process may have files open, less some for the store; and no address has more than a quarter of
    /// them. The process is given as many files as it may ever have.
    pub(crate) fn of(limits: &Limits, behind_proxy: bool) -> Connections {
        let files = machine::most_files();
        let possible = files - FILES_FOR_OTHERS.min(files / 2);
        let most = limits.connections.unwrap_or(MOST_CONNECTIONS).min(possible);
        let most_of_address = limits.connections_of_address.min((most / 4).max(1));
        Connections { most_of_address: (!behind_proxy).then_some(most_of_address), most }
    }
}

/// A place among the connections. A live line, which outlives its request, keeps it.
#[derive(Clone)]
pub(crate) struct Connection(#[expect(dead_code, reason = "held, not read")] Arc<Place<IpAddr>>);

/// Files that are not connections: the store, the log, the port.
const FILES_FOR_OTHERS: usize = 128;
/// However many files the process may open.
const MOST_CONNECTIONS: usize = 20_000;
/// How many connections at once are told that there is no place for them, at most an eighth of those that have one.
/// Further ones are only closed.
const MOST_FAREWELLS: usize = 32;
/// How long telling one of them may take.
const FAREWELL: Duration = Duration::from_millis(500);

/// As [`listen_to_so_many`], with as many connections as are usual.
pub async fn listen(
    app: Router,
    listener: TcpListener,
    patience: Patience,
    stop: impl Future<Output = ()> + Send,
) {
    let connections = Connections::of(&Limits::default(), false);
    listen_to_so_many(app, listener, patience, connections, stop).await;
}

/// Gives every connection of a port to the app, until told to stop; then requests under way are finished.
pub async fn listen_to_so_many(
    app: Router,
    listener: TcpListener,
    patience: Patience,
    connections: Connections,
    stop: impl Future<Output = ()> + Send,
) {
    let crowd = Crowd::new(connections.most_of_address.unwrap_or(usize::MAX), connections.most);
    let farewells = Arc::new(Semaphore::new((connections.most / 8).clamp(1, MOST_FAREWELLS)));
    let mut stop = pin!(stop);
    let stopping = watch::Sender::new(());
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(patience.head);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The caller has gone already, or too many files are open: both pass.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let place = match crowd.enter(net_of(from.ip())) {
            Ok(place) => place,
            Err(full) => {
                if let Ok(turn) = Arc::clone(&farewells).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(FAREWELL, send_away(stream, full)).await;
                        drop(turn);
                    });
                }
                continue;
            }
        };
        // Replies are sent whole, so there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let place = Arc::new(place);
        let his = Arc::clone(&place);
        let service = app.clone().map_request(move |mut request: Request<_>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(from));
            request.extensions_mut().insert(Connection(Arc::clone(&his)));
            request
        });
        let stream = TokioIo::new(Line { stream, patience: patience.reply, waits: None });
        let served = server.serve_connection(stream, TowerToHyperService::new(service)).with_upgrades();
        let mut stopped = stopping.subscribe();
        tokio::spawn(async move {
            let mut served = pin!(served);
            let done = tokio::select! {
                done = served.as_mut() => done,
                _ = stopped.changed() => {
                    served.as_mut().graceful_shutdown();
                    served.await
                }
            };
            if let Err(error) = done {
                tracing::debug!(%error, "a connection was broken off");
            }
            drop(place);
        });
    }
    tracing::info!("stopping: requests under way are finished");
    stopping.send_replace(());
    // No longer than that: a caller might never read his reply.
    let _ = tokio::time::timeout(patience.stop, stopping.closed()).await;
}

/// Tells a caller that there is no place for him, and waits until he has read it.
async fn send_away(mut stream: TcpStream, full: Full) -> io::Result<()> {
    let body = crowded(full, "connections").body;
    let body = serde_json::to_string(&body).unwrap_or_default();
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
                connection: close\r\ncontent-length: ";
    stream.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    stream.shutdown().await?;
    // What he has sent is read, or the system would cut him off before he has read our answer.
    let mut said = [0; 1024];
    while stream.read(&mut said).await? > 0 {}
    Ok(())
}

/// A connection that breaks when the other end reads nothing for too long.
struct Line {
    stream: TcpStream,
    patience: Duration,
    /// Runs while a write waits.
    waits: Option<Pin<Box<Sleep>>>,
}

impl Line {
    fn bear<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let patience = self.patience;
        let waits = self.waits.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match waits.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.bear(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.bear(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
