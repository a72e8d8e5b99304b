//! What is the same for all is made once.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::middleware;
use axum::routing::get;
use http_body_util::BodyExt as _;
use server::for_tests::{Ready, is_the_same_for_all, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tower::ServiceExt as _;
use tower_http::compression::CompressionLayer;

#[test]
fn nothing_is_kept_under_two_names() {
    assert!(is_the_same_for_all("/api/charts/a15") && is_the_same_for_all("/api/battles"));
    for alias in ["//", "///index.html", "/api/charts/a1%35", "/no-such-file", "/health", "/metrics"] {
        assert!(!is_the_same_for_all(alias), "{alias}");
    }
}

#[tokio::test]
async fn what_is_the_same_for_all_is_made_once() {
    let made = Arc::new(AtomicU32::new(0));
    let make = {
        let made = Arc::clone(&made);
        move || {
            let n = made.fetch_add(1, Ordering::Relaxed);
            async move { if n > 3 { "other" } else { "same" }.repeat(1000) }
        }
    };
    let app = Router::new()
        .route("/api/rules/br8", get(make.clone()))
        .route("/api/games/0", get(make.clone()))
        .route("/health", get(make))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::<Ready>::default(), ready));
    let ask = async |path: &str, takes: Option<&str>| {
        let mut request = Request::get(path);
        if let Some(takes) = takes {
            request = request.header("accept-encoding", takes);
        }
        let reply = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let packed =
            reply.headers().get("content-encoding").map(|coding| coding.to_str().unwrap().to_owned());
        (packed, reply.into_body().collect().await.unwrap().to_bytes())
    };
    let plain = ask("/api/rules/br8", None).await;
    let packed = ask("/api/rules/br8", Some("br, gzip;q=0.5")).await;
    assert_eq!((plain.0.as_deref(), packed.0.as_deref()), (None, Some("gzip")));
    assert!(plain.1.len() == 4000 && packed.1.len() < 400);
    for (takes, expected) in [
        (None, &plain),
        (Some("identity"), &plain),
        (Some("gzip;q=0"), &plain),
        (Some("gzip; q=0.000, br"), &plain),
        (Some("gzip"), &packed),
        (Some("deflate, GZIP"), &packed),
    ] {
        assert_eq!(ask("/api/rules/br8", takes).await, *expected, "{takes:?}");
    }
    assert_eq!(made.load(Ordering::Relaxed), 2, "once as it is, once packed");
    for path in ["/api/games/0", "/health"] {
        ask(path, None).await;
        ask(path, None).await;
    }
    assert_eq!(made.load(Ordering::Relaxed), 6, "what changes is made anew");
}
