//! The port: connections are taken and given to the app, and nobody holds one by being slow.

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::ServiceExt as _;

/// How long the server bears with somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request, from the first byte or the last reply on.
    pub head: Duration,
    /// For a request with its body, until it is answered. A move that is being written down is finished all the same.
    pub request: Duration,
    /// For somebody who takes nothing of his reply.
    pub reply: Duration,
    /// For a follower who does not take a word of the live line.
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

/// Gives every connection of a port to the app, until told to stop; then requests under way are finished.
pub async fn listen(
    app: Router,
    listener: TcpListener,
    patience: Patience,
    stop: impl Future<Output = ()> + Send,
) {
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
                // Somebody has gone before he was let in, or there are too many: both pass.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Replies are whole when they are sent: there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let service = app.clone().map_request(move |mut request: Request<_>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(from));
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
        });
    }
    tracing::info!("stopping: requests under way are finished");
    stopping.send_replace(());
    // No longer than that: somebody might never take his reply.
    let _ = tokio::time::timeout(patience.stop, stopping.closed()).await;
}

/// A connection that breaks when nothing of what is sent is taken for too long.
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
