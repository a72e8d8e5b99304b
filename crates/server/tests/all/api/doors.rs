//! What comes in at the doors: nonsense, floods, callers behind a proxy; and the page that goes out.

use crate::common::{Client, Folder, Reply, request};
use axum::body::Body;
use axum::http::{Method, Request};
use engine::Side;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::{Config, Patience, Rate};
use std::time::Duration;
use tower::ServiceExt as _;

#[tokio::test]
async fn nonsense_is_refused_in_one_sentence() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({})).await;
    let token = game.token(Side::French);
    let begin = |body: String| client.send(Method::POST, "/api/games", None, body.into_bytes());
    let valid = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "captain" });
    let with = |key: &str, value: Value| {
        let mut body = valid.clone();
        body[key] = value;
        body.to_string()
    };
    begin("{".to_owned()).await.fails(400);
    begin("[]".to_owned()).await.fails(400);
    begin(with("battle", json!("waterloo"))).await.fails(404);
    begin(with("french", json!("napoleon"))).await.fails(400);
    begin(with("french", json!(3))).await.fails(400);
    begin(with("cheat", json!(true))).await.fails(400);
    begin(with("seed", json!("seven"))).await.fails(400);
    begin(with("request", json!("short"))).await.fails(400);
    begin(with("request", json!("x".repeat(65)))).await.fails(400);
    begin(with("request", json!("spaces are not allowed"))).await.fails(400);
    begin("x".repeat((1 << 20) + 1)).await.fails(413);
    let deep = "[".repeat(100_000);
    let answers = format!("{}/answers", game.path);
    for body in
        ["", "null", "{}", "\u{0}", "{\"request\":\"a\"}", &deep, "{\"request\":\"a\",\"version\":-1}"]
    {
        client.send(Method::POST, &answers, Some(token), body.as_bytes().to_vec()).await.fails(400);
    }
    client.send(Method::POST, &answers, Some(token), vec![0xff, 0xfe, 0x00]).await.fails(400);
    client.send(Method::POST, &answers, Some(token), vec![b' '; (1 << 20) + 1]).await.fails(413);
    let before = client.get(&game.path, token).await.ok();
    let version = &before["version"];
    // Numbers that no table has reach no geometry.
    for answer in [
        json!({ "unit": 65535 }),
        json!({ "order": { "do": "charge", "unit": 0, "target": 9, "wheel": i32::MIN } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": [{ "wheel": i32::MIN }] } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": [{ "ahead": i32::MAX }, { "back": i32::MAX }] } }),
        json!({ "order": { "do": "march", "unit": 65535, "legs": [] } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": vec![json!({ "ahead": 1 }); 5000] } }),
        json!({ "order": { "do": "ride", "general": 65535, "to": { "x": i32::MIN, "y": i32::MIN }, "join": 65535 } }),
        json!({ "order": { "do": "turn", "unit": 4, "to": { "at": { "x": i32::MAX, "y": 0 }, "facing": 1 } } }),
        json!({ "order": { "do": "enter", "unit": 0, "at": i32::MIN, "legs": [] } }),
        json!({ "order": { "do": "fall-back", "unit": 0, "by": i32::MIN, "formation": "line" } }),
        json!({ "form": "square" }),
        json!({ "stand": "masse" }),
        json!("yes"),
    ] {
        let body = json!({ "request": request(), "version": version, "answer": answer });
        client.post(&answers, token, &body).await.fails(409);
        let checked = client.post(&format!("{}/check", game.path), token, &json!({ "answer": answer })).await;
        assert_eq!(checked.ok()["ok"], false);
    }
    assert_eq!(client.get(&game.path, token).await.ok(), before);
    for (path, status) in [
        ("/steps/x", 400),
        ("/steps/-1", 400),
        ("/steps/99999999", 404),
        ("/units/x/options", 404),
        ("/units/0/options", 409),
        ("/nothing", 404),
        ("/live", 400),
    ] {
        client.get(&format!("{}{path}", game.path), token).await.fails(status);
    }
    client.send(Method::DELETE, &game.path, Some(token), Vec::new()).await.fails(405);
    client.send(Method::GET, "/api/nothing", None, Vec::new()).await.fails(404);
    // Bytes in an address that are no text.
    for (method, path, status) in [
        (Method::GET, "/api/charts/%ff%fe", 404),
        (Method::POST, "/api/charts/%ff%fe/charge", 404),
        (Method::GET, "/api/rules/%ff", 404),
        (Method::GET, "/api/games/%ff%fe/live", 404),
        (Method::POST, "/api/games/%ff%fe/seat/take", 404),
        (Method::GET, "/api/games/%ff%fe", 401),
    ] {
        client.send(method, path, Some(token), Vec::new()).await.fails(status);
    }
}

/// Without a built page the server says how to get one; with one it serves it, and every place within leads there.
#[tokio::test]
async fn the_page_is_served_if_it_is_built() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let get = |path: &'static str| client.send(Method::GET, path, None, Vec::new());
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html");
    let (page, place) = (get("/").await, get("/game/0123").await);
    assert_eq!(page.status, 200);
    match std::fs::read(built) {
        Ok(index) => {
            assert_eq!(page.text(), String::from_utf8_lossy(&index));
            assert_eq!(place.status, 307);
        }
        Err(_) => {
            assert!(page.text().starts_with("The page is not built into this server: run "));
            assert_eq!(page.bytes, place.bytes);
        }
    }
    for path in ["/assets/none.js", "/../Cargo.toml", "/..%2fCargo.toml", "/%2e%2e/package.json"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn floods_are_stemmed_and_headers_are_sane() {
    let folder = Folder::new();
    let rate = Some(Rate { per_second: 1, burst: 5 });
    let app = server::app(Config { rate, ..Config::new(folder.db()) }).await.unwrap();
    let client = Client { app };
    let mut seen = Vec::new();
    for _ in 0..8 {
        seen.push(client.send(Method::GET, "/api/openapi.json", None, Vec::new()).await.status.as_u16());
    }
    assert_eq!(seen[..5], [200; 5]);
    assert!(seen[5..].contains(&429), "{seen:?}");
    let told = client.send(Method::POST, "/api/games", None, Vec::new()).await.fails(429);
    assert!(told["error"].as_str().unwrap().starts_with("Too many requests from your address: wait "));
    let request = Request::builder().uri("/").body(Body::empty()).unwrap();
    let reply = client.app.clone().oneshot(request).await.unwrap();
    let header = |name: &str| reply.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert!(header("content-security-policy").contains("frame-ancestors 'none'"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
}

/// Only a server that was told of its proxy believes what a header says of the caller.
#[tokio::test]
async fn behind_a_proxy_every_caller_has_a_bucket_of_his_own() {
    for behind_proxy in [true, false] {
        let folder = Folder::new();
        let rate = Some(Rate { per_second: 1, burst: 2 });
        let config = Config { rate, behind_proxy, ..Config::new(folder.db()) };
        let app = server::app(config).await.unwrap();
        let mut seen = Vec::new();
        for caller in 0..20 {
            // Whatever the caller himself has put before it does not count.
            let noted = format!("203.0.113.9, 198.51.100.{caller}");
            let request = Request::builder().uri("/health").header("x-forwarded-for", noted);
            let reply = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            seen.push(reply.status().as_u16());
        }
        assert_eq!(seen.iter().all(|status| *status == 200), behind_proxy, "{seen:?}");
    }
}

/// Whatever took too long is said as everything else is.
#[tokio::test]
async fn a_request_that_takes_too_long_is_told_so() {
    let folder = Folder::new();
    let patience = Patience { request: Duration::from_millis(50), ..Patience::default() };
    let app = server::app(Config { rate: None, patience, ..Config::new(folder.db()) }).await.unwrap();
    let never = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let reply = app.oneshot(Request::post("/api/games").body(never).unwrap()).await.unwrap();
    let status = reply.status();
    let bytes = reply.into_body().collect().await.unwrap().to_bytes().to_vec();
    Reply { status, bytes }.fails(408);
}

/// A stranger's page in a player's browser gets nowhere, by whatever name it calls.
#[tokio::test]
async fn only_its_own_names_and_pages_are_let_in() {
    let folder = Folder::new();
    let hosts = vec!["battle.example.org".to_owned()];
    let app = server::app(Config { rate: None, hosts, ..Config::new(folder.db()) }).await.unwrap();
    let own = Some("https://battle.example.org");
    for (method, path, host, origin, status) in [
        ("GET", "/", "battle.example.org", None, 200),
        ("GET", "/health", "localhost:1815", None, 200),
        ("GET", "/", "evil.example", None, 421),
        ("GET", "/api/battles", "evil.example:1815", None, 421),
        ("POST", "/api/games", "evil.example", Some("http://evil.example"), 421),
        ("POST", "/api/games", "battle.example.org", Some("http://evil.example"), 403),
        ("POST", "/api/records", "battle.example.org", Some("null"), 403),
        ("POST", "/api/charts/br8/close", "battle.example.org", Some("http://evil.example"), 403),
        ("POST", "/api/games/0/answers", "battle.example.org", Some("http://battle.example.org:99"), 403),
        ("POST", "/api/games", "battle.example.org", own, 400),
        ("POST", "/api/games/0/answers", "battle.example.org", own, 401),
        ("POST", "/api/games", "battle.example.org", None, 400),
    ] {
        let mut request = Request::builder().method(method).uri(path).header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let reply = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let found = reply.status();
        assert_eq!(found, status, "{method} {path} {host} {origin:?}");
        let bytes = reply.into_body().collect().await.unwrap().to_bytes().to_vec();
        if status != 200 {
            Reply { status: found, bytes }.fails(status);
        }
    }
}

#[tokio::test]
async fn the_counters_are_shown_only_where_they_are_wanted() {
    let folder = Folder::new();
    for metrics in [true, false] {
        let app = server::app(Config { metrics, ..Config::new(folder.db()) }).await.unwrap();
        let told = Client { app }.send(Method::GET, "/metrics", None, Vec::new()).await;
        assert_eq!(told.text().contains("grognard_requests_total "), metrics);
        if !metrics {
            told.fails(404);
        }
    }
}
