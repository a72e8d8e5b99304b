//! The description of the API is of the server's routes and types, whole and without anything else.

use engine::wire::PLACE;
use serde_json::Value;
use server::for_tests::{LIVE_NAMES, described, openapi};
use std::collections::BTreeSet;

const OPENAPI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/openapi.json");

#[test]
fn the_generated_description_is_of_these_types() {
    let made = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
    super::compare_or_write(OPENAPI, &made, "openapi.json is not of these types");
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
    let described: BTreeSet<String> = described().iter().map(|path| routed(path)).collect();
    assert_eq!(described, server::for_tests::routed().into_iter().map(str::to_owned).collect());
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
    let mut found: BTreeSet<String> = LIVE_NAMES.iter().copied().map(str::to_owned).collect();
    named(&made, &mut found);
    let there = made["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(found, there);
}
