//! What is written from the server's types: the description of its API, and from that the types of the page. Every request
//! and reply of the other tests is held against it.

mod description;
mod fits;
mod routes;
mod shape;
mod typescript;

use serde_json::Value;
use shape::Shape;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TYPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types.ts");

pub(crate) use fits::hold_against;

/// The description as the types are now: what is served is the same, or a test fails.
struct Described {
    paths: Value,
    types: BTreeMap<String, (Option<String>, Shape)>,
}

/// Made once for all tests.
fn described() -> &'static Described {
    static DESCRIBED: OnceLock<Described> = OnceLock::new();
    DESCRIBED.get_or_init(|| {
        let mut all = server::inside::openapi();
        let types = all["components"]["schemas"].as_object().unwrap().iter();
        let types = types.map(|(name, schema)| (name.clone(), (shape::about(schema), Shape::read(schema))));
        Described { types: types.collect(), paths: all["paths"].take() }
    })
}

#[test]
fn the_types_of_the_page_are_of_the_description() {
    let made = typescript::written(&described().types);
    if std::env::var("GENERATED").is_ok_and(|what| what == "write") {
        std::fs::write(TYPES, made).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(TYPES).unwrap();
    let differs = made.lines().zip(kept.lines()).position(|(made, kept)| made != kept);
    assert!(
        made == kept,
        "web/src/types.ts is not of openapi.json any more (from line {}): `make generated` writes it anew",
        differs.unwrap_or_default() + 1
    );
}
