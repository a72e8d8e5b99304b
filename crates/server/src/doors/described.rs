//! The API as programs read it: `openapi.json` is written from the routes and from the types that go over the wire.
//! Each route is described beside what answers it. A stale file fails the test below; `make generated` writes it anew.

mod merged;
mod route;
mod types;

pub(crate) use route::{Route, get, post};
pub(crate) use types::Types;

use crate::doors::{api, live, upload};
use crate::shown::Shown;
use crate::wrong;
use engine::wire::PLACE;
use games::Kind;
use route::described;
use serde_json::{Map, Value, json};

const ABOUT: &str = "Battles of Napoleonic miniatures. Start a game, look at the view, answer what is asked, follow the \
    live line. Every change carries a request id of your own and is applied at most once: after a broken connection \
    send it again. What is dear to reckon waits in a line: 429 and 503 say in Retry-After after how many seconds to ask \
    again, 408 that a request took too long, 507 that there is no room for new games and records, 421 and 403 that \
    another name or a page of another server was called from. Distances are thousandths of an inch, bearings 65536ths of \
    a turn, 0 north, clockwise.";

/// Every route, in the order in which somebody meets them.
fn routes() -> Vec<Route> {
    [api::described(), vec![live::described(), upload::described()]].concat()
}

/// What a game has of its own: what is asked and answered in it, and what only its views hold.
fn of_game<G: Shown>(types: &mut Types) {
    types.sent::<G::Scenario>();
    types.sent::<G::Own>();
    types.sent::<G::Answer>();
    types.taken::<G::Answer>();
    G::described(types);
}

/// The whole description.
fn openapi() -> Value {
    let mut types = Types::default();
    for kind in Kind::ALL {
        games::with!(kind, G => of_game::<G>(&mut types));
    }
    types.sent::<wrong::Body>();
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

mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/doors/openapi.json");

    #[test]
    fn the_generated_description_is_of_these_types() {
        let made = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
        if std::env::var("GENERATED").is_ok_and(|what| what == "write") {
            std::fs::write(FILE, made).unwrap();
            return;
        }
        let kept = std::fs::read_to_string(FILE).unwrap();
        let differs = made.lines().zip(kept.lines()).position(|(made, kept)| made != kept);
        assert!(
            made == kept,
            "openapi.json is not of these types any more (from line {}): `make generated` writes it anew",
            differs.unwrap_or_default() + 1
        );
    }

    /// The path of a route as the router has it: what is done with a seat has one route for all its paths.
    fn routed(path: &str) -> String {
        match path.split_once("/seat/") {
            Some((game, _)) => format!("{game}/seat/{{way}}"),
            None => path.to_owned(),
        }
    }

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let described: BTreeSet<String> = routes().iter().map(|route| routed(&route.path)).collect();
        assert_eq!(described, api::paths().into_iter().map(str::to_owned).collect());
    }

    /// Whatever a description names is there, and whatever is there is named.
    #[test]
    fn every_type_is_used_and_every_name_leads_somewhere() {
        fn named(value: &Value, found: &mut BTreeSet<String>) {
            match value {
                Value::Object(fields) => {
                    let name = fields.get("$ref").and_then(Value::as_str);
                    found.extend(
                        name.and_then(|name| name.strip_prefix(&format!("#{PLACE}/"))).map(str::to_owned),
                    );
                    fields.values().for_each(|field| named(field, found));
                }
                Value::Array(all) => all.iter().for_each(|one| named(one, found)),
                _ => {}
            }
        }
        let made = openapi();
        let mut found: BTreeSet<String> = live::NAMES.iter().copied().map(str::to_owned).collect();
        named(&made, &mut found);
        let there = made["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(found, there);
    }
}
