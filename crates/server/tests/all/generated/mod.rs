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
        let mut all = server::for_tests::openapi();
        let types = all["components"]["schemas"].as_object().unwrap().iter();
        let types = types.map(|(name, schema)| (name.clone(), (shape::about(schema), Shape::read(schema))));
        Described { types: types.collect(), paths: all["paths"].take() }
    })
}

/// A generated file is as it would be made now; `GENERATED=write` makes it so. `stale`: what is wrong where it is not.
fn compare_or_write(file: &str, made: &str, stale: &str) {
    if std::env::var("GENERATED").is_ok_and(|what| what == "write") {
        std::fs::write(file, made).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(file).unwrap();
    let same = made.lines().zip(kept.lines()).take_while(|(made, kept)| made == kept).count();
    assert!(made == kept, "{stale} any more (from line {}): `make generated` writes it anew", same + 1);
}

#[test]
fn the_types_of_the_page_are_of_the_description() {
    let made = typescript::written(&described().types);
    compare_or_write(TYPES, &made, "web/src/types.ts is not of openapi.json");
}
