//! Every route, and what each request passes on its way in and out.

mod begin;
mod body;
mod changes;
mod looks;
mod open;
mod seats;

use crate::http::cache::{Ready, ready};
use crate::http::live::live;
use crate::http::openapi::route::Route;
use crate::http::shared::{LARGEST_BODY, Shared, crowded};
use crate::http::too_large::{Drains, heard_to_the_end};
use crate::http::{page, upload};
use crate::limits::at_once::Place;
use crate::limits::caller::Caller;
use crate::limits::purses::Wait;
use crate::wrong::Wrong;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
pub(crate) use begin::Begun;
use begin::begin;
pub(crate) use body::{Found, Named, SecretId, Sent, json, read_up_to, request_id, secret_id};
use changes::{answer, check, concede, hand, say_beforehand, throw, undo};
use looks::{
    advice, game_sheet, general_options, led, log, odds_of, odds_of_answers, overlay_of_table,
    overlay_of_unit, record, report, share, show, step, unit_options,
};
use open::{battles, charts, health, house_sheet, metrics, openapi, resolve, rules, sheet, sheets_there};
use seats::{card, go_on, seat};
use std::any::Any;
use std::net::IpAddr;
use std::sync::Arc;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// How many requests a new game counts as.
const COST_OF_A_GAME: u32 = 10;
/// How many requests an uploaded record counts as.
const COST_OF_A_RECORD: u32 = 50;
/// `/health` writes as much as a move.
const COST_OF_HEALTH: u32 = 10;

/// The live line has no time limit, and is not compressed.
const LIVE: &str = "/api/games/{id}/live";

/// Every other route, with what answers it.
fn routes() -> Vec<(&'static str, MethodRouter<Shared>)> {
    vec![
        ("/api/battles", get(battles)),
        ("/api/games", post(begin)),
        (
            "/api/records",
            post(upload::upload)
                .layer(DefaultBodyLimit::max(upload::LARGEST))
                .layer(middleware::from_fn_with_state(Arc::<Drains>::default(), heard_to_the_end)),
        ),
        ("/api/games/{id}", get(show)),
        ("/api/games/{id}/log", get(log)),
        ("/api/games/{id}/answers", post(answer)),
        ("/api/games/{id}/dice", post(throw)),
        ("/api/games/{id}/undo", post(undo)),
        ("/api/games/{id}/captain", get(led).post(hand)),
        ("/api/games/{id}/advice", get(advice)),
        ("/api/games/{id}/concede", post(concede)),
        ("/api/games/{id}/beforehand", post(say_beforehand)),
        ("/api/games/{id}/check", post(check)),
        ("/api/games/{id}/units/{unit}/options", get(unit_options)),
        ("/api/games/{id}/generals/{general}/options", get(general_options)),
        ("/api/games/{id}/odds", get(odds_of_answers).post(odds_of)),
        ("/api/games/{id}/overlay", get(overlay_of_table)),
        ("/api/games/{id}/overlay/{unit}", get(overlay_of_unit)),
        ("/api/games/{id}/record", get(record)),
        ("/api/games/{id}/steps/{step}", get(step)),
        ("/api/games/{id}/report", get(report)),
        ("/api/games/{id}/sheet", get(game_sheet)),
        ("/api/games/{id}/share", get(share)),
        ("/api/games/{id}/seat/{way}", post(seat)),
        ("/api/games/{id}/go-on", post(go_on)),
        ("/api/cards", post(card)),
        ("/api/charts/{sheet}", get(charts)),
        ("/api/charts/{sheet}/{chart}", post(resolve)),
        ("/api/rules/{sheet}", get(rules)),
        ("/api/sheets", get(sheets_there)),
        ("/api/sheets/{sheet}", get(sheet).post(house_sheet)),
        ("/api/openapi.json", get(openapi)),
        ("/health", get(health)),
        ("/metrics", get(if_shown)),
    ]
}

pub(crate) fn router(shared: Shared) -> Router {
    let routes = routes().into_iter();
    let plain = routes
        .fold(Router::new(), |router, (path, methods)| router.route(path, methods))
        .fallback(page::page)
        .method_not_allowed_fallback(async || not_done_that_way())
        // Answers that differ are compressed quickly rather than small: their CPU time is charged to no one.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(middleware::from_fn_with_state(Arc::<Ready>::default(), ready))
        .layer(middleware::from_fn_with_state(shared.clone(), in_time));
    Router::new()
        .route(LIVE, get(live))
        .merge(plain)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shared.clone(), at_the_door))
        .with_state(shared)
}

fn not_done_that_way() -> Wrong {
    Wrong::new(StatusCode::METHOD_NOT_ALLOWED, "This is not done that way: /api/openapi.json says how.")
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Wrong::inside("a panic in a handler").into_response()
}

async fn if_shown(State(shared): State<Shared>) -> Found {
    if shared.metrics {
        return Ok(metrics(State(shared.rooms)).await.into_response());
    }
    Err(Wrong::not_found(
        "There is nothing here: the counters are shown where the server was started with them.",
    ))
}

/// Stops waiting for a request that takes too long, and says so.
async fn in_time(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let patience = shared.patience.request;
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let seconds = patience.as_secs().max(1);
            Wrong::new(
                StatusCode::REQUEST_TIMEOUT,
                format!("This took more than {seconds} s and was not waited for: send it once more, with the same request id."),
            )
            .into_response()
        }
    }
}

/// Counts and limits every request, and gives every answer its headers.
async fn at_the_door(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let caller = Caller::of(&request, shared.behind_proxy);
    request.extensions_mut().insert(caller);
    shared.rooms.metrics.request();
    let mut response = match let_in(&shared, caller, &request) {
        Ok(_place) => next.run(request).await,
        Err(wrong) => wrong.into_response(),
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

/// Whether a caller is let in, and his place among the requests under way.
fn let_in(shared: &Shared, caller: Caller, request: &Request) -> Result<Option<Place<IpAddr>>, Wrong> {
    // These methods are for proxies, and no route has them; a path that is none would make the router fail.
    if matches!(*request.method(), Method::CONNECT | Method::TRACE) {
        return Err(not_done_that_way());
    }
    shared.hosts.admit(request.method(), request.headers())?;
    let cost = match (request.method(), request.uri().path()) {
        (&Method::POST, "/api/games") => COST_OF_A_GAME,
        (&Method::POST, "/api/records") => COST_OF_A_RECORD,
        (_, "/health") => COST_OF_HEALTH,
        _ => 1,
    };
    let limited = |wait: Wait| {
        shared.rooms.metrics.limited();
        let seconds = wait.seconds();
        Wrong::wait(
            StatusCode::TOO_MANY_REQUESTS,
            seconds,
            format!("Too many requests from your address: wait {seconds} s."),
        )
    };
    if let Some(buckets) = &shared.buckets {
        buckets.allows(caller.0, cost).map_err(limited)?;
    }
    let here = shared.under_way.as_ref().map(|here| here.enter(caller.0)).transpose();
    here.map_err(|full| crowded(full, "requests under way"))
}

const CONTENT_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                              base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Every path the router has.
pub fn paths() -> Vec<&'static str> {
    routes().into_iter().map(|(path, _)| path).chain([LIVE]).collect()
}

pub(crate) fn described() -> Vec<Route> {
    [
        open::described(),
        vec![begin::described()],
        looks::described(),
        changes::described(),
        seats::described(),
    ]
    .concat()
}
