//! The API as programs read it: `openapi.json` is written from the routes and from the types that go over the wire.
//! Each route is described beside what answers it. A stale file fails a test; `make generated` writes it anew.

pub(crate) mod route;

use crate::http::{api, live, upload};
use route::{Route, described};
use seat::Body;
use seat::described::{Types, of_all_games};
use serde_json::{Map, Value, json};

const ABOUT: &str = "Battles of Napoleonic miniatures. Start a game, look at the view, answer what is asked, follow the \
    live line. Every change carries a request id of your own and is applied at most once: after a broken connection \
    send it again. What is dear to reckon waits in a line: 429 and 503 say in Retry-After after how many seconds to ask \
    again, 408 that a request took too long, 507 that there is no room for new games and records, 421 and 403 that \
    another name or a page of another server was called from. Distances are thousandths of an inch, bearings 65536ths of \
    a turn, 0 north, clockwise.";

/// Every route, in the order in which a reader meets them.
fn routes() -> Vec<Route> {
    [api::described(), vec![live::described(), upload::described()]].concat()
}

/// Every path that is described.
pub fn paths() -> Vec<String> {
    routes().into_iter().map(|route| route.path).collect()
}

/// The whole description.
///
/// # Panics
/// Where two types that go over the wire have one name.
pub fn openapi() -> Value {
    let mut types = Types::default();
    of_all_games(&mut types);
    types.sent::<Body>();
    live::messages(&mut types);
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        let methods = paths.entry(route.path.clone()).or_insert_with(|| json!({}));
        methods[route.method] = described(&route, &mut types);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Grognard", "version": "1", "description": ABOUT },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, or of the spectators.",
                },
            },
            "schemas": types.all(),
        },
    })
}
