//! A caller who sends too much is heard to the end, if his turn comes.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use axum::middleware;
use axum::routing::post;
use futures_util::StreamExt as _;
use server::for_tests::{Drains, heard_to_the_end};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, interval, timeout};
use tower::ServiceExt as _;

/// Takes nothing of what is brought.
fn refusing() -> Router {
    Router::new()
        .route("/", post(async || StatusCode::PAYLOAD_TOO_LARGE))
        .layer(middleware::from_fn_with_state(Arc::<Drains>::default(), heard_to_the_end))
}

/// A body of pieces that come one by one, and how many of them were heard.
fn pieces(bytes: usize, every: Duration, most: usize) -> (Body, Arc<AtomicUsize>) {
    let heard = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&heard);
    let piece = Bytes::from(vec![0; bytes]);
    let come = futures_util::stream::unfold((interval(every), 0), move |(mut clock, n)| {
        let (piece, counted) = (piece.clone(), Arc::clone(&counted));
        async move {
            if n == most {
                return None;
            }
            clock.tick().await;
            counted.fetch_add(1, Ordering::Relaxed);
            Some((Ok::<Bytes, Infallible>(piece), (clock, n + 1)))
        }
    });
    (Body::from_stream(come.boxed()), heard)
}

/// Two who send a byte now and then have both places, and lose them before others have waited too long.
#[tokio::test]
async fn slow_senders_do_not_keep_others_from_being_heard() {
    let app = refusing();
    let bring = |body: Body| app.clone().oneshot(Request::post("/").body(body).unwrap());
    let begun = Instant::now();
    let slow = [1, 2].map(|_| tokio::spawn(bring(pieces(1, Duration::from_millis(500), usize::MAX).0)));
    tokio::time::sleep(Duration::from_millis(10)).await;
    let (body, heard) = pieces(64 << 10, Duration::from_millis(10), 40);
    let refused = timeout(Duration::from_secs(60), bring(body)).await.unwrap().unwrap();
    assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(heard.load(Ordering::Relaxed), 40, "heard to the end");
    for slow in slow {
        assert_eq!(slow.await.unwrap().unwrap().status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
