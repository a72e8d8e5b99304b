//! The doors: every route, and what everybody passes on the way in and out.

mod begin;
mod body;
mod changes;
mod looks;
mod open;
mod seats;

use crate::listen::Patience;
use crate::live::live;
use crate::rate::{self, Buckets};
use crate::rooms::Rooms;
use crate::wrong::Wrong;
use crate::{page, upload};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
pub(crate) use begin::Begun;
use begin::begin;
pub(crate) use body::{Found, Sent, beginning_id, json, read_up_to, request_id};
use changes::{answer, check, throw, undo};
use looks::{
    general_options, log, odds_of, odds_of_answers, overlay_of_table, overlay_of_unit, record, report, share,
    show, step, unit_options,
};
use open::{battles, charts, health, metrics, openapi, resolve, rules};
use seats::seat;
use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// Larger bodies are refused unread.
const LARGEST_BODY: usize = 1 << 20;
/// A new game costs a caller as much as so many other requests.
const COST_OF_A_GAME: u32 = 10;
/// And a record that is brought along as much as so many.
const COST_OF_A_RECORD: u32 = 50;

#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) buckets: Option<Arc<Buckets>>,
    pub(crate) behind_proxy: bool,
    pub(crate) patience: Patience,
}

impl FromRef<Shared> for Arc<Rooms> {
    fn from_ref(shared: &Shared) -> Arc<Rooms> {
        Arc::clone(&shared.rooms)
    }
}

pub(crate) fn router(shared: Shared) -> Router {
    let api = Router::new()
        .route("/battles", get(battles))
        .route("/games", post(begin))
        .route("/records", post(upload::upload).layer(DefaultBodyLimit::max(upload::LARGEST)))
        .route("/games/{id}", get(show))
        .route("/games/{id}/log", get(log))
        .route("/games/{id}/answers", post(answer))
        .route("/games/{id}/dice", post(throw))
        .route("/games/{id}/undo", post(undo))
        .route("/games/{id}/check", post(check))
        .route("/games/{id}/units/{unit}/options", get(unit_options))
        .route("/games/{id}/generals/{general}/options", get(general_options))
        .route("/games/{id}/odds", get(odds_of_answers).post(odds_of))
        .route("/games/{id}/overlay", get(overlay_of_table))
        .route("/games/{id}/overlay/{unit}", get(overlay_of_unit))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/steps/{step}", get(step))
        .route("/games/{id}/report", get(report))
        .route("/games/{id}/share", get(share))
        .route("/games/{id}/seat/{way}", post(seat))
        .route("/charts/{sheet}", get(charts))
        .route("/charts/{sheet}/{chart}", post(resolve))
        .route("/rules/{sheet}", get(rules))
        .route("/openapi.json", get(openapi));
    let plain = Router::new()
        .nest("/api", api)
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::page)
        .method_not_allowed_fallback(async || {
            Wrong::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "This is not done that way: /api/openapi.json says how.",
            )
        })
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, shared.patience.request));
    Router::new()
        .route("/api/games/{id}/live", get(live))
        .merge(plain)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shared.clone(), at_the_door))
        .with_state(shared)
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Wrong::inside("a panic in a handler").into_response()
}

/// Counts, limits, and sends everybody home with the right headers.
async fn at_the_door(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(from)| from.ip());
    let noted = if shared.behind_proxy { rate::forwarded_for(request.headers()) } else { None };
    let caller = noted.or(from).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let cost = match (request.method(), request.uri().path()) {
        (&Method::POST, "/api/games") => COST_OF_A_GAME,
        (&Method::POST, "/api/records") => COST_OF_A_RECORD,
        _ => 1,
    };
    shared.rooms.metrics.request();
    let mut response = match &shared.buckets {
        Some(buckets) if !buckets.allows(caller, cost) => {
            shared.rooms.metrics.limited();
            let wrong = Wrong::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests from your address: wait a second.",
            );
            ([(header::RETRY_AFTER, "1")], wrong).into_response()
        }
        _ => next.run(request).await,
    };
    if response.status().is_server_error() {
        shared.rooms.metrics.error();
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

const CONTENT_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                              base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
